/** Classes and enums declared inside a function body. Of the classes the fields: methods of local classes are not lowered. */
import type { ClassDecl, Declarator, Field, Stmt } from '../ir.js';
import { enumeratorsOf } from './classes.js';
import { childInField, hasToken, spanOf, textOf, type LowerContext } from './context.js';
import { declarationParts, lowerDeclarator } from './localDeclarations.js';
import type { Syntax } from './snapshot.js';
import { DIRECT, isClassSpecifier, lowerType, NO_TYPE } from './types.js';

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

/** Enumerators are constants of the block; a scoped enum's keep its name before theirs. */
export function lowerLocalEnum(c: LowerContext, node: Syntax): Stmt {
  const body = childInField(node, 'body');
  const span = spanOf(c, node);
  const isScoped = hasToken(node, 'class') || hasToken(node, 'struct');
  if (!body || isScoped) return { kind: 'empty', span };
  const name = childInField(node, 'name');
  const type = name ? lowerType(c, name, undefined, DIRECT) : NO_TYPE;
  const declarators = enumeratorsOf(c, body).map(({ name: enumerator, nameSpan, init }): Declarator => ({ name: enumerator, nameSpan, type, extents: [], init, constructorArgs: undefined }));
  return { kind: 'decl', span, declarators, isShared: false, isExtern: false, isStatic: false, isConstexpr: true };
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
