/** `symscope graph` from its words to what it writes. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KERNEL_FORMATS } from '../../src/cli/arguments.js';
import { run, type ExitStatus } from '../../src/cli/run.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { COLOURS } from '../../src/panel/export/drawing.js';
import { ON_PAPER } from '../../src/report/paper.js';
import { grammarBytes } from './support/grammar.js';

const IMPLS = fileURLToPath(new URL('../../examples/mini-ep/include/mini_ep/impls', import.meta.url));

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'symscope-graph-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});
const write = (path: string, text: string): void => {
  writeFileSync(join(root, path), text);
};

async function symscope(args: readonly string[], cwd = root): Promise<{ readonly status: ExitStatus; readonly out: string; readonly err: string }> {
  let out = '';
  let err = '';
  const status = await run(['graph', ...args], {
    cwd, version: '1.2.3', ruleDocs: undefined, parallelism: 1,
    out: (text) => (out += text),
    err: (text) => (err += text),
    createAnalyzer: (configuration) => createAnalyzer({ grammar: grammarBytes(), version: '1.2.3', configuration }),
    drawing: () => import('../../src/report/drawings.js'),
    analyze: () => Promise.reject(new Error('A graph needs no job.')),
  });
  return { status, out, err };
}

describe('the graph of an example', () => {
  it('is a list by default, with what other files of the project tell of its callees', async () => {
    const { status, out, err } = await symscope(['dispatch.cuh'], IMPLS);
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^dispatch_kernel — dispatch\.cuh:\d+–\d+\n/u);
    expect(out).toMatch(/\n {2}\S[^\n]*\n {4}→ [^\n]*\[peer's window through NVLink\][^\n]*cp\.async\.bulk\.global[^\n]* — dispatch\.cuh:\d+\n/u);
    expect(out).toMatch(/ncclGin::put/u);
  });

  it.each([
    ['mermaid', /^flowchart LR\n {2}n/u], ['dot', /^digraph "dispatch_kernel" \{\n[^]*\}\n$/u], ['markdown', /^# `dispatch_kernel`\n[^]*```mermaid\nflowchart LR[^]*## Synchronisation\n/u],
    ['svg', /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+"[^]*<\/svg>\n$/u],
  ])('can be %s', async (format, form) => {
    const { status, out } = await symscope(['dispatch.cuh', '--kernel', 'dispatch_kernel', '--format', format], IMPLS);
    expect(status).toBe(0);
    expect(out).toMatch(form);
  });

  it('is the kernel of the result as JSON, pipelines and barriers included', async () => {
    const { out } = await symscope(['dispatch.cuh', '--format', 'json'], IMPLS);
    const { schema, kernel } = JSON.parse(out) as { schema: number; kernel: { name: string; pipelines: unknown[]; synchronisation: unknown[] } };
    expect([schema, kernel.name]).toEqual([1, 'dispatch_kernel']);
    expect(Math.min(kernel.pipelines.length, kernel.synchronisation.length)).toBeGreaterThan(0);
  });

  it('is that of the given instantiations only', async () => {
    const of = async (value: string) => (await symscope(['dispatch.cuh', '--given', `kScaleupIsNvlink=${value}`], IMPLS)).out;
    const [nvlink, world] = [await of('true'), await of('false')];
    expect(nvlink).not.toBe(world);
    expect(nvlink).not.toContain('ncclGin::put');
    expect(world).toContain('ncclGin::put');
  });

  it('goes to a file', async () => {
    const { status, out } = await symscope(['dispatch.cuh', '--format', 'svg', '-o', join(root, 'made/graph.svg')], IMPLS);
    expect([status, out]).toEqual([0, '']);
    expect(readFileSync(join(root, 'made/graph.svg'), 'utf8')).toMatch(/<\/svg>\n$/u);
  });
});

const TWO = '__global__ void one(int* p) { *p = 1; }\n__global__ void two(int* p) { *p = 2; }\n';
const SAME = 'template <typename T> __global__ void k(T* p) { *p = 1; }\n__global__ void k(int* p, int n) {\n  *p = n;\n}\n';

describe('a kernel that is not clear', () => {
  it('is chosen by its name, and by a line of it where several have the name', async () => {
    write('two.cu', TWO);
    write('same.cu', SAME);
    expect((await symscope(['two.cu', '--kernel', 'two'])).out).toMatch(/^two — two\.cu:2–2\n/u);
    expect((await symscope(['same.cu', '--kernel', 'k:3'])).out).toMatch(/^k — same\.cu:2–4\n/u);
  });

  it.each([
    [['gone.cu'], /there is no file or directory ".*gone\.cu"\. Check the path\./u],
    [['.'], /is a directory\. A graph is of one kernel: name the file that defines it\./u],
    [['none.cu'], /there is no kernel in "none\.cu"\. Name the file that defines it/u],
    [['binary.cu'], /"[^"]*binary\.cu" cannot be analyzed\. /u],
    [['two.cu'], /"two\.cu" has 2 kernels\. Choose one with --kernel: one, two\./u],
    [['two.cu', '--kernel', 'three'], /there is no kernel "three" in "two\.cu"\. Its kernels are one, two\./u],
    [['same.cu', '--kernel', 'k'], /"same\.cu" has 2 kernels "k"\. Choose one with --kernel: k:1, k:2\./u],
    [['same.cu', '--kernel', 'k:9'], /there is no kernel "k:9" in "same\.cu"\. Its kernels are k:1, k:2\./u],
    [['two.cu', '--kernel', 'one', '--given', 'kFlag=true'], /no template parameter chooses between paths of "one"\. Leave out --given\./u],
    [[join(IMPLS, 'dispatch.cuh'), '--given', 'kFlag=true'], /"kFlag" is no template parameter that chooses.*--given takes kScaleupIsNvlink=true or kScaleupIsNvlink=false\./u],
    [[join(IMPLS, 'dispatch.cuh'), '--given', 'kScaleupIsNvlink=1'], /"1" is no value of "kScaleupIsNvlink".*--given takes kScaleupIsNvlink=true or/u],
    [['two.cu', '--kernel', 'one', '-o', 'two.cu/graph.dot'], /could not be written .*Give --output a path that can be written\./u],
  ])('is said, with status 2: %j', async (args, message) => {
    write('two.cu', TWO);
    write('same.cu', SAME);
    write('none.cu', '__device__ void f() {}\n');
    write('binary.cu', '\0'.repeat(100));
    const { status, out, err } = await symscope(args);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/^symscope: [^\n]*\n$/u);
    expect(err).toMatch(message);
  });

  it('is drawn as far as it is understood, with a note', async () => {
    write('part.cu', '__global__ void k(int* p) { *p = 1; @@ ((; }\n__global__ void other() {}\n');
    const { status, out, err } = await symscope(['part.cu', '--kernel', 'k']);
    expect(status).toBe(0);
    expect(out).toMatch(/^k — part\.cu:/u);
    expect(err).toMatch(/^part\.cu:1:\d+: note: /u);
    expect((await symscope(['part.cu', '--kernel', 'k', '-q'])).err).toBe('');
  });
});

describe('text of the file', () => {
  it.each(KERNEL_FORMATS)('reaches no terminal as a control character: %s', async (format) => {
    write('k.cu', '__device__ int* table[8];\n__device__ int* peer_of(int* p, int r) { return table[r] + (p - table[0]); }\n'
      + '__global__ void k(int* p, int r) { if (r < 2 && "\u001b[31m\u202e<script>"[r] == 0) { *peer_of(p, r) = 1; } }\n');
    const { status, out } = await symscope(['k.cu', '--format', format]);
    expect(status).toBe(0);
    expect(out).toMatch(/31m.*script/u);
    // eslint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u);
  });
});

/** https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
function contrast(a: string, b: string): number {
  const luminance = (colour: string): number => [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

it.each(COLOURS.filter((name) => !['background', 'node-fill', 'faint'].includes(name)))('the colour %s can be read on paper', (name) => {
  for (const ground of ['background', 'node-fill'] as const) expect(contrast(ON_PAPER[name], ON_PAPER[ground])).toBeGreaterThanOrEqual(4.5);
});
