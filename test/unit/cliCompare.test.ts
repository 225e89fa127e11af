/** `symscope report` from its words to what it writes. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run, type ExitStatus } from '../../src/cli/run.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'symscope-report-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

async function symscope(args: readonly string[], cwd = root): Promise<{ readonly status: ExitStatus; readonly out: string; readonly err: string }> {
  let out = '';
  let err = '';
  const status = await run(args, {
    cwd, version: '1.2.3', ruleDocs: undefined, parallelism: 1,
    out: (text) => (out += text),
    err: (text) => (err += text),
    createAnalyzer: (configuration) => createAnalyzer({ grammar: grammarBytes(), version: '1.2.3', configuration }),
    drawing: () => import('../../src/report/drawings.js'),
    analyze: () => Promise.reject(new Error('A report needs no job.')),
  });
  return { status, out, err };
}

describe('the report of the examples', () => {
  it('is Markdown with tables, diagrams, and links that lead to files', async () => {
    const { status, out, err } = await symscope(['report', 'mini-ep', 'mini-gemm'], EXAMPLES);
    expect(status).toBe(0);
    expect(err).toMatch(/^mini-ep: \d+ files, \d+ kernels, \d+ sites; mini-gemm: \d+ files, 1 kernel, \d+ sites\./u);
    expect(out).toContain('```mermaid\nflowchart LR');
    expect(out).toContain('```mermaid\nsequenceDiagram');
    const links = [...out.matchAll(/\]\(<([^>#]+)#L(\d+)>\)/gu)].map(([, file = '', line]) => ({ file, line: Number(line) }));
    expect(links.length).toBeGreaterThan(100);
    for (const { file, line } of links) expect(readFileSync(join(EXAMPLES, file), 'utf8').split('\n').length).toBeGreaterThanOrEqual(line);
  });

  it('is a page that stands alone, with drawings and named tables', async () => {
    const { status, out } = await symscope(['report', 'mini-ep', 'mini-gemm', '--format', 'html', '-q'], EXAMPLES);
    expect(status).toBe(0);
    expect(out).not.toMatch(/<script|<link|<img|\bsrc=|url\(["']?http|@import|href="https?:/iu);
    expect(out).toContain("default-src 'none'");
    expect(out.match(/<svg class="drawing"/gu)?.length).toBe(11);
    expect(out.match(/<table>/gu)?.length).toBe(out.match(/<table><caption>/gu)?.length);
    expect(out).not.toMatch(/<th>/u);
    expect(out).toContain('<html lang="en">');
  });

  it('speaks Chinese', async () => {
    const { out } = await symscope(['report', 'mini-ep', 'mini-gemm', '--format', 'html', '--language', 'zh-cn', '-q'], EXAMPLES);
    expect(out).toContain('<html lang="zh-CN">');
    expect(out).toContain('指针翻译');
    expect(out).not.toMatch(/<h2>[^<]*[a-z]{4,} [a-z]{3,}/u);
  });

  it('is the data itself as JSON', async () => {
    const { out } = await symscope(['report', 'mini-ep', 'mini-gemm', '--format', 'json', '-q'], EXAMPLES);
    expect(JSON.parse(out)).toMatchObject({ schema: 1, projects: [{ name: 'mini-ep' }, { name: 'mini-gemm' }] });
  });

  it('has links relative to the file that it is written to', async () => {
    const output = join(root, 'deep/er/report.md');
    const { status, out } = await symscope(['report', 'mini-ep', 'mini-gemm', '-o', output, '-q'], EXAMPLES);
    expect([status, out]).toEqual([0, '']);
    const [, link = ''] = /\]\(<([^>#]+)#L\d+>\)/u.exec(readFileSync(output, 'utf8')) ?? [];
    expect(() => readFileSync(join(dirname(output), link))).not.toThrow();
  });
});

describe('what cannot be compared', () => {
  it.each([
    [['gone', 'b'], /there is no file or directory ".*gone"\. Check the path\./u],
    [['a/k.cu', 'b'], /"[^"]*k\.cu" is a file\. A report compares two projects: name their directories\./u],
    [['a', 'a'], /are not two projects: one holds the other/u],
    [['a', 'a/deeper'], /are not two projects: one holds the other/u],
    [['a', 'empty'], /no C, C\+\+ or CUDA source was found in ".*empty"/u],
  ])('is said, with status 2: %j', async (projects, message) => {
    write('a/k.cu', '__global__ void k() {}\n');
    write('a/deeper/k.cu', '__global__ void k() {}\n');
    write('b/k.cu', '__global__ void k() {}\n');
    write('empty/readme.txt', '');
    const { status, out, err } = await symscope(['report', ...projects]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  it('says that a file cannot be written', async () => {
    write('a/k.cu', '__global__ void k() {}\n');
    write('b/k.cu', '__global__ void k() {}\n');
    write('taken', '');
    const { status, err } = await symscope(['report', 'a', 'b', '-o', 'taken/report.md']);
    expect(status).toBe(2);
    expect(err).toContain('Give --output a path that can be written.');
  });
});

describe('projects that know nothing of peers', () => {
  it('give a report that says so', async () => {
    write('a/k.cu', '__global__ void k() {}\n');
    write('b/k.cu', '__global__ void k() {}\n');
    const { status, out } = await symscope(['report', 'a', 'b']);
    expect(status).toBe(0);
    expect(out).toContain('No kernel of this project reaches a peer.');
  });
});

describe('text of the workspace', () => {
  /** Conditions, names of files and of directories are the workspace's. */
  const hostile = '__device__ int* table[8];\n__device__ int* peer_of(int* p, int r) { return table[r] + (p - table[0]); }\n'
    + '__global__ void k(int* p, int r) { if (r < 2 && "</code><script>alert(1)</script>`|[x](javascript:1)<img src=x>" != nullptr) { *peer_of(p, r) = 1; } }\n';

  it.each(['html', 'markdown'])('is never read as markup: %s', async (format) => {
    write('a<b>&"x/k`|].cu', hostile);
    write('b/k.cu', hostile);
    const { status, out } = await symscope(['report', 'a<b>&"x', 'b', '--format', format, '-q']);
    expect(status).toBe(0);
    expect(out).toContain('alert(1)');
    if (format === 'html') expect(out).not.toMatch(/<script|<img|<b>&|javascript:1\)"/u);
    else {
      const outside = out.replace(/```mermaid[\s\S]*?```/gu, '').replace(/\\[\s\S]|(?<ticks>`+)[^`][\s\S]*?\k<ticks>/gu, '').replace(/<br>/gu, '').replace(/\]\(<[^<>\n]*>\)/gu, '');
      expect(outside).not.toMatch(/<[a-z]/iu);
    }
  });
});
