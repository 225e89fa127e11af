/** Types: a specifier with its qualifiers and the pointers and references that a declarator adds. */
import type { TypeRef } from '../ir.js';
import { hasModifier, isModifier, oneLine, textOf, type LowerContext } from './context.js';
import { isName, namePath } from './names.js';
import type { Syntax } from './snapshot.js';

export const NO_TYPE: TypeRef = { text: '', path: [], templateArgs: [], pointers: 0, reference: false, isConst: false };

const CLASS_SPECIFIERS: ReadonlySet<string> = new Set(['struct_specifier', 'class_specifier', 'union_specifier', 'enum_specifier']);

export const isClassSpecifier = (node: Syntax): boolean => CLASS_SPECIFIERS.has(node.type);

/** What a declarator adds to the specifier's type. */
export interface Indirection {
  readonly pointers: number;
  readonly reference: boolean;
}
export const DIRECT: Indirection = { pointers: 0, reference: false };

function specifierPath(c: LowerContext, node: Syntax): Pick<TypeRef, 'path' | 'templateArgs'> {
  if (isName(node)) {
    const { path, templateArgs, scopeArgs } = namePath(c, node);
    return { path, templateArgs: templateArgs ?? scopeArgs ?? [] };
  }
  if (isClassSpecifier(node)) {
    const name = node.children.find((child) => child.field === 'name');
    return name ? specifierPath(c, name) : { path: [], templateArgs: [] };
  }
  if (node.type === 'auto' || (node.type === 'placeholder_type_specifier' && !textOf(c, node).startsWith('decltype'))) {
    return { path: ['auto'], templateArgs: [] };
  }
  return { path: [], templateArgs: [] };
}

/** `declaration` is where the qualifiers are, if there can be any. */
export function lowerType(c: LowerContext, specifier: Syntax, declaration: Syntax | undefined, added: Indirection): TypeRef {
  const isConst = declaration !== undefined && hasModifier(c, declaration, 'const');
  const { path, templateArgs } = specifierPath(c, specifier);
  let text = isClassSpecifier(specifier) && path.length > 0 ? path.join('::') : oneLine(textOf(c, specifier));
  if (declaration && hasModifier(c, declaration, 'volatile')) text = `volatile ${text}`;
  if (isConst) text = `const ${text}`;
  if (added.pointers > 0) text += '*'.repeat(added.pointers);
  if (added.reference) text += '&';
  return { text, path, templateArgs, pointers: added.pointers, reference: added.reference, isConst };
}

/** A function's address has a type without a name to look anything up by; `end` is where the declarator ends. */
export function functionPointerType(c: LowerContext, declaration: Syntax, end: number): TypeRef {
  return { ...NO_TYPE, text: oneLine(c.text.slice(declaration.start, end)) };
}

/** The type of `(T*)x`, `static_cast<T*>`, `using A = T*`: a specifier with an abstract declarator. */
export function lowerTypeDescriptor(c: LowerContext, node: Syntax): TypeRef {
  if (node.type !== 'type_descriptor') return lowerType(c, node, undefined, DIRECT);
  const parts = node.children.filter((child) => child.named && !isModifier(child));
  const specifier = parts[0];
  if (!specifier) return { ...NO_TYPE, text: oneLine(textOf(c, node)) };
  const declarator = parts[1];
  if (!declarator) return lowerType(c, specifier, node, DIRECT);
  const added = abstractIndirection(declarator);
  // A function or array type has no name that anything could be looked up by.
  if (!added) return { ...NO_TYPE, text: oneLine(textOf(c, node)) };
  return lowerType(c, specifier, node, added);
}

/** Undefined for function types. An array extent is not a pointer here: `sizeof(T[4])` is a type of its own. */
export function abstractIndirection(declarator: Syntax): Indirection | undefined {
  let pointers = 0;
  let reference = false;
  let node: Syntax | undefined = declarator;
  while (node) {
    switch (node.type) {
      case 'abstract_pointer_declarator':
        pointers++;
        break;
      case 'abstract_reference_declarator':
        reference = true;
        break;
      case 'abstract_parenthesized_declarator':
        break;
      default:
        return undefined;
    }
    node = node.children.find((child) => child.type.startsWith('abstract_'));
  }
  return { pointers, reference };
}
