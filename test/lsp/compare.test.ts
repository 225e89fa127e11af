/** Projects compared by the built server, on the sample workspaces. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import {
  COMPARE, COMPARE_KERNEL, COUNTERPART, PROJECTS,
  type CompareKernelParams, type CompareKernelResult, type CompareParams, type CounterpartParams, type CounterpartResult, type ProjectsResult,
} from '../../src/server/protocol.js';
import { DISPATCH, HANDLE, positionOf, PULL, sample } from './support/sample.js';
import { startServer, type Server, type ServerOptions } from './support/serverProcess.js';

const files = sample();
const root = dirname(files.uri('mini-ep'));
/** The folder that holds both. */
const PARENT = [{ uri: root, name: 'examples' }];
let server: Server;
beforeAll(async () => {
  server = await startServer({ folders: files.folders });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  files.remove();
});

const ask = (of: Server) => ({
  projects: (params: object = {}) => of.connection.sendRequest<ProjectsResult>(PROJECTS, params),
  report: (params: CompareParams) => of.connection.sendRequest<string | null>(COMPARE, params),
  kernels: (params: CompareKernelParams) => of.connection.sendRequest<CompareKernelResult>(COMPARE_KERNEL, params),
  counterpart: (path: string, word: string, before = '', n = 0) => {
    const { line, character } = positionOf(files.text(path), word, before, n);
    const params: CounterpartParams = { uri: files.uri(path), line: line + 1, column: character + 1 };
    return of.connection.sendRequest<CounterpartResult>(COUNTERPART, params);
  },
});

/** With a server of its own. */
async function withServer<T>(options: ServerOptions, use: (of: ReturnType<typeof ask>, server: Server) => Promise<T>): Promise<T> {
  const own = await startServer(options);
  try {
    return await use(ask(own), own);
  } finally {
    await own.stop();
  }
}

describe('projects', () => {
  test('are the workspace folders whose kernels reach peers', async () => {
    expect(await ask(server).projects()).toEqual([
      { name: 'mini-ep', prefix: 'mini-ep', uri: files.uri('mini-ep'), kernels: 10 },
      { name: 'mini-gemm', prefix: 'mini-gemm', uri: files.uri('mini-gemm'), kernels: 1 },
    ]);
  });

  test('are the top folders of a folder that is no project itself', async () => {
    const found = await withServer({ folders: PARENT }, (of) => of.projects());
    expect(found?.map(({ name, prefix, uri }) => ({ name, prefix, uri }))).toEqual([
      { name: 'mini-ep', prefix: 'examples/mini-ep', uri: files.uri('mini-ep') }, { name: 'mini-gemm', prefix: 'examples/mini-gemm', uri: files.uri('mini-gemm') },
    ]);
  });

  test('a folder with the marks of a project is one, whatever lies in it; so is one whose folders include each other', async () => {
    const own = sample();
    const parent = [{ uri: dirname(own.uri('mini-ep')), name: 'examples' }];
    mkdirSync(fileURLToPath(own.uri('.git')));
    expect((await withServer({ folders: parent }, (of) => of.projects()))?.map(({ name }) => name)).toEqual(['examples']);
    own.remove();

    const tied = sample();
    const pull = tied.text(PULL);
    writeFileSync(fileURLToPath(tied.uri(PULL)), pull.replace('#pragma once\n', '#pragma once\n#include <mini_ep/handle.cuh>\n'));
    expect((await withServer({ folders: [{ uri: dirname(tied.uri('mini-ep')), name: 'examples' }] }, (of) => of.projects()))?.map(({ name }) => name)).toEqual(['examples']);
    tied.remove();
  });

  test('tell how far the reading is, and stop when they are not wanted any more', async () => {
    await withServer({ folders: files.folders }, async (of, own) => {
      const told: number[] = [];
      own.connection.onNotification('$/progress', ({ token, value }: { token: string; value: { percentage: number } }) => {
        if (token === 'reading') told.push(value.percentage);
      });
      const source = new CancellationTokenSource();
      const cancelled = own.connection.sendRequest(PROJECTS, {}, source.token);
      source.cancel();
      expect(await cancelled.catch(() => null)).toBeNull();
      expect(await of.projects({ workDoneToken: 'reading' })).toHaveLength(2);
      expect(told.length).toBeGreaterThan(5);
      expect(told.every((each) => each >= 0 && each <= 100)).toBe(true);
    });
  });
});

describe('the report', () => {
  const both = ['mini-ep', 'mini-gemm'] as const;

  test('as Markdown has links that lead to lines from the folder that it is read from', async () => {
    const text = (await ask(server).report({ projects: both, format: 'markdown', from: files.uri('mini-ep') })) ?? '';
    expect(text).toMatch(/^# mini-ep and mini-gemm/u);
    const links = [...text.matchAll(/\]\(<([^>#]+)#L(\d+)>\)/gu)].map(([, path = '', line]) => ({ path, line: Number(line) }));
    expect(links.length).toBeGreaterThan(200);
    expect(links.map(({ path }) => path)).toContain('include/mini_ep/impls/dispatch.cuh');
    const missing = links.filter(({ path }) => !existsSync(join(fileURLToPath(files.uri('mini-ep')), decodeURIComponent(path))));
    expect(missing).toEqual([]);
  });

  test('has absolute links without such a folder, and is a page or data as well', async () => {
    const absolute = await ask(server).report({ projects: both, format: 'markdown' });
    expect(absolute).toContain(`](<${files.uri(DISPATCH)}#L103>)`);
    const page = (await ask(server).report({ projects: both, format: 'html', from: root })) ?? '';
    expect(page).toContain('<svg class="drawing"');
    expect(page).toContain('href="mini-gemm/include/mini_gemm/impls/pull_moe.cuh#L108"');
    const data = JSON.parse((await ask(server).report({ projects: both, format: 'json' })) ?? '') as { readonly schema: number; readonly projects: readonly { readonly name: string }[] };
    expect([data.schema, data.projects.map(({ name }) => name)]).toEqual([1, [...both]]);
  });

  test('speaks the language of the settings, and knows unsaved text', async () => {
    await withServer({ folders: files.folders, settings: { language: 'zh-cn' } }, async (of, own) => {
      own.open(files.uri(PULL), files.text(PULL).replace('full_barriers[i].init(1); ', 'full_barriers[i].init(7); '));
      const text = await of.report({ projects: both, format: 'markdown' });
      expect(text).toMatch(/^# mini-ep 与 mini-gemm/u);
      expect(text).toMatch(/`full_barriers\[kNumStages\]` \| `7`/u);
    });
  });

  test('is none of projects that are not there', async () => {
    expect(await ask(server).report({ projects: ['mini-ep', 'elsewhere'], format: 'markdown' })).toBeNull();
  });
});

describe('a kernel beside its counterpart', () => {
  const dispatch = (): CompareKernelParams => ({ uri: files.uri(DISPATCH), name: 'dispatch_kernel' });

  test('has both, the tables, and where their files are', async () => {
    const answer = await ask(server).kernels(dispatch());
    if (answer?.state !== 'compared') throw new Error(`state ${answer?.state ?? 'null'}`);
    expect(answer.comparison.kernels.map(({ project, name }) => `${project} ${name}`)).toEqual(['mini-ep dispatch_kernel', 'mini-gemm pull_moe_kernel']);
    expect(answer.comparison.tables.map(({ id }) => id)).toEqual(['translation', 'paths', 'movement', 'barriers', 'pipelines', 'overhead']);
    expect(answer.uris[PULL]).toBe(files.uri(PULL));
    expect(answer.work).toEqual(['dispatch', 'control']);
  });

  test('can be set beside another kernel of the list', async () => {
    const pull: CompareKernelParams = { uri: files.uri(PULL), name: 'pull_moe_kernel' };
    const first = await ask(server).kernels(pull);
    if (first?.state !== 'compared') throw new Error('not compared');
    expect(first.counterparts.slice(0, 2).map(({ name, alike }) => [name, alike])).toEqual([['dispatch_kernel', true], ['combine_kernel', true]]);
    const [, combine] = first.counterparts;
    const second = await ask(server).kernels({ ...pull, ...(combine ? { other: { file: combine.file, line: combine.line } } : {}) });
    expect(second?.state === 'compared' && [second.chosen, second.comparison.kernels[1].name]).toEqual([1, 'combine_kernel']);
  });

  test('is that of the instantiations which the reader chose: the other path is not there, and its accesses are not counted', async () => {
    const rowsGiven = async (given?: CompareKernelParams['given']): Promise<{ readonly given: unknown; readonly rows: ReadonlyMap<string, string> }> => {
      const answer = await ask(server).kernels({ ...dispatch(), ...(given === undefined ? {} : { given }) });
      if (answer?.state !== 'compared') throw new Error('not compared');
      const own = answer.comparison.tables.flatMap(({ id, rows }) => rows.map(({ aspect, cells: [cell] }) => [`${id}: ${aspect.en}`, [cell, ...(cell.more ?? [])].map(({ text }) => text.en).join(' | ')] as const));
      return { given: answer.comparison.kernels.map((kernel) => kernel.given), rows: new Map(own) };
    };
    const all = await rowsGiven();
    const nvlink = await rowsGiven([{ name: 'kScaleupIsNvlink', value: 'true' }]);
    expect([all.given, nvlink.given]).toEqual([[undefined, undefined], [[{ name: 'kScaleupIsNvlink', value: 'true' }], undefined]]);
    expect(all.rows.get('paths: RDMA')).toContain('ncclGin::put');
    expect(nvlink.rows.get('paths: RDMA') ?? 'none').toBe('none');
    expect(all.rows.get('movement: RDMA operations')).toMatch(/^[1-9]/u);
    expect(nvlink.rows.get('movement: RDMA operations') ?? 'none').toBe('none');
    expect(nvlink.rows.get('movement: bulk stores')).toBe(all.rows.get('movement: bulk stores'));
    // What the kernel does not offer is passed over.
    expect(await rowsGiven([{ name: 'kGone', value: 'true' }])).toEqual(all);
  });

  test('says why there is nothing to compare', async () => {
    expect(await ask(server).kernels({ uri: files.uri(DISPATCH), name: 'no_such_kernel' })).toMatchObject({ state: 'no-kernel' });
    const alone = files.folders.slice(0, 1);
    expect(await withServer({ folders: alone }, (of) => of.kernels(dispatch()))).toMatchObject({ state: 'one-project' });
    const local = files.uri('mini-ep/include/mini_ep/local.cuh');
    await withServer({ folders: files.folders }, async (of, own) => {
      own.open(local, '__global__ void fill(int* p) { p[threadIdx.x] = 1; }\n');
      expect(await of.kernels({ uri: local, name: 'fill' })).toMatchObject({ state: 'no-peers' });
    });
  });
});

describe('the counterpart', () => {
  test('of a pointer, a barrier, a kernel and a definition is a word of the other project', async () => {
    const { counterpart } = ask(server);
    const wordAt = (answer: CounterpartResult): string => {
      if (answer?.state !== 'found') return answer?.state ?? 'null';
      const path = [PULL, 'mini-gemm/include/mini_gemm/sym_buffer.cuh'].find((each) => files.uri(each) === answer.target.uri) ?? '';
      return `${answer.target.line} ${files.text(path).split('\n')[answer.target.line - 1]?.slice(answer.target.column - 1, answer.target.endColumn - 1) ?? ''}`;
    };
    expect(wordAt(await counterpart(DISPATCH, 'get_sym_ptr', 'gin.'))).toBe('106 map');
    expect(wordAt(await counterpart(DISPATCH, 'gpu_barrier', 'comm::'))).toBe('95 nvlink_barrier');
    expect(wordAt(await counterpart(DISPATCH, 'dispatch_kernel'))).toBe('18 pull_moe_kernel');
    expect(wordAt(await counterpart(HANDLE, 'get_sym_ptr'))).toBe('30 map');
  });

  test('says what is missing: nothing there, none in the other project, no other project', async () => {
    expect(await ask(server).counterpart(DISPATCH, 'pragma')).toEqual({ state: 'nothing' });
    expect(await ask(server).counterpart(HANDLE, 'is_nvlink_accessible', 'if (!')).toMatchObject({ state: 'none', what: 'reachability' });
    expect(await withServer({ folders: files.folders.slice(0, 1) }, (of) => of.counterpart(DISPATCH, 'get_sym_ptr', 'gin.'))).toEqual({ state: 'one-project' });
  });
});
