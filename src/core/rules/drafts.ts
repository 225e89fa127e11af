import type { Draft } from './rule.js';

/** Other instantiations find the same; a callee's own text is judged in its own file. */
export function distinctDrafts(all: readonly Draft[], file: string): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const draft of all) {
    if (draft.place.file !== file) continue;
    const key = `${draft.rule} ${draft.place.span.start}`;
    if (!drafts.has(key)) drafts.set(key, draft);
  }
  return [...drafts.values()];
}
