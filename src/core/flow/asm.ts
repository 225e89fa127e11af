/** Inline PTX: its memory accesses become events, its results unknown values. */
import type { AsmStmt } from '../program/ir.js';
import { effectsOf, type PtxAddress, type PtxEffect } from '../ptx/index.js';
import { emitEffect } from './effects.js';
import { evaluate } from './expressions.js';
import { assign, plain } from './lvalues.js';
import type { Machine } from './machine.js';
import type { Scope } from './state.js';
import type { Term } from './terms.js';

const cache = new WeakMap<AsmStmt, readonly PtxEffect[]>();

export function ptxEffects(stmt: AsmStmt): readonly PtxEffect[] {
  let effects = cache.get(stmt);
  if (!effects) {
    effects = effectsOf(stmt);
    cache.set(stmt, effects);
  }
  return effects;
}

export function executeAsm(m: Machine, stmt: AsmStmt, scope: Scope): void {
  const operands = [...stmt.outputs, ...stmt.inputs];
  const values = operands.map((operand, i) => (i < stmt.outputs.length && !operand.constraint.includes('+') ? undefined : evaluate(m, operand.value, scope)));
  const effects = ptxEffects(stmt);
  for (const effect of effects) {
    emitAccess(m, stmt, effect, values);
    emitEffect(m, effect, m.place(stmt.span), 'asm', (operand) => values[operand]);
  }
  if (effects.some((effect) => (effect.kind === 'trap' || effect.kind === 'exit') && !effect.predicate)) m.trap();
  // Votes, shuffles and arithmetic give what they are given; what comes out of memory does not come from the operands.
  const from = effects.every((effect) => effect.kind === 'register' || effect.kind === 'warp-collective') ? values.filter((value) => value !== undefined) : undefined;
  stmt.outputs.forEach((output, i) => {
    const special = effects.find((effect) => effect.results.includes(i))?.special;
    const value = special === undefined ? m.store.fresh('asm', 'result', undefined, from) : m.store.symbol(`special:${special}`, special, 'global');
    if (effects.some((effect) => effect.kind === 'elect' && effect.results.includes(i))) m.elected.add(value);
    assign(m, output.value, value, output.value, scope);
  });
}

function emitAccess(m: Machine, stmt: AsmStmt, effect: PtxEffect, values: readonly (Term | undefined)[]): void {
  const address = (at: PtxAddress | undefined): Term | undefined => (at?.operand === undefined ? undefined : values[at.operand]);
  const destination = address(effect.destination);
  const source = address(effect.source);
  const access = accessOf(effect);
  const text = (at: PtxAddress | undefined): string => (at?.operand === undefined ? '' : operandText(m, stmt, at.operand));
  const common = { kind: 'access', place: m.place(stmt.span), op: 'asm', mechanism: effect.mechanism } as const;
  const stored = effect.values[0]?.operand;
  if (destination && effect.destination && access !== 'load')
    m.emit({ ...common, access, address: destination, space: effect.destination.space, source: source ?? (stored === undefined ? undefined : values[stored]), copies: source !== undefined, addressText: text(effect.destination), sourceText: text(effect.source) });
  if (source && effect.source)
    m.emit({ ...common, access: 'load', address: source, space: effect.source.space, source: undefined, copies: destination !== undefined, addressText: text(effect.source), sourceText: '' });
}

function operandText(m: Machine, stmt: AsmStmt, index: number): string {
  const operand = [...stmt.outputs, ...stmt.inputs][index];
  return operand ? m.text(plain(operand.value).span) : '';
}

function accessOf(effect: PtxEffect): 'load' | 'store' | 'atomic' {
  switch (effect.kind) {
    case 'load': case 'prefetch': return 'load';
    case 'atomic': case 'reduction': case 'bulk-reduce': case 'tensor-reduce': case 'async-reduce': return 'atomic';
    default: return 'store';
  }
}
