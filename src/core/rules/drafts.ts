import type { Event } from '../flow/events.js';
import type { Place } from '../flow/peer.js';
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

/** An access that is null in one instantiation, and can be in another, has one cause: the stronger draft has the other's path. */
export function oneForNull(drafts: readonly Draft[]): Draft[] {
  const weaker = drafts.filter(({ rule }) => rule === 'pointer.unchecked');
  const merged = new Set<Draft>();
  const all = drafts.map((draft) => {
    const other = draft.rule === 'pointer.always-null' ? weaker.find(({ place }) => isSame(place, draft.place)) : undefined;
    if (!other) return draft;
    merged.add(other);
    const more = other.path.slice(0, -1).filter((step) => !draft.path.some(({ place }) => isSame(place, step.place)));
    return { ...draft, path: [...draft.path.slice(0, -1), ...more, ...draft.path.slice(-1)] };
  });
  return all.filter((draft) => !merged.has(draft));
}

/** The draft with the callee that all of it happens in, if there is one. */
export function withCallee(draft: Draft, events: readonly Event[]): Draft {
  const { place, path } = draft;
  if (path.length < 2 || !path.every((step) => isSame(step.place, place))) return draft;
  const call = events.find((event) => event.kind === 'call' && event.target?.bodySpan !== undefined && isWithin(event.place, place));
  const callee = call?.kind === 'call' ? call.target : undefined;
  return callee?.bodySpan ? { ...draft, within: { file: callee.file, span: callee.bodySpan } } : draft;
}

/** What the callee has been found to do by itself is said there, and not again at each call. */
export function withoutRepeats(drafts: readonly Draft[]): Draft[] {
  return drafts.filter(({ rule, within }) => !within || !drafts.some((other) => other.rule === rule && isWithin(other.place, within)));
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start;
}

function isWithin(inner: Place, outer: Place): boolean {
  return inner.file === outer.file && outer.span.start <= inner.span.start && inner.span.end <= outer.span.end;
}
