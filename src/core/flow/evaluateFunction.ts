/** Evaluates one function on its own: parameters are symbols, template parameters what the caller fixes, else symbols. */
import type { FunctionDecl, Param } from '../program/ir.js';
import { Machine, OutOfBudget, type World } from './machine.js';
import type { Slice } from './slice.js';
import { childScope } from './state.js';
import { bind, execute } from './statements.js';
import { evaluateArguments } from './inline.js';
import type { SymbolTerm, Term, TermStore } from './terms.js';
import { bindTemplateParams, ownerOf } from './types.js';
import { notePointee } from './volatile.js';

/** A template parameter with a value to evaluate under. */
export interface Fixed {
  readonly name: string;
  readonly value: Term;
}

export function paramSymbol(store: TermStore, fn: FunctionDecl, index: number, param: Param): SymbolTerm {
  return store.symbol(`param:${ownerOf(fn)}:${index}`, param.name, 'param', param.type);
}

export function thisSymbol(store: TermStore, fn: FunctionDecl): Term {
  const name = fn.className ?? '';
  return store.symbol(`this:${fn.file}:${name}`, 'this', 'this', { text: name, path: [name], templateArgs: [], pointers: 0, reference: false, isConst: false });
}

/** Undefined: it takes too long, or nests too deep. */
export function evaluateFunction(world: World, store: TermStore, fn: FunctionDecl, fixed: readonly Fixed[], deadline: number, { slice, traces = false }: { readonly slice?: Slice | undefined; readonly traces?: boolean } = {}): Machine | undefined {
  const body = fn.body();
  const m = new Machine(world, store, fn, deadline);
  if (!body) return m;
  const scope = childScope(undefined);
  m.rootScope = scope;
  m.slice = slice;
  m.traces = traces;
  m.frames.push({ fn, anchor: undefined, anchorName: undefined, returnType: fn.returnType, call: undefined, returns: [], entry: 0 });
  try {
    bindTemplateParams(m, fn.classTemplateParams, [], scope, `${fn.file}:${fn.className ?? ''}`);
    for (const param of fn.templateParams) {
      const given = fixed.find((f) => f.name === param.name);
      if (given) scope.names.set(param.name, { kind: 'term', term: given.value });
      else bindTemplateParams(m, [param], [], scope, ownerOf(fn));
    }
    if (fn.className !== undefined) bind(m, scope, 'this', thisSymbol(store, fn));
    fn.params.forEach((param, i) => {
      if (param.name === '') return;
      const value = paramSymbol(store, fn, i, param);
      notePointee(m, bind(m, scope, param.name, value), param.type, undefined, scope);
      m.named.push({ name: param.name, place: { file: fn.file, span: param.nameSpan }, value, init: '', isRepeated: false });
    });
    for (const init of body.initializers) evaluateArguments(m, init.args, scope);
    execute(m, body.block, scope);
  } catch (error) {
    // A stack that overflows is a budget, too: the rest of the workspace is still read.
    if (error instanceof OutOfBudget || error instanceof RangeError) return undefined;
    throw error;
  }
  for (const { value } of m.frame.returns) if (value) m.results.push(value);
  m.returnsNormally = m.state !== undefined || m.frame.returns.length > 0;
  m.finalThis = fn.className === undefined ? undefined : readThis(m, scope);
  return m;
}

function readThis(m: Machine, scope: ReturnType<typeof childScope>): Term | undefined {
  const binding = scope.names.get('this');
  return binding?.kind === 'slot' ? m.read(binding.slot) : undefined;
}
