/** Static functions called by an alias that the body declares: `using atom = conditional_t<c, A, B>; atom::copy(…)`. */
import type { CallSite } from './calls.js';
import { eitherWay } from './eitherWay.js';
import type { Machine } from './machine.js';
import { lookup, type Scope } from './state.js';
import type { Term } from './terms.js';

/** `call` is given the path with what the alias stands for. Undefined: the owner is no alias. */
export function callAliased(m: Machine, site: CallSite, scope: Scope, call: (site: CallSite) => Term): Term | undefined {
  const [owner, name] = site.path;
  if (owner === undefined || name === undefined || site.path.length !== 2) return undefined;
  const bound = lookup(scope, owner);
  return bound?.kind === 'term' ? callOn(m, bound.term, { ...site, path: [owner, name] }, call) : undefined;
}

function callOn(m: Machine, owner: Term, site: CallSite, call: (site: CallSite) => Term): Term | undefined {
  if (owner.op === 'type') return owner.name === site.path[0] ? undefined : call({ ...site, path: [...(owner.type?.path.slice(0, -1) ?? []), owner.name, site.name] });
  if (owner.op !== 'ite') return undefined;
  const base = m.state;
  const [condition, a, b] = owner.args;
  const inThen = m.assume(condition, true, undefined);
  const inElse = m.assume(condition, false, undefined);
  if (!base || !inThen || !inElse) return callOn(m, inThen ? a : b, site, call);
  const on = (arm: Term) => (): Term => callOn(m, arm, site, call) ?? call(site);
  return eitherWay(m, base, condition, [inThen, on(a)], [inElse, on(b)]);
}
