/** Comments mean nothing, wherever they stand. */
import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from '../../src/core/schema.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { codeLine } from '../../src/core/oneLine.js';
import { withoutComments } from '../../src/core/source/comments.js';
import { readExample } from './support/examples.js';
import { grammarBytes } from './support/grammar.js';

describe('text without comments', () => {
  it.each([
    ['a /* b */ c // d\ne', 'a         c     \ne'],
    ['/* a\r\nb */c // d\r\n', '    \r\n    c     \r\n'],
    ['"/* a */" \'"\' /* b */ R"(/* c */)"', '"/* a */" \'"\'         R"(/* c */)"'],
    ['#define A /* b \n c */ 1\nd /* e */', '#define A /* b \n c */ 1\nd        '],
    ['/* a */ # define B // c\nd', '        # define B // c\nd'],
    ['a /* b\n*/ #c // d', 'a     \n   #c     '],
    ['a / b', 'a / b'],
    ['/* open', '       '],
  ])('of %j', (text, code) => {
    expect(withoutComments(text)).toBe(code);
    expect(code).toHaveLength(text.length);
  });
});

describe('code in messages', () => {
  it.each([
    ['p != nullptr', 'p != nullptr'],
    ['p /* there? */ !=\r\n\t nullptr // now', 'p != nullptr'],
    ['f("a  //  b", \'"\') /* `c` */', 'f("a // b", \'"\')'],
    ['f("`\u001b[31m\u0007\u2028`")', 'f("\' [31m \'")'],
  ])('of %j', (code, quoted) => {
    expect(codeLine(code)).toBe(quoted);
  });
});

const TOKEN = /R"\([^]*?\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[^]*?\*\/|^[ \t]*#(?:\\\n|[^\n])*|[,();]/gmu;
const commented = (text: string): string =>
  text.replace(TOKEN, (token) => (token.length > 1 ? token : `/* ( */${token}/* "' */`));

/** By lines: comments move columns. */
function outline({ files, sites, findings }: AnalysisResult): unknown {
  return {
    problems: files.flatMap(({ problems }) => problems),
    findings: findings.map(({ rule, file, line, endLine, related }) => [rule, file, line, endLine, related.map((step) => [step.file, step.line])]),
    sites: sites.map(({ kind, api, file, line, team, nullness, handling, consumers }) =>
      [kind, api, file, line, team?.values, nullness, handling, consumers.map((use) => [use.line, use.access])]),
  };
}

async function analysisOf(rewrite: (text: string) => string): Promise<AnalysisResult> {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
  for (const project of ['mini-ep', 'mini-gemm'])
    for (const [path, text] of readExample(project)) analyzer.setFile(`${project}/${path}`, rewrite(text));
  const result = analyzer.analyze('/');
  analyzer.dispose();
  return result;
}

describe('an analysis', () => {
  it('is the same with comments around every bracket, comma and semicolon', async () => {
    const plain = await analysisOf((text) => text);
    expect(plain.sites.length).toBeGreaterThan(10);
    expect(outline(await analysisOf(commented))).toEqual(outline(plain));
  });
});
