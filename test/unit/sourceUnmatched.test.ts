/** What a file does not close is told once, with its line; the rest of the file still counts. */
import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';
import { viewOf } from './support/views.js';

const KERNEL = '__global__ void k(int* p) { p[0] = 1; }\n';
const NO_END = 'the comment that begins here has no end; the rest of the file is read as a comment.';
const noEndif = (name: string): string => `\`#${name}\` has no \`#endif\`; it is read as if the file ended with one.`;
const noIf = (name: string): string => `\`#${name}\` belongs to no \`#if\`; it is left out.`;

describe('a comment or a conditional that is not closed', () => {
  it.each([
    ['a comment', `${KERNEL}/* open\n`, 2, 1, NO_END],
    ['a comment whose star is its opening', `${KERNEL} /*/`, 2, 2, NO_END],
    ['a comment that takes the end of a conditional with it', `#if 1\n${KERNEL}/*\n#endif\n`, 3, 1, NO_END],
    ['an active #if', `#if 1\n${KERNEL}`, 1, 1, noEndif('if')],
    ['an inactive #ifdef', `${KERNEL}\n  #ifdef NEVER\n${KERNEL}`, 3, 3, noEndif('ifdef')],
    ['the inner one of two', `#if 1\n#ifndef NEVER\n${KERNEL}#endif\n#if 0\nint x;\n`, 5, 1, noEndif('if')],
    ['an #else on its own', `${KERNEL}#else\n#endif\n`, 2, 1, noIf('else')],
    ['one #endif too many', `#if 1\n${KERNEL}#endif\n#endif // X\n#elif 1\n`, 4, 1, noIf('endif')],
  ])('%s', (_, text, line, column, what) => {
    expect(viewOf(text).problems).toEqual([{ code: 'syntax', message: `Line ${line}: ${what}`, line, column }]);
  });

  it.each([
    ['a comment at the very end', `${KERNEL}/* closed */`],
    ['a comment of stars', `${KERNEL}/**/`],
    ['an opening in a line comment', `${KERNEL}// see src/*`],
    ['an opening in a literal', `const char* p = "/*";\n`],
    ['branches of all kinds', `#if 0\n#elif defined(A)\n#else\n${KERNEL}#endif\n`],
    ['an #else in a region that is left out', '#if 0\n#if 1\n#else\n#endif\n#endif\n'],
  ])('is not %s', (_, text) => {
    expect(viewOf(text).problems).toEqual([]);
  });

  it('makes the file one that is understood in part, and its kernels are there', async () => {
    const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
    analyzer.setFile('a.cu', `#if 1\n${KERNEL}`);
    const { files, kernels } = analyzer.analyze('.');
    expect(files[0]).toMatchObject({ parse: 'partial', problems: [{ code: 'syntax', line: 1 }] });
    expect(kernels.map(({ name }) => name)).toEqual(['k']);
    analyzer.dispose();
  });
});
