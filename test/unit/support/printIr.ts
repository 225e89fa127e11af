/** The typed program as s-expressions, to compare in tests. Spans are left out. */
import type { BlockStmt, Declarator, Expr, Param, Stmt, TemplateArg, TypeRef } from '../../../src/core/program/ir.js';

const list = (...parts: readonly (string | undefined)[]): string => `(${parts.filter((part) => part !== undefined && part !== '').join(' ')})`;

export function printType(type: TypeRef): string {
  return type.text;
}

export function printTemplateArg(arg: TemplateArg): string {
  const value = arg.value && printExpr(arg.value);
  if (arg.type && value !== undefined) return `${arg.type.text}?`;
  return value ?? (arg.type ? `type ${arg.type.text}` : `? ${arg.text}`);
}

const templateArgs = (args: readonly TemplateArg[] | undefined): string => (args ? `<${args.map(printTemplateArg).join(', ')}>` : '');

export function printParam(param: Param): string {
  const value = param.defaultValue ? ` = ${printExpr(param.defaultValue)}` : '';
  return `${param.type.text} ${param.name}${value}${param.isPack ? '...' : ''}`;
}

// One case for each kind.
 
export function printExpr(expr: Expr): string {
  switch (expr.kind) {
    case 'name': return expr.path.join('::') + templateArgs(expr.templateArgs);
    case 'member': return list(expr.arrow ? '->' : '.', printExpr(expr.object), expr.name + templateArgs(expr.templateArgs));
    case 'call': return list('call', printExpr(expr.callee), ...expr.args.map(printExpr));
    case 'launch': return list('launch', printExpr(expr.callee), list(...expr.config.map(printExpr)), ...expr.args.map(printExpr));
    case 'lambda': {
      const captures = expr.captures.map((capture) => (capture.byReference ? '&' : '') + capture.name + (capture.init ? `=${printExpr(capture.init)}` : ''));
      return list('lambda', `[${[...(expr.captureDefault ? [expr.captureDefault] : []), ...captures].join(' ')}]`, `(${expr.params.map(printParam).join(', ')})`, printStmt(expr.body));
    }
    case 'number': return expr.value === undefined ? `${expr.text}?` : String(expr.value);
    case 'string': return JSON.stringify(expr.text);
    case 'bool': return String(expr.value);
    case 'null': return 'null';
    case 'this': return 'this';
    case 'index': return list('index', printExpr(expr.object), printExpr(expr.index));
    case 'unary': return list(expr.op, printExpr(expr.operand));
    case 'binary': return list(expr.op, printExpr(expr.left), printExpr(expr.right));
    case 'assign': return list(expr.op, printExpr(expr.target), printExpr(expr.value));
    case 'conditional': return list('?', printExpr(expr.condition), printExpr(expr.then), printExpr(expr.otherwise));
    case 'cast': return list(expr.style === 'c' ? 'cast' : expr.style, `[${expr.type.text}]`, printExpr(expr.operand));
    case 'braces': return list('braces', expr.type && `[${expr.type.text}]`, ...expr.items.map(printExpr));
    case 'sizeof': return list(expr.text.replace(/\s+/g, ' '));
    case 'comma': return list('comma', ...expr.items.map(printExpr));
    case 'new': return list('new', `[${expr.type.text}]`, ...expr.args.map(printExpr));
    case 'unknown': return `«${expr.text.replace(/\s+/g, ' ')}»`;
  }
}

function printDeclarator(declarator: Declarator): string {
  const extents = declarator.extents.map((extent) => `[${extent ? printExpr(extent) : ''}]`).join('');
  const args = declarator.constructorArgs && list('construct', ...declarator.constructorArgs.map(printExpr));
  return list(declarator.name + extents, `[${declarator.type.text}]`, declarator.init && printExpr(declarator.init), args);
}

const printBlock = (block: BlockStmt): string => list(block.suspect ? 'suspect-block' : 'block', ...block.body.map(printStmt));

 
export function printStmt(stmt: Stmt): string {
  switch (stmt.kind) {
    case 'block': return printBlock(stmt);
    case 'asm': {
      const operand = (o: typeof stmt.outputs[number]): string => (o.symbol ? `[${o.symbol}]` : '') + o.constraint + ':' + printExpr(o.value);
      return list('asm', stmt.isVolatile ? 'volatile' : undefined, JSON.stringify(stmt.template), list('out', ...stmt.outputs.map(operand)), list('in', ...stmt.inputs.map(operand)), list('clobber', ...stmt.clobbers));
    }
    case 'decl': {
      const flags = [stmt.isExtern && 'extern', stmt.isStatic && 'static', stmt.isShared && 'shared', stmt.isConstexpr && 'constexpr'].filter((flag) => flag !== false);
      return list('decl', ...flags, ...stmt.declarators.map(printDeclarator));
    }
    case 'if': return list(stmt.isConstexpr ? 'if-constexpr' : 'if', stmt.init && list('init', printStmt(stmt.init)), printExpr(stmt.condition), printStmt(stmt.then), stmt.otherwise && printStmt(stmt.otherwise));
    case 'bindings': return list('bindings', `[${stmt.names.map((name) => name.name).join(' ')}]`, printExpr(stmt.init));
    case 'expr': return printExpr(stmt.expr);
    case 'for': return list('for', stmt.init ? printStmt(stmt.init) : '_', stmt.condition ? printExpr(stmt.condition) : '_', stmt.step ? printExpr(stmt.step) : '_', printStmt(stmt.body));
    case 'range-for': return list('range-for', stmt.variable ? printDeclarator(stmt.variable) : '_', printExpr(stmt.range), printStmt(stmt.body));
    case 'while': return list('while', printExpr(stmt.condition), printStmt(stmt.body));
    case 'do': return list('do', printStmt(stmt.body), printExpr(stmt.condition));
    case 'switch': return list('switch', printExpr(stmt.subject), printStmt(stmt.body));
    case 'case': return list(stmt.value ? 'case' : 'default', stmt.value && printExpr(stmt.value));
    case 'label': return list('label', stmt.name);
    case 'return': return list('return', stmt.value && printExpr(stmt.value));
    case 'break':
    case 'continue':
    case 'empty': return list(stmt.kind);
    case 'goto': return list('goto', stmt.label);
    case 'alias': return list('alias', stmt.name, `[${stmt.type.text}]`);
    case 'class': return list('class', stmt.decl.name, ...stmt.decl.fields.map((field) => `${field.name}[${field.type.text}]`));
    case 'static-assert': return list('static-assert', stmt.condition && printExpr(stmt.condition));
    case 'unknown': return `«${stmt.text.replace(/\s+/g, ' ')}»`;
  }
}

/** One line for each statement of a body. */
export const printBody = (block: BlockStmt): string => block.body.map(printStmt).join('\n');
