/** What a number counts: ranks of which space, as an index or as a size. From data flow alone. */
import type { OrArg, RankSpace } from '../catalog/index.js';
import type { Team } from '../schema.js';
import type { Machine } from '../flow/machine.js';
import { makerTeam } from '../flow/types.js';
import type { Term } from '../flow/terms.js';

/** NVSHMEM's PE numbers are world ranks. */
export type Space = Exclude<RankSpace, 'pe'>;

export const SPACE_OF: Readonly<Record<Team, Space>> = { Lsa: 'lsa', World: 'world', Rail: 'rail' };

export interface Counted {
  readonly space: Space;
  /** What says so. */
  readonly text: string;
}

export function worldFor(space: RankSpace): Space {
  return space === 'pe' ? 'world' : space;
}

/** `team.rank` and `comm.lsaRank` (index), `team.nRanks` (size), or a catalogued function. */
export function quantityOf(m: Machine, term: Term, quantity: 'rank' | 'count'): Counted | undefined {
  if (term.op === 'apply') {
    const entry = m.world.catalog.call(term.name.split('::'));
    if (entry?.kind !== 'rank' || entry.quantity !== (quantity === 'rank' ? 'index' : 'count')) return undefined;
    const space = spaceFrom(m, entry.space, term.args);
    return space && { space, text: `\`${entry.name}\`` };
  }
  if (term.op !== 'field') return undefined;
  const [owner] = term.args;
  const team = owner.op === 'apply' ? makerTeam(m, owner.name.split('::')) : undefined;
  const typeName = owner.op === 'symbol' || owner.op === 'field' ? owner.type?.path.at(-1) : undefined;
  const fact = m.world.catalog.field(typeName ?? '', term.name) ?? (team ? m.world.catalog.field('ncclTeam_t', term.name) : undefined);
  if (fact?.quantity !== quantity) return undefined;
  if (fact.space === 'own-team') return team && { space: SPACE_OF[team], text: `\`${term.name}\` of the ${team} team` };
  return { space: worldFor(fact.space), text: `\`${term.name}\`` };
}

function spaceFrom(m: Machine, space: OrArg<RankSpace>, args: readonly Term[]): Space | undefined {
  if (typeof space === 'string') return worldFor(space);
  const team = args[space.arg];
  if (team?.op === 'apply') {
    const made = makerTeam(m, team.name.split('::'));
    return made && SPACE_OF[made];
  }
  const role = team?.op === 'symbol' ? m.world.catalog.symbol(team.name)?.role : undefined;
  return role?.kind === 'team' ? SPACE_OF[role.team] : undefined;
}
