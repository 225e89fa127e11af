import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { CancellationToken, ConfigurationParams } from 'vscode-languageclient';
import { contributedDefaults, explicitSettings } from '../../src/extension/explicitSettings.js';
import { parseSettings } from '../../src/server/settings.js';

/** What VS Code's `inspect` tells of a setting. */
interface Layers {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly globalLanguageValue?: unknown;
  readonly languageIds?: readonly string[];
}

const layers = vi.hoisted(() => ({ of: new Map<string, Layers>() }));
vi.mock('vscode', () => ({
  workspace: {
    getConfiguration: (section: string) => ({
      inspect: (key: string) => layers.of.get(`${section}.${key}`),
      get: (key: string) => {
        const { defaultValue, globalValue, workspaceValue } = layers.of.get(`${section}.${key}`) ?? {};
        return workspaceValue ?? globalValue ?? defaultValue;
      },
    }),
  },
}));

const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const defaults = contributedDefaults(manifest);
const token: CancellationToken = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };

async function sent(set: Readonly<Record<string, Layers>>, params: ConfigurationParams = { items: [{ section: 'symscope' }] }): Promise<unknown> {
  layers.of = new Map([...defaults].map(([key, defaultValue]) => [`symscope.${key}`, { defaultValue, ...set[key] }]));
  return explicitSettings(defaults).configuration?.(params, token, () => ['next']);
}

test('every key of the manifest is known with its default', () => {
  expect(defaults.get('timeLimit')).toBe(5000);
  expect(defaults.get('cudaArch')).toBe(null);
  expect(defaults.get('rules.pointer.unchecked')).toBe('error');
  expect(defaults.has('symscope.timeLimit')).toBe(false);
});

test('where nobody set anything, nothing is sent', async () => {
  expect(await sent({})).toEqual([{}]);
});

test('what is set is sent as the server reads it, also where it is the default', async () => {
  const [tree] = (await sent({
    'rules.pointer.unchecked': { globalValue: 'hint', workspaceValue: 'error' },
    'rules.order.weak-flag': { workspaceValue: 'off' },
    'includeThirdParty': { globalValue: false },
    'defines': { workspaceValue: ['A=1'] },
  })) as unknown[];
  expect(tree).toEqual({ rules: { pointer: { unchecked: 'error' }, order: { 'weak-flag': 'off' } }, includeThirdParty: false, defines: ['A=1'] });
  expect(parseSettings(tree)).toMatchObject({ includeThirdParty: false, analysis: { defines: ['A=1'], levels: { 'pointer.unchecked': 'error', 'order.weak-flag': 'off' } } });
});

test('a default that another extension exchanged is an opinion', async () => {
  expect(await sent({ timeLimit: { defaultValue: 9000 } })).toEqual([{ timeLimit: 9000 }]);
});

test('a value for one language is none: it would not count for the files that are included', async () => {
  expect(await sent({ cudaArch: { globalLanguageValue: 900, languageIds: ['cuda-cpp'] } })).toEqual([{}]);
});

test('other sections are the client\'s own business', async () => {
  expect(await sent({ timeLimit: { globalValue: 1 } }, { items: [{ section: 'editor' }] })).toEqual(['next']);
});
