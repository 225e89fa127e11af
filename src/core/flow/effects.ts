/** Effects as events: an instruction, inline or of the catalog, with its operands as values. */
import { templateArgIndex, type PtxAddress, type PtxEffect, type PtxValue } from '../ptx/index.js';
import type { Machine } from './machine.js';
import type { Place } from './peer.js';
import type { Term } from './terms.js';

/** Gives the value of an operand of the asm statement, or of an argument of the call. */
export type OperandValue = (operand: number) => Term | undefined;

/** Kinds that neither touch memory nor order or join anything. */
const SILENT: ReadonlySet<PtxEffect['kind']> = new Set(['register', 'register-count', 'branch', 'sleep']);

/** Kinds behind which memory is what this thread has left there. */
const OWN: ReadonlySet<PtxEffect['kind']> = new Set(['load', 'store', 'prefetch', 'bulk-prefetch', 'tensor-prefetch', 'elect', 'matrix', 'compiler-fence', 'warp-collective']);

export function ordersAnything(effect: PtxEffect): boolean {
  return !SILENT.has(effect.kind);
}

/** A method's object is the memory itself, also by a reference to it. */
function addressOf(m: Machine, term: Term | undefined): Term | undefined {
  return term?.op === 'load' || (term?.op === 'apply' && m.typeOfReference.has(term.id)) ? term.args[0] : term;
}

export function emitEffect(m: Machine, effect: PtxEffect, place: Place, op: string, valueOf: OperandValue, elects = false): void {
  if (!ordersAnything(effect)) return;
  if (!OWN.has(effect.kind)) m.memory.forgetAll();
  if (!m.traces) return;
  const address = (at: PtxAddress | undefined): Term | undefined => (at?.operand === undefined ? undefined : valueOf(at.operand));
  const value = (of: PtxValue | undefined): Term | undefined => {
    if (of?.operand !== undefined) return templateArgIndex(of.operand) === undefined ? valueOf(of.operand) : undefined;
    return of?.constant === undefined ? undefined : m.store.int(of.constant);
  };
  m.emit({
    kind: 'effect', place, effect, op: m.frame.anchorName ?? op,
    destination: address(effect.destination), source: address(effect.source), mbarrier: addressOf(m, address(effect.mbarrier)),
    size: value(effect.size), count: value(effect.count), selector: value(effect.selector), values: effect.values.map(value), elects,
    calls: m.calls,
  });
}
