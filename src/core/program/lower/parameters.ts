/** Parameters of functions, lambdas and templates. */
import type { Param, TemplateParam } from '../ir.js';
import { childInField, isModifier, namedChildren, spanOf, textOf, type LowerContext } from './context.js';
import { unwrapDeclarator } from './declarators.js';
import { lowerExpr } from './expressions.js';
import type { Syntax } from './snapshot.js';
import { lowerType, lowerTypeDescriptor, NO_TYPE } from './types.js';

export function lowerParams(c: LowerContext, list: Syntax): readonly Param[] {
  const params: Param[] = [];
  for (const node of list.children) {
    if (!node.named || !node.type.endsWith('parameter_declaration')) continue;
    params.push(lowerParam(c, node));
  }
  const only = params[0];
  const isVoid = params.length === 1 && only?.name === '' && only.type.text === 'void';
  return isVoid ? [] : params;
}

function lowerParam(c: LowerContext, node: Syntax): Param {
  let specifier: Syntax | undefined;
  let declarator: Syntax | undefined;
  let defaultNode: Syntax | undefined;
  for (const child of node.children) {
    if (!child.named || isModifier(child) || child.type === 'ERROR') continue;
    if (child.field === 'default_value') defaultNode = child;
    else if (specifier) declarator ??= child;
    else specifier = child;
  }
  const shape = unwrapDeclarator(c, declarator);
  const isFunction = shape.func !== undefined;
  const added = { pointers: shape.pointers + shape.extents.length, reference: shape.reference };
  const param: Param = {
    name: shape.name ? textOf(c, shape.name) : '',
    nameSpan: shape.name ? spanOf(c, shape.name) : c.span(node.end, node.end),
    type: !specifier || isFunction ? { ...NO_TYPE, text: textOf(c, node) } : lowerType(c, specifier, node, added),
    defaultValue: defaultNode && lowerExpr(c, defaultNode),
  };
  return shape.isPack ? { ...param, isPack: true } : param;
}

export function lowerTemplateParams(c: LowerContext, list: Syntax): readonly TemplateParam[] {
  return namedChildren(list).flatMap((node) => lowerTemplateParam(c, node) ?? []);
}

const TYPE_NAME: ReadonlySet<string> = new Set(['type_identifier', 'identifier']);

function lowerTemplateParam(c: LowerContext, node: Syntax): TemplateParam | undefined {
  const nameNode = node.children.find((child) => TYPE_NAME.has(child.type) && child.field !== 'default_type');
  const name = nameNode ? textOf(c, nameNode) : '';
  const plain = { name, type: undefined, defaultType: undefined, defaultValue: undefined };
  switch (node.type) {
    case 'type_parameter_declaration':
      return { ...plain, kind: 'type' };
    case 'variadic_type_parameter_declaration':
      return { ...plain, kind: 'pack' };
    case 'optional_type_parameter_declaration': {
      const type = childInField(node, 'default_type');
      return { ...plain, kind: 'type', defaultType: type && lowerTypeDescriptor(c, type) };
    }
    case 'template_template_parameter_declaration': {
      const last = namedChildren(node).at(-1);
      const inner = last && lowerTemplateParam(c, last);
      return { ...plain, name: inner?.name ?? '', kind: 'template' };
    }
    case 'parameter_declaration':
    case 'optional_parameter_declaration':
    case 'variadic_parameter_declaration': {
      const param = lowerParam(c, node);
      const kind = param.isPack ? 'pack' : 'value';
      return { name: param.name, kind, type: param.type, defaultType: undefined, defaultValue: param.defaultValue };
    }
    default:
      return undefined;
  }
}

/** Of an explicit specialisation, which has the arguments in its name and no parameters: an empty list. */
export function templateParamsOf(c: LowerContext, template: Syntax): readonly TemplateParam[] {
  const list = template.children.find((child) => child.type === 'template_parameter_list');
  return list ? lowerTemplateParams(c, list) : [];
}

