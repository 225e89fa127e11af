/** Classes declared inside a function body: their fields. Methods of local classes are not lowered. */
import type { ClassDecl, Field, Stmt } from '../ir.js';
import { childInField, spanOf, textOf, type LowerContext } from './context.js';
import { declarationParts, lowerDeclarator } from './localDeclarations.js';
import type { Syntax } from './snapshot.js';
import { isClassSpecifier } from './types.js';

/** The path of the file is not known here; a local class has no use for it. */
export function lowerLocalClass(c: LowerContext, node: Syntax): Stmt {
  const name = childInField(node, 'name');
  const body = childInField(node, 'body');
  if (!name || !body) return { kind: 'empty', span: spanOf(c, node) };
  const decl: ClassDecl = {
    kind: 'class', name: textOf(c, name), nameSpan: spanOf(c, name), span: spanOf(c, node), file: '', scope: [],
    templateParams: [], bases: [], fields: fieldsOf(c, body), methods: [],
  };
  return { kind: 'class', span: decl.span, decl };
}

function fieldsOf(c: LowerContext, body: Syntax): Field[] {
  return body.children.flatMap((item): Field[] => {
    if (item.type !== 'field_declaration') return [];
    const { specifier, declarators } = declarationParts(item);
    if (declarators.length === 0) {
      // The members of an anonymous struct or union are members of what is around it.
      const inner = specifier && isClassSpecifier(specifier) && !childInField(specifier, 'name') ? childInField(specifier, 'body') : undefined;
      return inner ? fieldsOf(c, inner) : [];
    }
    return declarators.flatMap((declarator): Field[] => {
      const lowered = lowerDeclarator(c, item, specifier, declarator);
      return lowered ? [{ name: lowered.name, nameSpan: lowered.nameSpan, type: lowered.type, init: lowered.init, isStatic: false, extents: lowered.extents }] : [];
    });
  });
}
