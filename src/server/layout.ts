import type { Kernel } from '../core/schema.js';
import { COLLAPSE_ABOVE, OVERVIEW_ABOVE } from '../panel/graphModel.js';
import { graphWordsFor } from '../panel/graphWords.js';
import type { GraphWords } from '../panel/graphWords.js';
import type { Language } from '../core/knowledge/language.js';
import type { Detail, LayoutOptions, PositionedGraph } from '../panel/graphModel.js';
import { placeBand } from './layout/elk.js';
import type { PlacedBand } from './layout/elk.js';
import { isBarrier, planBands } from './layout/plan.js';
import type { Plan, PlanBand } from './layout/plan.js';
import { stack } from './layout/stack.js';

/** The most that a pane as wide as a window shows at a readable size. */
const WINDOW_WIDTH = 1800;

/** Lays out the data-flow graph of a kernel. Deterministic: the same kernel, options and language give the same coordinates. */
export async function layoutKernel(kernel: Kernel, options: LayoutOptions, language: Language = 'en'): Promise<PositionedGraph> {
  const words = graphWordsFor(language);
  const { detail, plan } = planned(kernel, options.detail, words);
  const closed = closedBands(plan, options.toggled);
  const placed = new Map<string, PlacedBand>();
  const room = { width: options.room ?? WINDOW_WIDTH, isOverview: detail === 'overview', words };
  for (const row of plan.rows) {
    if (!isBarrier(row) && !closed.has(row.id) && row.nodes.length > 0) placed.set(row.id, await placeBand(row, kernel.file, room));
  }
  return stack(kernel, plan, placed, closed, { ...options, detail }, words);
}

/** Where no level is asked for: the roles of a kernel that fits, else what leads to peers, if anything does. */
function planned(kernel: Kernel, wanted: Detail | undefined, words: GraphWords): { readonly detail: Detail; readonly plan: Plan } {
  const detail = wanted ?? 'roles';
  const plan = planBands(kernel, detail, words);
  if (wanted !== undefined || sizeOf(plan) <= OVERVIEW_ABOVE) return { detail, plan };
  const overview = planBands(kernel, 'overview', words);
  return sizeOf(overview) > 0 ? { detail: 'overview', plan: overview } : { detail, plan };
}

function sizeOf(plan: Plan): number {
  return bandsOf(plan).reduce((sum, band) => sum + band.nodes.length, 0);
}

function bandsOf(plan: Plan): readonly PlanBand[] {
  return plan.rows.filter((row): row is PlanBand => !isBarrier(row));
}

/** Bands that only show their heading: the largest until few enough nodes are left, then what the reader flipped. */
function closedBands(plan: Plan, toggled: readonly string[]): ReadonlySet<string> {
  const closed = new Set<string>();
  let open = sizeOf(plan);
  for (const band of [...bandsOf(plan)].sort((a, b) => b.nodes.length - a.nodes.length)) {
    if (open <= COLLAPSE_ABOVE) break;
    closed.add(band.id);
    open -= band.nodes.length;
  }
  for (const id of toggled) if (!closed.delete(id)) closed.add(id);
  return closed;
}
