/** Branches and loops. */
import type { Expr, Stmt } from '../ir.js';
import { childInField, firstNamed, hasToken, spanOf, textOf, unknownExpr, type LowerContext } from './context.js';
import { unwrapDeclarator } from './declarators.js';
import { lowerExpr } from './expressions.js';
import { bindingNames, declarationParts, holdsBindings, lowerDeclarator, lowerLocalDeclaration } from './localDeclarations.js';
import type { Syntax } from './snapshot.js';
import { isStatement, lowerBlock, lowerStmt } from './statements.js';

interface Head {
  readonly init: Stmt | undefined;
  readonly condition: Expr;
}

/** The parentheses of `if`, `while` and `switch`: `init; condition`, or a declaration whose variable is the condition. */
function lowerHead(c: LowerContext, node: Syntax): Head | undefined {
  const clause = childInField(node, 'condition');
  if (!clause || clause.broken) return undefined;
  if (clause.type !== 'condition_clause') return { init: undefined, condition: lowerExpr(c, clause) };
  const initializer = childInField(clause, 'initializer');
  const value = childInField(clause, 'value');
  if (!value) return undefined;
  const init = initializer && singleStatement(c, initializer);
  if (value.type !== 'declaration') return { init, condition: lowerExpr(c, value) };
  const declaration = lowerLocalDeclaration(c, value);
  const variable = declaration.kind === 'decl' ? declaration.declarators[0] : undefined;
  const condition: Expr = variable
    ? { kind: 'name', span: variable.nameSpan, path: [variable.name], templateArgs: undefined, nameSpan: variable.nameSpan }
    : unknownExpr(c, value);
  if (!init) return { init: declaration, condition };
  return { init: { kind: 'block', span: spanOf(c, clause), body: [init, declaration], suspect: false }, condition };
}

/** The statement of an `init_statement`, or of the bare declaration or expression of a `for`. */
function singleStatement(c: LowerContext, node: Syntax): Stmt | undefined {
  if (node.type === 'init_statement') {
    const inner = firstNamed(node);
    return inner && lowerStmt(c, inner);
  }
  if (isStatement(node)) return lowerStmt(c, node);
  return { kind: 'expr', span: spanOf(c, node), expr: lowerExpr(c, node) };
}

const bodyOf = (c: LowerContext, node: Syntax, field: string): Stmt | undefined => {
  const body = childInField(node, field);
  return body && lowerStmt(c, body);
};

export function lowerIf(c: LowerContext, node: Syntax): Stmt | undefined {
  const head = lowerHead(c, node);
  const clause = childInField(node, 'condition');
  const then = bodyOf(c, node, 'consequence');
  if (!then || !clause) return undefined;
  const alternative = childInField(node, 'alternative');
  const otherwise = alternative && firstNamed(alternative);
  return {
    kind: 'if', span: spanOf(c, node),
    isConstexpr: hasToken(node, 'constexpr'),
    init: head?.init,
    condition: head?.condition ?? unknownExpr(c, clause),
    then,
    otherwise: otherwise && lowerStmt(c, otherwise),
  };
}

export function lowerWhile(c: LowerContext, node: Syntax): Stmt | undefined {
  const head = lowerHead(c, node);
  const clause = childInField(node, 'condition');
  const body = bodyOf(c, node, 'body');
  if (!body || !clause) return undefined;
  const span = spanOf(c, node);
  if (!head?.init) return { kind: 'while', span, condition: head?.condition ?? unknownExpr(c, clause), body };
  // `while (T* p = next())` declares anew each time round.
  const headSpan = spanOf(c, clause);
  const leave: Stmt = {
    kind: 'if', span: headSpan, isConstexpr: false, init: undefined,
    condition: { kind: 'unary', span: headSpan, op: '!', operand: head.condition },
    then: { kind: 'break', span: headSpan }, otherwise: undefined,
  };
  const inner: Stmt = { kind: 'block', span: body.span, body: [head.init, leave, body], suspect: false };
  return { kind: 'while', span, condition: { kind: 'bool', span: headSpan, value: true }, body: inner };
}

export function lowerDo(c: LowerContext, node: Syntax): Stmt | undefined {
  const body = bodyOf(c, node, 'body');
  const condition = childInField(node, 'condition');
  if (!body || !condition) return undefined;
  return { kind: 'do', span: spanOf(c, node), condition: lowerExpr(c, condition), body };
}

export function lowerFor(c: LowerContext, node: Syntax): Stmt | undefined {
  const body = bodyOf(c, node, 'body');
  if (!body) return undefined;
  if (node.broken) return unknownLoop(c, node, body);
  const init = childInField(node, 'initializer');
  const condition = childInField(node, 'condition');
  const step = childInField(node, 'update');
  return {
    kind: 'for', span: spanOf(c, node),
    init: init && singleStatement(c, init), condition: condition && lowerExpr(c, condition), step: step && lowerExpr(c, step), body,
  };
}

export function lowerRangeFor(c: LowerContext, node: Syntax): Stmt | undefined {
  const body = bodyOf(c, node, 'body');
  const range = childInField(node, 'right');
  const { specifier, declarators } = declarationParts(node);
  const declarator = declarators[0];
  if (!body) return undefined;
  if (!range || !declarator || node.broken) return unknownLoop(c, node, body);
  const span = spanOf(c, node);
  const bindings = holdsBindings(declarator) ? unwrapDeclarator(c, declarator).bindings : undefined;
  const loop: Stmt = bindings
    ? { kind: 'range-for', span, variable: undefined, range: lowerExpr(c, range), body: withBindings(c, declarator, bindings, body) }
    : { kind: 'range-for', span, variable: lowerDeclarator(c, node, specifier, declarator), range: lowerExpr(c, range), body };
  const initializer = childInField(node, 'initializer');
  const init = initializer && singleStatement(c, initializer);
  return init ? { kind: 'block', span, body: [init, loop], suspect: false } : loop;
}

/** `for (auto [a, b] : pairs)`: the names exist, what they hold is not known. */
function withBindings(c: LowerContext, declarator: Syntax, names: readonly Syntax[], body: Stmt): Stmt {
  const span = spanOf(c, declarator);
  const bindings: Stmt = { kind: 'bindings', span, names: bindingNames(c, names), init: { kind: 'unknown', span, text: textOf(c, declarator) } };
  return { kind: 'block', span: body.span, body: [bindings, body], suspect: false };
}

/** A loop whose head is not understood. */
function unknownLoop(c: LowerContext, node: Syntax, body: Stmt): Stmt {
  return { kind: 'while', span: spanOf(c, node), condition: unknownExpr(c, node), body };
}

/** What a handler does happens or does not. */
export function lowerTry(c: LowerContext, node: Syntax): Stmt | undefined {
  const body: Stmt[] = [];
  for (const child of node.children) {
    if (child.type === 'compound_statement') body.push(lowerBlock(c, child));
    const handler = child.type === 'catch_clause' && bodyOf(c, child, 'body');
    if (handler) {
      body.push({ kind: 'if', span: spanOf(c, child), isConstexpr: false, init: undefined, condition: unknownExpr(c, child), then: handler, otherwise: undefined });
    }
  }
  return { kind: 'block', span: spanOf(c, node), body, suspect: node.broken };
}

export function lowerSwitch(c: LowerContext, node: Syntax): Stmt | undefined {
  const head = lowerHead(c, node);
  const clause = childInField(node, 'condition');
  const body = bodyOf(c, node, 'body');
  if (!body || !clause) return undefined;
  const span = spanOf(c, node);
  const stmt: Stmt = { kind: 'switch', span, subject: head?.condition ?? unknownExpr(c, clause), body };
  return head?.init ? { kind: 'block', span, body: [head.init, stmt], suspect: false } : stmt;
}
