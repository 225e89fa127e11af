import { describe, expect, it } from 'vitest';
import { viewOf, writtenAs } from './support/views.js';

const MACRO = '#define IF_LOCAL(code) if constexpr (kLocal) { prepare(); code }\n';

describe('offsets', () => {
  it('are the file’s own as long as nothing is expanded, also behind Chinese, emoji and CRLF', () => {
    const text = '/* 对称 🚀 */\r\n#if 0\r\nint gone; // 🚀\r\n#endif\r\nCUTLASS_DEVICE void f();\r\n';
    const { view, toFile } = viewOf(text);
    expect(view.indexOf('void f')).toBe(text.indexOf('void f'));
    expect(toFile(view.indexOf('void f'))).toBe(text.indexOf('void f'));
    expect(view.match(/\r\n/g)).toHaveLength(5);
  });

  it('keep every line end, also of continued directives', () => {
    const text = '#define A \\\r\n  1 \\\n  2\r\nint x;\n';
    expect(viewOf(text).view.replace(/ /g, '')).toBe('\r\n\n\r\nintx;\n');
  });
});

describe('offsets of expanded code', () => {
  it('map code from an argument to the argument', () => {
    const text = `/* 🚀 */ ${MACRO}bool f() {\r\n  /* 对称 */ IF_LOCAL({ return get(p); })\r\n}\r\nint after;\r\n`.replace('/* 🚀 */ ', '/* 🚀 */\n');
    const view = viewOf(text);
    for (const words of ['return get(p)', 'get', '{ return', 'int after']) {
      expect(view.toFile(view.view.indexOf(words)), words).toBe(text.indexOf(words));
      expect(writtenAs(view, words)).toBe(words);
    }
  });

  it('map code from the body to the macro’s name', () => {
    const view = viewOf(`${MACRO}bool f() { IF_LOCAL({ return p; }) }`);
    const at = view.view.indexOf('prepare');
    expect(view.toFile(at)).toBe(view.text.indexOf('IF_LOCAL({'));
    expect(writtenAs(view, 'prepare')).toBe('IF_LOCAL');
  });

  it('let a node that the body made cover the whole call', () => {
    const view = viewOf(`${MACRO}bool f() { IF_LOCAL({ return p; }) }`);
    expect(writtenAs(view, 'if constexpr (kLocal) { prepare(); { return p; } }')).toBe('IF_LOCAL({ return p; })');
    expect(writtenAs(view, 'prepare()')).toBe('IF_LOCAL({ return p; })');
  });

  it('tell generated code from written code', () => {
    const view = viewOf(`${MACRO}bool f() { IF_LOCAL({ return p; }) }`);
    expect(view.isSynthetic(view.view.indexOf('prepare'))).toBe(true);
    expect(view.isSynthetic(view.view.indexOf('return p'))).toBe(false);
    expect(view.isSynthetic(view.view.indexOf('bool f'))).toBe(false);
  });

  it('map a macro call inside an argument to its own name', () => {
    const view = viewOf(`#define TEAM() (kWorld ? world : rail)\n${MACRO}void f() { IF_LOCAL({ put(TEAM(), x); }) }`);
    expect(writtenAs(view, 'world')).toBe('TEAM');
    expect(writtenAs(view, '(kWorld ? world : rail)')).toBe('TEAM()');
    expect(writtenAs(view, 'put')).toBe('put');
  });

  it('map every copy of an argument to the one place where it is written', () => {
    const view = viewOf('#define TWICE(x) { x; x; }\nvoid f() { TWICE(get(p)) }');
    const first = view.view.indexOf('get');
    const second = view.view.indexOf('get', first + 1);
    expect(second).toBeGreaterThan(first);
    expect([view.toFile(first), view.toFile(second)]).toEqual(Array(2).fill(view.text.indexOf('get')));
  });

  it('map names glued from an argument to the macro’s name', () => {
    const view = viewOf('#define WRAP(name) int lazy_##name() { return 1; }\nWRAP(alloc)\n');
    expect(writtenAs(view, 'lazy_alloc')).toBe('WRAP');
  });

  it('never go backwards at the end of a span, and stay inside the file', () => {
    const view = viewOf(`${MACRO}#define TWO(a, b) { f(b, a); }\nvoid g() { TWO(x, y) IF_LOCAL({ TWO(p, q) }) } // 终\n`);
    for (let start = 0; start < view.view.length; start++) {
      for (const end of [start, start + 1, start + 7, view.view.length]) {
        const span = view.spanToFile(start, Math.min(end, view.view.length));
        expect(span.start).toBeLessThanOrEqual(span.end);
        expect(span.end).toBeLessThanOrEqual(view.text.length);
      }
    }
  });
});
