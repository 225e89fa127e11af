/** Which names of a file mean something else than before. */
import type { FileDecls } from '../program/ir.js';

export interface FileState {
  readonly decls: FileDecls;
  readonly text: string;
}

/** Names that came, went, or are declared by another text. Undefined state: there was or is no such file. */
export function changedNames(before: FileState | undefined, after: FileState | undefined): ReadonlySet<string> {
  const [old, now] = [declarationTexts(before), declarationTexts(after)];
  const changed = new Set<string>();
  for (const [name, text] of old) if (now.get(name) !== text) changed.add(name);
  for (const name of now.keys()) if (!old.has(name)) changed.add(name);
  return changed;
}

/** All that a file says of each name, in order. */
function declarationTexts(state: FileState | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (!state) return texts;
  const { decls, text } = state;
  const methods = decls.classes.flatMap((cls) => cls.methods);
  for (const { name, span } of [...decls.functions, ...methods, ...decls.classes, ...decls.aliases, ...decls.variables]) {
    texts.set(name, `${texts.get(name) ?? ''}\n${text.slice(span.start, span.end)}`);
  }
  return texts;
}
