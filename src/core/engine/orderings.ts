/** What each synchronisation of a file orders: made when somebody asks, one function at a time. */
import type { FunctionDecl } from '../program/ir.js';
import type { World } from '../flow/machine.js';
import type { Ordering } from '../schema.js';
import { isSynchronisation, orderingBy, SYNCHRONISES } from '../sync/ordering.js';
import { functionsOf, type UnitContext } from './analyzeUnit.js';
import { traceFunction } from './traceUnit.js';
import type { Unit } from './units.js';

export type Orderings = (line: number, callee: string | undefined) => readonly Ordering[] | undefined;

export function orderingsOf(unit: Unit, context: UnitContext): Orderings {
  const known = new Map<FunctionDecl, ReadonlyMap<number, readonly Ordering[]>>();
  return (line, callee) => {
    if (callee !== undefined && !maySynchronise(context.world, callee)) return undefined;
    const around = functionsOf(unit).find(({ bodySpan }) => bodySpan && unit.lines.position(bodySpan.start).line <= line && line <= unit.lines.position(bodySpan.end).line);
    if (!around) return undefined;
    const lines = known.get(around) ?? byLine(around, unit, context);
    known.set(around, lines);
    return lines.get(line);
  };
}

/** By its effects, if the catalog knows it; a function of the workspace by what it leads to. */
function maySynchronise({ program, catalog, contracts }: World, callee: string): boolean {
  return program.functionsNamed(callee).some((fn) => contracts.orders(fn)) || catalog.named(callee).some((entry) => entry.kind === 'rank-barrier' || (entry.kind === 'call' && entry.effects.some(({ kind }) => SYNCHRONISES.has(kind))));
}

function byLine(fn: FunctionDecl, unit: Unit, context: UnitContext): ReadonlyMap<number, readonly Ordering[]> {
  const lines = new Map<number, readonly Ordering[]>();
  for (const { machine } of traceFunction(fn, context, Date.now() + context.timeLimit)?.runs ?? [])
    for (const event of machine.events) {
      if (!isSynchronisation(event) || event.anchor.file !== fn.file) continue;
      const { line } = unit.lines.position(event.anchor.span.start);
      if ((lines.get(line)?.length ?? 0) === 0) lines.set(line, orderingBy(machine, event, context.locator));
    }
  return lines;
}
