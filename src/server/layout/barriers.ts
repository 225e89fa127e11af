import type { GraphNode, Kernel, Role } from '../../core/schema.js';
import type { Detail, Place } from '../../panel/graphModel.js';
import type { GraphWords } from '../../panel/graphWords.js';
import { ENGLISH } from '../../panel/graphWords.js';
import { protocolRows } from './protocols.js';

export interface PlanBarrier {
  readonly id: string;
  readonly nodeIds: readonly string[];
  /** Name of the role if only that one meets here. */
  readonly role: string | undefined;
  /** 0: above everything; n: below the n-th band. */
  readonly slot: number;
  readonly label: string;
  readonly details: readonly string[];
  /** It joins ranks, not only blocks. */
  readonly isOfRanks: boolean;
  readonly places: readonly [Place, ...Place[]];
}

interface Barrier extends Place {
  readonly label: string;
  readonly detail: string;
  readonly nodeId: string | undefined;
  readonly isOfRanks: boolean;
  readonly role: string | undefined;
}

/**
 * The barriers of a kernel in source order: those of the graph, and those that only `kernel.barriers` has. A barrier across all
 * stands below the bands (by the lines where they stand) that begin before it. Neighbours of the same name are joined, except where
 * everything is asked for.
 */
export function planBarriers(kernel: Kernel, roles: readonly Role[], bands: readonly number[], detail: Detail, words: GraphWords): readonly PlanBarrier[] {
  const barriers = collect(kernel, roles).sort((a, b) => a.line - b.line);
  const joined: PlanBarrier[] = [];
  for (const barrier of barriers) {
    const slot = slotOf(barrier, kernel, bands);
    const { file, line, column } = barrier;
    const place: Place = { file, line, ...(column === undefined ? {} : { column }) };
    const ids = barrier.nodeId === undefined ? [] : [barrier.nodeId];
    const index = joined.findIndex((other) => other.slot === slot && other.role === barrier.role && other.label === barrier.label);
    const same = joined[index];
    if (same === undefined || detail === 'everything') {
      const id = `barrier-${joined.length}`;
      joined.push({ id, nodeIds: ids, role: barrier.role, slot, label: barrier.label, details: barrier.detail === '' ? [] : [barrier.detail], isOfRanks: barrier.isOfRanks, places: [place] });
    } else {
      const details = same.details.includes(barrier.detail) || barrier.detail === '' ? same.details : [...same.details, barrier.detail];
      joined[index] = { ...same, nodeIds: [...same.nodeIds, ...ids], details, places: [...same.places, place] };
    }
  }
  return joined.map((barrier) => ({ ...barrier, details: detailsOf(barrier, kernel, words) }));
}

/** The steps where they are known, else whom it joins. */
function detailsOf({ details, places }: PlanBarrier, kernel: Kernel, words: GraphWords): readonly string[] {
  const rows = protocolRows(kernel, places, words);
  if (rows.length > 0) return rows;
  return details.map((detail) => (detail === ENGLISH.joins.ranks ? words.joins.ranks : detail === ENGLISH.joins.grid ? words.joins.grid : detail));
}

function collect(kernel: Kernel, roles: readonly Role[]): Barrier[] {
  const nodes = kernel.graph.nodes.filter((node) => node.kind === 'barrier');
  const known = new Set(nodes.map(key));
  const extra = kernel.barriers.filter((location) => !known.has(key(location)));
  return [...nodes.map((node) => fromNode(node, roles)), ...extra.map((location): Barrier => {
    const { file, line, column, text } = location;
    return { file, line, column, label: text ?? 'barrier', detail: '', nodeId: undefined, isOfRanks: false, role: file === kernel.file ? roleAround(line, roles) : undefined };
  })];
}

function fromNode(node: GraphNode, roles: readonly Role[]): Barrier {
  const { file, line, column } = node;
  const role = roles.some((r) => r.name === node.role) ? node.role : undefined;
  return { file, line, ...(column === undefined ? {} : { column }), label: node.label, detail: node.detail ?? '', nodeId: node.id, isOfRanks: node.remote, role };
}

/** The one role whose lines are around a barrier; undefined if there is none, or more than one. */
function roleAround(line: number, roles: readonly Role[]): string | undefined {
  const around = roles.filter((role) => role.line < line && line < role.endLine);
  return around.length === 1 ? around[0]?.name : undefined;
}

function slotOf(barrier: Barrier, kernel: Kernel, bands: readonly number[]): number {
  // A line of another file says nothing about the order here: such a barrier is shown at the end.
  return barrier.file === kernel.file ? bands.filter((line) => line < barrier.line).length : bands.length;
}

function key(place: { readonly file: string; readonly line: number }): string {
  return `${place.file}:${place.line}`;
}
