import { describe, expect, test } from 'vitest';
import type { Expr, FunctionDecl, Span, Stmt } from '../../src/core/program/ir.js';
import { lowerFile, type TreeSource } from '../../src/core/program/lower/index.js';
import { parseView } from '../../src/core/source/parseView.js';
import { createSourceWorkspace } from '../../src/core/source/workspace.js';
import { testParser } from './support/grammar.js';
import { identityView, lowerBody, lowerText, reparsing } from './support/lowering.js';
import { printBody } from './support/printIr.js';

const TEXT = 'struct Box { int get() { return n; } };\n__global__ void a() { f(); }\nvoid b() { g(); }\nvoid c();';

describe('lazy bodies', () => {
  async function counted(): Promise<{ readonly uses: () => number; readonly functions: readonly FunctionDecl[] }> {
    let uses = 0;
    const source = reparsing(await testParser(), TEXT);
    const trees: TreeSource = {
      withTree(use) {
        uses++;
        return source.withTree(use);
      },
    };
    const { functions } = lowerFile('test.cu', identityView(TEXT), trees);
    return { uses: () => uses, functions };
  }

  test('are lowered on first use, once, each from a tree of its own', async () => {
    const { uses, functions: [a, b] } = await counted();
    expect(uses()).toBe(1);
    expect(a?.bodySpan && TEXT.slice(a.bodySpan.start, a.bodySpan.end)).toBe('{ f(); }');
    const body = a?.body();
    expect(body && printBody(body.block)).toBe('(call f)');
    expect(a?.body()).toBe(body);
    expect(uses()).toBe(2);
    const other = b?.body();
    expect(other && printBody(other.block)).toBe('(call g)');
  });

  test('hold nothing of a tree', async () => {
    const parser = await testParser();
    const before = parser.liveTrees;
    const { functions: [a], classes: [box] } = await lowerText(TEXT);
    expect(structuredClone(a?.body())).toEqual(a?.body());
    const method = box?.methods[0]?.body();
    expect(method && printBody(method.block)).toBe('(return n)');
    expect(parser.liveTrees).toBe(before);
  });

  test('of a prototype do not exist, and ask for no tree', async () => {
    const { uses, functions } = await counted();
    expect(functions[2]?.name).toBe('c');
    expect(functions[2]?.bodySpan).toBeUndefined();
    expect(functions[2]?.body()).toBeUndefined();
    expect(uses()).toBe(1);
  });

  test('are unknown when there is no tree any more', async () => {
    const source = reparsing(await testParser(), TEXT);
    let available = true;
    const { functions: [a] } = lowerFile('test.cu', identityView(TEXT), { withTree: (use) => (available ? source.withTree(use) : undefined) });
    available = false;
    const block = a?.body()?.block;
    expect(block?.suspect).toBe(true);
    expect(block?.body.map((stmt) => stmt.kind)).toEqual(['unknown']);
  });

  test('a file without a tree declares nothing', () => {
    expect(lowerFile('test.cu', identityView(TEXT), { withTree: () => undefined })).toMatchObject({ functions: [], classes: [] });
  });
});

describe('spans', () => {
  test('are UTF-16 offsets of the file', async () => {
    const text = '/* 中文 😀 */ void f() { /* 😀 */ ns::load<4>(row.at(i)); }';
    const { functions: [fn] } = await lowerText(text);
    const stmt = fn?.body()?.block.body[0];
    const call = stmt?.kind === 'expr' && stmt.expr.kind === 'call' ? stmt.expr : undefined;
    const at = (span: Span | undefined): string | undefined => span && text.slice(span.start, span.end);
    expect(at(fn?.nameSpan)).toBe('f');
    expect(at(stmt?.span)).toBe('ns::load<4>(row.at(i));');
    expect(at(call?.span)).toBe('ns::load<4>(row.at(i))');
    expect(call?.callee.kind === 'name' && at(call.callee.nameSpan)).toBe('load');
    const inner = call?.args[0];
    expect(inner?.kind === 'call' && inner.callee.kind === 'member' && at(inner.callee.nameSpan)).toBe('at');
  });

  test('of code out of a macro are those of its arguments and of the call', async () => {
    const text = '#define TWICE(x) do { x; x; } while (0)\nvoid f() {\n  before();\n  TWICE(send(row));\n  after();\n}\n';
    const workspace = createSourceWorkspace({ text: (path) => (path === 'a.cu' ? text : undefined), paths: () => ['a.cu'] });
    const view = workspace.view('a.cu');
    if (!view) throw new Error('no view');
    expect(view.expanded).toBe(true);
    const parsed = parseView(await testParser(), view);
    if (!parsed) throw new Error('no tree');
    const { functions: [fn] } = lowerFile('a.cu', parsed.view, { withTree: (use) => use(parsed.tree.root) });
    const calls: string[] = [];
    const visit = (stmt: Stmt): void => {
      if (stmt.kind === 'block') stmt.body.forEach(visit);
      else if (stmt.kind === 'do') visit(stmt.body);
      else if (stmt.kind === 'expr') calls.push(text.slice(stmt.expr.span.start, stmt.expr.span.end));
    };
    const body = fn?.body();
    if (body) visit(body.block);
    parsed.tree.delete();
    expect(calls).toEqual(['before()', 'send(row)', 'send(row)', 'after()']);
    expect(fn && text.slice(fn.span.start, fn.span.end)).toBe(text.slice(text.indexOf('void f'), -1));
  });
});

test('a macro that the view left out before a statement makes the innermost block suspect', async () => {
  const text = 'void f() { { MAYBE g(); } h(); }';
  const start = text.indexOf('MAYBE');
  const view = { ...identityView(text), view: text.replace('MAYBE', '     '), guesses: [{ start, end: start + 5 }] };
  const { functions: [fn] } = lowerFile('f.cu', view, reparsing(await testParser(), view.view));
  const block = fn?.body()?.block;
  expect(block?.suspect).toBe(false);
  expect(block?.body.map((stmt) => stmt.kind === 'block' && stmt.suspect)).toEqual([true, false]);
});

describe('any text is lowered', () => {
  test('code as deep as no one writes it', async () => {
    const depth = 20_000;
    const { functions } = await lowerText(`void f() { x = ${'('.repeat(depth)}1${')'.repeat(depth)}; ${'{'.repeat(depth)}${'}'.repeat(depth)} }`);
    expect(functions[0]?.body()?.block.body.length).toBe(2);
    const sum = await lowerBody(`x = ${'a + '.repeat(depth)}a;`);
    let expr: Expr | undefined = sum.body[0]?.kind === 'expr' ? sum.body[0].expr : undefined;
    expr = expr?.kind === 'assign' ? expr.value : undefined;
    expect(expr?.kind).toBe('binary');
  });

  /** Each level is inside the one around it; work that doubles with each level would never end. */
  const nested = (before: string, after: string, levels = 60): string => before.repeat(levels) + 'x' + after.repeat(levels);
  test.each([
    ['template arguments', `y = ${nested('f<', '>(1)')};`],
    ['template calls with a blank and two arguments', `y = ${nested('a < ', ' > (1, 2)')};`],
    ['template calls of members', `y = ${nested('a.f<', '>(1)')};`],
    ['comparisons in arguments', `y = ${nested('f(a < b, c > (', '))')};`],
    ['conditions without a middle', `y = ${nested('(', ' ?: 1)')};`],
    ['lambdas in conditions', nested('if (auto p = [&] { ', ' }()) f();', 30)],
    ['lambdas in constructor arguments', nested('Box b([&] { ', '; });', 30)],
    ['calls in arguments', `y = ${nested('f(1, ', ')')};`],
    ['function types', `y = ${nested('f<g(', ')>(1)')};`],
  ])('nested %s take time in proportion', async (_, code) => {
    const start = performance.now();
    expect((await lowerBody(code)).body.length).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('every beginning of a file', async () => {
    const text = `namespace ns { template <int kN> struct Box { int n = 1; Box(int a) : n(a) { asm volatile("x" :: "r"(a)); } };
      template <> __global__ void k<3>(int* p, int n) { for (int i = 0; i < n; ++i) { switch (i) { case 1: p[i] = f<2>(i); } }
      if (auto [a, b] = g(); a) return; auto l = [&](auto x) { return x ? 1 : 2; }; k<1><<<1, 2>>>(p, n); } enum class E : int { kA = 1, kB }; }`;
    for (let end = 0; end <= text.length; end += 3) {
      const { functions, classes } = await lowerText(text.slice(0, end));
      for (const fn of [...functions, ...classes.flatMap((cls) => cls.methods)]) expect(fn.body()?.block.kind ?? 'block').toBe('block');
    }
  });

  test.each(['', '\ufeff', '\0', '#', '}}}', 'void', 'template <', 'struct {', 'asm(', '\ud800', 'a\r\nb\r\n', 'x'.repeat(100_000)])('%j', async (text) => {
    const { path } = await lowerText(text);
    expect(path).toBe('test.cu');
  });
});
