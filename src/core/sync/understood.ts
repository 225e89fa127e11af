/** Whether the text of a function was understood whole. */
import type { FunctionDecl } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { Machine } from '../flow/machine.js';

const known = new WeakMap<FunctionDecl, boolean>();

/** Nothing in the analysed function or in what it calls was unknown syntax or misread: no effect is hidden in it. */
export function isUnderstood(m: Machine): boolean {
  return isClear(m.root) && m.events.every((event) => event.kind !== 'call' || event.target === undefined || isClear(event.target));
}

function isClear(fn: FunctionDecl): boolean {
  let clear = known.get(fn);
  if (clear === undefined) {
    clear = true;
    const body = fn.body();
    if (body) walk(body.block, (node) => {
      if (node.kind === 'unknown' || (node.kind === 'block' && node.suspect)) clear = false;
    });
    known.set(fn, clear);
  }
  return clear;
}
