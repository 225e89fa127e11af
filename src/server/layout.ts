import type { Kernel } from '../core/schema.js';
import { COLLAPSE_ABOVE } from '../panel/graphModel.js';
import type { LayoutOptions, PositionedGraph } from '../panel/graphModel.js';
import { placeBand } from './layout/elk.js';
import type { PlacedBand } from './layout/elk.js';
import { isBarrier, planBands } from './layout/plan.js';
import type { Plan, PlanBand } from './layout/plan.js';
import { stack } from './layout/stack.js';

/** Lays out the data-flow graph of a kernel. Deterministic: the same kernel and options give the same coordinates. */
export async function layoutKernel(kernel: Kernel, options: LayoutOptions): Promise<PositionedGraph> {
  const plan = planBands(kernel, options.detail);
  const closed = closedBands(plan, options.toggled);
  const placed = new Map<string, PlacedBand>();
  for (const row of plan.rows) {
    if (!isBarrier(row) && !closed.has(row.id) && row.nodes.length > 0) placed.set(row.id, await placeBand(row, kernel.file, options.detail === 'overview'));
  }
  return stack(kernel, plan, placed, closed, options);
}

/** Bands that only show their heading: the largest until few enough nodes are left, then what the reader flipped. */
function closedBands(plan: Plan, toggled: readonly string[]): ReadonlySet<string> {
  const bands = plan.rows.filter((row): row is PlanBand => !isBarrier(row));
  const closed = new Set<string>();
  let open = bands.reduce((sum, band) => sum + band.nodes.length, 0);
  for (const band of [...bands].sort((a, b) => b.nodes.length - a.nodes.length)) {
    if (open <= COLLAPSE_ABOVE) break;
    closed.add(band.id);
    open -= band.nodes.length;
  }
  for (const id of toggled) if (!closed.delete(id)) closed.add(id);
  return closed;
}
