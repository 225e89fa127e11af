/**
 * Globs as people write them on a command line: `*` and `?` stay inside one path segment, `**` crosses them,
 * `{a,b}` chooses. A pattern without a slash matches a name at any depth; one that matches a directory matches what is below it.
 *
 * Patterns come with the workspace, whoever wrote it. As a regular expression, be it ours or that of minimatch or picomatch, `*a*a*a*a*b`
 * takes ten times as long for each further star. A pattern is a list of steps here, and all ways through it are followed at once (Thompson's
 * construction): at most characters of the path times characters of the pattern.
 */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const compiled = patterns.map(compile);
  return (path) => compiled.some((steps) => matches(steps, path));
}

/** What the patterns of one list may have together; more is a mistake, or meant to take long. */
export const MAX_GLOB_CHARACTERS = 10_000;

export function isTooLong(patterns: readonly string[]): boolean {
  return patterns.reduce((sum, { length }) => sum + length, 0) > MAX_GLOB_CHARACTERS;
}

type Step =
  /** Takes this character. */
  | { readonly kind: 'character'; readonly character: string }
  /** Takes any character but those of `but`. */
  | { readonly kind: 'any'; readonly but: '' | '/' }
  /** Takes nothing and goes on at each of these steps. */
  | { readonly kind: 'go'; readonly to: number[] };

const SLASH: Step = { kind: 'character', character: '/' };

/** The end of the list is the end of the pattern. */
function compile(pattern: string): readonly Step[] {
  const trimmed = pattern.replaceAll('\\', '/').replace(/^\.\//u, '').replace(/(?<!\/)\/+$/u, '');
  const steps: Step[] = [];
  const star = (but: '' | '/'): void => {
    const start = steps.length;
    steps.push({ kind: 'go', to: [start + 1, start + 3] }, { kind: 'any', but }, { kind: 'go', to: [start] });
  };
  const directories = (): void => {
    const start = steps.length;
    const skip: Step = { kind: 'go', to: [start + 1] };
    steps.push(skip);
    star('');
    steps.push(SLASH);
    skip.to.push(steps.length);
  };
  const braces: { readonly start: number[]; readonly end: number[] }[] = [];
  const close = (): void => { braces.pop()?.end.push(steps.length); };
  if (!trimmed.includes('/')) directories();
  const characters = Array.from(trimmed.replace(/^\//u, ''));
  const lastClosing = characters.lastIndexOf('}');
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? '';
    const brace = braces.at(-1);
    if (character === '*' && characters[i + 1] === '*') {
      i++;
      if (characters[i + 1] === '/') {
        i++;
        directories();
      } else star('');
    } else if (character === '*') star('/');
    else if (character === '?') steps.push({ kind: 'any', but: '/' });
    else if (character === '{' && i < lastClosing) {
      const start = [steps.length + 1];
      braces.push({ start, end: [] });
      steps.push({ kind: 'go', to: start });
    } else if (character === '}' && brace) close();
    else if (character === ',' && brace) {
      steps.push({ kind: 'go', to: brace.end });
      brace.start.push(steps.length);
    } else steps.push({ kind: 'character', character });
  }
  // A brace that is never closed ends with the pattern.
  while (braces.length > 0) close();
  return steps;
}

function matches(steps: readonly Step[], path: string): boolean {
  const reached = new Uint32Array(steps.length + 1);
  let round = 0;
  /** Steps that take a character, as far as they can be reached without one. */
  let current: number[] = [];
  const reach = (start: number): void => {
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reached[at] === round) continue;
      reached[at] = round;
      const step = steps[at];
      if (step?.kind === 'go') for (const next of step.to) open.push(next);
      else if (step) current.push(at);
    }
  };
  round++;
  reach(0);
  for (const character of path) {
    if (character === '/' && reached[steps.length] === round) return true;
    const before = current;
    current = [];
    round++;
    for (const at of before) if (takes(steps[at], character)) reach(at + 1);
    if (current.length === 0 && reached[steps.length] !== round) return false;
  }
  return reached[steps.length] === round;
}

function takes(step: Step | undefined, character: string): boolean {
  return step?.kind === 'any' ? step.but !== character : step?.kind === 'character' && step.character === character;
}
