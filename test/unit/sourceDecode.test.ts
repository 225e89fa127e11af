import { describe, expect, it } from 'vitest';
import { decodeSource } from '../../src/core/source/decode.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('decoding a file', () => {
  it('reads UTF-8 beyond ASCII without a problem', () => {
    expect(decodeSource(utf8('// 对称内存 🚀\nint x;\n'))).toEqual({ text: '// 对称内存 🚀\nint x;\n', problems: [] });
  });

  it('drops a byte-order mark, since editors do not count it', () => {
    expect(decodeSource(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8('int x;')))).toEqual({ text: 'int x;', problems: [] });
  });

  it('keeps carriage returns, so that offsets agree with editors', () => {
    expect(decodeSource(utf8('a\r\nb')).text).toBe('a\r\nb');
  });

  it('names the line of the first byte that is not UTF-8, and goes on with the rest', () => {
    const { text, problems } = decodeSource(Uint8Array.of(...utf8('int a;\n// '), 0xe9, ...utf8('\nint b;\n')));
    expect(problems).toEqual([expect.objectContaining({ code: 'not-utf8', line: 2, column: 1 })]);
    expect(problems[0]?.message).toContain('Save the file as UTF-8');
    expect(text).toContain('int b;');
  });

  it.each([
    ['UTF-16LE', Uint8Array.of(0xff, 0xfe, 0x69, 0, 0x6e, 0, 0x74, 0)],
    ['UTF-16BE', Uint8Array.of(0xfe, 0xff, 0, 0x69, 0, 0x6e, 0, 0x74)],
  ])('recognises %s by its byte-order mark and says what to do', (name, bytes) => {
    const { text, problems } = decodeSource(bytes);
    expect(text).toBe('int');
    expect(problems[0]).toMatchObject({ code: 'not-utf8', line: 1 });
    expect(problems[0]?.message).toContain(name);
  });
});
