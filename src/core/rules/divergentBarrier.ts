import type { Machine } from '../flow/machine.js';
import { barrierAt, misses, type Barrier } from '../sync/barriers.js';
import { branchesOf, type Branch } from '../sync/branches.js';
import { othersMatch } from '../sync/matching.js';
import { divisionBy, type Division } from '../sync/participants.js';
import { countsThreads } from '../sync/limits.js';
import type { Draft, Rule } from './rule.js';
import { workDivision } from './workDivision.js';

/** barrier.divergent: the condition keeps some of those away whom the barrier waits for, and their arm has no barrier that matches. */
export const divergentBarrier: Rule = ({ runs }) =>
  runs.flatMap(({ machine }) => machine.events.flatMap((event) => {
    const barrier = barrierAt(machine, event);
    const found = barrier && divider(machine, barrier);
    return barrier && found ? draft(barrier, found) : [];
  }));

interface Divider {
  readonly branch: Branch;
  readonly division: Division;
}

function divider(m: Machine, barrier: Barrier): Divider | undefined {
  for (const branch of branchesOf(m, barrier.event)) {
    const division = branch.around ? dividedBy(m, barrier, branch) : undefined;
    if (division && misses(barrier, division) && !othersMatch(m, barrier, branch.taken.condition)) return { branch, division };
  }
  return undefined;
}

/** A template's number may be that of all threads: that others are meant to go elsewhere, a branch for them says, or a name that counts something else. */
function dividedBy(m: Machine, barrier: Barrier, { taken, hasOther }: Branch): Division | undefined {
  const division = divisionBy(m, taken.condition) ?? workDivision(barrier, taken.condition);
  return division?.limit && !hasOther && countsThreads(division.limit) ? undefined : division;
}

export const AMONG: Readonly<Record<Division['among'], string>> = {
  warp: 'the threads of a warp', block: 'the warps of a block', grid: 'the blocks of the grid', ranks: 'the ranks',
};

function draft(barrier: Barrier, { branch, division }: Divider): Draft {
  const { anchor } = barrier.event;
  const { text, place } = branch;
  const awaited = barrier.count === undefined ? `all ${barrier.joins}` : `${barrier.count} threads`;
  return {
    rule: 'barrier.divergent', place: anchor,
    message: `\`${barrier.name}\` waits for ${awaited}, but stands where \`${text}\` is ${String(branch.taken.value)}, which differs among ${AMONG[division.among]}, and no barrier matches it on the other side.`,
    path: [{ place, text: `divides ${AMONG[division.among]}` }, { place: anchor, text: 'some of them do not come here' }],
    // Too few threads for a count are too few in a smaller block as well.
    ...(division.unless === undefined || barrier.joins === 'counted threads' ? {} : { approximate: `the condition divides nobody if ${division.unless}` }),
  };
}
