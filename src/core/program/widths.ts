/**
 * The widths of integer expressions in a function's own text, from declared types: C++ "usual arithmetic conversions", `int` of 32 bits
 * and `long` of 64. What is not declared in sight is unknown.
 */
import type { CallExpr, Declarator, Expr, FunctionBody, FunctionDecl, Span, Stmt, TypeRef } from './ir.js';
import type { Program } from './program.js';
import { childrenOf, walk } from './walk.js';

export type Kind = { readonly is: 'integer'; readonly bits: 32 | 64 } | { readonly is: 'pointer'; readonly to: TypeRef };

const BITS_32: Kind = { is: 'integer', bits: 32 };
const BITS_64: Kind = { is: 'integer', bits: 64 };
const NARROW = /^(?:std::)?(?:u?int(?:8|16|32)_t|int|short|(?:un)?signed|(?:un)?signed (?:int|short))$/;
const WIDE = /^(?:std::)?(?:u?int64_t|size_t|ptrdiff_t|u?intptr_t|(?:unsigned )?long(?: long)?(?: int)?)$/;

/** Kind of a declared type; undefined: neither an integer nor a pointer, or not known. */
export function kindOfType(type: TypeRef | undefined): Kind | undefined {
  if (!type) return undefined;
  if (type.pointers > 0) return { is: 'pointer', to: { ...type, pointers: type.pointers - 1 } };
  const text = plain(type);
  return WIDE.test(text) ? BITS_64 : NARROW.test(text) ? BITS_32 : undefined;
}

/** Other names of the fundamental types, on the targets of CUDA. */
const SYNONYMS: Readonly<Record<string, string>> = {
  unsigned: 'uint32_t', 'unsigned int': 'uint32_t', signed: 'int32_t', 'signed int': 'int32_t', int: 'int32_t', 'unsigned short': 'uint16_t', short: 'int16_t', 'unsigned char': 'uint8_t',
  'unsigned long': 'uint64_t', 'unsigned long long': 'uint64_t', size_t: 'uint64_t', long: 'int64_t', 'long long': 'int64_t',
};
const FUNDAMENTAL = /^(?:u?int(?:8|16|32|64)_t|float|double|char|bool)$/;

/** One name for each fundamental type that is no pointer; undefined: another type, or one that a template decides. */
export function fundamentalOf(type: TypeRef): string | undefined {
  const text = plain(type);
  const name = SYNONYMS[text] ?? text;
  return type.pointers === 0 && FUNDAMENTAL.test(name) ? name : undefined;
}

function plain({ text }: TypeRef): string {
  return text.replace(/\b(?:const|constexpr|volatile|static)\b|\bstd::|[&*]/g, ' ').trim().replace(/\s+/g, ' ');
}

interface Variable {
  readonly type: TypeRef | undefined;
  readonly init: Expr | undefined;
  readonly isArray: boolean;
  /** Of a template, or `constexpr`: known when the code is compiled. */
  readonly isFixed: boolean;
}

interface Declared {
  /** Where the name means it. */
  readonly scope: Span;
  /** Undefined: declared, but nothing is known of it. */
  readonly variable: Variable | undefined;
  isAssigned: boolean;
}

const WIDTHS = new WeakMap<Program, WeakMap<FunctionDecl, Widths>>();

/** Of a function with a body, read once for a program as it is: an edit makes another. */
export function widthsOf(program: Program, fn: FunctionDecl): Widths | undefined {
  const known = WIDTHS.get(program) ?? new WeakMap<FunctionDecl, Widths>();
  WIDTHS.set(program, known);
  const body = known.has(fn) ? undefined : fn.body();
  if (body) known.set(fn, new Widths(fn, program, body));
  return known.get(fn);
}

/** What ends the names that are declared in it. */
const SCOPES: ReadonlySet<(Expr | Stmt)['kind']> = new Set(['block', 'lambda', 'if', 'for', 'range-for', 'while', 'do', 'switch']);

export class Widths {
  private readonly variables = new Map<string, Declared[]>();
  /** Of the class whose member the function is. */
  private readonly fields: ReadonlyMap<string, TypeRef>;

  constructor(private readonly fn: FunctionDecl, private readonly program: Program, body: FunctionBody) {
    const own = fn.className === undefined ? undefined : program.resolveClass([fn.className], fn.file, fn.scope);
    this.fields = new Map(own?.fields.filter(({ isStatic }) => !isStatic).map(({ name, type }) => [name, type]));
    for (const param of [...fn.classTemplateParams, ...fn.templateParams]) this.declare(param.name, fn.span, { type: param.type, init: undefined, isArray: false, isFixed: true });
    for (const param of fn.params) this.declare(param.name, fn.span, { type: param.type, init: undefined, isArray: false, isFixed: false });
    this.declareIn(body.block, body.block.span);
    walk(body.block, (node) => {
      if (node.kind === 'assign') this.assign(node.target);
      else if (node.kind === 'unary' && /\+\+|--|^&$/.test(node.op)) this.assign(node.operand);
    });
  }

  /** What is declared below a node, each name from its own place to the end of the scope that it is in. */
  private declareIn(node: Expr | Stmt, scope: Span): void {
    if (node.kind === 'decl') for (const declarator of node.declarators) this.declare(declarator.name, { start: declarator.nameSpan.start, end: scope.end }, local(declarator, node.isConstexpr));
    else if (node.kind === 'lambda') for (const { name, type } of node.params) this.declare(name, node.span, { type, init: undefined, isArray: false, isFixed: false });
    else if (node.kind === 'bindings') for (const { name, nameSpan } of node.names) this.declare(name, { start: nameSpan.start, end: scope.end }, undefined);
    else if (node.kind === 'range-for' && node.variable) this.declare(node.variable.name, node.span, { ...local(node.variable, false), init: undefined });
    const inner = SCOPES.has(node.kind) ? node.span : scope;
    for (const child of childrenOf(node)) this.declareIn(child, inner);
  }

  private declare(name: string, scope: Span, variable: Variable | undefined): void {
    const same = this.variables.get(name) ?? [];
    this.variables.set(name, [...same, { scope, variable, isAssigned: false }]);
  }

  private assign(target: Expr): void {
    const declared = target.kind === 'name' ? this.declared(target) : undefined;
    if (declared) declared.isAssigned = true;
  }

  /** The innermost declaration around a name. Two of one place came out of one macro: then it is not known which is meant. */
  private declared({ path, span }: Expr & { kind: 'name' }): Declared | undefined {
    const inSight = (this.variables.get(path.join('::')) ?? []).filter(({ scope }) => scope.start <= span.start && span.start < scope.end);
    const start = Math.max(...inSight.map(({ scope }) => scope.start));
    const [innermost, other] = inSight.filter(({ scope }) => scope.start === start);
    return other ? undefined : innermost;
  }

  private variable(expr: Expr): Variable | undefined {
    return expr.kind === 'name' ? this.declared(expr)?.variable : undefined;
  }

  /** Whether the name is one of the function's own, as far as is known. */
  private isOwn({ path }: Expr & { kind: 'name' }): boolean {
    return this.variables.has(path.join('::'));
  }

  /** What a name that is never assigned was given. */
  valueOf(expr: Expr): Expr | undefined {
    const declared = expr.kind === 'name' ? this.declared(expr) : undefined;
    return declared?.isAssigned === false ? declared.variable?.init : undefined;
  }

  /** The type that a name was declared with; undefined where it is deduced. */
  declaredKind(expr: Expr): Kind | undefined {
    return kindOfType(this.variable(expr)?.type);
  }

  /** The declared type as written. */
  declaredText(expr: Expr): string | undefined {
    return this.variable(expr)?.type?.text;
  }

  isArray(expr: Expr): boolean {
    return this.variable(expr)?.isArray === true;
  }

  /** Known when the code is compiled. */
  isFixed(expr: Expr, depth = 8): boolean {
    switch (expr.kind) {
      case 'number': case 'sizeof': case 'bool': return true;
      case 'cast': return this.isFixed(expr.operand, depth - 1);
      case 'binary': return this.isFixed(expr.left, depth - 1) && this.isFixed(expr.right, depth - 1);
      case 'conditional': return this.isFixed(expr.then, depth - 1) && this.isFixed(expr.otherwise, depth - 1);
      case 'name': {
        const variable = this.variable(expr);
        if (variable) return variable.isFixed || (depth > 0 && !variable.isArray && this.valueOf(expr) !== undefined && this.isFixed(this.valueOf(expr) as Expr, depth - 1));
        return !this.isOwn(expr) && !this.fields.has(expr.path.join('::'));
      }
      default: return false;
    }
  }

  kindOf(expr: Expr, depth = 12): Kind | undefined {
    if (depth === 0) return undefined;
    switch (expr.kind) {
      case 'number': return expr.value === undefined ? undefined : /ll?u?$/i.test(expr.text) || expr.value > 0x7fff_ffff ? BITS_64 : BITS_32;
      case 'sizeof': return BITS_64;
      case 'name': return this.kindOfName(expr, depth);
      case 'cast': return kindOfType(expr.type);
      case 'member': return /^(?:threadIdx|blockIdx|blockDim|gridDim)$/.test(nameOf(expr.object) ?? '') ? BITS_32 : undefined;
      case 'call': return this.kindOfCall(expr, depth);
      case 'index': return this.pointee(expr.object, depth);
      case 'unary': return expr.op === '*' ? this.pointee(expr.operand, depth) : expr.op === '&' || expr.op === '!' ? undefined : this.kindOf(expr.operand, depth - 1);
      case 'binary': return this.kindOfBinary(expr, depth);
      case 'conditional': return common(this.kindOf(expr.then, depth - 1), this.kindOf(expr.otherwise, depth - 1));
      default: return undefined;
    }
  }

  private kindOfName(expr: Expr & { kind: 'name' }, depth: number): Kind | undefined {
    const name = expr.path.join('::');
    if (!this.isOwn(expr) && this.fields.has(name)) return kindOfType(this.fields.get(name));
    if (!this.isOwn(expr)) return kindOfType(this.program.resolveVariable(expr.path, this.fn.file, this.fn.scope)?.type);
    const variable = this.variable(expr);
    if (variable?.isArray && variable.type) return { is: 'pointer', to: variable.type };
    const deduced = variable?.init && variable.type?.path.at(-1) === 'auto' ? this.kindOf(variable.init, depth - 1) : undefined;
    return deduced ?? kindOfType(variable?.type);
  }

  private pointee(object: Expr, depth: number): Kind | undefined {
    const kind = this.kindOf(object, depth - 1);
    return kind?.is === 'pointer' ? kindOfType(kind.to) : undefined;
  }

  private kindOfBinary(expr: Expr & { kind: 'binary' }, depth: number): Kind | undefined {
    if (!['+', '-', '*', '/', '%', '&', '|', '^'].includes(expr.op)) return expr.op === '<<' || expr.op === '>>' ? this.kindOf(expr.left, depth - 1) : undefined;
    return common(this.kindOf(expr.left, depth - 1), this.kindOf(expr.right, depth - 1));
  }

  private kindOfCall(call: CallExpr, depth: number): Kind | undefined {
    const { callee } = call;
    const name = callee.kind === 'name' ? callee.path.at(-1) : callee.kind === 'member' ? callee.name : undefined;
    if (name === undefined) return undefined;
    const [first] = call.args;
    if (first && /^(?:__ld(?:g|ca|cg|cs|lu|cv)|atomic[A-Z]\w*)$/.test(name)) return this.pointee(first, depth);
    if (WIDE.test(name) || NARROW.test(name)) return WIDE.test(name) ? BITS_64 : BITS_32;
    const kinds = this.program.functionsNamed(name).map((fn) => kindOfType(fn.returnType));
    const [kind] = kinds;
    if (!kind || !kinds.every((other) => other?.is === kind.is && (other.is === 'pointer' || (kind.is === 'integer' && other.bits === kind.bits)))) return undefined;
    // Functions of one name that point to different things: to which is not known.
    const isSure = kinds.every((other) => other?.is !== 'pointer' || kind.is !== 'pointer' || other.to.text === kind.to.text);
    return isSure || kind.is !== 'pointer' ? kind : { is: 'pointer', to: { ...kind.to, text: '', path: [] } };
  }
}

function local({ type, init, extents }: Declarator, isConstexpr: boolean): Variable {
  return { type, init, isArray: extents.length > 0, isFixed: isConstexpr };
}

export function nameOf(expr: Expr): string | undefined {
  return expr.kind === 'name' ? expr.path.join('::') : undefined;
}

/** A pointer moved by an integer is a pointer; of two integers the wider. */
function common(a: Kind | undefined, b: Kind | undefined): Kind | undefined {
  if (a?.is === 'pointer' || b?.is === 'pointer') return a?.is === 'pointer' ? a : b;
  if (a?.bits === 64 || b?.bits === 64) return BITS_64;
  return a && b;
}
