/** Statements: one lowering function for each node type, in a table. */
import type { BlockStmt, Span, Stmt } from '../ir.js';
import { lowerPureVirtual } from './ambiguous.js';
import { lowerAsm } from './asm.js';
import { childInField, firstNamed, MAX_DEPTH, spanOf, textOf, unknownExpr, type LowerContext } from './context.js';
import { lowerDo, lowerFor, lowerIf, lowerRangeFor, lowerSwitch, lowerTry, lowerWhile } from './controlFlow.js';
import { lowerExpr } from './expressions.js';
import { lowerLocalClass, lowerLocalEnum } from './localClasses.js';
import { declarationParts, lowerDeclarator, lowerLocalDeclaration } from './localDeclarations.js';
import type { Syntax } from './snapshot.js';
import { lowerTypeDescriptor } from './types.js';

type Handler = (c: LowerContext, node: Syntax) => Stmt | undefined;

export const unknownStmt = (c: LowerContext, node: Syntax): Stmt => ({ kind: 'unknown', span: spanOf(c, node), text: textOf(c, node) });

export function lowerStmt(c: LowerContext, node: Syntax): Stmt {
  if (c.depth > MAX_DEPTH) return unknownStmt(c, node);
  if (FLATTENED.has(node.type)) return blockOf(c, node, [node]);
  c.depth++;
  const stmt = STATEMENTS.get(node.type)?.(c, node);
  c.depth--;
  return stmt ?? unknownStmt(c, node);
}

export const lowerBlock = (c: LowerContext, node: Syntax): BlockStmt => blockOf(c, node, node.children);

function blockOf(c: LowerContext, node: Syntax, items: readonly Syntax[]): BlockStmt {
  const outer = c.misread;
  c.misread = false;
  const body: Stmt[] = [];
  lowerItems(c, items, body);
  const span = spanOf(c, node);
  // What an error node swallows or leaves over is not to be trusted, nor is what an unknown macro applies to.
  const suspect = [takeMisread(c, outer), node.broken, takeGuesses(c, span)].includes(true);
  return { kind: 'block', span, body, suspect };
}

function takeMisread(c: LowerContext, outer: boolean): boolean {
  const { misread } = c;
  c.misread = outer;
  return misread;
}

/** Whether a macro was left out in this block; inner blocks have taken theirs before. */
function takeGuesses(c: LowerContext, span: Span): boolean {
  if (c.guesses.length === 0) return false;
  const rest = c.guesses.filter((offset) => offset < span.start || span.end <= offset);
  const found = rest.length < c.guesses.length;
  c.guesses = rest;
  return found;
}

/** Their statements belong to the enclosing block. */
const FLATTENED: ReadonlySet<string> = new Set(['case_statement', 'labeled_statement', 'init_statement']);

function lowerItems(c: LowerContext, items: readonly Syntax[], body: Stmt[]): void {
  for (let i = 0; i < items.length; i++) {
    const node = items[i];
    if (!node?.named) continue;
    const next = items[i + 1];
    if (next?.type === 'compound_statement' && isMacroCall(c, node)) {
      // `REPEAT(i, 10) { … }`: a macro that is control flow. How often the block runs is not known.
      body.push({ kind: 'while', span: c.span(node.start, next.end), condition: unknownExpr(c, node), body: lowerBlock(c, next) });
      i++;
    } else {
      lowerItem(c, node, body);
    }
  }
}

function lowerItem(c: LowerContext, node: Syntax, body: Stmt[]): void {
  switch (node.type) {
    case 'case_statement': {
      const value = childInField(node, 'value');
      body.push({ kind: 'case', span: c.span(node.start, value ? value.end : node.start + 'default'.length), value: value && lowerExpr(c, value) });
      lowerItems(c, node.children.filter((child) => child !== value), body);
      break;
    }
    case 'labeled_statement': {
      const label = childInField(node, 'label');
      if (label) body.push({ kind: 'label', span: spanOf(c, label), name: textOf(c, label) });
      lowerItems(c, node.children.filter((child) => child !== label), body);
      break;
    }
    case 'init_statement':
      lowerItems(c, node.children, body);
      break;
    default:
      body.push(lowerStmt(c, node));
  }
}

/** A call without its `;`: the parser made that up. */
function isMacroCall(c: LowerContext, node: Syntax): boolean {
  return node.type === 'expression_statement' && node.children[0]?.type === 'call_expression' && c.text[node.end - 1] !== ';';
}

function lowerExpressionStatement(c: LowerContext, node: Syntax): Stmt {
  const expr = firstNamed(node);
  if (!expr) return { kind: 'empty', span: spanOf(c, node) };
  if (expr.type === 'gnu_asm_expression') return lowerAsm(c, expr, node) ?? unknownStmt(c, node);
  return { kind: 'expr', span: spanOf(c, node), expr: lowerExpr(c, expr) };
}

function lowerReturn(c: LowerContext, node: Syntax): Stmt {
  const value = firstNamed(node);
  return { kind: 'return', span: spanOf(c, node), value: value && lowerExpr(c, value) };
}

function lowerAlias(c: LowerContext, node: Syntax): Stmt | undefined {
  const name = childInField(node, 'name');
  const type = childInField(node, 'type');
  if (!name || !type) return undefined;
  return { kind: 'alias', span: spanOf(c, node), name: textOf(c, name), type: lowerTypeDescriptor(c, type) };
}

function lowerTypedef(c: LowerContext, node: Syntax): Stmt | undefined {
  const { specifier, declarators } = declarationParts(node);
  const declarator = declarators[0] && specifier && lowerDeclarator(c, node, specifier, declarators[0]);
  return declarator && { kind: 'alias', span: spanOf(c, node), name: declarator.name, type: declarator.type };
}

/** A conditional that the preprocessing pass left: either branch may be compiled. */
function lowerPreprocessorIf(c: LowerContext, node: Syntax): Stmt {
  const head = childInField(node, 'condition') ?? childInField(node, 'name');
  const alternative = childInField(node, 'alternative');
  const items = node.children.filter((child) => child !== head && child !== alternative);
  const otherwise = alternative && (alternative.type === 'preproc_else' ? blockOf(c, alternative, alternative.children) : lowerPreprocessorIf(c, alternative));
  return { kind: 'if', span: spanOf(c, node), isConstexpr: true, init: undefined, condition: unknownExpr(c, head ?? node), then: blockOf(c, node, items), otherwise };
}

/** A function inside a function does not exist in C++: an unknown macro stood before `if (…) { … }` or a loop. */
const lowerNestedFunction: Handler = (c, node) => {
  const assignment = lowerPureVirtual(c, node);
  if (assignment) return { kind: 'expr', span: spanOf(c, node), expr: assignment };
  c.misread = true;
  return unknownStmt(c, node);
};

const empty: Handler = (c, node) => ({ kind: 'empty', span: spanOf(c, node) });

/** Whether a node is a statement, and not the bare expression of a `for`. */
export const isStatement = (node: Syntax): boolean => STATEMENTS.has(node.type);

const STATEMENTS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['compound_statement', lowerBlock],
  ['expression_statement', lowerExpressionStatement],
  ['declaration', lowerLocalDeclaration],
  ['if_statement', lowerIf],
  ['while_statement', lowerWhile],
  ['do_statement', lowerDo],
  ['for_statement', lowerFor],
  ['for_range_loop', lowerRangeFor],
  ['switch_statement', lowerSwitch],
  ['return_statement', lowerReturn],
  ['break_statement', (c, node) => ({ kind: 'break', span: spanOf(c, node) })],
  ['continue_statement', (c, node) => ({ kind: 'continue', span: spanOf(c, node) })],
  ['goto_statement', (c, node) => {
    const label = childInField(node, 'label');
    return label && { kind: 'goto', span: spanOf(c, node), label: textOf(c, label) };
  }],
  ['alias_declaration', lowerAlias],
  ['type_definition', lowerTypedef],
  ['using_declaration', empty],
  ['namespace_alias_definition', empty],
  ['struct_specifier', lowerLocalClass],
  ['class_specifier', lowerLocalClass],
  ['union_specifier', lowerLocalClass],
  ['enum_specifier', lowerLocalEnum],
  ['static_assert_declaration', (c, node) => {
    const condition = childInField(node, 'condition');
    return { kind: 'static-assert', span: spanOf(c, node), condition: condition && lowerExpr(c, condition) };
  }],
  ['attributed_statement', (c, node) => {
    const inner = node.children.find((child) => STATEMENTS.has(child.type));
    return inner && lowerStmt(c, inner);
  }],
  // An exception leaves the function just as a return does, as far as what follows is concerned.
  ['throw_statement', (c, node) => ({ kind: 'return', span: spanOf(c, node), value: undefined })],
  ['try_statement', lowerTry],
  ['preproc_if', lowerPreprocessorIf],
  ['preproc_ifdef', lowerPreprocessorIf],
  ['preproc_elif', lowerPreprocessorIf],
  ['preproc_elifdef', lowerPreprocessorIf],
  ['function_definition', lowerNestedFunction],
]);
