/** Both ways of a choice in an expression, each from its own state. */
import type { Machine } from './machine.js';
import { merge, type State } from './state.js';
import type { Term } from './terms.js';

type Way = readonly [from: State, value: () => Term];

/** The states meet again behind it, and so do the values. */
export function eitherWay(m: Machine, base: State, condition: Term, [inThen, then]: Way, [inElse, otherwise]: Way): Term {
  m.state = inThen;
  const a = then();
  const afterThen = m.now;
  m.state = inElse;
  const b = otherwise();
  const afterElse = m.now;
  m.state = afterThen && afterElse ? merge(m.store, base, condition, afterThen, afterElse) : (afterThen ?? afterElse);
  return m.store.ite(condition, a, b);
}
