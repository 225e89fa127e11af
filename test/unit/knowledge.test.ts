/** The knowledge base: complete in both languages, with a source for everything, and without the statements that were found wrong. */
import { describe, expect, test } from 'vitest';
import { APIS, apiFacts } from '../../src/core/knowledge/apis.js';
import { ASPECT_LABELS, knownCell, otherProject, TOPIC_ASPECTS, type Topic } from '../../src/core/knowledge/comparison.js';
import { GLOSSARY } from '../../src/core/knowledge/glossary.js';
import { languageOfLocale } from '../../src/core/knowledge/language.js';
import type { Fact, Project } from '../../src/core/knowledge/types.js';

const PROJECTS: readonly Project[] = ['deepep', 'deepgemm'];
const TOPICS = Object.keys(TOPIC_ASPECTS) as Topic[];
const PURPOSES = ['dispatch', 'combine', 'control'] as const;

const cells: Fact[] = TOPICS.flatMap((topic) =>
  TOPIC_ASPECTS[topic].flatMap((aspect) =>
    PROJECTS.flatMap((project) => PURPOSES.flatMap((purpose) => knownCell(project, topic, aspect, purpose) ?? [])),
  ),
);
const facts: Fact[] = [
  ...GLOSSARY.map(({ fact }) => fact),
  ...APIS.flatMap(({ summary, wants, caution, cells: own }) => [summary, wants, caution, ...Object.values(own ?? {})].flatMap((fact) => fact ?? [])),
  ...cells,
];

describe('every fact', () => {
  test('is said in both languages', () => {
    for (const { text } of facts) {
      expect(text.en).not.toBe('');
      expect(text['zh-cn']).not.toBe('');
      expect(text.en, text.en).not.toMatch(/[\u4e00-\u9fff]/u);
    }
  });
  test('has a source', () => {
    for (const { source, text } of facts) expect(source.document + (source.path ?? ''), text.en).toMatch(/\w+/u);
  });
  test('quotes code in backticks that close', () => {
    for (const { text } of facts) for (const each of [text.en, text['zh-cn']]) expect((each.match(/`/gu) ?? []).length % 2, each).toBe(0);
  });
  test('fits a table cell where it is one', () => {
    for (const { text } of cells) {
      expect(text.en.length, text.en).toBeLessThan(90);
      expect(text.en).not.toMatch(/[|\n]/u);
    }
  });
  test('repeats none of the statements that the source does not bear out', () => {
    const all = facts.map(({ text }) => `${text.en} ${text['zh-cn']}`).join('\n');
    expect(all).not.toMatch(/scale-up all|equal spacing|same VA|18 peers|NCCL API call|pure TMA|等间距|同一 VA/iu);
  });
});

describe('comparisons', () => {
  test('have a label and both sides for each row', () => {
    for (const topic of TOPICS) {
      for (const aspect of TOPIC_ASPECTS[topic]) {
        expect(ASPECT_LABELS[aspect].en).not.toBe('');
        // DeepEP has no barrier of a CTA pair.
        const sides = aspect === 'cluster' ? (['deepgemm'] as const) : PROJECTS;
        for (const project of sides) expect(knownCell(project, topic, aspect, 'dispatch'), `${project} ${topic} ${aspect}`).toBeDefined();
      }
    }
  });
  test('tell the three purposes apart', () => {
    const said = PURPOSES.map((purpose) => knownCell('deepgemm', 'pointer', 'direction', purpose)?.text.en);
    expect(new Set(said).size).toBe(3);
    expect(otherProject(otherProject('deepep'))).toBe('deepep');
  });
});

describe('names', () => {
  test('mean one thing', () => {
    const names = [...APIS.flatMap((api) => api.names), ...GLOSSARY.flatMap((term) => term.names)];
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
  test('are found, and nothing else is', () => {
    expect(apiFacts('get_sym_ptr')?.approach).toBe('deepep');
    expect(apiFacts('map')?.approach).toBe('deepgemm');
    expect(apiFacts('constructor')).toBeUndefined();
    expect(apiFacts('__proto__')).toBeUndefined();
  });
});

test('the editor\'s locale chooses the language', () => {
  expect(['zh-cn', 'zh-CN', 'zh', 'zh_CN', 'zh-Hans', 'zh-sg'].map(languageOfLocale)).toEqual(Array(6).fill('zh-cn'));
  expect(['en', 'de', 'zh-tw', 'zh-Hant', 'zha', undefined].map(languageOfLocale)).toEqual(Array(6).fill('en'));
});
