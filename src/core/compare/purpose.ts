/**
 * What a movement to or from a peer is for, told from what the kernel does, not from what anything is called:
 * - tokens are what copy engines and the NIC move, and what goes from shared or tensor memory to a peer; everything else is a value;
 * - a kernel that loads tokens from peers fetches its input (dispatch, pulled); tokens that it stores at peers, and whatever those of
 *   its warps store there that fetch nothing, go back (combine);
 * - a kernel that stores tokens at peers and tells them counts sends its input (dispatch, pushed): the receivers cannot know how
 *   much comes. Without counts they know what they wait for: results come back (combine). Flags and tails that are released tell when, not
 *   how much.
 */
import type { Purpose } from '../knowledge/comparison.js';
import type { Consumer, Kernel, Site } from '../schema.js';

export function isBulk({ mechanism }: Pick<Consumer, 'mechanism'>): boolean {
  return /^cp\.(?:reduce\.)?async\.bulk/u.test(mechanism);
}

/** An atomic, or an access whose order or scope is written out: a flag or a counter, not a token's data. */
export function isSignal({ access, mechanism }: Pick<Consumer, 'access' | 'mechanism'>): boolean {
  return access === 'remote-atomic' || /^(?:st|ld|red|atom)\.(?:release|relaxed|acquire|acq_rel|volatile|mmio)\b/u.test(mechanism);
}

/** A kernel with all that is known of its file; `graph` is read only if `isDrawn`. */
export interface Around {
  readonly kernel: Kernel;
  readonly sites: readonly Site[];
  readonly isDrawn: boolean;
}

/** Operations of the NIC that carry one value: names of the libraries' own operations. */
const VALUE_OPERATION = /put_?value|signal|atomic|\bamo\b|_amo_/iu;

/** It moves tokens, as opposed to one value. */
export function movesTokens(site: Site, around: Around | undefined): boolean {
  const moving = site.consumers.filter(({ access }) => access !== 'address-only');
  if (site.kind === 'one-sided') return moving.some(({ access, mechanism }) => access !== 'remote-atomic' && !VALUE_OPERATION.test(mechanism));
  return moving.some((use) => isBulk(use) || (around !== undefined && !isSignal(use) && comesFromTheBlock(use, around)));
}

/** From memory of the block to the peer: not a value that was just computed, nor a counter. */
function comesFromTheBlock({ file, line, access }: Consumer, { kernel, isDrawn }: Around): boolean {
  if (!isDrawn || access !== 'remote-store') return false;
  const { nodes, edges } = kernel.graph;
  const spaceOf = (id: string): string | undefined => nodes.find((node) => node.id === id)?.space;
  return edges.some((edge) => edge.file === file && edge.line === line && spaceOf(edge.to) === 'peer' && ['shared', 'tensor'].includes(spaceOf(edge.from) ?? ''));
}

/** A count is stored or added through a pointer of its own, without the release that makes it a flag. */
function tellsCounts(site: Site, around: Around): boolean {
  if (movesTokens(site, around)) return false;
  if (site.kind === 'one-sided') return site.consumers.some(({ access }) => access === 'remote-store');
  return site.consumers.some(({ access, mechanism }) => (access === 'remote-store' || access === 'remote-atomic') && !/\.(?:release|acq_rel)\b/u.test(mechanism));
}

export function purposeOf(site: Site, around: Around | undefined): Purpose {
  if (!around) return 'control';
  const inside = around.sites.filter((each) => (each.kind === 'peer-pointer' || each.kind === 'one-sided') && isInside(around.kernel, each));
  const fetches = inside.filter((each) => loads(each) && movesTokens(each, around));
  if (!movesTokens(site, around)) return returnsResults(site, around, fetches) ? 'combine' : 'control';
  if (loads(site)) return 'dispatch';
  if (fetches.length > 0) return 'combine';
  return inside.some((each) => tellsCounts(each, around)) ? 'dispatch' : 'combine';
}

/** Stored by a warp role that fetches nothing, in a kernel where another does. */
function returnsResults(site: Site, { kernel, isDrawn }: Around, fetches: readonly Site[]): boolean {
  if (fetches.length === 0 || !isDrawn || !site.consumers.some((use) => use.access === 'remote-store' && !isSignal(use))) return false;
  const role = kernel.roles.find(({ line, endLine }) => line <= site.line && site.line <= endLine);
  return role !== undefined && !fetches.some(({ line }) => role.line <= line && line <= role.endLine);
}

const loads = ({ consumers }: Site): boolean => consumers.some(({ access }) => access === 'remote-load');

export function isInside({ file, line, endLine }: Pick<Kernel, 'file' | 'line' | 'endLine'>, site: Pick<Site, 'file' | 'line'>): boolean {
  return site.file === file && line <= site.line && site.line <= endLine;
}
