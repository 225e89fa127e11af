import { describe, expect, it } from 'vitest';
import { panelPage, randomNonce } from '../../src/extension/panel/html.js';
import type { KernelGraphAnswer } from '../../src/panel/graphModel.js';
import { readPanelMessage, readPanelState } from '../../src/panel/messages.js';
import type { PanelState } from '../../src/panel/messages.js';
import { initialModel, reduce, stateToStore } from '../../src/panel/store.js';
import { dispatchKernel, gapKernel } from './support/kernelFixture.js';

const stored: PanelState = {
  version: 1,
  kernel: { uri: 'file:///a.cuh', name: 'dispatch_tokens', line: 32 },
  layout: { detail: 'overview', toggled: ['role-1'] },
  tab: 'text',
  viewport: { x: -3, y: 4.5, zoom: 0.8 },
};

const answer: KernelGraphAnswer = {
  uri: 'file:///a.cuh',
  kernel: dispatchKernel,
  findings: [],
  positioned: { detail: 'roles', toggled: [], width: 0, height: 0, bands: [], nodes: [], edges: [], barriers: [] },
};

describe('stored state', () => {
  it('survives storage as JSON', () => {
    expect(readPanelState(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  it.each([
    ['nothing', undefined],
    ['another version', { ...stored, version: 2 }],
    ['no kernel', { ...stored, kernel: { name: 'x' } }],
    ['an unknown level', { ...stored, layout: { detail: 'huge', toggled: [] } }],
    ['an unknown tab', { ...stored, tab: 'elsewhere' }],
    ['text', 'state'],
  ])('is refused if it is %s', (_, value) => {
    expect(readPanelState(value)).toBeUndefined();
  });

  it('loses only the view if the view is damaged', () => {
    const { viewport, ...rest } = stored;
    expect(viewport).toBeDefined();
    expect(readPanelState({ ...stored, viewport: { x: 0, y: 0, zoom: 0 } })).toEqual(rest);
    expect(readPanelState({ ...stored, viewport: { x: Number.NaN, y: 0, zoom: 1 } })).toEqual(rest);
  });

  it('keeps the kernel that was chosen to compare with, and forgets a damaged one', () => {
    const other = { file: 'b.cuh', line: 9 };
    expect(readPanelState({ ...stored, other })).toEqual({ ...stored, other });
    expect(readPanelState({ ...stored, other: { file: 'b.cuh', line: 0 } })).toEqual(stored);
    const model = reduce(reduce(initialModel(stored), { kind: 'message', message: { kind: 'show', answer } }), { kind: 'other', other });
    expect(stateToStore(model)?.other).toEqual(other);
    const elsewhere = reduce(model, { kind: 'message', message: { kind: 'show', answer: { ...answer, kernel: gapKernel } } });
    expect([elsewhere.other, elsewhere.comparison]).toEqual([undefined, undefined]);
  });

  it('is what the panel was left with', () => {
    const model = reduce(initialModel(stored), { kind: 'message', message: { kind: 'show', answer } });
    expect(stateToStore(model)).toEqual({ ...stored, kernel: { uri: 'file:///a.cuh', name: 'dispatch_tokens', line: 32 } });
    expect(stateToStore(initialModel(stored))).toBeUndefined();
  });
});

describe('messages from the panel', () => {
  it('are taken if they are well-formed', () => {
    const reveal = { kind: 'reveal', file: 'a.cuh', line: 3, column: 1 };
    expect(readPanelMessage(reveal)).toEqual(reveal);
    expect(readPanelMessage({ kind: 'ready', layout: { detail: 'roles', toggled: ['role-0', 7] } })).toEqual({ kind: 'ready', layout: { detail: 'roles', toggled: ['role-0'] } });
    expect(readPanelMessage({ kind: 'copy', text: 'x' })).toEqual({ kind: 'copy', text: 'x' });
    expect(readPanelMessage({ kind: 'compare', other: { file: 'b.cuh', line: 9, more: 1 } })).toEqual({ kind: 'compare', other: { file: 'b.cuh', line: 9 } });
    expect(readPanelMessage({ kind: 'compare', other: 'b.cuh' })).toEqual({ kind: 'compare' });
    expect(readPanelMessage({ kind: 'addFolder', command: 'evil' })).toEqual({ kind: 'addFolder' });
  });

  it.each([
    [{ kind: 'reveal', file: 'a.cuh', line: 0, column: 1 }],
    [{ kind: 'reveal', file: 'a.cuh', line: 1.5, column: 1 }],
    [{ kind: 'layout' }],
    [{ kind: 'copy' }],
    [{ kind: 'run' }],
    [null],
    [[]],
  ])('are dropped if not: %j', (value) => {
    expect(readPanelMessage(value)).toBeUndefined();
  });
});

describe('model', () => {
  it('keeps the view when a band is opened and drops it at another level of detail', () => {
    const model = initialModel(stored);
    expect(reduce(model, { kind: 'layout', layout: { detail: 'overview', toggled: [] } }).viewport).toEqual(stored.viewport);
    expect(reduce(model, { kind: 'layout', layout: { detail: 'everything', toggled: [] } }).viewport).toBeUndefined();
  });

  it('keeps view and selection when the same kernel is shown again, and drops them for another', () => {
    const shown = { ...reduce(initialModel(stored), { kind: 'message', message: { kind: 'show', answer } }), selected: 'role-1/tma' };
    const again = reduce(shown, { kind: 'message', message: { kind: 'show', answer } });
    expect([again.viewport, again.selected]).toEqual([stored.viewport, 'role-1/tma']);
    const other = reduce(shown, { kind: 'message', message: { kind: 'show', answer: { ...answer, kernel: gapKernel } } });
    expect([other.viewport, other.selected]).toEqual([undefined, undefined]);
  });

  it('says why there is nothing to show, until there is', () => {
    const gone = reduce(initialModel(undefined), { kind: 'message', message: { kind: 'unavailable', reason: 'no kernel' } });
    expect([gone.answer, gone.reason]).toEqual([undefined, 'no kernel']);
    expect(reduce(gone, { kind: 'message', message: { kind: 'show', answer } }).reason).toBeUndefined();
  });
});

describe('page', () => {
  const parts = { cspSource: 'https://example.test', script: 'https://example.test/panel.js?a=1&b="x"', style: 'https://example.test/panel.css', nonce: 'abc' };
  const page = panelPage({ ...parts, language: 'en' });

  it('says which language it waits in', () => {
    expect(page).toContain('<html lang="en">');
    expect(panelPage({ ...parts, language: 'zh-cn' })).toContain('<html lang="zh-cn">');
  });

  it('allows nothing but its own script and style sheet', () => {
    expect(page).toContain(`content="default-src 'none'; script-src 'nonce-abc'; style-src https://example.test; base-uri 'none'; form-action 'none'"`);
    expect(page).not.toMatch(/unsafe|<style|style=|onload|javascript:/);
    expect(page.match(/<script/g)).toHaveLength(1);
  });

  it('escapes what it puts into attributes', () => {
    expect(page).toContain('src="https://example.test/panel.js?a=1&amp;b=&quot;x&quot;"');
  });

  it('has another nonce each time', () => {
    const nonces = Array.from({ length: 50 }, randomNonce);
    expect(new Set(nonces).size).toBe(50);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });
});
