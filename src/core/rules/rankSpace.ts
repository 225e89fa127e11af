import { indexSpace, namedIndexSpace } from '../sites/indexSpace.js';
import { namedIndex, namedOther } from '../sites/rankNames.js';
import { SPACE_OF, worldFor, type Counted, type Space } from '../sites/rankQuantity.js';
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { termText } from '../flow/termText.js';
import type { Term } from '../flow/terms.js';
import type { Draft, Rule } from './rule.js';
import { callName } from './wording.js';

/** pointer.rank-space: where the rank comes from (or what bounds it) says that it counts something else than is wanted here. */
export const rankSpace: Rule = (context) => context.runs.flatMap(({ machine }) => machine.events.flatMap((event) => judge(machine, event)));

const PHRASE: Readonly<Record<Space, string>> = {
  world: 'a world rank', lsa: 'an index in the NVLink domain (LSA team)', rail: 'a node index (rail team)',
};

interface Wanted {
  /** Undefined: a rank, of whatever is counted there. */
  readonly space: Space | undefined;
  readonly rank: Term;
  readonly text: string | undefined;
  readonly by: string;
}

function judge(m: Machine, event: Event): Draft[] {
  const wanted = wantedBy(event);
  if (!wanted) return [];
  const { space } = wanted;
  const exact = space && indexSpace(m, wanted.rank, event.facts);
  if (exact) return exact.space === space ? [] : [draft(event, wanted, exact, true)];
  const name = nameOf(wanted) ?? '';
  const other = namedOther(name);
  if (other !== undefined) return [draft(event, wanted, { space: other, text: `by its name \`${name}\`` }, false)];
  const named = space && byNames(m, event, wanted);
  return named && named.space !== space && !tolerates(space, named.space) ? [draft(event, wanted, named, false)] : [];
}

function draft(event: Event, { space, rank, text, by }: Wanted, found: { readonly space: string; readonly text: string }, exact: boolean): Draft {
  const wanted = space ? PHRASE[space] : 'a rank';
  const is = isSpace(found.space) ? PHRASE[found.space] : `the index of a ${found.space}`;
  return {
    rule: 'pointer.rank-space', place: event.anchor,
    message: `${by} wants ${wanted}, but \`${text ?? termText(rank)}\` is ${is} (${found.text}).`,
    path: [{ place: event.place, text: `${wanted} is wanted here` }],
    ...(exact ? {} : { approximate: 'the rank space is inferred from a name' }),
  };
}

function isSpace(name: string): name is Space {
  return name in PHRASE;
}

/** What the value is made of, and what the variable is called: where they disagree, names are no evidence. */
function byNames(m: Machine, event: Event, wanted: Wanted): Counted | undefined {
  const name = nameOf(wanted);
  const space = name === undefined ? undefined : namedIndex(name);
  const made = namedIndexSpace(m, wanted.rank, event.facts);
  if (space && made && space !== made.space) return undefined;
  return made ?? (space && { space, text: `by its name \`${name ?? ''}\`` });
}

/** The last name of what is written: `rank`, `meta.rank`. */
function nameOf({ text, rank }: Wanted): string | undefined {
  return /^(?:\w+(?:\.|->|::))*(\w+)$/.exec(text ?? '')?.[1] ?? (text === undefined && rank.op === 'symbol' ? rank.name : undefined);
}

function wantedBy(event: Event): Wanted | undefined {
  if (event.kind === 'form') {
    const { peer } = event;
    const space = peer.team ? SPACE_OF[peer.team] : peer.rankSpace && worldFor(peer.rankSpace);
    return peer.rank && event.anchor === event.place ? { space, rank: peer.rank, text: event.rankText, by: callName(peer) } : undefined;
  }
  if (event.kind === 'one-sided') {
    const space = event.team ? SPACE_OF[event.team] : event.rankSpace && worldFor(event.rankSpace);
    return event.rank && event.anchor === event.place ? { space, rank: event.rank, text: event.rankText, by: `\`${event.api}\`` } : undefined;
  }
  return event.kind === 'rank-use' ? { space: event.space, rank: event.rank, text: event.rankText, by: `\`${event.api}\`` } : undefined;
}

/** A scale-up rank is a world rank where scale-up spans all ranks: the name alone proves nothing there. */
function tolerates(wanted: Space, named: Space): boolean {
  return wanted === 'world' && named === 'lsa';
}
