import { argsOf, type Term } from './terms.js';

/** Is the term, or one below it, of that kind? */
export function mentions(term: Term, is: (term: Term) => boolean, depth = 12): boolean {
  return is(term) || (depth > 0 && argsOf(term).some((arg) => mentions(arg, is, depth - 1)));
}
