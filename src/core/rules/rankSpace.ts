import type { RankSpace } from '../catalog/index.js';
import type { Team } from '../schema.js';
import type { Facts } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import { makerTeam } from '../flow/types.js';
import type { Term } from '../flow/terms.js';
import type { Rule } from './rule.js';
import { callName } from './wording.js';

/** pointer.rank-space: where the rank comes from (or what bounds it) says that it counts something else than is wanted here. */
export const rankSpace: Rule = (context) =>
  context.runs.flatMap(({ machine }) =>
    machine.events.flatMap((event) => {
      if ((event.kind !== 'form' && event.kind !== 'one-sided') || event.anchor !== event.place) return [];
      const { team, rank } = event.kind === 'form' ? event.peer : event;
      const wanted = team && SPACE_OF[team];
      const found = wanted && rank ? originOf(machine, rank, event.facts) : undefined;
      if (!wanted || !found || found.space === wanted || (found.approximate && tolerates(wanted, found.space))) return [];
      const by = event.kind === 'form' ? callName(event.peer) : `\`${event.api}\``;
      return [{
        rule: 'pointer.rank-space' as const, place: event.anchor,
        message: `${by} wants ${PHRASE[wanted]}, but \`${event.rankText ?? found.text}\` is ${PHRASE[found.space]} (${found.text}).`,
        path: [{ place: event.anchor, text: `rank of team ${team} wanted here` }],
        ...(found.approximate ? { approximate: 'the rank space is inferred from a name' } : {}),
      }];
    }),
  );

type Space = Exclude<RankSpace, 'pe'>;
const SPACE_OF: Readonly<Record<Team, Space>> = { Lsa: 'lsa', World: 'world', Rail: 'rail' };
const PHRASE: Readonly<Record<Space, string>> = {
  world: 'a world rank', lsa: 'an index in the NVLink domain (LSA team)', rail: 'a node index (rail team)',
};

interface RankOrigin {
  readonly space: Space;
  readonly text: string;
  readonly approximate: boolean;
}

function originOf(m: Machine, rank: Term, facts: Facts): RankOrigin | undefined {
  const exact = quantityOf(m, rank, 'rank');
  if (exact) return { space: exact.space, text: exact.text, approximate: false };
  if (rank.op !== 'symbol') return undefined;
  const bound = boundOf(m, rank, facts);
  if (bound) return { space: bound.space, text: `it is bounded by ${bound.text}`, approximate: false };
  const named = spaceOfName(rank.name);
  return named && { space: named, text: `by its name \`${rank.name}\``, approximate: true };
}

/** `team.rank`, `team.nRanks`, `comm.lsaRank`, a catalogued rank function. */
function quantityOf(m: Machine, term: Term, quantity: 'rank' | 'count'): { readonly space: Space; readonly text: string } | undefined {
  if (term.op === 'apply') {
    const entry = m.world.catalog.call(term.name.split('::'));
    if (entry?.kind !== 'rank' || typeof entry.space !== 'string' || entry.quantity !== (quantity === 'rank' ? 'index' : 'count')) return undefined;
    return { space: worldFor(entry.space), text: `\`${entry.name}\`` };
  }
  if (term.op !== 'field') return undefined;
  const [owner] = term.args;
  const team = owner.op === 'apply' ? makerTeam(m, owner.name.split('::')) : undefined;
  const typeName = owner.op === 'symbol' || owner.op === 'field' ? owner.type?.path.at(-1) : undefined;
  const fact = m.world.catalog.field(typeName ?? (team ? 'ncclTeam' : ''), term.name) ?? (team ? m.world.catalog.field('ncclTeam_t', term.name) : undefined);
  if (fact?.quantity !== quantity) return undefined;
  if (fact.space === 'own-team') return team && { space: SPACE_OF[team], text: `\`${term.name}\` of the ${team} team` };
  return { space: worldFor(fact.space), text: `\`${term.name}\`` };
}

function worldFor(space: RankSpace): Space {
  return space === 'pe' ? 'world' : space;
}

/** A loop index below the size of a team runs over that team. */
function boundOf(m: Machine, index: Term, facts: Facts): { readonly space: Space; readonly text: string } | undefined {
  for (const { term, value } of facts.literals()) {
    if (!value || term.op !== 'lt' || term.args[0] !== index) continue;
    const count = quantityOf(m, term.args[1], 'count');
    if (count) return count;
  }
  return undefined;
}

/** The general vocabulary of rank names; documented in docs/glossary.md. */
const NAMES: readonly (readonly [RegExp, Space])[] = [
  [/^(?:.*_)?(?:world|global)_(?:rank|peer|pe)(?:_idx|_id)?$/, 'world'],
  [/^(?:.*_)?(?:local|lsa|nvl|scaleup|scale_up)_(?:rank|peer|pe)(?:_idx|_id)?$/, 'lsa'],
  [/^(?:.*_)?(?:rail|scaleout|scale_out|rdma|node)_(?:rank|peer|idx|id)(?:_idx|_id)?$/, 'rail'],
];

function spaceOfName(name: string): Space | undefined {
  return NAMES.find(([pattern]) => pattern.test(name))?.[1];
}

/** A scale-up rank is a world rank where scale-up spans all ranks: the name alone proves nothing there. */
function tolerates(wanted: Space, named: Space): boolean {
  return wanted === 'world' && named === 'lsa';
}
