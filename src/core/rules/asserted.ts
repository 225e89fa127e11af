/** Whether an assertion in the file, of host or device code, bounds a product or a value. */
import type { Expr } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { LocalContext } from './local.js';

const BOUND = /\b(?:U?INT(?:32)?_MAX|numeric_limits)\b|\b0x7fffffff\b|\b2147483647\b|<<\s*3[01]\b/i;

/** An assertion that speaks of a name in it and of a limit of 32 bits. */
export function isBoundedByAssertion({ fn, world, locator }: Pick<LocalContext, 'fn' | 'world' | 'locator'>, expr: Expr): boolean {
  const names = namesIn(expr);
  const macros = ['assert', 'static_assert', ...world.assertionMacros(fn.file).keys()];
  const { text } = locator.lines(fn.file);
  return macros.some((macro) => [...text.matchAll(new RegExp(`\\b${macro}\\s*\\(([^;]*)\\);`, 'g'))].some(([, condition = '']) =>
    BOUND.test(condition) && names.some((name) => new RegExp(`\\b${name}\\b`).test(condition))));
}

function namesIn(expr: Expr): string[] {
  const names: string[] = [];
  walk(expr, (node) => {
    if (node.kind === 'name') names.push(node.path.at(-1) ?? '');
  });
  return names;
}
