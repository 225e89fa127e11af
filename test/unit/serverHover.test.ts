/** What a hover says, from sites made by hand: its wording, its length, and that no analysed text gets out of its quotes. */
import { describe, expect, test } from 'vitest';
import type { FileAnalysis } from '../../src/core/analyzer.js';
import type { Finding, Kernel, Site } from '../../src/core/schema.js';
import { indexSites } from '../../src/server/analysis/siteIndex.js';
import { writtenCallee } from '../../src/server/hover/callee.js';
import { renderSite } from '../../src/server/hover/render.js';
import type { Scene } from '../../src/server/hover/scene.js';

const FILE = 'w/send.cuh';
const HANDLE = 'w/handle.cuh';

const kernel: Kernel = {
  name: 'send_tokens', file: FILE, line: 1, endLine: 60, column: 1,
  roles: [{ name: 'Dispatch warps', condition: 'warp >= 4', line: 5, endLine: 50 }],
  graph: { nodes: [], edges: [] }, pipelines: [],
  barriers: [{ file: FILE, line: 55, column: 3, text: 'team_barrier' }, { file: FILE, line: 52, column: 3, text: 'this_grid().sync' }],
};

/** A checked pointer for a team that an instantiation decides; the cause of the null is a predicate in another file. */
const checked: Site = {
  kind: 'peer-pointer', api: 'get_sym_ptr', family: 'workspace', file: FILE, line: 10, column: 24, endColumn: 35, function: 'send_tokens', isKernel: true,
  team: { expr: 'team_t', values: ['Lsa', 'World'], note: 'Lsa when `kLocal` is true, World when `kLocal` is false' },
  rank: 'dst_rank', pointer: 'slot', nullness: 'maybe', nullWhen: '`not reachable(r)`',
  nullCauses: [{ file: HANDLE, line: 7, column: 9, text: 'not reachable(r)' }, { file: FILE, line: 9, column: 3, text: 'slot_idx < 0' }],
  handling: 'checked', evidence: [{ file: FILE, line: 11, column: 7 }], fallback: [{ file: FILE, line: 20, column: 9 }],
  consumers: [
    { file: FILE, line: 12, column: 5, op: 'bulk_store', access: 'remote-store', mechanism: 'cp.async.bulk.global.shared::cta.bulk_group' },
    { file: FILE, line: 14, column: 5, op: 'bulk_store', access: 'remote-store', mechanism: 'cp.async.bulk.global.shared::cta.bulk_group' },
  ],
};
const predicate: Site = {
  kind: 'reachability', api: 'reachable', family: 'workspace', file: HANDLE, line: 7, column: 9, endColumn: 18, function: 'get_sym_ptr', isKernel: false,
  team: { expr: 'team_t', values: ['Lsa', 'World'] }, evidence: [], fallback: [], consumers: [],
};
const put: Site = {
  kind: 'one-sided', api: 'put', family: 'nccl', file: FILE, line: 20, column: 9, endColumn: 12, function: 'send_tokens', isKernel: true,
  team: { expr: 'team_t', values: ['World'] }, rank: 'dst_rank', pointer: 'slot', evidence: [], fallback: [],
  consumers: [{ file: FILE, line: 20, column: 9, op: 'put', access: 'remote-store', mechanism: 'ncclGin::put' }],
};
/** The receivers are told how much comes: that makes the kernel's push a dispatch. */
const count: Site = { ...put, api: 'put_value', line: 8, consumers: [{ file: FILE, line: 8, column: 9, op: 'put_value', access: 'remote-store', mechanism: 'ncclGin::putValue' }] };
/** The body of the barrier that the kernel ends with. */
const signal: Site = {
  kind: 'peer-pointer', api: 'get_sym_ptr', family: 'workspace', file: HANDLE, line: 30, column: 3, endColumn: 14, function: 'team_barrier', isKernel: false,
  team: { expr: '', values: ['Lsa'] }, nullness: 'never', handling: 'not-needed', evidence: [], fallback: [],
  consumers: [{ file: HANDLE, line: 31, column: 5, op: 'red_add', access: 'remote-atomic', mechanism: 'red.release.sys.global.add.s32' }],
};
/** The other approach, in a folder of its own. */
const mapped: Site = {
  kind: 'peer-pointer', api: 'map', family: 'workspace', file: 'other/pull.cuh', line: 3, column: 20, endColumn: 23, function: 'pull_tokens', isKernel: true,
  role: 'dispatch warps', rank: 'src_rank', nullness: 'never', handling: 'not-needed', evidence: [], fallback: [],
  consumers: [{ file: 'other/pull.cuh', line: 4, column: 5, op: 'bulk_load', access: 'remote-load', mechanism: 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes' }],
};
const otherKernel: Kernel = {
  ...kernel, name: 'pull_tokens', file: 'other/pull.cuh', roles: [], barriers: [{ file: 'other/pull.cuh', line: 2, column: 1, text: 'nvlink_barrier' }],
};

function analysis(path: string, sites: readonly Site[], kernels: readonly Kernel[] = []): FileAnalysis {
  return { report: { path, parse: 'clean', problems: [] }, sites, findings: [], complete: () => ({ sites, findings: [] }), kernels, orderingAt: () => undefined, specialise: () => undefined, functions: [], inactive: [], peerNames: [], dependencies: [path] };
}

const lines = Array.from({ length: 60 }, () => '');
lines[9] = '    auto* p = ok ? gin.get_sym_ptr<team_t>(slot, dst_rank) : nullptr;';

function scene(parts: Partial<Scene> & { readonly analyses?: readonly FileAnalysis[] } = {}): Scene {
  const { analyses = [analysis(FILE, [checked, put, count], [kernel]), analysis(HANDLE, [predicate, signal])], ...rest } = parts;
  return {
    language: 'en', file: FILE, lines, findings: [], index: indexSites(analyses), translationOf: () => undefined,
    uriOf: (file) => `file:///ws/${file}`, besideOf: () => undefined, ruleDoc: () => undefined, ...rest,
  };
}

const withOther = (): Scene =>
  scene({ analyses: [analysis(FILE, [checked, put, count], [kernel]), analysis(HANDLE, [predicate, signal]), analysis('other/pull.cuh', [mapped], [otherKernel])] });

describe('a peer pointer', () => {
  test('says what it returns, how that is handled, what is done with it and what publishes it', () => {
    const text = renderSite(scene(), checked).replaceAll(/\]\(file:[^)]*\)/gu, ']').replaceAll(/[[\]\\]/gu, '');
    expect(text.split('\n|')[0]).toBe(
      [
        '**`gin.get_sym_ptr<team_t>`** — peer pointer · Dispatch warps',
        '',
        '⚠ **May be null** · `team_t`: LSA when `kLocal` is true, world when `kLocal` is false',
        '- null when `not reachable(r)` (handle.cuh:7): LSA: every rank is reachable; world: only ranks of this NVLink domain are reachable',
        '- null when `slot_idx < 0` (9)',
        '',
        '✓ **Handled** · tested at 11 · RDMA path at 20 `put`',
        '',
        '**Then** `bulk_store`: bulk store, shared → peer (`cp.async.bulk.global.shared::cta.bulk_group`) 12, 14  ',
        '**Published by** `team_barrier` 55: LSA, `red.release.sys.global.add.s32`  ',
        '**Wants** the local address of a symmetric object · rank `dst_rank`: LSA: index in the *NVLink domain*; world: *world* index',
        '',
      ].join('\n'),
    );
  });

  test('links lead to the line, in this file and in others', () => {
    const text = renderSite(scene(), checked);
    expect(text).toContain('[11](file:///ws/w/send.cuh#L11)');
    expect(text).toContain('[handle.cuh:7](file:///ws/w/handle.cuh#L7)');
    expect(renderSite(scene({ uriOf: () => undefined }), checked)).not.toContain('](');
  });

  test('stands beside the other approach, quoted if it is not open', () => {
    const table = renderSite(scene(), checked).split('\n').filter((line) => line.startsWith('|')).map((line) => line.replaceAll(/\]\(file:[^)]*\)/gu, ']'));
    expect(table).toEqual([
      '|  | here (as in DeepEP) | in DeepGEMM |',
      '|---|---|---|',
      '| translate | window offset → `ncclGetLsaPointer` | `p + offsets[r]` |',
      '| null | `not reachable(r)` | never; must be inside the domain |',
      '| cost | a range test, constant loads, a multiply-add | indexed parameter load, one add |',
      '| data | push: bulk store, shared → peer | pull: bulk load, peer → shared |',
      '| no NVLink | `put` [20] | not supported |',
      '| published by | `team_barrier` [55] | `nvlink_barrier` |',
    ]);
  });

  test('stands beside the other project\'s own source if it is open, found by role', () => {
    const text = renderSite(withOther(), checked);
    expect(text).toContain('[pull.cuh:3](file:///ws/other/pull.cuh#L3) (as in DeepGEMM)');
    expect(text).toMatch(/\| published by \| .* \| `nvlink_barrier` \[pull\.cuh:2\]/u);
    expect(text).toContain('[Open counterpart](file:///ws/other/pull.cuh#L3)');
    // Where the client can, beside the editor; nothing in the address ends the link.
    const beside = renderSite({ ...withOther(), besideOf: ({ file, line }) => `command:symscope.openCounterpart?(${file}) ${line}` }, checked);
    expect(beside).toContain('[Open counterpart](command:symscope.openCounterpart?%28other/pull.cuh%29%203)');
    // What the open function computes comes before what is known of the project; two formulas are quoted in words.
    const computes = (...texts: string[]): Scene['translationOf'] => ({ file }) => (file === FILE ? undefined : {
      name: 'map', file, line: 1, column: 1, firstLine: 1, endLine: 3, pointer: 'ptr', rank: 'r', assumesDomain: true,
      teams: [{ nullness: 'never', nulls: [], values: ['ptr', ...texts].map((each) => ({ file, line: 2, column: 1, text: each })), cost: { loads: 1, additions: 1, multiplications: 0, comparisons: 0, calls: 0 } }],
    });
    expect(renderSite({ ...withOther(), translationOf: computes('this.delta[r] + ptr') }, checked)).toMatch(/\| translate \| .* \| `delta\[r\] \+ ptr` \|/u);
    expect(renderSite({ ...withOther(), translationOf: computes('a', 'b') }, checked)).toMatch(/\| translate \| .* \| `p \+ offsets\[r\]` \|/u);
    // The mirror image, from the other side.
    const mirror = renderSite({ ...withOther(), file: 'other/pull.cuh', lines: [] }, mapped);
    expect(mirror).toContain('here (as in DeepGEMM) | [send.cuh:10]');
    expect(mirror).toContain('**Read after** `nvlink_barrier`');
    expect(mirror).toMatch(/\| null \| never; must be inside the domain \| `not reachable\(r\)` \|/u);
  });

  test('says a gap in the words of the rule', () => {
    const finding: Finding = {
      rule: 'pointer.unchecked', level: 'error', confidence: 'certain', file: FILE, line: 12, column: 5, endLine: 12, endColumn: 9,
      message: '`p` can be null here', related: [{ file: FILE, line: 10, column: 24 }], fixes: [],
    };
    const site: Site = { ...checked, handling: 'unchecked', evidence: [], fallback: [] };
    const text = renderSite(scene({ findings: [finding], ruleDoc: (code) => `file:///docs/${code}.md` }), site);
    expect(text).toContain('✗ **Not handled** · `p` can be null here [12]');
    expect(text).toContain('[Explain rule](file:///docs/pointer.unchecked.md)');
    expect(text).toContain('| no NVLink | none found |');
    expect(renderSite(scene(), site)).toContain('✗ **Not handled** · no test separates the call from its uses');
  });

  test('says why nothing could be proven', () => {
    expect(renderSite(scene(), { ...checked, handling: 'unknown', why: 'the block was misread', evidence: [], fallback: [] })).toContain('? **Not proven** · the block was misread');
  });

  test('speaks Chinese', () => {
    const text = renderSite({ ...withOther(), language: 'zh-cn' }, checked);
    expect(text).toContain('对端指针 · Dispatch warps');
    expect(text).toContain('⚠ **可能为空** · `team_t`: LSA（当 `kLocal` 为真）, world（当 `kLocal` 为假）');
    expect(text).toContain('| 数据方向 | 推送：bulk store，共享内存 → 对端 | 拉取：bulk load，对端 → 共享内存 |');
    expect(text).not.toMatch(/\b(?:null when|tested at|Published by|never|here)\b/u);
  });
});

describe('other sites', () => {
  test('a predicate says what it means for the teams and what it decides', () => {
    const guarded: Site = { ...checked, handling: 'predicate', evidence: [{ file: HANDLE, line: 7, column: 9 }] };
    const text = renderSite(scene({ analyses: [analysis(FILE, [guarded], [kernel]), analysis(HANDLE, [predicate])] }), predicate);
    expect(text).toContain('LSA: every rank is reachable  \nworld: only ranks of this NVLink domain are reachable');
    expect(text).toContain('**Decides** `get_sym_ptr` [10]');
    expect(text).toContain('| world | only ranks of this NVLink domain are reachable | taken for granted |');
    expect(text).toContain('| rail | – | no such team |');
  });

  test('a one-sided operation says whose fallback it is', () => {
    const text = renderSite(scene(), put);
    expect(text).toContain('→ to `slot` · rank `dst_rank` (world)');
    expect(text).toContain('✓ **Carries the data when** `get_sym_ptr` [10](file:///ws/w/send.cuh#L10) is null');
  });

  test.each([
    ['remote-store', 'ncclGin::put', 'Writes** the peer’s memory through the NIC (`ncclGin::put`)', '**写入**对端内存，经网卡 (`ncclGin::put`)'],
    ['remote-store', 'work request MLX5_OPCODE_RDMA_WRITE', 'Writes** the peer’s memory through the NIC (`work request MLX5_OPCODE_RDMA_WRITE`)', '**写入**对端内存，经网卡'],
    ['remote-load', 'ncclGin::get', 'Reads** the peer’s memory through the NIC (`ncclGin::get`)', '**读取**对端内存，经网卡'],
    ['remote-atomic', 'ncclGin::signal', 'Updates** the peer’s memory atomically through the NIC (`ncclGin::signal`)', '**原子更新**对端内存，经网卡'],
    ['remote-atomic', 'nvshmem_int_atomic_add', 'Updates** the peer’s memory atomically (`nvshmem_int_atomic_add`)', '**原子更新**对端内存 ('],
  ] as const)('a one-sided operation says what it does: %s by %s', (access, mechanism, en, zh) => {
    const site: Site = { ...put, consumers: [{ file: FILE, line: 20, column: 9, op: 'put', access, mechanism }] };
    expect(renderSite(scene(), site)).toContain(en);
    expect(renderSite(scene({ language: 'zh-cn' }), site)).toContain(zh);
  });

  test('a barrier says whom it joins, by what, and what it covers', () => {
    const barrier: Site = {
      kind: 'barrier', api: 'team_barrier', family: '', file: FILE, line: 55, column: 3, endColumn: 15, function: 'send_tokens', isKernel: true, evidence: [], fallback: [], consumers: [],
    };
    const text = renderSite(scene(), barrier);
    expect(text).toContain('**Joins** LSA · `red.release.sys.global.add.s32`');
    expect(text).toContain('**Inside** `get_sym_ptr` (LSA) [handle.cuh:30]');
    expect(text).toContain('**Covers** the writes to peers before it: [10]');
    expect(text).toContain('| signal | `red.release.sys.global.add.s32` | ±1 to every rank, `red.release.sys` |');
    // Nothing is known of this function but what is in its body.
    expect(text).toContain('| waits for | – | own word = number of ranks or 0, acquire load |');
  });

  test('a barrier of one GPU stands among the others of its kind, not beside a barrier of ranks', () => {
    const barrier: Site = {
      kind: 'barrier', api: 'grid_sync', family: '', file: FILE, line: 52, column: 3, endColumn: 12, function: 'send_tokens', isKernel: true, evidence: [], fallback: [], consumers: [],
    };
    const text = renderSite(withOther(), barrier);
    expect(text).toContain('| grid | `grid_sync`: one counter, its top bit flips | `this_grid().sync()` |');
    expect(text).not.toContain('waits for');
  });

  test('a barrier whose call the analysis has judged joins what it joins there', () => {
    const barrier: Site = {
      kind: 'barrier', api: 'team_barrier', family: '', file: FILE, line: 55, column: 3, endColumn: 15, function: 'send_tokens', isKernel: true,
      team: { expr: 'World', values: ['World'] }, evidence: [], fallback: [], consumers: [],
    };
    expect(renderSite(scene(), barrier)).toContain('**Joins** world · ');
  });

  test('a flag says who writes and who reads it, and by which instructions', () => {
    const at = (line: number, access: NonNullable<Site['access']>, mechanism: string): Site => ({
      kind: 'flag', api: 'f', family: 'workspace', file: FILE, line, column: 5, endColumn: 6, function: 'send_tokens', isKernel: true, object: 'tail', access, mechanism, evidence: [], fallback: [], consumers: [],
    });
    const sites = [at(20, 'store', 'st.release.sys.global.u32'), at(40, 'load', 'ld.acquire.sys.global.u32'), { ...at(41, 'load', 'ld.volatile.global.u32'), object: 'head' }];
    const text = renderSite(scene({ analyses: [analysis(FILE, sites)], uriOf: () => undefined }), sites[1] as Site);
    expect(text).toContain('**Object** `tail`');
    expect(text).toContain('written at 20 `st.release.sys.global.u32`  \nread at 40 `ld.acquire.sys.global.u32`');
    expect(text).not.toContain('41');
  });

  test('an mbarrier says who initialises, arrives and waits', () => {
    const at = (line: number, event: NonNullable<Site['event']>): Site => ({
      kind: 'mbarrier', api: event, family: 'cutlass', file: FILE, line, column: 5, endColumn: 9, function: 'send_tokens', isKernel: true, event, object: 'full[i]', evidence: [], fallback: [], consumers: [],
    });
    const sites = [at(3, 'init'), at(21, 'arrive-tx'), at(22, 'arrive'), at(30, 'wait')];
    const text = renderSite(scene({ analyses: [analysis(FILE, sites, [kernel])], uriOf: () => undefined }), sites[0] as Site);
    expect(text).toContain('**Object** `full[i]`');
    expect(text).toContain('initialised at 3  \narrivals at 21, 22  \nwaited for at 30');
  });
});

describe('hostile source', () => {
  const evil = '`](command:evil) <img src=x onerror=1> | https://evil.example [x](command:y) **b**';
  const site: Site = {
    ...checked, role: evil, rank: evil, pointer: evil, nullWhen: evil, team: { expr: evil, values: ['World'], note: evil },
    nullCauses: [{ file: FILE, line: 9, column: 1, text: evil }], why: evil, handling: 'unknown', fallback: [{ file: FILE, line: 20, column: 1, text: evil }],
    consumers: [{ file: FILE, line: 12, column: 1, op: evil, access: 'remote-store', mechanism: evil }],
  };

  test('gets no link, image, HTML or further column into the hover', () => {
    const text = renderSite(scene({ lines: lines.map(() => evil) }), site);
    const outsideCode = text.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/gu, '').replaceAll(/\\./gu, '');
    const withoutLinks = outsideCode.replaceAll(/\]\(file:[^)]*\)/gu, '');
    expect(withoutLinks).not.toMatch(/\]\(|<|!\[|:\/\/|\*\*b/u);
    for (const row of text.split('\n').filter((line) => line.startsWith('|'))) expect(row.replaceAll('\\|', '').match(/\|/gu)).toHaveLength(4);
    for (const [, target] of outsideCode.matchAll(/\]\(([^)]*)\)/gu)) expect(target).toMatch(/^file:\/\/\/ws\/w\/[\w.]+#L\d+$/u);
  });

  test('a hover is never more than a screen', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ file: FILE, line: i + 1, column: 1, text: `${evil}${evil}` }));
    const text = renderSite(scene(), {
      ...site, nullCauses: many, evidence: many, fallback: many, why: evil.repeat(100), conditions: many,
      consumers: many.map(({ file, line, column }) => ({ file, line, column, op: `f${line}`, access: 'remote-store', mechanism: evil.repeat(10) })),
    });
    expect(text.split('\n').length).toBeLessThan(30);
    expect(text.length).toBeLessThan(5000);
  });
});

test('the callee is shown as written, as long as that is short and whole', () => {
  const callee = (text: string, name: string): string => {
    const column = text.indexOf(name) + 1;
    return writtenCallee([text], { line: 1, column, endColumn: column + name.length, api: name });
  };
  expect(callee('x = a->b.map(p, r)', 'map')).toBe('a->b.map');
  expect(callee('layout::Sym<4>::map<T>(p)', 'map')).toBe('layout::Sym<4>::map<T>');
  expect(callee('f(1).map(p)', 'map')).toBe('map');
  expect(callee('map < limit', 'map')).toBe('map');
  expect(writtenCallee([], { line: 4, column: 1, endColumn: 4, api: 'map' })).toBe('map');
});
