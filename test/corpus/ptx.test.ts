/** Every asm statement and every library call of the corpus's device code is understood. */
import { beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../src/core/catalog/index.js';
import { Units } from '../../src/core/engine/units.js';
import type { AsmStmt, CallExpr, FunctionDecl } from '../../src/core/program/ir.js';
import { effectsOf } from '../../src/core/ptx/index.js';
import { CudaParser } from '../../src/core/source/parser.js';
import { grammarBytes } from '../unit/support/grammar.js';
import { corpusFiles } from './corpus.js';

interface Found {
  readonly fn: FunctionDecl;
  readonly node: AsmStmt | CallExpr;
}
let found: readonly Found[] = [];
let own: ReadonlySet<string> = new Set();

beforeAll(async () => {
  const units = new Units(await CudaParser.create(grammarBytes()), {});
  for (const [path, text] of corpusFiles()) units.set(path, text);
  const declarations = units.paths().flatMap((path) => units.unit(path)?.decls ?? []);
  const functions = declarations.flatMap((file) => [...file.functions, ...file.classes.flatMap((cls) => cls.methods)]);
  own = new Set(functions.map((fn) => fn.name));
  found = functions.filter((fn) => fn.isDevice || fn.isKernel).flatMap((fn) => inside(fn.body()).map((node) => ({ fn, node })));
}, 120_000);

/** The asm statements and calls anywhere below a node. */
function inside(node: unknown): (AsmStmt | CallExpr)[] {
  if (typeof node !== 'object' || node === null) return [];
  const self = 'kind' in node && (node.kind === 'asm' || node.kind === 'call') ? [node as AsmStmt | CallExpr] : [];
  return [...self, ...Object.values(node).flatMap(inside)];
}

const place = ({ fn }: Found): string => `${fn.file} ${fn.name}`;

describe('device code of the corpus', () => {
  it('has a known template in every asm statement', () => {
    const statements = found.filter(({ node }) => node.kind === 'asm');
    expect(statements.length).toBeGreaterThan(100);
    expect(statements.filter(({ node }) => node.kind === 'asm' && node.template === undefined).map(place)).toEqual([]);
  });

  it('has a known effect in every instruction, and an operand behind every address', () => {
    const effects = found.flatMap((item) => (item.node.kind === 'asm' ? effectsOf(item.node).map((effect) => ({ item, effect })) : []));
    expect(effects.filter(({ effect }) => effect.kind === 'unknown').map(({ item, effect }) => `${place(item)} ${effect.mechanism}`)).toEqual([]);
    const open = effects.filter(({ effect }) => [effect.destination, effect.source, effect.mbarrier].some((address) => address?.operand === undefined && address !== undefined));
    expect(open.map(({ item, effect }) => `${place(item)} ${effect.mechanism}`)).toEqual([]);
  });

  it('knows every intrinsic and every function of a library namespace', () => {
    const unknown = found.flatMap(({ node }) => {
      if (node.kind !== 'call' || node.callee.kind !== 'name') return [];
      const { path } = node.callee;
      const name = path.at(-1) ?? '';
      const isLibrary = /^__\w|^nccl[A-Z]|^nvshmemx?_|^cuda[A-Z]|^atomic[A-Z]/.test(name) || (path.length > 1 && ['cute', 'cutlass', 'cooperative_groups', 'cg', 'cuda', 'std'].includes(path[0] ?? ''));
      // `numeric_limits`' values and a type's own constructor are no functions of a library.
      const isKnown = catalog.call(path, node.args.length) ?? catalog.type(name) ?? (path.includes('numeric_limits') || undefined);
      return isLibrary && isKnown === undefined && !own.has(name) ? [path.join('::')] : [];
    });
    expect([...new Set(unknown)].sort()).toEqual([]);
  });
});
