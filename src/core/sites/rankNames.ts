/**
 * What names say about ranks, where nothing else does; the vocabulary is in docs/glossary.md. Whatever rests on it is approximate.
 */
import type { Space } from './rankQuantity.js';

const INDEX: readonly (readonly [RegExp, Space])[] = [
  [/^(?:.*_)?(?:world|global)_(?:rank|peer|pe)(?:_idx|_id)?$/, 'world'],
  [/^(?:.*_)?(?:local|lsa|nvl|scaleup|scale_up)_(?:rank|peer|pe)(?:_idx|_id)?$/, 'lsa'],
  [/^(?:.*_)?(?:rail|scaleout|scale_out|rdma|node)_(?:rank|peer|idx|id)(?:_idx|_id)?$/, 'rail'],
];

/** Of a rank's index. */
export function namedIndex(name: string): Space | undefined {
  return INDEX.find(([pattern]) => pattern.test(name))?.[1];
}

/** A rank has many of them, so their index is no rank's. */
const OTHER: readonly (readonly [RegExp, string])[] = [
  [/^(?:.*_)?token_(?:idx|id|index)$/, 'token'],
  [/^(?:.*_)?top_?k_(?:idx|id|index)$/, 'top-k choice'],
  [/^(?:.*_)?slot_(?:idx|id|index)$/, 'slot'],
];

/** What the index counts in place of ranks. */
export function namedOther(name: string): string | undefined {
  return OTHER.find(([pattern]) => pattern.test(name))?.[1];
}

const QUALIFIERS: readonly (readonly [RegExp, Space])[] = [
  [/\b(?:world|global)\b/, 'world'],
  [/\b(?:lsa|nvl|nvlink|scaleup|scale up|local)\b/, 'lsa'],
  [/\b(?:rail|rdma|scaleout|scale out|nodes?)\b/, 'rail'],
];

/** Of a number of ranks: `kNumScaleupRanks`, `num_nvl_peers`, `lsa_size`, `num_nodes`. */
export function namedCount(name: string): Space | undefined {
  const words = name.replace(/^k(?=[A-Z])/, '').replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase().split('_').join(' ');
  const isCount = /^(?:num|n|max)\b.*\b(?:ranks|peers|pes|gpus)$|^(?:\w+ )?\w+ (?:world )?size$|^(?:num|n) (?:\w+ )?nodes$|\bn? ?ranks$/.test(words);
  return isCount && !/\bper\b/.test(words) ? QUALIFIERS.find(([pattern]) => pattern.test(words))?.[1] : undefined;
}
