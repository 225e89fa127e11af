/** The command line with the real analyser on real trees. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runJob } from '../../src/cli/job.js';
import { run, type ExitStatus } from '../../src/cli/run.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { AnalysisResult } from '../../src/core/schema.js';
import { grammarBytes } from './support/grammar.js';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const UNCHECKED = `#include <nvshmem.h>
__global__ void push(int* inbox, int value, int peer) {
    int* remote = (int*)nvshmem_ptr(inbox, peer);
    *remote = value;
}
`;
const CHECKED = UNCHECKED.replace('*remote = value;', 'if (remote != nullptr) *remote = value; else nvshmem_int_p(inbox, value, peer);');

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'symscope-program-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});
const write = (path: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};

interface Outcome {
  readonly status: ExitStatus;
  readonly out: string;
  readonly err: string;
}
async function symscope(args: readonly string[], cwd = root, parallelism = 1): Promise<Outcome> {
  let out = '';
  let err = '';
  const status = await run(args, {
    cwd,
    version: '1.2.3',
    ruleDocs: undefined,
    out: (text) => (out += text),
    err: (text) => (err += text),
    parallelism,
    drawing: () => import('../../src/report/drawings.js'),
    createAnalyzer: (configuration) => createAnalyzer({ grammar: grammarBytes(), version: '1.2.3', configuration }),
    analyze: (jobs) => Promise.all(jobs.map((job) => runJob(job, (configuration) => createAnalyzer({ grammar: grammarBytes(), version: '1.2.3', configuration })))),
  });
  return { status, out, err };
}

describe('findings', () => {
  it('are printed with their path, and make the status 1', async () => {
    write('a.cu', UNCHECKED);
    const { status, out } = await symscope(['analyze', '.']);
    expect(status).toBe(1);
    expect(out).toMatch(/^a\.cu:4:5: error: .*`remote`.*\[pointer\.unchecked\]\n {4}a\.cu:3:25: /u);
    expect(out).toMatch(/1 file, 1 kernel, .*: 1 error, 0 warnings/u);
  });

  it('go away with the repair, and the status is 0', async () => {
    write('a.cu', CHECKED);
    expect(await symscope(['analyze', '.', '--fail-on', 'hint', '--quiet'])).toEqual({ status: 0, out: '', err: '' });
  });

  it('depend on --define', async () => {
    write('a.cu', `#ifdef SAFE\n${CHECKED}#else\n${UNCHECKED}#endif\n`);
    expect((await symscope(['analyze', '.'])).status).toBe(1);
    expect((await symscope(['analyze', '.', '-D', 'SAFE'])).status).toBe(0);
  });

  it('depend on --cuda-arch', async () => {
    write('a.cu', `#if __CUDA_ARCH__ >= 900\n${CHECKED}#else\n${UNCHECKED}#endif\n`);
    expect((await symscope(['analyze', '.', '--cuda-arch', 'sm_80'])).status).toBe(1);
    expect((await symscope(['analyze', '.', '--cuda-arch', 'sm_90'])).status).toBe(0);
  });

  it('use the contracts of what a file includes, also when it is named alone', async () => {
    write('src/a.cu', '#include "lib/reach.cuh"\n__global__ void push(int* inbox, int peer) {\n    int* remote = reach(inbox, peer);\n    *remote = 1;\n}\n');
    write('include/lib/reach.cuh', '#include <nvshmem.h>\n__device__ inline int* reach(int* p, int pe) { return (int*)nvshmem_ptr(p, pe); }\n');
    const { status, out } = await symscope(['analyze', 'src/a.cu', '--quiet']);
    expect(status).toBe(1);
    expect(out).toMatch(/^src\/a\.cu:4:5: error/u);
    // The same from below: what is included lies above the root then.
    const fromBelow = await symscope(['analyze', 'a.cu', '--quiet'], join(root, 'src'));
    expect(fromBelow.status).toBe(1);
    expect(fromBelow.out).toMatch(/^a\.cu:4:5: error/u);
    expect(fromBelow.out).toContain('    ../include/lib/reach.cuh:2:');
  });
});

describe('trees with defects', () => {
  it('have a note for each file that could not be used, and findings for the others', async () => {
    write('通信 kernels/good one.cu', UNCHECKED);
    write('latin1.cu', Buffer.from('// caf\xe9\n', 'latin1'));
    write('large.cu', '// padding\n'.repeat(2_000_000));
    symlinkSync(root, join(root, 'loop'));
    const { status, out } = await symscope(['analyze', '.']);
    expect(status).toBe(1);
    expect(out).toMatch(/^large\.cu:1:1: note: .*\[too-large\]$/mu);
    expect(out).toMatch(/^latin1\.cu:1:1: note: .*\[not-utf8\]$/mu);
    expect(out).toMatch(/^通信 kernels\/good one\.cu:4:5: error: /mu);
    expect(out).toContain('2 files understood only in part');
  });
});

describe('the examples', () => {
  it('give JSON by the schema, with graphs, and with paths below the root', async () => {
    const { out } = await symscope(['analyze', EXAMPLES, '--format', 'json', '--fail-on', 'never'], '/');
    const result = JSON.parse(out) as AnalysisResult;
    expect(result).toMatchObject({ schema: 1, tool: { name: 'symscope', version: '1.2.3' }, root: '/' });
    const paths = [...result.files.map(({ path }) => path), ...result.sites.map(({ file }) => file), ...result.findings.map(({ file }) => file)];
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !`/${path}`.startsWith(EXAMPLES))).toEqual([]);
    expect(result.kernels.flatMap(({ graph }) => graph.edges).length).toBeGreaterThan(10);
    expect(result.sites.filter(({ line, column, endColumn }) => line < 1 || column < 1 || endColumn <= column)).toEqual([]);
  });
});

describe('sharing the work', () => {
  it('gives the same report', async () => {
    for (const project of ['one', 'two', 'three']) {
      write(`${project}/reach.cuh`, `#include <nvshmem.h>\n__device__ inline int* reach_${project}(int* p, int pe) { return (int*)nvshmem_ptr(p, pe); }\n`);
      write(`${project}/push.cu`, `#include "reach.cuh"\n__global__ void push(int* inbox, int peer) {\n    *reach_${project}(inbox, peer) = 1;\n}\n${'// padding\n'.repeat(40_000)}`);
    }
    const alone = await symscope(['analyze', '.', '--format', 'json']);
    expect((JSON.parse(alone.out) as AnalysisResult).findings).toHaveLength(3);
    expect(await symscope(['analyze', '.', '--format', 'json'], root, 4)).toEqual(alone);
  });
});
