/**
 * Recognises functions that translate an address for another rank, by what they return:
 * - what another forming function (of the workspace or the catalog) returned for the same pointer and rank, or
 * - the pointer moved by an entry of a table that the rank indexes: `table[r] + (p - base)`, or the pointer as an integer
 *   plus `table[r]`. Ordinary indexing (`p + index[i]`) has neither the difference nor the integer.
 */
import type { FunctionDecl } from '../program/ir.js';
import { occurs } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import { paramSymbol } from '../flow/evaluateFunction.js';
import { argsOf, type Term } from '../flow/terms.js';
import type { FormerInfo } from './contracts.js';
import { isInteger } from './mayForm.js';

export function findFormer(probe: Machine, fn: FunctionDecl): { readonly info: FormerInfo; readonly nullable: boolean } | undefined {
  const params = fn.params.map((param, i) => paramSymbol(probe.store, fn, i, param));
  const leaves = probe.results.flatMap((value) => leavesOf(value));
  const nullable = leaves.some((leaf) => leaf.op === 'null' || (leaf.op === 'int' && leaf.value === 0) || (leaf.op === 'peer' && leaf.peer.valid.op !== 'bool'));
  for (const leaf of leaves)
    for (const [rankParam, rank] of params.entries()) {
      const param = fn.params[rankParam];
      if (!param || !isInteger(param.type)) continue;
      for (const [pointerParam, pointer] of params.entries()) {
        if (pointerParam === rankParam) continue;
        const { peer } = leaf.op === 'peer' ? leaf : { peer: undefined };
        const forwarded = peer?.rank && peer.pointer && occurs(rank, peer.rank) && occurs(pointer, peer.pointer);
        if (!forwarded && !isTableTranslation(leaf, pointer, rank)) continue;
        return {
          nullable,
          info: { pointerParam, rankParam, family: 'workspace', team: undefined, assumesDomain: !nullable && (peer?.assumesDomain ?? true) },
        };
      }
    }
  return undefined;
}

/** The values that a choice ends in. */
function leavesOf(term: Term): Term[] {
  if (term.op === 'ite') return [...leavesOf(term.args[1]), ...leavesOf(term.args[2])];
  if (term.op === 'bits') return leavesOf(term.args[0]);
  return [term];
}

function isTableTranslation(term: Term, pointer: Term, rank: Term): boolean {
  if (term.op !== 'add') return false;
  const own = term.args.find((arg) => arg === pointer || (arg.op === 'bits' && arg.args[0] === pointer));
  const entry = term.args.find((arg) => {
    const load = arg.op === 'bits' ? arg.args[0] : arg;
    return load.op === 'load' && occurs(rank, load) && !occurs(pointer, load) && !argsOf(load.args[0]).some((part) => part.op === 'symbol' && part.origin === 'param' && part !== rank);
  });
  if (!own || !entry) return false;
  const takesDifference = term.args.some((arg) => arg.op === 'neg' && !occurs(rank, arg));
  return takesDifference || own.op === 'bits';
}
