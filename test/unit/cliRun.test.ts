import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runJob } from '../../src/cli/job.js';
import { run, type ExitStatus } from '../../src/cli/run.js';
import type { Analyzer, Configuration } from '../../src/core/analyzer.js';
import type { Finding, Level } from '../../src/core/schema.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'symscope-cli-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

/** An analyser that finds what the sources ask for: each line `//! level` is a finding. The program under test must bring it the files. */
function markerAnalyzer(log: { configuration?: Configuration; loaded?: readonly string[]; disposed?: boolean }, configuration: Configuration): Analyzer {
  const texts = new Map<string, string | undefined>();
  log.configuration = configuration;
  return {
    setFile: (path, content) => texts.set(path, typeof content === 'string' ? content : content && new TextDecoder().decode(content)),
    removeFile: (path) => void texts.delete(path),
    hasFile: (path) => texts.has(path),
    fileText: (path) => texts.get(path),
    files: () => [...texts.keys()],
    configure: () => undefined,
    prepare: () => undefined,
    translations: () => [],
    predicates: () => [],
    analyzeFile: () => undefined,
    liveTrees: 0,
    dispose: () => {
      log.disposed = true;
    },
    analyze: (analysisRoot, paths = [...texts.keys()]) => {
      log.loaded = [...texts.keys()].sort();
      return {
        schema: 1,
        tool: { name: 'symscope', version: 'test' },
        root: analysisRoot,
        files: paths.map((path) => ({
          path,
          parse: 'clean',
          problems: texts.get(path) === undefined ? [{ code: 'unreadable', message: 'Could not be read.', line: 1, column: 1 }] : [],
        })),
        sites: [],
        kernels: [],
        findings: paths.flatMap((file) => markers(file, texts.get(file) ?? '')),
      };
    },
  };
}
function markers(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, i) => {
    const level = /^\/\/! (\w+)$/u.exec(line)?.[1] as Level | undefined;
    if (level === undefined) return [];
    return [{ rule: 'test.marker', level, confidence: 'certain', file, line: i + 1, column: 1, endLine: i + 1, endColumn: 2, message: 'Marked.', related: [], fixes: [] }];
  });
}

interface Outcome {
  readonly status: ExitStatus;
  readonly out: string;
  readonly err: string;
  readonly configuration?: Configuration;
  readonly loaded?: readonly string[];
  readonly disposed?: boolean;
}
async function symscope(args: readonly string[], cwd = root): Promise<Outcome> {
  const log: { configuration?: Configuration; loaded?: readonly string[]; disposed?: boolean } = {};
  let out = '';
  let err = '';
  const status = await run(args, {
    cwd,
    version: '1.2.3',
    ruleDocs: undefined,
    out: (text) => (out += text),
    err: (text) => (err += text),
    parallelism: 1,
    drawing: () => import('../../src/report/drawings.js'),
    createAnalyzer: (configuration) => Promise.resolve(markerAnalyzer(log, configuration)),
    analyze: (jobs) => Promise.all(jobs.map((job) => runJob(job, (configuration) => Promise.resolve(markerAnalyzer(log, configuration))))),
  });
  return { status, out, err, ...log };
}

describe('exit status', () => {
  it.each([
    ['error', 'error', 1],
    ['warning', 'error', 0],
    ['warning', 'warning', 1],
    ['information', 'warning', 0],
    ['hint', 'hint', 1],
    ['error', 'never', 0],
  ])('with a finding of level %s and --fail-on %s is %i', async (level, failOn, status) => {
    write('a.cu', `//! ${level}\n`);
    expect((await symscope(['analyze', 'a.cu', '--fail-on', failOn])).status).toBe(status);
  });

  it('is 0 for help and version', async () => {
    expect(await symscope(['--help'])).toMatchObject({ status: 0, err: '', out: expect.stringContaining('Usage: symscope analyze PATH…') as string });
    expect(await symscope(['--version'])).toMatchObject({ status: 0, out: 'symscope 1.2.3\n' });
  });
});

describe('unusable input gives 2 and says what to do', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['a bad option', ['analyze', 'a.cu', '--x'], /unknown option '--x'\. Run "symscope --help"/u],
    ['a path that is not there', ['analyze', 'nowhere'], /there is no file or directory ".*nowhere"\. Check the path\./u],
    ['no sources', ['analyze', 'docs'], /no C, C\+\+ or CUDA source was found in "docs"\. Name a directory/u],
    ['only other projects', ['analyze', 'deps'], /add --include-third-party/u],
    ['a device', ['analyze', '/dev/null'], /neither a file nor a directory/u],
    ['a path outside the root', ['analyze', 'a.cu', '--root', 'docs'], /lies outside the root .*Give --root/u],
    ['a report that cannot be written', ['analyze', 'a.cu', '--output', 'a.cu/report.txt'], /could not be written .*Give --output/u],
  ])('%s', async (_, args, message) => {
    write('a.cu', '');
    write('docs/readme.md', '');
    write('deps/third_party/x.cu', '');
    const outcome = await symscope(args);
    expect(outcome.status).toBe(2);
    expect(outcome.out).toBe('');
    expect(outcome.err).toMatch(/^symscope: /u);
    expect(outcome.err).toMatch(message);
  });
});

describe('paths', () => {
  it('are relative to the working directory when they lie in it', async () => {
    write('src/a.cu', '//! error\n');
    expect((await symscope(['analyze', 'src'])).out).toMatch(/^src\/a\.cu:1:1: error: Marked\. \[test\.marker\]\n/u);
  });

  it('are relative to the common ancestor otherwise, which the summary then names', async () => {
    write('one/x/a.cu', '//! error\n');
    write('one/y/b.cu', '');
    write('elsewhere/c.cu', '');
    const { out } = await symscope(['analyze', '../one/x', '../one/y/b.cu'], join(root, 'elsewhere'));
    expect(out).toMatch(/^x\/a\.cu:1:1: error/u);
    expect(out).toContain(`Paths are relative to ${root}/one.`);
  });

  it('follow --root, and keep spaces and letters outside ASCII', async () => {
    write('my kernels/通信.cuh', '//! error\n');
    const { out } = await symscope(['analyze', join(root, 'my kernels'), '--root', root, '--format', 'json'], '/');
    expect(JSON.parse(out)).toMatchObject({ root, findings: [{ file: 'my kernels/通信.cuh' }] });
  });
});

describe('what reaches the analyser', () => {
  it('is every source under the paths, and what they include as context only', async () => {
    write('src/a.cu', '#include "lib/b.cuh"\n');
    write('include/lib/b.cuh', '//! error\n');
    const { status, loaded, out } = await symscope(['analyze', 'src']);
    expect({ status, loaded }).toEqual({ status: 0, loaded: ['include/lib/b.cuh', 'src/a.cu'] });
    expect(out).toMatch(/^1 file, /u);
  });

  it('is configured by --cuda-arch, --define and --time-limit, and disposed of', async () => {
    write('a.cu', '');
    const outcome = await symscope(['analyze', 'a.cu', '--cuda-arch', '90', '-D', 'A=1', '--time-limit', '250']);
    expect(outcome).toMatchObject({ configuration: { cudaArch: 900, defines: ['A=1'], timeLimit: 250 }, disposed: true });
    expect((await symscope(['analyze', 'a.cu'])).configuration).toEqual({ defines: [], attributeMacros: [], levels: {} });
  });
});

describe('output', () => {
  it('puts the summary after the text report', async () => {
    write('a.cu', '//! warning\n');
    const { out, err } = await symscope(['analyze', '.']);
    expect(out).toMatch(/\[test\.marker\]\n\n1 file, 0 kernels, 0 sites: 0 errors, 1 warning, 0 information, 0 hints\.\n$/u);
    expect(err).toBe('');
  });

  it('keeps the standard output to the JSON', async () => {
    write('a.cu', '//! warning\n');
    const { out, err } = await symscope(['analyze', '.', '--format', 'json']);
    expect(JSON.parse(out)).toMatchObject({ schema: 1 });
    expect(err).toMatch(/^1 file, /u);
  });

  it('goes to a file with --output, whose directory is made', async () => {
    write('a.cu', '//! error\n');
    const { status, out } = await symscope(['analyze', '.', '--format', 'json', '--output', 'made/report.json']);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(JSON.parse(readFileSync(join(root, 'made/report.json'), 'utf8'))).toMatchObject({ findings: [{ rule: 'test.marker' }] });
  });

  it('is findings only with --quiet', async () => {
    write('a.cu', '');
    expect(await symscope(['analyze', '.', '--quiet'])).toMatchObject({ status: 0, out: '', err: '' });
  });
});

describe('project file', () => {
  it('counts for what is at its folder or below it, and the command line wins', async () => {
    write('.symscope.json', '{ "cudaArch": 1000, "defines": ["A=1"], "attributeMacros": ["MY_DEVICE"], "levels": { "pointer.unchecked": "hint" }, "exclude": ["src/gen"] }');
    write('src/a.cu', '');
    write('src/gen/b.cu', '');
    const project = { attributeMacros: ['MY_DEVICE'], levels: { 'pointer.unchecked': 'hint' } };
    expect(await symscope(['analyze', 'src'])).toMatchObject({ status: 0, configuration: { cudaArch: 1000, defines: ['A=1'], ...project }, loaded: ['src/a.cu'] });
    expect(await symscope(['analyze', 'src', '--cuda-arch', '900', '-D', 'A=2'])).toMatchObject({ configuration: { cudaArch: 900, defines: ['A=1', 'A=2'], ...project } });
    expect(await symscope(['analyze', 'src', '--no-config'])).toMatchObject({ configuration: { defines: [] }, loaded: ['src/a.cu', 'src/gen/b.cu'] });
  });

  it('is not looked for above the repository', async () => {
    write('.symscope.json', '{ "cudaArch": 1000 }');
    write('repo/.git/HEAD', '');
    write('repo/a.cu', '');
    expect((await symscope(['analyze', 'repo'])).configuration).not.toHaveProperty('cudaArch');
    expect(await symscope(['analyze', 'repo', '--config', '.symscope.json'])).toMatchObject({ configuration: { cudaArch: 1000 } });
  });

  it('that is wrong gives 2 and names every key', async () => {
    write('.symscope.json', '{ "cudaArch": "sm_90", "macros": [] }');
    write('a.cu', '');
    const { status, out, err } = await symscope(['analyze', 'a.cu']);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('"macros". The settings are cudaArch, defines,');
    expect(err).toContain('"cudaArch" wants the value of __CUDA_ARCH__, such as 900 or 1000, not "sm_90".');
    expect(await symscope(['analyze', 'a.cu', '--config', 'none.json'])).toMatchObject({ status: 2, err: expect.stringMatching(/none\.json" could not be read \(ENOENT\)/u) as string });
  });
});

describe('baseline', () => {
  it('leaves out what it knows wherever it has moved to, and not a further one of the same kind', async () => {
    write('a.cu', '//! error\n');
    expect(await symscope(['analyze', '.', '--baseline', 'base.json', '--write-baseline'])).toMatchObject({ status: 0, out: '', err: expect.stringMatching(/^1 finding is in the baseline/u) as string });
    write('a.cu', '\n\n//! error\n');
    expect(await symscope(['analyze', '.', '--baseline', 'base.json'])).toMatchObject({ status: 0, out: expect.stringContaining('1 known from the baseline is left out.') as string });
    write('a.cu', '//! error\n//! error\n');
    expect(await symscope(['analyze', '.', '--baseline', 'base.json'])).toMatchObject({ status: 1, out: expect.stringContaining('a.cu:2:1') as string });
    write('a.cu', '');
    expect(await symscope(['analyze', '.', '--baseline', 'base.json'])).toMatchObject({ status: 0, out: expect.stringContaining('1 of the baseline is found no more') as string });
  });

  it('is that of the project, and keeps what it says of files that were not analysed', async () => {
    write('.symscope.json', '{ "baseline": "known.json" }');
    write('a/a.cu', '//! error\n');
    write('b/b.cu', '//! error\n');
    expect((await symscope(['analyze', '.', '--write-baseline'])).status).toBe(0);
    write('a/a.cu', '//! warning\n');
    expect((await symscope(['analyze', 'a', '--write-baseline'])).status).toBe(0);
    const { findings } = JSON.parse(readFileSync(join(root, 'known.json'), 'utf8')) as { findings: { file: string }[] };
    expect(findings.map(({ file }) => file)).toEqual(['a/a.cu', 'b/b.cu']);
    expect((await symscope(['analyze', 'b'])).out).not.toContain('found no more');
  });

  it('that is no regular file, or has no end, is not read', async () => {
    write('a.cu', '');
    write('folder/b.cu', '');
    write('large.json', ' '.repeat((16 << 20) + 1));
    expect(await symscope(['analyze', '.', '--baseline', 'folder'])).toMatchObject({ status: 2, err: expect.stringContaining('it is no regular file') as string });
    expect(await symscope(['analyze', '.', '--config', 'folder'])).toMatchObject({ status: 2, err: expect.stringContaining('it is no regular file') as string });
    expect(await symscope(['analyze', '.', '--baseline', 'large.json'])).toMatchObject({ status: 2, err: expect.stringContaining('it has more than 16777216 bytes') as string });
    mkdirSync(join(root, '.symscope.json'));
    expect(await symscope(['analyze', '.'])).toMatchObject({ status: 2, err: expect.stringContaining('it is no regular file') as string });
  });

  it('that is another file is not quoted', async () => {
    write('a.cu', '');
    write('secret', 'hunter2:x:0');
    expect((await symscope(['analyze', '.', '--baseline', 'secret'])).err).not.toContain('hunter2');
  });

  it.each([['{', /it is no JSON/u], ['{}', /"schema" is not 1/u], ['{ "schema": 1, "findings": [{}] }', /an entry lacks/u]])('that is %s gives 2, and is not overwritten', async (text, message) => {
    write('a.cu', '');
    write('base.json', text);
    for (const more of [[], ['--write-baseline']]) {
      expect(await symscope(['analyze', '.', '--baseline', 'base.json', ...more])).toMatchObject({ status: 2, err: expect.stringMatching(message) as string });
    }
    expect(readFileSync(join(root, 'base.json'), 'utf8')).toBe(text);
  });

  it('wants to know where to be written', async () => {
    write('a.cu', '');
    expect(await symscope(['analyze', '.', '--write-baseline'])).toMatchObject({ status: 2, err: expect.stringContaining('add --baseline FILE') as string });
  });
});
