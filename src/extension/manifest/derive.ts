/** What of package.json, package.nls*.json and syntaxes/ follows from the tables beside this file and in ../grammars. */
import type { Language, Text } from '../../core/knowledge/language.js';
import { contributedGrammars, GRAMMARS, type GrammarFile } from '../grammars/derive.js';
import { COMMANDS, MANIFEST_TEXTS } from './commands.js';
import { JSON_VALIDATION, PROJECT_SCHEMA } from './projectSchema.js';
import { settingGroups, type Setting } from './settings.js';

export interface Derived {
  readonly commands: readonly object[];
  readonly configuration: readonly object[];
  readonly grammars: readonly object[];
  readonly jsonValidation: readonly object[];
  /** Of schemas/symscope.json. */
  readonly projectSchema: object;
  readonly grammarFiles: readonly GrammarFile[];
  readonly nls: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}

export function deriveManifest(): Derived {
  const texts = new Map<string, Text>(Object.entries(MANIFEST_TEXTS));
  /** Puts a text into the bundles and gives its placeholder. */
  const placeholder = (key: string, text: Text): string => {
    texts.set(key, text);
    return `%${key}%`;
  };
  const commands = COMMANDS.map(({ command, title, icon }) => ({
    command,
    title: placeholder(`command.${command.replace('symscope.', '')}`, title),
    category: 'SymScope',
    ...(icon === undefined ? {} : { icon }),
  }));
  const configuration = settingGroups().map(({ title, settings }, i) => ({
    title: placeholder(`settings.${title.en.toLowerCase()}`, title),
    order: i + 1,
    properties: Object.fromEntries(settings.map((setting, order) => [`symscope.${setting.key}`, property(setting, order + 1, placeholder)])),
  }));
  return { commands, configuration, jsonValidation: JSON_VALIDATION, projectSchema: PROJECT_SCHEMA, grammars: contributedGrammars(), grammarFiles: GRAMMARS, nls: { en: bundle(texts, 'en'), 'zh-cn': bundle(texts, 'zh-cn') } };
}

function property({ key, schema, description, values }: Setting, order: number, placeholder: (key: string, text: Text) => string): object {
  const enumTexts = values?.map((value, i) => placeholder(enumKey(key, i), value));
  return {
    ...schema,
    scope: 'window',
    order,
    markdownDescription: placeholder(`settings.${key}`, description),
    ...(enumTexts === undefined ? {} : { enumDescriptions: enumTexts }),
  };
}

/** All rules have the same levels, so they share their texts. */
function enumKey(key: string, i: number): string {
  return key.startsWith('rules.') ? `settings.rules.level.${i}` : `settings.${key}.${i}`;
}

function bundle(texts: ReadonlyMap<string, Text>, language: Language): Record<string, string> {
  return Object.fromEntries([...texts].map(([key, text]) => [key, text[language]]));
}
