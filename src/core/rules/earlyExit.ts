import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import { barrierOf, misses, type Barrier } from '../sync/barriers.js';
import { branchesOf, type Branch } from '../sync/branches.js';
import { othersMatch } from '../sync/matching.js';
import { divisionBy, type Division } from '../sync/participants.js';
import { AMONG } from './divergentBarrier.js';
import type { Draft, Rule } from './rule.js';

/**
 * barrier.early-exit: a return sends some of those away whom a later barrier waits for. A barrier of the block or the cluster
 * does not wait for threads that have left the kernel; a counted one, one of the grid and one of the ranks do.
 */
export const earlyExit: Rule = ({ runs }) =>
  runs.flatMap(({ machine }) => (machine.root.isKernel ? machine.events : []).flatMap((event) => {
    const barrier = barrierOf(event);
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
    case 'blocks': return division.among === 'grid';
    case 'ranks': return division.among === 'ranks';
    case 'counted threads': return !(barrier.aligned && division.among === 'warp' && division.threads === undefined) && misses(barrier, division);
    default: return false;
  }
}

/** Words for what there is to do, which every rank has its own amount of. */
const WORK = /(?:^|_)(?:tokens?|rows?|items?|messages?|msgs?|work)(?:_|$)/i;

/** `num_tokens == 0`, or its contrary: ranks have nothing to do one by one. */
function workDivision({ joins }: Barrier, condition: Term): Division | undefined {
  if (joins !== 'ranks') return undefined;
  const test = condition.op === 'not' ? condition.args[0] : condition;
  if (test.op !== 'eq' && test.op !== 'lt') return undefined;
  const limit = test.args.find((arg) => arg.op === 'int');
  const amount = test.args.find((arg) => arg !== limit);
  const name = limit?.value === 0 || limit?.value === 1 ? nameOf(amount) : undefined;
  return name === undefined ? undefined : { among: 'ranks', unless: `\`${name}\` is the same on every rank; only its name says that it is not` };
}

/** A parameter, or what memory behind one holds. */
function nameOf(term: Term | undefined, depth = 4): string | undefined {
  if (!term || depth === 0) return undefined;
  if (term.op === 'symbol') return term.origin === 'param' && WORK.test(term.name) ? term.name : undefined;
  if (term.op !== 'load' && term.op !== 'add') return undefined;
  return argsOf(term).map((arg) => nameOf(arg, depth - 1)).find((name) => name !== undefined);
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
