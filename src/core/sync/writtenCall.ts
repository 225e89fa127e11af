/** A call as its author wrote it. */
import { oneLine } from '../oneLine.js';
import type { World } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';

const MAX_WRITTEN = 80;

/** From the callee's name, cut after 80 characters: `wait(phase ^ 1)` of `full[i].wait(phase ^ 1)`. */
export function writtenCall(world: World, { file, span }: Place): string {
  const text = world.textOf(file, { start: span.start, end: span.start + MAX_WRITTEN });
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return oneLine(text.slice(0, i + 1));
  }
  return `${oneLine(text)}…`;
}
