/** Whatever a file holds, the analyser answers: it never throws, says once what is wrong, and keeps no tree. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Analyzer, Configuration, FileAnalysis } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { discover, relativePath } from '../../src/host/files.js';
import { grammarBytes } from './support/grammar.js';

const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;
const examples = new Map(discover(EXAMPLES, [EXAMPLES]).files.map((path) => [relativePath(EXAMPLES, path), readFileSync(path, 'utf8')]));

/** One that has a peer pointer which nothing tests, so that a finding is due. */
const UNCHECKED = `
#include <nvshmem.h>
__global__ void push(int* inbox, int value, int peer) {
    int* remote = (int*)nvshmem_ptr(inbox, peer);
    *remote = value;
}
`;

let analyzer: Analyzer;
beforeAll(() => {
  expect(examples.size).toBeGreaterThan(0);
});
afterEach(() => {
  analyzer.dispose();
  expect(analyzer.liveTrees).toBe(0);
});

async function start(files: ReadonlyMap<string, string | Uint8Array | undefined>, configuration?: Configuration): Promise<void> {
  analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test', ...(configuration === undefined ? {} : { configuration }) });
  for (const [path, content] of files) analyzer.setFile(path, content);
}
async function analyze(content: string | Uint8Array | undefined, configuration?: Configuration): Promise<FileAnalysis> {
  await start(new Map([['a.cu', content]]), configuration);
  const analysis = analyzer.analyzeFile('a.cu');
  if (analysis === undefined) throw new Error('A file that exists was not analysed.');
  return analysis;
}
const codes = ({ report }: FileAnalysis): string[] => report.problems.map(({ code }) => code);
const rules = ({ findings }: FileAnalysis): string[] => findings.map(({ rule }) => rule);

/** Deterministic noise. */
function noise(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('encodings', () => {
  it('has a finding in the reference, so that the rest of this file can lose it', async () => {
    expect(rules(await analyze(UNCHECKED))).toEqual(['pointer.unchecked']);
  });

  it('says that a file is not UTF-8, and where', async () => {
    const analysis = await analyze(Buffer.concat([Buffer.from('int a;\nint '), Buffer.from([0xff, 0xfe, 0xe9]), Buffer.from(';\n')]));
    expect(codes(analysis)).toEqual(['not-utf8']);
    expect(analysis.report.problems[0]).toMatchObject({ line: 2 });
    expect(analysis.findings).toEqual([]);
  });

  it.each<[string, string | Uint8Array]>([
    ['a byte order mark', `\u{feff}${UNCHECKED}`],
    ['a byte order mark in bytes', Buffer.from(`\u{feff}${UNCHECKED}`)],
    ['CRLF', UNCHECKED.replaceAll('\n', '\r\n')],
    ['letters outside ASCII', UNCHECKED.replace('__global__', '/* 对称内存 */ __global__')],
    ['a vertical tab and form feeds', UNCHECKED.replace('#include', '\f\v\n#include')],
    ['no newline at its end', UNCHECKED.trimEnd()],
  ])('reads a file with %s like any other', async (_, content) => {
    const analysis = await analyze(content);
    expect(codes(analysis)).toEqual([]);
    expect(rules(analysis)).toEqual(['pointer.unchecked']);
    expect(analysis.findings[0]).toMatchObject({ column: expect.any(Number) as number, message: expect.stringContaining('remote') as string });
  });

  it('counts columns in UTF-16 units', async () => {
    const plain = await analyze(UNCHECKED);
    analyzer.dispose();
    const wide = await analyze(UNCHECKED.replace('    *remote', '/*😀中*/*remote'));
    expect(wide.findings[0]?.line).toBe(plain.findings[0]?.line);
    expect(wide.findings[0]?.column).toBe((plain.findings[0]?.column ?? 0) + '/*😀中*/'.length - 4);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t\n'],
    ['one NUL', '\0'],
    ['NULs between words', UNCHECKED.replaceAll(' ', '\0')],
    ['lone surrogates', `int a = '\ud800'; /* \udc00 */\n`],
    ['old Macintosh line ends', UNCHECKED.replaceAll('\n', '\r')],
  ])('survives %s', async (_, content) => {
    expect((await analyze(content)).report.problems.length).toBeLessThanOrEqual(1);
  });

  it('survives every byte there is', async () => {
    expect(codes(await analyze(Uint8Array.from({ length: 4096 }, (_, i) => (i * 7) % 256)))).toEqual(['binary']);
    const once = Uint8Array.from([...new TextEncoder().encode(`/*${' '.repeat(4000)}`), ...Array.from({ length: 256 }, (_, i) => i)]);
    expect(codes(await analyze(once))).toEqual(['not-utf8']);
  });
});

describe('sizes', () => {
  it('does not analyse 20 MB, and says so', async () => {
    const analysis = await analyze(`${UNCHECKED}${'// padding\n'.repeat(2_000_000)}`);
    expect(codes(analysis)).toEqual(['too-large']);
    expect(analysis.report.problems[0]?.message).toMatch(/\d/u);
  });

  it('stops at the time limit, says so once, and analyses the next file as ever', async () => {
    const long = `__global__ void k(int* p) {\n${'    if (p[0] > 1) { p[1] += f(p[2], g(p[3])); }\n'.repeat(60_000)}}\n`;
    const analysis = await analyze(long, { timeLimit: 20 });
    expect(codes(analysis)).toEqual(['time-limit']);
    analyzer.removeFile('a.cu');
    analyzer.configure({});
    analyzer.setFile('b.cu', UNCHECKED);
    const next = analyzer.analyzeFile('b.cu');
    expect(next && rules(next)).toEqual(['pointer.unchecked']);
  });

  it.each<[string, string]>([
    ['a line of a megabyte', `int a[] = {${'1,'.repeat(500_000)}};\n`],
    ['a string of a megabyte', `const char* s = "${'x'.repeat(1_000_000)}";\n`],
    ['100000 template arguments', `using t = many<${Array.from({ length: 100_000 }, (_, i) => `int${i}`).join(', ')}>;\n`],
    ['100000 parameters', `__global__ void k(${Array.from({ length: 100_000 }, (_, i) => `int p${i}`).join(', ')}) {}\n`],
    ['100000 macros', Array.from({ length: 100_000 }, (_, i) => `#define M${i} ${i}\n`).join('')],
    ['a sum of 20000 terms', `int a = ${'1 + '.repeat(20_000)}1;\n`],
    ['a chain of 5000 else-ifs', `__global__ void k(int a) { ${'if (a) { a++; } else '.repeat(5_000)}{} }\n`],
  ])('survives %s', async (_, text) => {
    expect((await analyze(`${text}${UNCHECKED}`)).report.problems.length).toBeLessThanOrEqual(1);
  });
});

describe('nesting', () => {
  const DEPTH = 20_000;
  it.each<[string, string]>([
    ['braces', `__global__ void k() ${'{'.repeat(DEPTH)}${'}'.repeat(DEPTH)}\n`],
    ['parentheses', `int a = ${'('.repeat(DEPTH)}1${')'.repeat(DEPTH)};\n`],
    ['brackets', `__global__ void k(int* p) { p${'[p'.repeat(DEPTH)}[0]${']'.repeat(DEPTH)} = 0; }\n`],
    ['ifs', `__global__ void k(int a) { ${'if (a) '.repeat(DEPTH)}a++; }\n`],
    ['loops', `__global__ void k(int a) { ${'for (;;) '.repeat(DEPTH)}a++; }\n`],
    ['lambdas', `__global__ void k() { ${'[&]() { '.repeat(2_000)}${'}();'.repeat(2_000)} }\n`],
    ['templates', `using t = ${'a<'.repeat(5_000)}int${'>'.repeat(5_000)};\n`],
    ['namespaces', `${'namespace n { '.repeat(2_000)}${'}'.repeat(2_000)}\n`],
    ['classes', `${'struct s { '.repeat(2_000)}${'};'.repeat(2_000)}\n`],
    ['conditionals', `${'#if 1\n'.repeat(DEPTH)}int a;\n${'#endif\n'.repeat(DEPTH)}`],
    ['?:', `__global__ void k(int a) { a = ${'a ? 1 : '.repeat(DEPTH)}2; }\n`],
    ['unary operators', `__global__ void k(int a) { a = ${'!'.repeat(DEPTH)}a; }\n`],
    ['calls', `__global__ void k(int a) { ${'f('.repeat(DEPTH)}a${')'.repeat(DEPTH)}; }\n`],
    ['members', `__global__ void k(s a) { ${'a.b().'.repeat(DEPTH)}c(); }\n`],
  ])('of %s has an end', async (_, text) => {
    expect((await analyze(text)).report.problems.length).toBeLessThanOrEqual(1);
  });
});

describe('broken syntax', () => {
  it('reports what it does not understand once', async () => {
    const analysis = await analyze('__global__ void k( { if ) } @@@ ][ \n#endif\n#else\n#define\n#include\n');
    expect(analysis.report.parse).toBe('partial');
    expect(codes(analysis)).toEqual(['syntax']);
  });

  it.each(['}', '}}}}', '{', '(', '"', "'", '/*', '#if 1', '#if (', '#if 1 ? 2', 'R"x(', '#define M(', 'template <', 'asm volatile(', '\\', '__global__ void k() { asm("', '<<<'])(
    'survives %j before and after a good kernel',
    async (piece) => {
      expect((await analyze(`${piece}\n${UNCHECKED}`)).report.problems.length).toBeLessThanOrEqual(1);
      analyzer.setFile('a.cu', `${UNCHECKED}\n${piece}`);
      expect(analyzer.analyzeFile('a.cu')?.report.problems.length).toBeLessThanOrEqual(1);
    },
  );

  it('survives the examples cut off anywhere', async () => {
    await start(examples);
    for (const [path, text] of examples) {
      for (let end = 0; end < text.length; end += 200) {
        analyzer.setFile(path, text.slice(0, end));
        const analysis = analyzer.analyzeFile(path);
        expect(analysis?.report.problems.length, `${path} cut at ${end}`).toBeLessThanOrEqual(1);
        expect(analyzer.liveTrees, `${path} cut at ${end}`).toBeLessThanOrEqual(examples.size);
      }
      analyzer.setFile(path, text);
    }
  });

  it('survives the examples with pieces removed, doubled and swapped', async () => {
    await start(examples);
    const random = noise(1);
    for (const [path, text] of examples) {
      for (let round = 0; round < 10; round++) {
        const [a = 0, b = 0] = [random(text.length), random(text.length)].sort((x, y) => x - y);
        const piece = text.slice(a, b).slice(0, 1 + random(60));
        const mutations = [text.slice(0, a) + text.slice(a + piece.length), text.slice(0, b) + piece + text.slice(b), text.slice(0, a) + piece.split('').reverse().join('') + text.slice(a + piece.length)];
        analyzer.setFile(path, mutations[random(mutations.length)] ?? '');
        expect(analyzer.analyzeFile(path)?.report.path, `${path}, round ${round}`).toBe(path);
      }
      analyzer.setFile(path, text);
    }
    expect(analyzer.liveTrees).toBeLessThanOrEqual(examples.size);
  });
});

describe('macros', () => {
  it.each<[string, string]>([
    ['itself', '#define A A\nint x = A;\n'],
    ['each other', '#define A B\n#define B A\nint x = A;\n'],
    ['itself with arguments', '#define F(x) F(F(x))\nint x = F(F(1));\n'],
    ['itself in a condition', '#define A (A)\n#if A\nint x;\n#endif\n'],
  ])('that name %s end', async (_, text) => {
    const analysis = await analyze(`${text}${UNCHECKED}`);
    expect(codes(analysis).filter((code) => code !== 'macro-recursion')).toEqual([]);
    expect(rules(analysis)).toEqual(['pointer.unchecked']);
  });

  it('that double with each level do not fill the memory', async () => {
    const levels = Array.from({ length: 40 }, (_, i) => `#define D${i + 1}(x) D${i}(x) D${i}(x)\n`).join('');
    const analysis = await analyze(`#define D0(x) { x }\n${levels}__global__ void k(int* p) { D40(*p = 1;) }\n${UNCHECKED}`);
    expect(codes(analysis).length).toBeLessThanOrEqual(1);
  });
});

describe('includes', () => {
  it('may form a cycle', async () => {
    await start(new Map([['a.cuh', `#include "b.cuh"\n${UNCHECKED}`], ['b.cuh', '#include "a.cuh"\n#include "b.cuh"\n']]));
    const analysis = analyzer.analyzeFile('a.cuh');
    expect(analysis && codes(analysis)).toEqual([]);
    expect(analysis && rules(analysis)).toEqual(['pointer.unchecked']);
    expect(analysis?.dependencies.toSorted()).toEqual(['a.cuh', 'b.cuh']);
  });

  it('may vanish and come back, and what depends on them follows', async () => {
    const helper = '#include <nvshmem.h>\n__device__ inline int* reach(int* p, int pe) { return (int*)nvshmem_ptr(p, pe); }\n';
    const kernel = '#include "helper.cuh"\n__global__ void push(int* inbox, int peer) {\n    *reach(inbox, peer) = 1;\n}\n';
    await start(new Map([['helper.cuh', helper], ['kernel.cu', kernel]]));
    const found = (): string[] | undefined => analyzer.analyzeFile('kernel.cu')?.findings.map(({ rule }) => rule);
    expect(found()).toEqual(['pointer.unchecked']);
    analyzer.removeFile('helper.cuh');
    expect(found()).toEqual([]);
    analyzer.setFile('helper.cuh', helper);
    expect(found()).toEqual(['pointer.unchecked']);
  });

  it('may be a chain of 2000', async () => {
    const files = new Map(Array.from({ length: 2_000 }, (_, i) => [`f${i}.cuh`, `#include "f${i + 1}.cuh"\n`]));
    await start(files.set('f2000.cuh', UNCHECKED));
    expect(analyzer.analyzeFile('f0.cuh')?.report.problems).toEqual([]);
  });
});

describe('files that are not there', () => {
  it('says that a file could not be read', async () => {
    expect(codes(await analyze(undefined))).toEqual(['unreadable']);
  });

  it('has no analysis for a path that it does not know, or that was removed', async () => {
    await analyze(UNCHECKED);
    expect(analyzer.analyzeFile('b.cu')).toBeUndefined();
    analyzer.removeFile('a.cu');
    analyzer.removeFile('a.cu');
    expect(analyzer.analyzeFile('a.cu')).toBeUndefined();
    expect(analyzer.analyze('/').files).toEqual([]);
  });

  it('gives up when it is cancelled, and answers when it is asked again', async () => {
    await start(examples);
    for (const path of examples.keys()) expect(analyzer.analyzeFile(path, () => true)).toBeUndefined();
    for (const path of examples.keys()) expect(analyzer.analyzeFile(path)?.report.parse).toBe('clean');
  });
});

describe('trees', () => {
  it('are let go of under editing, removing and configuring', async () => {
    await start(examples);
    const paths = [...examples.keys()];
    analyzer.analyze('/');
    for (let round = 0; round < 100; round++) {
      const path = paths[round % paths.length] ?? '';
      analyzer.setFile(path, `${examples.get(path) ?? ''}// ${round}\n`);
      analyzer.analyzeFile(path);
      if (round % 10 === 0) analyzer.configure({ cudaArch: 900 + round });
    }
    expect(analyzer.liveTrees).toBeLessThanOrEqual(examples.size);
    for (const path of paths) analyzer.removeFile(path);
    expect(analyzer.liveTrees).toBe(0);
  });
});

describe('analysers', () => {
  it('that are made at the same time, and after that, work beside each other', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' })));
    all.push(await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' }));
    for (const [i, each] of all.entries()) for (const [path, text] of examples) each.setFile(path, `${text}\n// ${i}\n`);
    const found = all.map((each) => each.analyze('/').findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`));
    expect(found[0]?.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toEqual(found[0]);
    for (const each of all) each.dispose();
    analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
  });
});

describe('content', () => {
  it('that is binary has one problem, at once', async () => {
    const random = noise(7);
    const bytes = Uint8Array.from({ length: 300_000 }, () => random(256));
    const before = performance.now();
    const analysis = await analyze(bytes);
    expect(performance.now() - before).toBeLessThan(2000);
    expect(codes(analysis)).toEqual(['binary']);
    expect(codes(await analyze(new TextDecoder('latin1').decode(bytes)))).toEqual(['binary']);
  });

  it('with a few control characters is text', async () => {
    expect(rules(await analyze(`// \u0000\u0001\f\u001b[31m${UNCHECKED}`))).toEqual(['pointer.unchecked']);
  });

  it.each([['bytes', (text: string) => new TextEncoder().encode(text)], ['text', (text: string) => text]] as const)(
    'may end its lines with carriage returns alone (%s)', async (_, content) => {
      const analysis = await analyze(content(`// A comment that must end.${UNCHECKED.replaceAll('\n', '\r')}`));
      expect(codes(analysis)).toEqual([]);
      expect(analysis.findings.map(({ rule, line, column }) => [rule, line, column])).toEqual([['pointer.unchecked', 5, 5]]);
    });
});
