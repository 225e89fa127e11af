/**
 * The widths of integer expressions in a function's own text, from declared types: C++ "usual arithmetic conversions", `int` of 32 bits
 * and `long` of 64. What is not declared in sight, or declared twice, is unknown.
 */
import type { CallExpr, Declarator, Expr, FunctionBody, FunctionDecl, TypeRef } from './ir.js';
import type { Program } from './program.js';
import { walk } from './walk.js';

export type Kind = { readonly is: 'integer'; readonly bits: 32 | 64 } | { readonly is: 'pointer'; readonly to: TypeRef };

const BITS_32: Kind = { is: 'integer', bits: 32 };
const BITS_64: Kind = { is: 'integer', bits: 64 };
const NARROW = /^(?:std::)?(?:u?int(?:8|16|32)_t|int|short|(?:un)?signed|(?:un)?signed (?:int|short))$/;
const WIDE = /^(?:std::)?(?:u?int64_t|size_t|ptrdiff_t|u?intptr_t|(?:unsigned )?long(?: long)?(?: int)?)$/;

/** Kind of a declared type; undefined: neither an integer nor a pointer, or not known. */
export function kindOfType(type: TypeRef | undefined): Kind | undefined {
  if (!type) return undefined;
  if (type.pointers > 0) return { is: 'pointer', to: { ...type, pointers: type.pointers - 1 } };
  const text = type.text.replace(/\b(?:const|constexpr|volatile|static)\b|[&*]/g, ' ').trim().replace(/\s+/g, ' ');
  return WIDE.test(text) ? BITS_64 : NARROW.test(text) ? BITS_32 : undefined;
}

interface Variable {
  readonly type: TypeRef | undefined;
  readonly init: Expr | undefined;
  readonly isArray: boolean;
  /** Of a template, or `constexpr`: known when the code is compiled. */
  readonly isFixed: boolean;
}

export class Widths {
  private readonly variables = new Map<string, Variable | undefined>();
  private readonly assigned = new Set<string>();
  /** Of the class whose member the function is. */
  private readonly fields: ReadonlyMap<string, TypeRef>;

  constructor(private readonly fn: FunctionDecl, private readonly program: Program, body: FunctionBody) {
    const own = fn.className === undefined ? undefined : program.resolveClass([fn.className], fn.file, fn.scope);
    this.fields = new Map(own?.fields.filter(({ isStatic }) => !isStatic).map(({ name, type }) => [name, type]));
    for (const param of [...fn.classTemplateParams, ...fn.templateParams]) this.declare(param.name, { type: param.type, init: undefined, isArray: false, isFixed: true });
    for (const param of fn.params) this.declare(param.name, { type: param.type, init: undefined, isArray: false, isFixed: false });
    walk(body.block, (node) => {
      if (node.kind === 'decl') for (const declarator of node.declarators) this.declare(declarator.name, local(declarator, node.isConstexpr));
      else if (node.kind === 'lambda') for (const { name, type } of node.params) this.declare(name, { type, init: undefined, isArray: false, isFixed: false });
      else if (node.kind === 'bindings') for (const { name } of node.names) this.declare(name, undefined);
      else if (node.kind === 'range-for' && node.variable) this.declare(node.variable.name, { ...local(node.variable, false), init: undefined });
      else if (node.kind === 'assign') this.assign(node.target);
      else if (node.kind === 'unary' && /\+\+|--|^&$/.test(node.op)) this.assign(node.operand);
    });
  }

  /** A name that means two things is not looked up. */
  private declare(name: string, variable: Variable | undefined): void {
    this.variables.set(name, this.variables.has(name) ? undefined : variable);
  }
  private assign(target: Expr): void {
    if (target.kind === 'name') this.assigned.add(target.path.join('::'));
  }

  /** What a name that is never assigned was given. */
  valueOf(expr: Expr): Expr | undefined {
    const name = nameOf(expr);
    return name === undefined || this.assigned.has(name) ? undefined : this.variables.get(name)?.init;
  }

  /** The type that a name was declared with; undefined where it is deduced. */
  declaredKind(expr: Expr): Kind | undefined {
    const name = nameOf(expr);
    return name === undefined ? undefined : kindOfType(this.variables.get(name)?.type);
  }

  /** The declared type as written. */
  declaredText(expr: Expr): string | undefined {
    const name = nameOf(expr);
    return name === undefined ? undefined : this.variables.get(name)?.type?.text;
  }

  isArray(expr: Expr): boolean {
    const name = nameOf(expr);
    return name !== undefined && this.variables.get(name)?.isArray === true;
  }

  /** Known when the code is compiled. */
  isFixed(expr: Expr, depth = 8): boolean {
    switch (expr.kind) {
      case 'number': case 'sizeof': case 'bool': return true;
      case 'cast': return this.isFixed(expr.operand, depth - 1);
      case 'binary': return this.isFixed(expr.left, depth - 1) && this.isFixed(expr.right, depth - 1);
      case 'conditional': return this.isFixed(expr.then, depth - 1) && this.isFixed(expr.otherwise, depth - 1);
      case 'name': {
        const variable = this.variables.get(expr.path.join('::'));
        if (variable) return variable.isFixed || (depth > 0 && !variable.isArray && this.valueOf(expr) !== undefined && this.isFixed(this.valueOf(expr) as Expr, depth - 1));
        return !this.variables.has(expr.path.join('::')) && !this.fields.has(expr.path.join('::'));
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
    if (!this.variables.has(name) && this.fields.has(name)) return kindOfType(this.fields.get(name));
    if (!this.variables.has(name)) return kindOfType(this.program.resolveVariable(expr.path, this.fn.file, this.fn.scope)?.type);
    const variable = this.variables.get(name);
    if (variable?.isArray && variable.type) return { is: 'pointer', to: variable.type };
    const declared = kindOfType(variable?.type);
    return declared ?? (variable?.init && variable.type?.path.at(-1) === 'auto' ? this.kindOf(variable.init, depth - 1) : undefined);
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
    return kind && kinds.every((other) => other?.is === kind.is && (other.is === 'pointer' || (kind.is === 'integer' && other.bits === kind.bits))) ? kind : undefined;
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
