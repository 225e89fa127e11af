/** What is said of a comment or a conditional that the file does not close. */
import type { Problem } from '../schema.js';
import type { DirectiveReader } from './directives.js';
import { positionOf } from './position.js';

/** `at`: where the comment begins. */
export function openComment(text: string, at: number | undefined): Problem | undefined {
  return at === undefined ? undefined : problem(text, at, 'the comment that begins here has no end; the rest of the file is read as a comment.');
}

export function unmatchedDirective(text: string, found: ReturnType<DirectiveReader['unmatched']>): Problem | undefined {
  if (found === undefined) return undefined;
  const { at, name, lacks } = found;
  return problem(text, at, lacks === '#endif' ? `\`#${name}\` has no \`#endif\`; it is read as if the file ended with one.` : `\`#${name}\` belongs to no \`#if\`; it is left out.`);
}

function problem(text: string, at: number, what: string): Problem {
  const { line, column } = positionOf(text, at);
  return { code: 'syntax', message: `Line ${line}: ${what}`, line, column };
}
