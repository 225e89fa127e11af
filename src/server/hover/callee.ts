/** The callee as written, from the line: the result schema gives only its last name. */
import type { Site } from '../../core/schema.js';

/** `gin.get_sym_ptr<team_t>` for a site on `get_sym_ptr`; template arguments only if they are short and on the same line. */
export function writtenCallee(lines: readonly string[], { line, column, endColumn, api }: Pick<Site, 'line' | 'column' | 'endColumn' | 'api'>): string {
  const text = lines[line - 1] ?? '';
  const name = text.slice(column - 1, endColumn - 1);
  if (name === '') return api;
  const before = /(?:[\w\])]+(?:<[\w, ]{0,40}>)?(?:\.|->|::))+$/u.exec(text.slice(Math.max(0, column - 81), column - 1))?.[0] ?? '';
  // A receiver that is itself a call or an element would be cut in the middle.
  const receiver = /[\])]/u.test(before) ? '' : before;
  return receiver + name + (/^<[^;(){}]{0,60}?>(?=\()/u.exec(text.slice(endColumn - 1))?.[0] ?? '');
}
