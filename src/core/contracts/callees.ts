/** What a function calls, by its text: no body has to be lowered to know. */
import { withoutComments } from '../source/comments.js';
import type { World } from '../flow/machine.js';
import type { FunctionDecl } from '../program/ir.js';

const CALLEE = /\b([A-Za-z_]\w*)\s*(?=[<(])/g;

const known = new WeakMap<FunctionDecl, ReadonlySet<string>>();

/** Names that stand before a parenthesis or an angle bracket: the callees, and a few names that are none. */
export function calleesOf(fn: FunctionDecl, world: World): ReadonlySet<string> {
  let names = known.get(fn);
  if (!names) {
    const found = new Set<string>();
    // A constructor's initialisers stand before its body.
    const text = withoutComments(world.textOf(fn.file, fn.span));
    CALLEE.lastIndex = 0;
    for (let match = CALLEE.exec(text); match; match = CALLEE.exec(text)) found.add(match[1] ?? '');
    known.set(fn, (names = found));
  }
  return names;
}
