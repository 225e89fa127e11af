/** Object-like macros that stand for a string, which asm templates are put together from. */
import type { SourceView } from '../../source/sourceView.js';
import { stringContents } from './literals.js';

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+((?:"(?:[^"\\\n]|\\.)*"[ \t]*)+)(?:\/\/.*|\/\*.*)?$/gm;

/** Undefined for a name that is defined differently in branches that are not known to be left out. */
export function stringMacros(view: SourceView): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const match of view.text.matchAll(DEFINE)) {
    const [, name, value] = match;
    if (name === undefined || value === undefined) continue;
    if (view.inactive.some((region) => region.start <= match.index && match.index < region.end)) continue;
    const pieces = value.match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
    const text = pieces.map((piece) => stringContents(piece) ?? '').join('');
    found.set(name, found.has(name) && found.get(name) !== text ? undefined : text);
  }
  return found;
}
