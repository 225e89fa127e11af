import type * as vscode from 'vscode';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as PanelHost from '../../src/extension/panel/index.js';
import type { KernelGraphSource } from '../../src/extension/panel/index.js';
import type { KernelGraphAnswer, KernelGraphParams } from '../../src/panel/graphModel.js';
import { Emitter, FakePanel, fakeVscode, FakeUri } from './support/fakeVscode.js';
import type { CompareKernelParams } from '../../src/server/protocol.js';
import { comparisonWith } from './support/comparisonFixture.js';
import { dispatchKernel } from './support/kernelFixture.js';

const fake = vi.hoisted<{ module: Record<string, unknown> }>(() => ({ module: {} }));
vi.mock('vscode', () => new Proxy({}, { get: (_, key: string) => fake.module[key], has: (_, key) => key in fake.module }));

const URI = 'file:///ws/kernels/dispatch_tokens.cuh';
const context = { extensionUri: FakeUri.parse('file:///ext') } as unknown as vscode.ExtensionContext;

const answer: KernelGraphAnswer = {
  uri: URI,
  kernel: dispatchKernel,
  findings: [],
  positioned: { detail: 'roles', toggled: [], width: 1, height: 1, bands: [], nodes: [], edges: [], barriers: [] },
};

function makeSource(reply: (params: KernelGraphParams) => Promise<KernelGraphAnswer | null> = () => Promise.resolve(answer)) {
  const changes = new Emitter<readonly string[]>();
  const asked: KernelGraphParams[] = [];
  const exported: unknown[] = [];
  const compared: CompareKernelParams[] = [];
  const comparisons: { readonly isCancellationRequested: boolean }[] = [];
  const tokens: { readonly isCancellationRequested: boolean }[] = [];
  const source = {
    kernelGraph: (params: KernelGraphParams, token: { readonly isCancellationRequested: boolean }) => {
      asked.push(params);
      tokens.push(token);
      return reply(params);
    },
    exportGraph: (params: { readonly format: string }) => {
      exported.push(params);
      return Promise.resolve(params.format === 'dot' ? null : `as ${params.format}`);
    },
    compareKernel: (params: CompareKernelParams, token: { readonly isCancellationRequested: boolean }) => {
      compared.push(params);
      comparisons.push(token);
      return Promise.resolve({ ...comparisonWith(params.other), uris: { 'b.cuh': 'file:///ws/b.cuh' } });
    },
    locate: (file: string) => FakeUri.parse(`file:///ws/${file}`),
    onDidChange: changes.event,
  } as unknown as KernelGraphSource;
  return { source, changes, asked, tokens, exported, compared, comparisons };
}

const READY = { kind: 'ready', layout: { detail: 'roles', toggled: [] } };
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

let log: ReturnType<typeof fakeVscode>['log'];
let host: typeof PanelHost;

beforeEach(async () => {
  const fresh = fakeVscode();
  fake.module = fresh.module;
  log = fresh.log;
  vi.resetModules();
  host = await import('../../src/extension/panel/index.js');
});

function panelAt(index: number): FakePanel {
  const panel = log.panels[index];
  if (panel === undefined) throw new Error(`no panel ${index}`);
  return panel;
}

describe('panel host', () => {
  it('opens a panel that may only load the built files, and keeps no hidden page alive', () => {
    host.openKernelPanel(context, makeSource().source, { uri: URI, name: 'dispatch_tokens' });
    const panel = panelAt(0);
    expect(panel.viewType).toBe(host.KERNEL_PANEL);
    expect(panel.webview.options).toEqual({ enableScripts: true, localResourceRoots: [FakeUri.parse('file:///ext/dist')] });
    expect(panel.options).toEqual({ enableScripts: true });
    expect(panel.webview.html).toContain('src="file:///ext/dist/panel.js"');
  });

  it('answers the ready page with the graph and takes its name from it', async () => {
    const { source, asked } = makeSource();
    host.openKernelPanel(context, source, { uri: URI, line: 40 });
    const panel = panelAt(0);
    expect(asked).toEqual([]);
    panel.receive(READY);
    await settle();
    expect(asked).toEqual([{ uri: URI, line: 40, layout: READY.layout }]);
    expect(panel.last('show')).toEqual({ kind: 'show', answer });
    expect(panel.posted.filter((m) => m.kind === 'busy').map((m) => m['busy'])).toEqual([true, false]);
    expect(panel.title).toBe('dispatch_tokens');
  });

  it('reveals the open panel of the same kernel instead of opening another', async () => {
    const { source } = makeSource();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    panelAt(0).receive(READY);
    await settle();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    expect([log.panels.length, panelAt(0).revealed]).toEqual([1, 1]);
    host.openKernelPanel(context, source, { uri: URI, name: 'combine_tokens' });
    expect(log.panels).toHaveLength(2);
    panelAt(0).dispose();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    expect(log.panels).toHaveLength(3);
  });

  it('opens another kernel in the column of the panel that is there', () => {
    const { source } = makeSource();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    panelAt(0).viewColumn = 3;
    host.openKernelPanel(context, source, { uri: URI, name: 'combine_tokens' });
    expect(log.columns).toEqual([-2, 3]);
  });

  it('shows a place beside the panel and leaves the focus in it', async () => {
    host.openKernelPanel(context, makeSource().source, { uri: URI, name: 'dispatch_tokens' });
    log.visibleEditors.push({ viewColumn: 2, document: { uri: FakeUri.parse(URI) } }, { viewColumn: 3, document: { uri: FakeUri.parse(URI) } });
    panelAt(0).receive({ kind: 'reveal', file: 'kernels/dispatch_tokens.cuh', line: 264, column: 5 });
    await settle();
    expect(log.shown).toEqual([{ uri: URI, line: 263, column: 4, viewColumn: 3, preserveFocus: true }]);
  });

  it('highlights what the cursor is on, also if the graph comes later', async () => {
    const { source } = makeSource();
    host.registerKernelPanels(context, source);
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    const select = (uri: string, line: number): void => {
      log.selection.fire({ textEditor: { document: { uri: FakeUri.parse(uri) } }, selections: [{ active: { line: line - 1 } }] });
    };
    select(URI, 264);
    expect(panelAt(0).last('highlight')).toBeUndefined();
    panelAt(0).receive(READY);
    await settle();
    expect(panelAt(0).last('highlight')).toEqual({ kind: 'highlight', nodeIds: ['tma'], edges: [] });
    select('file:///ws/comm/window_handle.cuh', 206);
    expect(panelAt(0).last('highlight')).toEqual({ kind: 'highlight', nodeIds: ['rank_count_nvl'], edges: [] });
    select('file:///ws/other.cuh', 206);
    expect(panelAt(0).last('highlight')).toEqual({ kind: 'highlight', nodeIds: [], edges: [] });
  });

  it('asks again after a change of a file that the graph points into, once for several, and not while hidden', async () => {
    vi.useFakeTimers();
    try {
      const { source, changes, asked } = makeSource();
      host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
      panelAt(0).receive(READY);
      await vi.advanceTimersByTimeAsync(0);
      changes.fire(['file:///ws/unrelated.cuh']);
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked).toHaveLength(1);
      changes.fire(['file:///ws/comm/window_handle.cuh']);
      changes.fire([URI]);
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked).toHaveLength(2);
      expect(asked[1]).toMatchObject({ uri: URI, name: 'dispatch_tokens', line: 32 });
      panelAt(0).visible = false;
      changes.fire([URI]);
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked).toHaveLength(2);
      panelAt(0).visible = true;
      changes.fire([URI]);
      panelAt(0).dispose();
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('cancels a request that a newer one makes useless, and drops its answer', async () => {
    const replies: ((value: KernelGraphAnswer | null) => void)[] = [];
    const { source, tokens } = makeSource(() => new Promise((resolve) => replies.push(resolve)));
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    panelAt(0).receive(READY);
    panelAt(0).receive({ kind: 'layout', layout: { detail: 'overview', toggled: [] } });
    expect(tokens.map((token) => token.isCancellationRequested)).toEqual([true, false]);
    replies[0]?.(null);
    await settle();
    expect(panelAt(0).posted.filter((m) => m.kind !== 'busy')).toEqual([]);
    replies[1]?.(answer);
    await settle();
    expect(panelAt(0).last('show')).toBeDefined();
  });

  it('speaks the language of the editor while there is no answer', async () => {
    (fake.module['env'] as { language: string }).language = 'zh-cn';
    const gone = makeSource(() => Promise.resolve(null));
    host.openKernelPanel(context, gone.source, { uri: URI, name: 'dispatch_tokens' });
    panelAt(0).receive(READY);
    await settle();
    expect(panelAt(0).last('unavailable')?.['reason']).toBe('没有可显示的内核：在 dispatch_tokens.cuh 中找不到 dispatch_tokens。');
    expect(panelAt(0).webview.html).toContain('<html lang="zh-cn">');
  });

  it('says so if the kernel is gone or the server does not answer', async () => {
    const gone = makeSource(() => Promise.resolve(null));
    host.openKernelPanel(context, gone.source, { uri: URI, name: 'dispatch_tokens' });
    panelAt(0).receive(READY);
    await settle();
    expect(panelAt(0).last('unavailable')?.['reason']).toBe('There is no kernel to show: dispatch_tokens was not found in dispatch_tokens.cuh.');
    const broken = makeSource(() => Promise.reject(new Error('connection closed')));
    host.openKernelPanel(context, broken.source, { uri: URI, name: 'other' });
    panelAt(1).receive(READY);
    await settle();
    expect(panelAt(1).last('unavailable')?.['reason']).toBe('The graph could not be made: connection closed');
  });

  it('ignores malformed messages, copies text, and reports what the page could not draw', async () => {
    const { source, asked } = makeSource();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    panelAt(0).receive({ kind: 'reveal', file: 1 });
    panelAt(0).receive('ready');
    panelAt(0).receive({ kind: 'copy', text: 'a graph' });
    panelAt(0).receive({ kind: 'failed', message: 'no canvas' });
    await settle();
    expect([asked, log.shown, log.clipboard, log.errors]).toEqual([[], [], 'a graph', ['SymScope: The panel could not draw the graph: no canvas']]);
  });

  it('restores a panel from its stored state, and closes one whose state is unreadable', async () => {
    const { source, asked } = makeSource();
    host.registerKernelPanels(context, source);
    const serializer = log.serializers.get(host.KERNEL_PANEL);
    const panel = new FakePanel(host.KERNEL_PANEL, '');
    await serializer?.deserializeWebviewPanel(panel, { version: 1, kernel: { uri: URI, name: 'dispatch_tokens' }, layout: { detail: 'everything', toggled: [] }, tab: 'graph' });
    panel.receive({ kind: 'ready', layout: { detail: 'everything', toggled: [] } });
    await settle();
    expect(asked).toEqual([{ uri: URI, name: 'dispatch_tokens', layout: { detail: 'everything', toggled: [] } }]);
    expect(panel.last('show')).toBeDefined();
    const broken = new FakePanel(host.KERNEL_PANEL, '');
    await serializer?.deserializeWebviewPanel(broken, { version: 9 });
    expect(broken.disposed).toBe(true);
  });

  it('writes an export where the reader says: a text of the server as it is shown, a picture of the page', async () => {
    const { source, exported } = makeSource();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    const panel = panelAt(0);
    const given = [{ name: 'kFlag', value: 'true' }];
    panel.receive({ kind: 'ready', layout: { ...READY.layout, given } });
    await settle();
    log.saveTo = 'file:///out/a.mmd';
    panel.receive({ kind: 'export', format: 'mermaid' });
    await settle();
    expect(exported).toEqual([expect.objectContaining({ name: 'dispatch_tokens', format: 'mermaid', layout: { ...READY.layout, given } })]);
    expect(new TextDecoder().decode(log.written.get('file:///out/a.mmd'))).toBe('as mermaid');
    log.saveTo = 'file:///out/a.png';
    panel.receive({ kind: 'save', format: 'png', data: btoa('\u0089PNG') });
    await settle();
    expect([...(log.written.get('file:///out/a.png') ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(log.suggested.map((name) => name.slice(name.lastIndexOf('/') + 1))).toEqual(['dispatch_tokens.mmd', 'dispatch_tokens.png']);
  });

  it('writes nothing where the dialog is cancelled, and says when the kernel is gone', async () => {
    host.openKernelPanel(context, makeSource().source, { uri: URI, name: 'dispatch_tokens' });
    const panel = panelAt(0);
    panel.receive(READY);
    await settle();
    panel.receive({ kind: 'export', format: 'json' });
    panel.receive({ kind: 'export', format: 'exe' });
    await settle();
    expect(log.written.size).toBe(0);
    panel.receive({ kind: 'export', format: 'dot' });
    await settle();
    expect(log.errors.join()).toMatch(/dispatch_tokens is not there any more/);
  });

  it('asks the page for a picture, since that knows the theme', async () => {
    host.openKernelPanel(context, makeSource().source, { uri: URI, name: 'dispatch_tokens' });
    await host.currentKernelPanel()?.export('svg');
    expect(panelAt(0).last('export')).toEqual({ kind: 'export', format: 'svg' });
  });
});

describe('the comparison', () => {
  it('is made when the view asks, for the kernel that is shown; a newer question makes an older one stop', async () => {
    const { source, compared, comparisons } = makeSource();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    const panel = panelAt(0);
    panel.receive(READY);
    await settle();
    panel.receive({ kind: 'compare' });
    panel.receive({ kind: 'compare', other: { file: 'peer/impls/combine.cuh', line: 12 } });
    await settle();
    const kernel = { uri: URI, name: dispatchKernel.name, line: dispatchKernel.line };
    expect(compared).toEqual([kernel, { ...kernel, other: { file: 'peer/impls/combine.cuh', line: 12 } }]);
    expect(comparisons.map(({ isCancellationRequested }) => isCancellationRequested)).toEqual([true, false]);
    expect(panel.posted.filter(({ kind }) => kind === 'comparison')).toHaveLength(1);
    expect(panel.last('comparison')).toMatchObject({ answer: { state: 'compared', chosen: 1 } });
  });

  it('is that of the instantiations which are shown', async () => {
    const { source, compared } = makeSource();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    const panel = panelAt(0);
    const given = [{ name: 'kFlag', value: 'true' }];
    panel.receive(READY);
    panel.receive({ kind: 'layout', layout: { ...READY.layout, given } });
    panel.receive({ kind: 'compare' });
    panel.receive({ kind: 'layout', layout: READY.layout });
    panel.receive({ kind: 'compare' });
    await settle();
    expect(compared.map((params) => params.given)).toEqual([given, undefined]);
  });

  it('is made again when a file that it is about changes, and only then', async () => {
    const { source, changes, compared } = makeSource();
    host.openKernelPanel(context, source, { uri: URI, name: 'dispatch_tokens' });
    const panel = panelAt(0);
    panel.receive(READY);
    panel.receive({ kind: 'compare' });
    await settle();
    vi.useFakeTimers();
    changes.fire(['file:///ws/elsewhere.cuh']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(compared).toHaveLength(1);
    changes.fire(['file:///ws/b.cuh']);
    changes.fire(['file:///ws/b.cuh']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(compared).toHaveLength(2);
    panel.dispose();
    changes.fire(['file:///ws/b.cuh']);
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(compared).toHaveLength(2);
  });
});
