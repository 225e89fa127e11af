/** A file that ends too soon: what is complete in it is closed as if the file had ended well, at the same offsets. */
import { blank, skipLiteral } from './chars.js';
import type { SourceView } from './sourceView.js';

export interface Closed {
  readonly view: SourceView;
  /** Where that begins which is not complete, in the view. */
  readonly from: number;
}

const EVENT = /["'{}()[\];]/g;
const CLOSER: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** What stands before a brace around declarations, each of which is complete by itself. */
const SCOPE = /(?:\bnamespace\b[\w\s:]*|\bextern\s*"[^"\n]*"\s*|\b(?:struct|class|union)\b[^;{}()=]*)$/;
/** How far back that is looked for, in UTF-16 units. */
const LONGEST_HEAD = 400;

interface Scope {
  readonly closer: string;
  readonly at: number;
}

/**
 * The view without its last, incomplete declaration, and with braces for the namespaces and classes that are still open. They stand
 * in the place of the declaration if there is room, else after the end. A kernel keeps the statements that are complete: nothing calls it,
 * so that no other function can be misjudged by half of its body. Undefined: every bracket is closed, or one too many.
 */
export function closedView(view: SourceView): Closed | undefined {
  const found = incomplete(view.view);
  if (!found) return undefined;
  const { scopes, complete, body } = found;
  const text = view.view;
  const kernel = body && /\b__global__\b/.test(text.slice(complete, body.head)) ? body : undefined;
  const kept = kernel?.complete ?? complete;
  const closers = [...scopes.map(({ closer }) => closer), ...Array.from({ length: kernel?.depth ?? 0 }, () => '}')].reverse().join('');
  const rest = blank(text, kept, text.length);
  const closed = `${text.slice(0, kept)}${rest.length < closers.length ? closers : `${rest.slice(0, rest.length - closers.length)}${closers}`}`;
  const first = text.slice(complete).search(/\S/);
  const end = text.length;
  const clamped = (offset: number): number => Math.min(offset, end);
  return {
    from: first < 0 ? (scopes.at(-1)?.at ?? 0) : complete + first,
    view: Object.create(view, {
      view: { value: closed, enumerable: true },
      toFile: { value: (offset: number) => view.toFile(clamped(offset)) },
      spanToFile: { value: (start: number, stop: number) => view.spanToFile(clamped(start), clamped(stop)) },
      isSynthetic: { value: (offset: number) => offset >= end || view.isSynthetic(offset) },
    }) as SourceView,
  };
}

interface Incomplete {
  readonly scopes: readonly Scope[];
  /** The offset after the last declaration that is complete. */
  readonly complete: number;
  /** The body that is open after it: the offset of its brace, of the end of its last complete statement, and how many braces are open there. */
  readonly body: { readonly head: number; complete: number; depth: number } | undefined;
}

function incomplete(text: string): Incomplete | undefined {
  const scopes: Scope[] = [];
  const inner: string[] = [];
  let body: { readonly head: number; complete: number; depth: number } | undefined;
  const endStatement = (at: number): void => {
    if (body && inner.every((closer) => closer === '}')) [body.complete, body.depth] = [at + 1, inner.length];
  };
  let complete = 0;
  for (EVENT.lastIndex = 0; EVENT.test(text); ) {
    const at = EVENT.lastIndex - 1;
    const char = text.charAt(at);
    const closer = CLOSER[char];
    if (char === '"' || char === "'") EVENT.lastIndex = skipLiteral(text, at);
    else if (closer !== undefined) {
      const head = char === '{' && inner.length === 0 ? SCOPE.exec(text.slice(Math.max(0, at - LONGEST_HEAD, complete), at))?.[0] : undefined;
      if (head === undefined) {
        if (char === '{' && inner.length === 0) body = { head: at, complete: at + 1, depth: 1 };
        inner.push(closer);
        if (char === '{') endStatement(at);
      } else {
        scopes.push({ closer: /^(?:namespace|extern)/.test(head) ? '}' : '};', at });
        complete = at + 1;
      }
    } else if (inner.length > 0) {
      if (char !== ';' && inner.pop() !== char) return undefined;
      if (char !== ')' && char !== ']') endStatement(at);
      if (inner.length === 0 && char === '}') {
        complete = at + 1;
        body = undefined;
      }
    } else if (char === ';') complete = at + 1;
    else if (char !== '}' || !scopes.pop()) return undefined;
    else complete = at + 1;
  }
  return scopes.length + inner.length === 0 ? undefined : { scopes, complete, body };
}
