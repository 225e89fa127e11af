import { indexSpace, SPACE_OF, worldFor, type Counted, type Space } from '../sites/rankQuantity.js';
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import type { Draft, Rule } from './rule.js';
import { callName } from './wording.js';

/** pointer.rank-space: where the rank comes from (or what bounds it) says that it counts something else than is wanted here. */
export const rankSpace: Rule = (context) => context.runs.flatMap(({ machine }) => machine.events.flatMap((event) => judge(machine, event)));

const PHRASE: Readonly<Record<Space, string>> = {
  world: 'a world rank', lsa: 'an index in the NVLink domain (LSA team)', rail: 'a node index (rail team)',
};

interface Wanted {
  readonly space: Space;
  readonly rank: Term;
  readonly text: string | undefined;
  readonly by: string;
}

function judge(m: Machine, event: Event): Draft[] {
  const wanted = wantedBy(event);
  if (!wanted) return [];
  const exact = indexSpace(m, wanted.rank, event.facts);
  const found = exact ?? (wanted.rank.op === 'symbol' ? byName(wanted.rank.name) : undefined);
  if (!found || found.space === wanted.space || (!exact && tolerates(wanted.space, found.space))) return [];
  return [{
    rule: 'pointer.rank-space', place: event.anchor,
    message: `${wanted.by} wants ${PHRASE[wanted.space]}, but \`${wanted.text ?? 'the rank'}\` is ${PHRASE[found.space]} (${found.text}).`,
    path: [{ place: event.place, text: `${PHRASE[wanted.space]} is wanted here` }],
    ...(exact ? {} : { approximate: 'the rank space is inferred from a name' }),
  }];
}

function wantedBy(event: Event): Wanted | undefined {
  if (event.kind === 'form') {
    const { peer } = event;
    const space = peer.team ? SPACE_OF[peer.team] : peer.rankSpace && worldFor(peer.rankSpace);
    return space && peer.rank && event.anchor === event.place ? { space, rank: peer.rank, text: event.rankText, by: callName(peer) } : undefined;
  }
  if (event.kind === 'one-sided') {
    const space = event.team ? SPACE_OF[event.team] : event.rankSpace && worldFor(event.rankSpace);
    return space && event.rank && event.anchor === event.place ? { space, rank: event.rank, text: event.rankText, by: `\`${event.api}\`` } : undefined;
  }
  return event.kind === 'rank-use' ? { space: event.space, rank: event.rank, text: event.rankText, by: `\`${event.api}\`` } : undefined;
}

/** The general vocabulary of rank names; documented in docs/glossary.md. */
const NAMES: readonly (readonly [RegExp, Space])[] = [
  [/^(?:.*_)?(?:world|global)_(?:rank|peer|pe)(?:_idx|_id)?$/, 'world'],
  [/^(?:.*_)?(?:local|lsa|nvl|scaleup|scale_up)_(?:rank|peer|pe)(?:_idx|_id)?$/, 'lsa'],
  [/^(?:.*_)?(?:rail|scaleout|scale_out|rdma|node)_(?:rank|peer|idx|id)(?:_idx|_id)?$/, 'rail'],
];

function byName(name: string): Counted | undefined {
  const space = NAMES.find(([pattern]) => pattern.test(name))?.[1];
  return space && { space, text: `by its name \`${name}\`` };
}

/** A scale-up rank is a world rank where scale-up spans all ranks: the name alone proves nothing there. */
function tolerates(wanted: Space, named: Space): boolean {
  return wanted === 'world' && named === 'lsa';
}
