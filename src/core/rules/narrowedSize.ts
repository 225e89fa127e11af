import type { CallEvent, Event } from '../flow/events.js';
import { argsOf, type Term } from '../flow/terms.js';
import type { Expr, TypeRef } from '../program/ir.js';
import { kindOfType, nameOf, widthsOf, type Widths } from '../program/widths.js';
import { isBoundedByAssertion } from './asserted.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { callAt } from './text.js';

/**
 * size.int32-offset, of a size: a value declared with 64 bits is passed to a parameter of 32, and what comes in there is how much is
 * sent, or what is added to an address. A bulk copy is not meant: it cannot be larger than shared memory.
 */
export const narrowedSize: Rule = (context) => {
  const calls = context.runs.flatMap(({ machine: { events } }) => events.filter((event): event is CallEvent => isOwnCall(event)).map((event) => ({ events, event })));
  const widths = calls.length > 0 ? widthsOf(context.world.program, context.fn) : undefined;
  return widths ? calls.flatMap(({ events, event }) => narrowed(context, widths, events, event)) : [];
};

/** Written in the function itself, with something that a wide value may be cut off for. */
function isOwnCall(event: Event): boolean {
  return event.kind === 'call' && event.place === event.anchor && (event.target?.params.some(({ type }) => isNarrow(type)) ?? false);
}

function narrowed(context: RuleContext, widths: Widths, events: readonly Event[], event: CallEvent): Draft[] {
  const { target } = event;
  const call = target && callAt(context.fn, event.place);
  if (!call) return [];
  return target.params.flatMap((param, i): Draft[] => {
    const arg = call.args[i];
    const value = event.args[i];
    if (!arg || !value || !isNarrow(param.type) || !isWide(widths, arg)) return [];
    const use = events.find((other) => other.anchor.file === event.anchor.file && other.anchor.span.start === event.anchor.span.start && usesAsSize(other, value));
    if (!use || isBoundedByAssertion(context, arg)) return [];
    const name = nameOf(arg) ?? '';
    return [{
      rule: 'size.int32-offset', place: { file: context.fn.file, span: arg.span },
      message: `\`${name}\` has 64 bits, and the parameter \`${param.name}\` of \`${event.name}\` that takes it 32: from 2^31 on another number comes in.`,
      path: [{ place: { file: target.file, span: param.nameSpan }, text: '32 bits here' }, { place: use.place, text: 'used here as a size or an offset' }],
      approximate: 'how large the value gets is not known, only that it was given 64 bits',
    }];
  });
}

function isNarrow(type: TypeRef): boolean {
  const kind = kindOfType(type);
  return kind?.is === 'integer' && kind.bits === 32;
}

/** Given 64 bits on purpose: `size_t` is what bytes are counted in anyway. */
function isWide(widths: Widths, arg: Expr): boolean {
  const kind = widths.declaredKind(arg);
  return kind?.is === 'integer' && kind.bits === 64 && !widths.isFixed(arg) && !/\b(?:size_t|ptrdiff_t)\b/.test(widths.declaredText(arg) ?? '');
}

/** Which argument of a work request that the code writes itself is a size is not known. */
function usesAsSize(event: Event, value: Term): boolean {
  if (event.kind === 'one-sided') return event.posted !== true && event.args.includes(value);
  return event.kind === 'access' && event.address !== value && isPartOf(value, event.address);
}

/** Among the addends, or a factor of one: what a mask or a remainder takes off is meant to be lost. */
function isPartOf(value: Term, term: Term): boolean {
  if (term === value) return true;
  const goesOn = term.op === 'add' || term.op === 'neg' || term.op === 'bits' || term.op === 'load' || (term.op === 'apply' && ['*', '+', '-', '<<'].includes(term.name));
  return goesOn && argsOf(term).some((arg) => isPartOf(value, arg));
}
