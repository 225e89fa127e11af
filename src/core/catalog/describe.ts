/** Short forms for the tables of the catalog. */
import { effectsOf, makeEffect, RETURN_VALUE } from '../ptx/index.js';
import type { PtxAddress, PtxEffect, PtxEffectKind, PtxValue, StateSpace } from '../ptx/index.js';
import type { CallEntry } from './types.js';

/** Effects that are worked out when an entry is first used: most of a catalog is never looked at. */
export type Effects = readonly PtxEffect[] | (() => readonly PtxEffect[]);

/**
 * Effects of a wrapper, said as the instructions it issues: `%0`, `%1`, … stand for the given argument positions.
 * What the instructions leave in `%r` is the wrapper's return value. Address conversions and branches are left out.
 */
export function ptx(template: string, ...args: readonly number[]): () => PtxEffect[] {
  return () => {
    const operand = { constraint: 'l', symbol: undefined };
    const effects = effectsOf({
      template: template.replace(/%r\b/g, `%${args.length}`), outputs: [], inputs: [...args, RETURN_VALUE].map(() => operand), clobbers: ['memory'],
    });
    return effects.filter(({ kind }) => kind !== 'register' && kind !== 'branch').map((effect) => renumber(effect, args));
  };
}

function renumber(effect: PtxEffect, args: readonly number[]): PtxEffect {
  const map = (index: number): number => args[index] ?? RETURN_VALUE;
  const value = <T extends PtxAddress | PtxValue>(item: T | undefined): T | undefined =>
    item?.operand === undefined ? item : { ...item, operand: map(item.operand), text: '' };
  return {
    ...effect,
    destination: value(effect.destination),
    source: value(effect.source),
    mbarrier: value(effect.mbarrier),
    size: value(effect.size),
    count: value(effect.count),
    selector: value(effect.selector),
    values: effect.values.flatMap((item) => value(item) ?? []),
    results: effect.results.map(map),
    inputs: effect.inputs.map(map),
  };
}

export function at(operand: number, space: StateSpace = 'generic'): PtxAddress {
  return { operand, space, offset: 0, text: '', mapped: false };
}

export function val(operand: number): PtxValue {
  return { operand, constant: undefined, text: '' };
}

/** An effect that no single instruction spells; `mechanism` is the function's own name. */
export function effect(kind: PtxEffectKind, mechanism: string, fields: Partial<PtxEffect> = {}): PtxEffect {
  return makeEffect({ ...fields, kind, mechanism });
}

export type CallFields = Omit<CallEntry, 'kind' | 'family' | 'name' | 'effects' | 'source'>;

/** Makes `call` entries of one family and source. */
export function family(name: string, source: string, common: CallFields = {}) {
  return (fn: string, effects: Effects = [], fields: CallFields = {}): CallEntry => {
    let known: readonly PtxEffect[] | undefined;
    return {
      kind: 'call', family: name, name: fn, source, ...common, ...fields,
      get effects() {
        known ??= typeof effects === 'function' ? effects() : effects;
        return known;
      },
    };
  };
}
