/** Names, plain or qualified, with their template arguments; the same for names of values and of types. */
import type { NameExpr, TemplateArg } from '../ir.js';
import { firstNamed, identifier, namedChildren, oneLine, spanOf, textOf, type LowerContext } from './context.js';
import type { Syntax } from './snapshot.js';
import { lowerTemplateArgs } from './templateArgs.js';

export interface NamePath {
  readonly path: string[];
  templateArgs: readonly TemplateArg[] | undefined;
  /** Template arguments of the innermost qualifier that has some: `T` in `A<T>::f`. */
  scopeArgs: readonly TemplateArg[] | undefined;
  last: Syntax;
}

const NAMES: ReadonlySet<string> = new Set([
  'identifier', 'type_identifier', 'field_identifier', 'namespace_identifier', 'statement_identifier', 'primitive_type',
  'sized_type_specifier', 'qualified_identifier', 'template_function', 'template_type', 'template_method', 'dependent_name',
  'dependent_type', 'operator_name', 'destructor_name', 'operator_cast',
]);

export const isName = (node: Syntax): boolean => NAMES.has(node.type);

/** `operator +=` and `operator+=` are one name. */
const operatorName = (text: string): string => oneLine(text).replace(/^operator (?=\W)/, 'operator');

/** Adds the parts of `node` to `found`, whose other fields are then those of the part added last. */
function addParts(c: LowerContext, node: Syntax, found: NamePath): void {
  found.last = node;
  switch (node.type) {
    case 'qualified_identifier': {
      const parts = namedChildren(node);
      const last = parts[parts.length - 1];
      if (!last) break;
      // A leading `::` has no scope; below another qualifier the rest of the path has its scope already.
      if (parts.length > 1 && parts[0]) addParts(c, parts[0], found);
      else if (found.path.length === 0) found.path.push('');
      if (found.templateArgs) found.scopeArgs = found.templateArgs;
      found.templateArgs = undefined;
      addParts(c, last, found);
      return;
    }
    case 'template_function':
    case 'template_type':
    case 'template_method': {
      const [name, args] = node.children;
      if (!name) break;
      addParts(c, name, found);
      found.templateArgs = args?.named ? lowerTemplateArgs(c, args) : undefined;
      return;
    }
    case 'dependent_name':
    case 'dependent_type': {
      const inner = firstNamed(node);
      if (!inner) break;
      addParts(c, inner, found);
      return;
    }
    case 'operator_name':
    case 'operator_cast':
      found.path.push(operatorName(textOf(c, node)));
      return;
    case 'primitive_type':
    case 'sized_type_specifier':
      found.path.push(oneLine(textOf(c, node)));
      return;
    default:
  }
  found.path.push(identifier(c, node));
}

export function namePath(c: LowerContext, node: Syntax): NamePath {
  const found: NamePath = { path: [], templateArgs: undefined, scopeArgs: undefined, last: node };
  addParts(c, node, found);
  return found;
}

export function lowerName(c: LowerContext, node: Syntax): NameExpr {
  const span = spanOf(c, node);
  if (node.type === 'identifier') return { kind: 'name', span, path: [identifier(c, node)], templateArgs: undefined, nameSpan: span };
  const { path, templateArgs, scopeArgs, last } = namePath(c, node);
  const nameSpan = last === node ? span : spanOf(c, last);
  return scopeArgs ? { kind: 'name', span, path, templateArgs, nameSpan, scopeArgs } : { kind: 'name', span, path, templateArgs, nameSpan };
}
