/** The words of the field, with where each is defined. */
import { GLOSSARY } from '../../knowledge/glossary.js';
import { cell, code, same, text } from '../cells.js';
import type { Section } from '../model.js';

export function termSection(): Section {
  return {
    id: 'terms', title: text('Terms', '术语'),
    blocks: [{
      kind: 'table', id: 'terms', caption: text('Words used here, and in the code', '本文与代码中的术语'), columns: [text('term', '术语'), text('meaning', '含义'), text('source', '来源')],
      rows: GLOSSARY.map(({ title, fact: { text: meaning, source } }) => [cell(same(title)), cell(meaning), cell(code([source.document, source.path].filter((part) => part !== undefined).join(' ')))]),
    }],
  };
}
