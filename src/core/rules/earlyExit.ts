import type { Machine } from '../flow/machine.js';
import { barrierAt, misses, type Barrier } from '../sync/barriers.js';
import { branchesOf, type Branch } from '../sync/branches.js';
import { othersMatch } from '../sync/matching.js';
import { isOfTemplate } from '../sync/limits.js';
import { divisionBy, type Division } from '../sync/participants.js';
import { AMONG } from './divergentBarrier.js';
import { mentions } from '../flow/mentions.js';
import type { Draft, Rule } from './rule.js';
import { workDivision } from './workDivision.js';

/**
 * barrier.early-exit: a return sends some of those away whom a later barrier waits for. A barrier of the block or the cluster
 * does not wait for threads that have left the kernel; a counted one, one of the grid and one of the ranks do.
 */
export const earlyExit: Rule = ({ runs }) =>
  runs.flatMap(({ machine }) => (machine.root.isKernel ? machine.events : []).flatMap((event) => {
    const barrier = barrierAt(machine, event);
    const exit = barrier && exitBefore(machine, barrier);
    return barrier && exit ? draft(barrier, exit) : [];
  }));

interface Exit {
  readonly branch: Branch;
  readonly division: Division;
}

function exitBefore(m: Machine, barrier: Barrier): Exit | undefined {
  for (const branch of branchesOf(m, barrier.event)) {
    const { condition } = branch.taken;
    const division = branch.around ? undefined : (divisionBy(m, condition) ?? workDivision(barrier, condition));
    if (division && waitsFor(barrier, division) && !othersMatch(m, barrier, condition)) return { branch, division };
  }
  return undefined;
}

function waitsFor(barrier: Barrier, division: Division): boolean {
  switch (barrier.joins) {
    case 'blocks': return division.among === 'grid' && (barrier.isOwn !== true || division.blocks === 1 || isUncounted(barrier, division));
    case 'ranks': return division.among === 'ranks';
    case 'counted threads': return !(barrier.aligned && division.among === 'warp' && division.threads === undefined) && misses(barrier, division);
    default: return false;
  }
}

/** How many come is decided by an amount that the barrier does not get to know. */
function isUncounted({ event }: Barrier, { limit }: Division): boolean {
  return limit !== undefined && event.kind === 'call' && !isOfTemplate(limit) && !event.args.some((arg) => mentions(arg, (part) => part === limit));
}

function draft(barrier: Barrier, { branch, division }: Exit): Draft {
  const { anchor } = barrier.event;
  const awaited = barrier.count === undefined ? `all ${barrier.joins}` : `${barrier.count} threads`;
  return {
    rule: 'barrier.early-exit', place: branch.place,
    message: `Where \`${branch.text}\` is ${String(!branch.taken.value)} control leaves the kernel, which differs among ${AMONG[division.among]}, and \`${barrier.name}\` waits for ${awaited}.`,
    path: [{ place: branch.place, text: `some of ${AMONG[division.among]} leave here` }, { place: anchor, text: 'the others wait here' }],
    ...(division.unless === undefined || barrier.joins === 'counted threads' ? {} : { approximate: `nobody leaves alone if ${division.unless}` }),
  };
}
