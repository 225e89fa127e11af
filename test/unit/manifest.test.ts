/** The manifest keeps its promises: what it names exists, and what is derived is up to date. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/core/rules/table.js';
import { COMPARE_TEXTS } from '../../src/extension/manifest/compareTexts.js';
import { deriveManifest } from '../../src/extension/manifest/derive.js';
import { KERNEL_PANEL_TYPE } from './support/panelType.js';
import { NO_PROJECT } from '../../src/host/project.js';
import { LANGUAGES } from '../../src/extension/languages.js';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../src/server/protocol.js';
import { parseSettings } from '../../src/server/settings.js';

interface Command { readonly command: string; readonly title: string; readonly category?: string; readonly icon?: string }
interface MenuItem { readonly command?: string; readonly when?: string }
interface Property { readonly type?: unknown; readonly default?: unknown; readonly enum?: readonly unknown[]; readonly enumDescriptions?: readonly string[]; readonly markdownDescription?: string }
interface Manifest {
  readonly name: string;
  readonly main: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: Readonly<Record<string, { readonly supported: unknown; readonly description?: string }>>;
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac?: string; readonly when?: string }[];
    readonly configuration: readonly { readonly title: string; readonly properties: Readonly<Record<string, Property>> }[];
    readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
    readonly walkthroughs: readonly { readonly steps: readonly { readonly description: string; readonly media: { readonly markdown: string } }[] }[];
    readonly semanticTokenModifiers: readonly { readonly id: string }[];
    readonly semanticTokenScopes: readonly { readonly language: string; readonly scopes: Readonly<Record<string, readonly string[]>> }[];
    readonly jsonValidation: readonly object[];
    readonly problemPatterns: readonly { readonly name: string; readonly regexp: string }[];
    readonly problemMatchers: readonly { readonly name: string; readonly owner: string; readonly pattern: string }[];
    readonly languages?: readonly { readonly id: string }[];
  };
}

const root = join(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const manifest = read('package.json') as Manifest;
const { contributes } = manifest;
const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties)) as Record<string, Property>;

/** All source of the extension as one text: simple, and enough to see whether a name is used. */
const sources = readdirSync(join(root, 'src/extension'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(root, 'src/extension', file), 'utf8'))
  .join('\n') + readFileSync(join(root, 'src/server/protocol.ts'), 'utf8');

describe('derived parts', () => {
  const derived = deriveManifest();
  test('are up to date (`npm run manifest`)', () => {
    expect(contributes.commands).toEqual(derived.commands);
    expect(contributes.configuration).toEqual(derived.configuration);
    expect(contributes.jsonValidation).toEqual(derived.jsonValidation);
    expect(read('schemas/symscope.json')).toEqual(JSON.parse(JSON.stringify(derived.projectSchema)));
    expect(read('package.nls.json')).toEqual(derived.nls.en);
    expect(read('package.nls.zh-cn.json')).toEqual(derived.nls['zh-cn']);
  });

  test('every rule has a setting with its default level', () => {
    const rules = Object.entries(properties).filter(([key]) => key.startsWith('symscope.rules.'));
    expect(rules.map(([key, { default: level }]) => [key.replace('symscope.rules.', ''), level])).toEqual(RULES.map(({ code, level }) => [code, level]));
  });
});

describe('texts', () => {
  test('of the comparing commands are in both languages, with the same names in them', () => {
    const namesIn = (words: string): readonly string[] => [...words.matchAll(/\{\d\}/gu)].map(([name]) => name).sort();
    for (const [key, { en, 'zh-cn': zhCn }] of Object.entries(COMPARE_TEXTS)) {
      expect([key, namesIn(zhCn)]).toEqual([key, namesIn(en)]);
      expect([key, /\p{Script=Han}/u.test(zhCn), /\p{Script=Han}/u.test(en)]).toEqual([key, true, false]);
    }
  });

  const en = read('package.nls.json') as Record<string, string>;
  const zh = read('package.nls.zh-cn.json') as Record<string, string>;
  const used = [...JSON.stringify(manifest).matchAll(/%([\w.-]+)%/gu)].map(([, key]) => key ?? '');
  test('every placeholder has a text in both languages, and every text is used', () => {
    expect(used.filter((key) => en[key] === undefined || zh[key] === undefined)).toEqual([]);
    expect(Object.keys(en).filter((key) => !used.includes(key))).toEqual([]);
    expect(Object.keys(zh)).toEqual(Object.keys(en));
  });
  test('settings are sentences', () => {
    const sentences = Object.entries(properties).map(([key, { markdownDescription = '' }]) => [key, en[markdownDescription.replaceAll('%', '')] ?? '']);
    expect(sentences.filter(([, text = '']) => !/^[A-Z`].*\.$/su.test(text))).toEqual([]);
  });
});

describe('commands', () => {
  test('have the prefix, a category and no colon in the title', () => {
    for (const { command, category, title } of contributes.commands) {
      expect(command).toMatch(/^symscope\.[a-z][A-Za-z]+$/u);
      expect(category).toBe('SymScope');
      expect(title).not.toContain(':');
    }
  });
  test('are registered in the source, each inside the error handler', () => {
    for (const { command } of contributes.commands) expect(sources).toContain(`'${command}'`);
    expect(sources.match(/registerCommand\(/gu)).toHaveLength(1);
  });
  test('in menus and keybindings exist, and are offered only where they make sense', () => {
    const known = contributes.commands.map(({ command }) => command);
    const items = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    for (const { command, when } of items) {
      expect(known).toContain(command);
      expect(when).toMatch(/symscope\.\w+/u);
    }
    const contexts = items.flatMap(({ when = '' }) => when.match(/symscope\.\w+/gu) ?? []);
    for (const context of contexts) expect(sources).toContain(`'${context}'`);
  });
  test('keybindings take no single key that the editor uses', () => {
    for (const { key, mac } of contributes.keybindings) {
      expect(key).toMatch(/^ctrl\+k \w$|^ctrl\+alt\+|^alt\+shift\+/u);
      expect(mac).toBeDefined();
    }
  });
});

describe('views', () => {
  const containers = Object.values(contributes.viewsContainers).flat();
  test('stand in a container of ours, are made by the source, and are hidden until there is something in them', () => {
    for (const [container, views] of Object.entries(contributes.views)) {
      expect(containers.map(({ id }) => id)).toContain(container);
      for (const { id, when = '' } of views) {
        expect(sources).toContain(`'${id}'`);
        expect(when).toMatch(/^symscope\.\w+$/u);
        expect(sources).toContain(`'${when}'`);
      }
    }
  });
  test('have an icon in one colour, the theme\'s', () => {
    for (const { icon } of containers) {
      const colours = [...readFileSync(join(root, icon), 'utf8').matchAll(/(?:fill|stroke)="([^"]*)"/gu)].map(([, colour]) => colour);
      expect(colours).toContain('currentColor');
      expect(colours.filter((colour) => colour !== 'currentColor' && colour !== 'none')).toEqual([]);
    }
  });
});

describe('walkthrough', () => {
  test('its pages are there, and its buttons run commands that are', () => {
    const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    expect(steps.filter(({ media }) => !existsSync(join(root, media.markdown)))).toEqual([]);
    for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
      const texts = read(file) as Record<string, string>;
      const used = steps.flatMap(({ description }) => [...(texts[description.replaceAll('%', '')] ?? '').matchAll(/\(command:([\w.]+)\)/gu)].map(([, command]) => command));
      expect(used).toEqual(['symscope.openExamples', 'symscope.analyzeKernel']);
      expect(used.filter((name) => !contributes.commands.some(({ command }) => command === name))).toEqual([]);
    }
  });
});

describe('semantic tokens', () => {
  test('the manifest describes the modifiers of the server\'s legend, and has scopes for them in each of our languages', () => {
    expect(contributes.semanticTokenModifiers.map(({ id }) => id)).toEqual(TOKEN_MODIFIERS);
    expect(contributes.semanticTokenScopes.map(({ language }) => language).sort()).toEqual([...LANGUAGES].sort());
    for (const { scopes } of contributes.semanticTokenScopes) {
      for (const selector of Object.keys(scopes)) {
        const [type = '', modifier = ''] = selector.split('.');
        expect(TOKEN_TYPES).toContain(type);
        expect(TOKEN_MODIFIERS).toContain(modifier);
      }
    }
  });
});

describe('activation', () => {
  test('is for our languages, and for panels that are restored', () => {
    expect(manifest.activationEvents).toEqual(['onLanguage:cuda-cpp', 'onLanguage:cpp', `onWebviewPanel:${KERNEL_PANEL_TYPE}`]);
    expect(LANGUAGES).toEqual(expect.arrayContaining(['cuda-cpp', 'cpp']));
  });
  test('no language is contributed that VS Code has itself', () => {
    expect((contributes.languages ?? []).map(({ id }) => id)).not.toContain('cuda-cpp');
  });
});

describe('settings', () => {
  test('have a type, a fitting default, and a text for each value', () => {
    for (const [key, { type, default: value, enum: values, enumDescriptions }] of Object.entries(properties)) {
      expect(key).toMatch(/^symscope\./u);
      expect(type, key).toBeDefined();
      expect(value, key).not.toBe(undefined);
      if (values !== undefined) {
        expect(values, key).toContain(value);
        expect(enumDescriptions, key).toHaveLength(values.length);
      }
    }
  });
  test('the server\'s defaults are those of the manifest', () => {
    const section = {};
    for (const [key, { default: value }] of Object.entries(properties)) nest(section, key.split('.').slice(1), value);
    const withDefaults = parseSettings(section);
    const without = parseSettings(undefined);
    // What nobody set is for the project file to say, and without one for the defaults of that.
    const { includeThirdParty = NO_PROJECT.includeThirdParty } = without;
    expect({ ...withDefaults, analysis: undefined }).toEqual({ ...without, includeThirdParty, analysis: undefined });
    expect(withDefaults.analysis).toEqual({
      timeLimit: 5000, defines: [], attributeMacros: [], levels: Object.fromEntries(RULES.map(({ code, level }) => [code, level])),
    });
  });
});

function nest(tree: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[first] = value;
  else nest((tree[first] ??= {}) as Record<string, unknown>, rest, value);
}

describe('trust', () => {
  test('Restricted Mode and virtual workspaces are declared, with the reason', () => {
    for (const name of ['untrustedWorkspaces', 'virtualWorkspaces']) {
      expect(manifest.capabilities[name]?.supported).toBe(true);
      expect(manifest.capabilities[name]?.description).toMatch(/^%.+%$/u);
    }
  });
  test('nothing in the extension reaches for the network or reports usage', () => {
    expect(sources).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|node:https?|telemetry|createTelemetryLogger|https?:\/\//iu);
  });
  test('files that the manifest names are made by the build or are there', () => {
    expect(manifest.main).toBe('./dist/extension.cjs');
    expect(existsSync(join(root, 'src/extension/extension.ts'))).toBe(true);
  });
});
