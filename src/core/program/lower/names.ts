/** Names, plain or qualified, with their template arguments; the same for names of values and of types. */
import type { NameExpr, TemplateArg } from '../ir.js';
import { identifier, namedChildren, spanOf, textOf, type LowerContext } from './context.js';
import type { Syntax } from './snapshot.js';
import { lowerTemplateArgs } from './templateArgs.js';

export interface NamePath {
  readonly path: readonly string[];
  readonly templateArgs: readonly TemplateArg[] | undefined;
  /** Template arguments of the innermost qualifier that has some: `T` in `A<T>::f`. */
  readonly scopeArgs: readonly TemplateArg[] | undefined;
  readonly last: Syntax;
}

const NAMES: ReadonlySet<string> = new Set([
  'identifier', 'type_identifier', 'field_identifier', 'namespace_identifier', 'statement_identifier', 'primitive_type',
  'sized_type_specifier', 'qualified_identifier', 'template_function', 'template_type', 'template_method', 'dependent_name',
  'dependent_type', 'operator_name', 'destructor_name', 'operator_cast',
]);

export const isName = (node: Syntax): boolean => NAMES.has(node.type);

/** `operator +=` and `operator+=` are one name. */
const operatorName = (text: string): string => text.replace(/\s+/g, ' ').replace(/^operator (?=\W)/, 'operator');

function pathOf(c: LowerContext, node: Syntax, path: string[]): Omit<NamePath, 'path'> {
  switch (node.type) {
    case 'qualified_identifier': {
      const parts = namedChildren(node);
      const last = parts[parts.length - 1];
      if (!last) break;
      const scope = parts.length > 1 ? parts[0] : undefined;
      // A leading `::` has no scope; below another qualifier the rest of the path has its scope already.
      const outer = scope ? pathOf(c, scope, path) : undefined;
      if (!scope && path.length === 0) path.push('');
      const inner = pathOf(c, last, path);
      return { ...inner, scopeArgs: inner.scopeArgs ?? outer?.templateArgs ?? outer?.scopeArgs };
    }
    case 'template_function':
    case 'template_type':
    case 'template_method': {
      const [name, args] = namedChildren(node);
      if (!name) break;
      const inner = pathOf(c, name, path);
      return { ...inner, templateArgs: args ? lowerTemplateArgs(c, args) : undefined };
    }
    case 'dependent_name':
    case 'dependent_type': {
      const inner = namedChildren(node)[0];
      if (inner) return pathOf(c, inner, path);
      break;
    }
    case 'operator_name':
    case 'operator_cast':
      path.push(operatorName(textOf(c, node)));
      return { templateArgs: undefined, scopeArgs: undefined, last: node };
    case 'primitive_type':
    case 'sized_type_specifier':
      path.push(textOf(c, node).replace(/\s+/g, ' '));
      return { templateArgs: undefined, scopeArgs: undefined, last: node };
    default:
  }
  path.push(identifier(c, node));
  return { templateArgs: undefined, scopeArgs: undefined, last: node };
}

export function namePath(c: LowerContext, node: Syntax): NamePath {
  const path: string[] = [];
  return { ...pathOf(c, node, path), path };
}

export function lowerName(c: LowerContext, node: Syntax): NameExpr {
  const { path, templateArgs, scopeArgs, last } = namePath(c, node);
  const nameSpan = spanOf(c, last);
  return {
    kind: 'name', path, templateArgs, nameSpan,
    span: last === node ? nameSpan : spanOf(c, node),
    ...(scopeArgs && { scopeArgs }),
  };
}
