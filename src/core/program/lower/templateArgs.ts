/** Template arguments, where a type and a value can look alike. */
import type { Expr, TemplateArg } from '../ir.js';
import { isKeywordType, isModifier, MAX_DEPTH, oneLine, textOf, type LowerContext } from './context.js';
import { exprFromTypeAndDeclarator } from './ambiguous.js';
import { lowerExpr } from './expressions.js';
import { isName, lowerName } from './names.js';
import type { Syntax } from './snapshot.js';
import { abstractIndirection, lowerType, lowerTypeDescriptor, DIRECT } from './types.js';

/** An argument is read both as a type and as a value: without this, a list nested n deep would be read 2^n times. */
const lowered = new WeakMap<Syntax, readonly TemplateArg[]>();

export function lowerTemplateArgs(c: LowerContext, list: Syntax): readonly TemplateArg[] {
  const known = lowered.get(list);
  if (known) return known;
  const args: TemplateArg[] = [];
  c.depth++;
  for (const child of list.children) {
    if (child.named) args.push(c.depth > MAX_DEPTH ? { text: oneLine(textOf(c, child)) } : templateArg(c, child));
  }
  c.depth--;
  lowered.set(list, args);
  return args;
}

function templateArg(c: LowerContext, node: Syntax): TemplateArg {
  const text = oneLine(textOf(c, node));
  if (node.type === 'type_descriptor') {
    const value = valueOfTypeDescriptor(c, node);
    const parts = node.children.filter((child) => child.named && !isModifier(child));
    const isFunctionType = parts[1] !== undefined && !abstractIndirection(parts[1]);
    // `f(x)` parses as a function type; a call is what is written there in practice.
    if (value && isFunctionType) return { text, value };
    const type = lowerTypeDescriptor(c, node);
    return value ? { text, type, value } : { text, type };
  }
  if (node.type === 'parameter_pack_expansion') {
    const pattern = node.children.find((child) => child.named);
    return pattern ? { ...templateArg(c, pattern), text } : { text };
  }
  const value = lowerExpr(c, node);
  return isName(node) ? { text, type: lowerType(c, node, undefined, DIRECT), value } : { text, value };
}

/** The same text read as a value: a plain name, or `f(x)` and `a[i]`, which look like function and array types. */
function valueOfTypeDescriptor(c: LowerContext, node: Syntax): Expr | undefined {
  const parts = node.children.filter((child) => child.named);
  const [specifier, declarator] = parts;
  if (!specifier || parts.length > 2 || !isName(specifier) || specifier.type === 'dependent_type') return undefined;
  if (isKeywordType(specifier)) return undefined;
  if (!declarator) return lowerName(c, specifier);
  const value = abstractIndirection(declarator) ? undefined : exprFromTypeAndDeclarator(c, node, specifier, declarator);
  // A function type that is really one: `void(const Path&)`.
  return value?.kind === 'call' && value.args.some((arg) => arg.kind === 'unknown') ? undefined : value;
}
