/** Every figure of a report by its kind: what is computed, apart from the words around it. */
import type { Block, Cell, ComparisonReport, Table } from '../../../src/core/compare/index.js';

/** Values of each kind in the order of the report. Kinds look like `cost/loads`, `overview/bulk stores to a peer`, `flow/mechanism`. */
export type Figures = ReadonlyMap<string, readonly string[]>;

/** Tables whose first column names what the row is about in words of the report; in the others it is a figure too. */
const ROWS_OF_WORDS = new Set(['overview', 'counterparts', 'levels', 'lengths', 'ways', 'design']);
/** Not computed from the sources that are compared: the words of the field. */
const KNOWN = new Set(['terms']);

export function figuresOf({ projects, sections }: ComparisonReport): Figures {
  const found = new Map<string, string[]>();
  const add = (kind: string, value: string): void => void found.set(kind, [...(found.get(kind) ?? []), value]);
  for (const { name, files, kernels, sites } of projects) {
    add('projects/files', `${name}: ${files}`);
    add('projects/kernels', `${name}: ${kernels}`);
    add('projects/sites', `${name}: ${sites}`);
  }
  for (const { id, blocks } of sections) if (!KNOWN.has(id)) for (const block of blocks) addBlock(add, block);
  return found;
}

/** What the flows of pictures other than a kernel's data flow say. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  address: ['from', 'to', 'path', 'mechanism', 'condition', 'place'], hierarchy: ['from', 'to', 'path', 'mechanism', 'place'], stages: ['from', 'to', 'mechanism', 'place'],
};

type Add = (kind: string, value: string) => void;

function addBlock(add: Add, block: Block): void {
  switch (block.kind) {
    case 'table':
      addTable(add, block);
      return;
    case 'diagram': {
      const kind = /^(?:address|hierarchy|stages)(?=-)/u.exec(block.id)?.[0] ?? 'flow';
      add(`${kind}/caption`, block.caption.en);
      for (const { from, to, path, mechanism, condition, role, place } of block.flows) {
        const values = { from, to, path, mechanism, condition: condition ?? '–', role: role ?? '–', place: `${place.line}` };
        for (const [field, value] of Object.entries(values)) if (FIELDS[kind]?.includes(field) !== false) add(`${kind}/${field}`, `${place.line}: ${value}`);
      }
      return;
    }
    case 'steps':
      add('steps/caption', block.caption.en);
      for (const { what, text, mechanism, when, place } of block.steps)
        for (const [field, value] of Object.entries({ what, text: text.en, mechanism, when: when ?? '–', place: `${place.line}` })) add(`steps/${field}`, `${place.line}: ${value}`);
      return;
    case 'claims':
      for (const { text, verdict, because, places } of block.claims) {
        add(`claim/${text.en.replace(/^[\w-]+: /u, '')}`, verdict);
        add('claims/because', `${text.en} ${because.en}`);
        add('claims/places', `${text.en} ${places.map(({ line }) => line).join(' ')}`);
      }
      return;
    case 'note':
      if (/\d/u.test(block.text.en)) add('note', block.text.en);
  }
}

/** A table of one kernel has the kernel in its name. */
const kindOf = ({ id }: Table): string => id.replace(/^(roles|paths|pipelines)-.*/u, '$1');

function addTable(add: Add, table: Table): void {
  const kind = kindOf(table);
  if (kind !== table.id) add(`${kind}/caption`, table.caption.en);
  for (const row of table.rows) {
    const [head] = row;
    const isNamed = ROWS_OF_WORDS.has(kind);
    row.forEach((each, i) => {
      if (isNamed && i === 0) return;
      const what = isNamed ? (head?.text.en ?? '').split(':')[0] ?? '' : (table.columns[i]?.en ?? '');
      add(`${kind}/${what}`, isNamed || i === 0 ? textOf(each) : `${label(head)}: ${textOf(each)}`);
    });
  }
}

const label = (cell: Cell | undefined): string => cell?.text.en.replaceAll('`', '') ?? '';

function textOf(cell: Cell): string {
  return [cell, ...(cell.more ?? [])].map(({ text, places }) => `${text.en.replaceAll('`', '')}${places.length === 0 ? '' : ` [${places.map(({ line }) => line).join(' ')}]`}`).join(' | ');
}

/** What went and what came, kind by kind; kinds in which nothing did are left out. */
export function changesOf(before: Figures, after: Figures): Readonly<Record<string, readonly string[]>> {
  const kinds = [...new Set([...before.keys(), ...after.keys()])].sort();
  return Object.fromEntries(kinds.flatMap((kind) => {
    const [gone, come] = [less(before.get(kind), after.get(kind)), less(after.get(kind), before.get(kind))];
    return gone.length + come.length === 0 ? [] : [[kind, [...gone.map((value) => `- ${value}`), ...come.map((value) => `+ ${value}`)]]];
  }));
}

/** Those of `all` that `others` does not have, as often as it lacks them. */
function less(all: readonly string[] = [], others: readonly string[] = []): string[] {
  const left = [...others];
  return all.filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
