import { expect, test } from 'vitest';
import { isDirect, withCursor, type NodeCursor } from '../../src/core/source/cursor.js';
import type { Node } from '../../src/core/source/parser.js';
import { testParser } from './support/grammar.js';

const TEXT = `namespace ns { /* 中 😀 */ template <int kN> __global__ void k(int* p) { p[0] = f<kN>(1) + 'a'; asm("x" :: "r"(p)); }
  struct S { int a, b = 2; }; void broken( { if (x } void after() { for (;;) g("\\n"); } }`;

type Row = readonly [depth: number, type: number, start: number, end: number, field: number];

function rowsOf(cursor: NodeCursor): readonly Row[] {
  const rows: Row[] = [];
  for (let depth = 0; ;) {
    rows.push([depth, cursor.typeId(), cursor.start(), cursor.end(), cursor.fieldId()]);
    if (cursor.toFirstChild()) {
      depth++;
      continue;
    }
    while (!cursor.toNextSibling()) {
      if (depth === 0) return rows;
      cursor.toParent();
      depth--;
    }
  }
}

/** The same from the runtime's own cursor. */
function publicRows(node: Node): readonly Row[] {
  const cursor = node.walk();
  const rows = rowsOf({
    typeId: () => cursor.nodeTypeId,
    start: () => cursor.startIndex,
    end: () => cursor.endIndex,
    fieldId: () => cursor.currentFieldId,
    toFirstChild: () => cursor.gotoFirstChild(),
    toNextSibling: () => cursor.gotoNextSibling(),
    toParent: () => {
      cursor.gotoParent();
    },
  });
  cursor.delete();
  return rows;
}

test('the direct cursor sees what the public one sees', async () => {
  const tree = (await testParser()).parse(TEXT);
  if (!tree) throw new Error('no tree');
  const rows = withCursor(tree.root, rowsOf);
  expect(rows.length).toBeGreaterThan(120);
  expect(rows).toEqual(publicRows(tree.root));
  const inner = tree.root.descendantForIndex(TEXT.indexOf('struct S'), TEXT.indexOf('; };') + 3);
  if (!inner) throw new Error('no struct');
  expect(withCursor(inner, rowsOf)).toEqual(publicRows(inner));
  tree.delete();
});

test('the runtime gives direct access to its functions', async () => {
  // When an update of the runtime takes it away, everything still works, only slower: this test is what tells.
  await testParser();
  expect(isDirect()).toBe(true);
});

test('a walk that throws gives its memory back, and the next one works', async () => {
  const tree = (await testParser()).parse(TEXT);
  if (!tree) throw new Error('no tree');
  expect(() => withCursor(tree.root, (cursor) => {
    cursor.toFirstChild();
    throw new Error('stop');
  })).toThrow('stop');
  expect(withCursor(tree.root, rowsOf)).toEqual(publicRows(tree.root));
  tree.delete();
});
