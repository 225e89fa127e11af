/** What cannot be together in one instantiation and one launch, whichever thread and whichever pass of a loop. */
import type { Event } from '../flow/events.js';
import { Facts } from '../flow/facts.js';
import { argsOf, type Term } from '../flow/terms.js';

/** One of them takes for granted what the other's template arguments or parameters contradict. */
export function neverTogether(a: Event, b: Event): boolean {
  const contradicts = (x: Event, y: Event): boolean => x.path.some(({ condition }) => settledOf(y.facts).known(condition) === false);
  return contradicts(a, b) || contradicts(b, a);
}

const SETTLED = new WeakMap<Facts, Facts>();

/** Only what is about template arguments and parameters: it is the same for all threads from begin to end. */
function settledOf(facts: Facts): Facts {
  let settled = SETTLED.get(facts);
  if (!settled) {
    settled = Facts.empty;
    for (const { term, value } of facts.literals()) if (isSettled(term)) settled = settled.assume(term, value, undefined) ?? settled;
    SETTLED.set(facts, settled);
  }
  return settled;
}

function isSettled(term: Term): boolean {
  switch (term.op) {
    case 'int': case 'bool': case 'null': case 'type': return true;
    case 'symbol': return term.origin === 'template' || term.origin === 'param';
    case 'not': case 'and': case 'or': case 'eq': case 'lt': case 'nonnull': case 'add': case 'neg': return argsOf(term).every(isSettled);
    default: return false;
  }
}
