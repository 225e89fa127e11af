import { describe, expect, test } from 'vitest';
import { code, cut, escape, link, prose, table } from '../../src/core/markdown.js';

describe('code spans', () => {
  test('hold any text', () => {
    expect(code('a<b>(c)')).toBe('`a<b>(c)`');
    expect(code('a`b``c')).toBe('```a`b``c```');
    expect(code('`x')).toBe('`` `x ``');
    expect(code(' a\n\tb\u0000c ')).toBe('`a b c`');
    expect(code('[x](command:evil)<img src=x>')).toBe('`[x](command:evil)<img src=x>`');
    expect(code('')).toBe('');
  });
  test('cannot end a table cell', () => {
    expect(table(['a'], [[code('x | y')], ['1 | 2']])).toBe('| a |\n|---|\n| `x ∣ y` |\n| 1 \\| 2 |');
  });
  test('are cut by characters, not in the middle of one', () => {
    expect(code('𝕏'.repeat(100), 5)).toBe('`𝕏𝕏𝕏𝕏…`');
    expect(cut('abc', 3)).toBe('abc');
  });
});

describe('plain text', () => {
  test('makes no link, image, HTML or formatting', () => {
    expect(escape('[x](command:evil) ![i](u) <b>&lt; *a* _b_')).toBe('\\[x\\](command:evil) \\!\\[i\\](u) \\<b\\>\\&lt; \\*a\\* \\_b\\_');
    expect(escape('see https://evil.example, www.evil.example, a@evil.example')).toBe('see https:\\//evil\\.example, www\\.evil\\.example, a\\@evil\\.example');
  });
  test('of the analyser may quote names', () => {
    expect(prose('null when `r < 0` [1]')).toBe('null when `r < 0` \\[1\\]');
    expect(prose('odd ` tick')).toBe("odd ' tick");
    expect(prose('`a` and ` b')).toBe("`a` and ' b");
  });
});

test('a link keeps its address whole', () => {
  expect(link('a].cuh:3', 'file:///w%20s/a(1).cuh#L3')).toBe('[a\\].cuh:3](file:///w%20s/a%281%29.cuh#L3)');
});
