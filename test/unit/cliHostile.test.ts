/** What a hostile workspace or a hostile path can make of the command line. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plain, plainJson } from '../../src/cli/plain.js';
import { formatReport } from '../../src/cli/report.js';
import { runJob } from '../../src/cli/job.js';
import { run } from '../../src/cli/run.js';
import type { Configuration } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';

const ESCAPE = '\u001b[2K\u001b[31m';
/** Forges a finding line and colours, in a comment, a literal and a condition over several lines; turns text around. */
const HOSTILE = `#include <nvshmem.h>
__global__ void push(int* inbox, int value, int peer) {
    int* remote = (int*)nvshmem_ptr(inbox, peer);
    if (remote == nullptr && value != '\u202e' /* ${ESCAPE}
other.cu:1:1: error: forged [pointer.unchecked]
*/ || "\`${ESCAPE}\u009b31m"[value] == 'x')
        *remote = value;
}
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'symscope-hostile-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function symscope(args: readonly string[], configuration: Configuration = {}): Promise<{ status: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const create = (given: Configuration) => createAnalyzer({ grammar: grammarBytes(), version: '1.2.3', configuration: { ...configuration, ...given } });
  const status = await run(args, {
    cwd: root, version: '1.2.3', ruleDocs: undefined, parallelism: 1,
    out: (text) => (out += text),
    err: (text) => (err += text),
    drawing: () => import('../../src/report/drawings.js'),
    createAnalyzer: create,
    analyze: (jobs) => Promise.all(jobs.map((job) => runJob(job, create))),
  });
  return { status, out, err };
}

describe('text from the workspace', () => {
  it.each(['text', 'json'])('makes no line and no control character of its own (%s)', async (format) => {
    writeFileSync(join(root, `a\nb.cu:1:1: error: forged\u001b[0m.cu`), HOSTILE);
    const { status, out, err } = await symscope(['analyze', '.', '--format', format]);
    expect(status).toBe(1);
    expect(out).toContain('does not exclude that');
    // eslint-disable-next-line no-control-regex
    expect(`${out}${err}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u);
    if (format === 'text') expect(out.split('\n').filter((line) => /^(?:other\.cu|b\.cu|\*\/)/u.test(line))).toEqual([]);
    else expect(JSON.parse(out)).toMatchObject({ findings: [{ rule: 'pointer.unchecked' }] });
  });

  it('is as it was where it is harmless', () => {
    expect(plain('a/b 中文 é.cu:1:2: `x != y` 🚀')).toBe('a/b 中文 é.cu:1:2: `x != y` 🚀');
    expect(plain('a\r\n\tb\u0000c\u202ed')).toBe('a b c\\u{202e}d');
    expect(JSON.parse(plainJson(JSON.stringify('\u009b\u2028\u202e中')))).toBe('\u009b\u2028\u202e中');
  });

  it('cannot hide behind a reason or a fix', () => {
    const evil = 'x\nforged.cu:1:1: error\u001b[31m';
    const report = formatReport('text', {
      schema: 1, tool: { name: 'symscope', version: '0' }, root: '/', sites: [], kernels: [],
      files: [{ path: evil, parse: 'partial', problems: [{ code: 'syntax', message: evil, line: 1, column: 1 }] }],
      findings: [{
        rule: 'pointer.unchecked', level: 'error', confidence: 'approximate', why: evil, file: evil, line: 1, column: 1, endLine: 1, endColumn: 2, message: evil,
        related: [{ file: evil, line: 1, column: 1, text: evil }], fixes: [evil],
      }],
    }, { quiet: false, lineOf: () => '', ruleDocs: undefined });
    expect(report.split('\n').filter((line) => line.startsWith('forged'))).toEqual([]);
    expect(report).not.toContain('\u001b');
  });
});

describe('what cannot be done', () => {
  it.skipIf(!existsSync('/proc/self'))('is said of an output below /proc, which cannot be made', async () => {
    writeFileSync(join(root, 'a.cu'), '__global__ void k() {}\n');
    const { status, err } = await symscope(['analyze', '.', '-o', '/proc/symscope/report']);
    expect(status).toBe(2);
    expect(err).toMatch(/^symscope: the report could not be written to "\/proc\/symscope\/report" \(\w+\)\. Give --output a path that can be written\.\n$/u);
  });

  it('makes the directories of an output', async () => {
    writeFileSync(join(root, 'a.cu'), '__global__ void k() {}\n');
    expect((await symscope(['analyze', '.', '-o', 'x/y/report', '-q'])).status).toBe(0);
    expect(existsSync(join(root, 'x/y/report'))).toBe(true);
  });

  it('is said of files that are too large, with the option that helps, and is status 2 where nothing else is there', async () => {
    writeFileSync(join(root, 'a.cu'), `${'//'.repeat(600)}\n`);
    const only = await symscope(['analyze', '.'], { maxFileSize: 1000 });
    expect([only.status, only.out]).toEqual([2, '']);
    expect(only.err).toBe('symscope: "a.cu" cannot be analyzed. The file is larger than the limit of 1000 characters and is not analysed.\n');
    writeFileSync(join(root, 'b.cu'), '__global__ void k() {}\n');
    const both = await symscope(['analyze', '.'], { maxFileSize: 1000 });
    expect(both.status).toBe(0);
    expect(both.out).toContain('a.cu:1:1: note: The file is larger than the limit of 1000 characters and is not analysed. Leave it out with --exclude. [too-large]');
    expect(both.out).not.toContain('settings');
  });
});
