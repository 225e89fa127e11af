/**
 * Globs as people write them on a command line: `*` and `?` stay inside one path segment, `**` crosses them,
 * `{a,b}` chooses. A pattern without a slash matches a name at any depth; one that matches a directory matches what is below it.
 */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const expressions = patterns.map((pattern) => new RegExp(`^${source(pattern)}(?:/.*)?$`, 'u'));
  return (path) => expressions.some((expression) => expression.test(path));
}

function source(pattern: string): string {
  const trimmed = pattern.replaceAll('\\', '/').replace(/^\.\//u, '').replace(/\/+$/u, '');
  const anywhere = trimmed.includes('/') ? '' : '(?:.*/)?';
  return anywhere + segments(trimmed.replace(/^\//u, ''));
}

function segments(pattern: string): string {
  let out = '';
  let depth = 0;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === '*' && pattern.charAt(i + 1) === '*') {
      const slash = pattern.charAt(i + 2) === '/';
      out += slash ? '(?:.*/)?' : '.*';
      i += slash ? 2 : 1;
    } else if (char === '*') out += '[^/]*';
    else if (char === '?') out += '[^/]';
    else if (char === '{' && pattern.indexOf('}', i) > 0) {
      depth++;
      out += '(?:';
    } else if (char === '}' && depth > 0) {
      depth--;
      out += ')';
    } else if (char === ',' && depth > 0) out += '|';
    else out += char.replace(/[\\^$.|+()[\]{}]/u, '\\$&');
  }
  // A brace that is never closed ends with the pattern.
  return out + ')'.repeat(depth);
}
