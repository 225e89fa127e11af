import { codeLine } from '../oneLine.js';
import type { Expr } from '../program/ir.js';
import { walk } from '../program/walk.js';
import { nameOf, widthsOf, type Widths } from '../program/widths.js';
import { isBoundedByAssertion } from './asserted.js';
import type { LocalContext, LocalRule } from './local.js';
import type { Draft } from './rule.js';

type Product = Expr & { readonly kind: 'binary' };

/** A multiplication that was made in 64 bits because a factor was widened first. */
interface Widened {
  readonly product: Product;
  readonly factor: Expr;
  readonly other: Expr;
  /** Names of the pointers that it is added to. */
  readonly bases: readonly string[];
}

/**
 * size.int32-offset: a product of 32-bit factors is made in 32 bits, whatever it is added to (C++ "usual arithmetic conversions").
 * That it can pass 2^31 the code itself must say: the same product, or one of a part of the same factor, is widened elsewhere, or
 * this one is, but too late.
 */
export const int32Offset: LocalRule = (context) => {
  const { fn, body, world } = context;
  const widths = widthsOf(world.program, fn);
  if (!widths) return [];
  const offsets = offsetsOf(context, widths);
  const widened: Widened[] = [];
  const parts = new Set<Expr>();
  walk(body.block, (node) => {
    if (node.kind !== 'binary' || node.op !== '*') return;
    parts.add(node.left).add(node.right);
    // A part of a longer product is widened for what it is multiplied with.
    if (!parts.has(node)) widened.push(...widenedIn(widths, node, offsets.get(node)?.bases ?? []));
  });
  return [...offsets.values()].flatMap((offset) => (bitsOf(widths, offset.product) === 32 ? (judge(context, widths, widened, offset) ?? []) : []));
};

function widenedIn(widths: Widths, product: Product, bases: readonly string[]): Widened[] {
  return [[product.left, product.right], [product.right, product.left]].flatMap(([a, b]) =>
    a?.kind === 'cast' && b && bitsOf(widths, a) === 64 && bitsOf(widths, a.operand) === 32 ? [{ product, factor: a.operand, other: b, bases }] : []);
}

interface Offset {
  readonly product: Product;
  /** Widens the product when it is made. */
  readonly cast: Expr | undefined;
  readonly bases: readonly string[];
}

/** Products among the addends of what is added to a pointer, or indexes it. */
function offsetsOf({ body }: LocalContext, widths: Widths): ReadonlyMap<Product, Offset> {
  const found = new Map<Product, Offset>();
  const add = (pointer: Expr, expr: Expr): void => {
    const base = baseName(pointer);
    for (const { product, cast } of productsIn(widths, expr)) {
      found.set(product, { product, cast, bases: [...(found.get(product)?.bases ?? []), ...(base === undefined ? [] : [base])] });
    }
  };
  walk(body.block, (node) => {
    if (node.kind === 'binary' && (node.op === '+' || node.op === '-')) {
      if (isPointer(widths, node.left)) add(node.left, node.right);
      if (isPointer(widths, node.right)) add(node.right, node.left);
    } else if (node.kind === 'index' && isPointer(widths, node.object) && !widths.isArray(node.object)) add(node.object, node.index);
    else if (node.kind === 'assign' && node.op === '+=' && isPointer(widths, node.target)) add(node.target, node.value);
    else if (node.kind === 'call' && node.args.length === 2 && node.args[0] && node.args[1] && isPointer(widths, node.args[0])) add(node.args[0], node.args[1]);
  });
  return found;
}

function baseName(pointer: Expr): string | undefined {
  return pointer.kind === 'cast' ? baseName(pointer.operand) : nameOf(pointer);
}

function productsIn(widths: Widths, expr: Expr, cast?: Expr, depth = 8): Pick<Offset, 'product' | 'cast'>[] {
  if (depth === 0) return [];
  switch (expr.kind) {
    case 'name': {
      const value = widths.valueOf(expr);
      const late = widths.declaredKind(expr);
      return value ? productsIn(widths, value, late?.is === 'integer' && late.bits === 64 ? expr : cast, depth - 1) : [];
    }
    case 'cast': return bitsOf(widths, expr) === 64 ? productsIn(widths, expr.operand, expr, depth - 1) : [];
    case 'binary':
      if (expr.op === '+' || expr.op === '-') return [...productsIn(widths, expr.left, cast, depth - 1), ...productsIn(widths, expr.right, cast, depth - 1)];
      return expr.op === '*' ? [{ product: expr, cast }] : [];
    default: return [];
  }
}

function judge(context: LocalContext, widths: Widths, widened: readonly Widened[], { product, cast, bases }: Offset): Draft | undefined {
  const factors = [product.left, product.right];
  const grows = factors.filter((factor) => !isSmall(widths, factor));
  if (grows.length === 0 || factors.some((factor) => factor.kind === 'number') || isBoundedByAssertion(context, product)) return undefined;
  const text = (expr: Expr): string => `\`${codeLine(context.world.textOf(context.fn.file, expr.span))}\``;
  const beside = widened.filter(({ product: other }) => !standsInOtherArm(context, product, other));
  const same = beside.find(({ factor, other }) => isSame(product.left, factor, product.right, other));
  if (same) {
    const found = draft(context, product, same.product, `${text(product)} is made in 32 bits before it is added to a pointer, and widened first elsewhere: ${text(same.product)}.`);
    // One index times a constant, of other memory: widened from habit, as often as not.
    return grows.length < 2 && !same.bases.some((base) => bases.includes(base)) ? { ...found, level: 'information' } : found;
  }
  const part = beside.find(({ factor }) => grows.some((whole) => isPartOf(widths, factor, whole)));
  if (part) return draft(context, product, part.product, `${text(product)} is made in 32 bits before it is added to a pointer, though ${text(part.factor)}, only a part of that index, is widened for its own offset: ${text(part.product)}.`);
  if (!cast || grows.length < 2) return undefined;
  return draft(context, product, cast, `${text(product)} is made in 32 bits and widened after that, when it may have overflowed already.`);
}

function draft({ fn }: LocalContext, product: Product, evidence: Expr, message: string): Draft {
  return {
    rule: 'size.int32-offset', place: { file: fn.file, span: product.span }, message,
    path: [{ place: { file: fn.file, span: evidence.span }, text: 'here 64 bits are thought to be needed' }],
    approximate: 'how large the factors are is not known, only that the code takes a product of the kind to need 64 bits',
  };
}

/** One of two arms is for what is small enough. */
function standsInOtherArm({ body }: LocalContext, a: Expr, b: Expr): boolean {
  let found = false;
  walk(body.block, (node) => {
    const arms = node.kind === 'if' || node.kind === 'conditional' ? [node.then, node.otherwise] : [];
    const [inA, inB] = [a, b].map((expr) => arms.find((arm) => arm !== undefined && arm.span.start <= expr.span.start && expr.span.end <= arm.span.end));
    found ||= inA !== undefined && inB !== undefined && inA !== inB;
  });
  return found;
}

function isSame(left: Expr, factor: Expr, right: Expr, other: Expr): boolean {
  const names = [left, right].map(nameOf);
  const others = [factor, other].map(nameOf);
  return names.every((name) => name !== undefined) && [...names].sort().join() === [...others].sort().join();
}

/** `part` is a remainder of `whole`: what is widened is smaller than what is not. */
function isPartOf(widths: Widths, part: Expr, whole: Expr): boolean {
  const value = widths.valueOf(part) ?? part;
  return nameOf(whole) !== undefined && value.kind === 'binary' && value.op === '%' && nameOf(value.left) === nameOf(whole);
}

/** Fixed when the code is compiled, or an index of threads or blocks. */
function isSmall(widths: Widths, expr: Expr, depth = 6): boolean {
  if (depth === 0 || widths.isFixed(expr)) return true;
  switch (expr.kind) {
    case 'name': {
      const value = widths.valueOf(expr);
      return value !== undefined && isSmall(widths, value, depth - 1);
    }
    case 'cast': return isSmall(widths, expr.operand, depth - 1);
    case 'member': return true;
    case 'call': return expr.args.length > 0 && expr.args.every((arg) => isSmall(widths, arg, depth - 1));
    case 'binary': return ['%', '&'].includes(expr.op) ? isSmall(widths, expr.right, depth - 1) : isSmall(widths, expr.left, depth - 1) && isSmall(widths, expr.right, depth - 1);
    default: return false;
  }
}

function isPointer(widths: Widths, expr: Expr): boolean {
  return widths.kindOf(expr)?.is === 'pointer';
}

function bitsOf(widths: Widths, expr: Expr): 32 | 64 | undefined {
  const kind = widths.kindOf(expr);
  return kind?.is === 'integer' ? kind.bits : undefined;
}
