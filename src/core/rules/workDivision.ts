/** Conditions on how much there is to do: each rank has its own amount of it. */
import { argsOf, type Term } from '../flow/terms.js';
import type { Barrier } from '../sync/barriers.js';
import type { Division } from '../sync/participants.js';

/** Words for what there is to do, which every rank has its own amount of. */
const WORK = /(?:^|_)(?:tokens?|rows?|items?|messages?|msgs?|work|received|recv)(?:_|$)/i;

/** `num_tokens == 0`, or its contrary: ranks have nothing to do one by one. */
export function workDivision({ joins }: Pick<Barrier, 'joins'>, condition: Term): Division | undefined {
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
