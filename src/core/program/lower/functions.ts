/** Functions: the head now, the body when someone asks for it. */
import type { FunctionBody, FunctionDecl, TemplateParam, TypeRef } from '../ir.js';
import type { Node } from '../../source/parser.js';
import { childInField, childOfType, firstNamed, hasModifier, hasToken, namedChildren, spanOf, textOf, type LowerContext } from './context.js';
import type { DeclaratorShape } from './declarators.js';
import { lowerArgs } from './expressions.js';
import { lazily, nothing, type Lazy } from './lazy.js';
import { namePath } from './names.js';
import { lowerParams } from './parameters.js';
import type { Collected, FileContext, Scope } from './scope.js';
import { snapshot, type Syntax } from './snapshot.js';
import { lowerBlock } from './statements.js';
import { lowerType, lowerTypeDescriptor, NO_TYPE } from './types.js';

const BODIES: ReadonlySet<string> = new Set(['compound_statement', 'try_statement']);

interface QualifiedName {
  readonly name: string;
  readonly nameNode: Syntax;
  /** `A` of `A::f`, outermost first. */
  readonly qualifiers: readonly string[];
  readonly isSpecialization: boolean;
}

function functionName(c: LowerContext, node: Syntax): QualifiedName {
  if (node.type === 'operator_cast') {
    const type = childInField(node, 'type');
    return { name: `operator ${type ? textOf(c, type) : ''}`, nameNode: node, qualifiers: [], isSpecialization: false };
  }
  const { path, last, templateArgs } = namePath(c, node);
  return {
    name: path[path.length - 1] ?? '', nameNode: last,
    qualifiers: path.slice(0, -1).filter((part) => part !== ''),
    isSpecialization: templateArgs !== undefined,
  };
}

/** The class of an out-of-line member, unless the qualifier is a namespace. */
function ownerClass(scope: Scope, qualifiers: readonly string[], namespaces: ReadonlySet<string>): string | undefined {
  const last = qualifiers[qualifiers.length - 1];
  if (last === undefined) return scope.className;
  return namespaces.has(last) ? undefined : last;
}

/** `template <class T> template <int N> void A<T>::f()` has two heads: the first is the class's. */
function splitTemplates(scope: Scope, isOutOfLine: boolean): Templates {
  const { templates } = scope;
  const own = templates[templates.length - 1] ?? nothing;
  if (!isOutOfLine) return { own, ofClass: scope.classTemplateParams };
  if (templates.length > 1) return { own, ofClass: () => templates.slice(0, -1).flatMap((params) => params()) };
  return { own: nothing, ofClass: own };
}

interface Templates {
  readonly own: Lazy<readonly TemplateParam[]>;
  readonly ofClass: Lazy<readonly TemplateParam[]>;
}

const SPACE = 32;
const DEVICE_MACRO = /\b(?:\w*_)?DEVICE(?:_\w*)?\b/g;

/** An attribute macro that nobody defines is blanked in the parsed text; its name in the file says what it is. */
function isWrittenDevice(c: FileContext, node: Syntax, nameStart: number): boolean {
  let start = node.start;
  while (start > 0 && c.text.charCodeAt(start - 1) <= SPACE) start--;
  const written = c.writtenText(start, nameStart);
  if (written === c.text.slice(start, nameStart)) return false;
  for (const { index } of written.matchAll(DEVICE_MACRO)) if (c.text.charCodeAt(start + index) <= SPACE) return true;
  return false;
}

function returnType(c: LowerContext, node: Syntax, shape: DeclaratorShape): TypeRef {
  const trailing = shape.func && childOfType(shape.func, 'trailing_return_type');
  const descriptor = trailing && firstNamed(trailing);
  if (descriptor) return lowerTypeDescriptor(c, descriptor);
  if (shape.name?.type === 'operator_cast') {
    const type = childInField(shape.name, 'type');
    return type ? lowerType(c, type, shape.name, shape) : NO_TYPE;
  }
  const specifier = childInField(node, 'type');
  return specifier ? lowerType(c, specifier, node, shape) : NO_TYPE;
}

/**
 * A function's definition or prototype; undefined if it has no name.
 * Most functions of a workspace are never looked at closely, so their parameters and types are lowered when asked for.
 */
export function lowerFunction(c: FileContext, out: Collected, scope: Scope, node: Syntax, shape: DeclaratorShape): FunctionDecl | undefined {
  if (!shape.name || !shape.func) return undefined;
  const { name, nameNode, qualifiers, isSpecialization } = functionName(c, shape.name);
  const className = ownerClass(scope, qualifiers, out.namespaces);
  const isOutOfLine = qualifiers.length > 0 && className !== undefined;
  const { own, ofClass } = splitTemplates(scope, isOutOfLine);
  const list = childOfType(shape.func, 'parameter_list');
  const params = list ? lazily(() => lowerParams(c, list)) : nothing;
  const result = lazily(() => returnType(c, node, shape));
  const bodyNode = node.children.find((child) => BODIES.has(child.type));
  const range = { start: node.start, end: node.end };
  return {
    kind: 'function', name,
    nameSpan: spanOf(c, nameNode),
    span: spanOf(c, node),
    file: c.path,
    scope: [...scope.path, ...qualifiers],
    className,
    get templateParams() { return own(); },
    get classTemplateParams() { return ofClass(); },
    get params() { return params(); },
    get returnType() { return result(); },
    isKernel: hasToken(node, '__global__') || hasModifier(c, node, '__global__'),
    isDevice: hasToken(node, '__device__') || isWrittenDevice(c, node, nameNode.start),
    isConstructor: className !== undefined && name === className,
    isStatic: hasModifier(c, node, 'static'),
    bodySpan: bodyNode && spanOf(c, bodyNode),
    ...(isSpecialization && { isSpecialization: true }),
    body: bodyNode ? lazily(() => lowerBody(c, range)) : () => undefined,
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function lowerBody(c: FileContext, range: Range): FunctionBody {
  const body = c.trees.withTree((root) => {
    const node = definitionAt(root, range);
    return node && lowerBodyOf(c, snapshot(node));
  });
  if (body) return body;
  const span = c.span(range.start, range.end);
  return { block: { kind: 'block', span, body: [{ kind: 'unknown', span, text: '' }], suspect: true }, initializers: [] };
}

/** The definition with exactly this range, in whichever tree of the same text is at hand. */
function definitionAt(root: Node, range: Range): Node | undefined {
  let node: Node | null = root.descendantForIndex(range.start, range.end);
  while (node && node.type !== 'function_definition') node = node.parent;
  return node?.startIndex === range.start && node.endIndex === range.end ? node : undefined;
}

function lowerBodyOf(c: FileContext, definition: Syntax): FunctionBody | undefined {
  const written = definition.children.find((child) => BODIES.has(child.type));
  const block = written?.type === 'try_statement' ? childInField(written, 'body') : written;
  const list = childOfType(written?.type === 'try_statement' ? written : definition, 'field_initializer_list');
  if (!block) return undefined;
  const { start, end } = spanOf(c, block);
  c.misread = false;
  c.depth = 0;
  c.guesses = c.allGuesses.flatMap((guess) => (start <= guess.start && guess.start < end ? [guess.start] : []));
  return { block: lowerBlock(c, block), initializers: list ? lowerInitializers(c, list) : [] };
}

function lowerInitializers(c: LowerContext, list: Syntax): FunctionBody['initializers'] {
  return namedChildren(list).flatMap((node) => {
    const [field, args] = namedChildren(node);
    return field && args ? [{ field: textOf(c, field), args: lowerArgs(c, args), span: spanOf(c, node) }] : [];
  });
}
