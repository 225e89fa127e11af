/** Constructs of CUDA and C++ that the grammar does not read, and what it reads instead at the same length. One entry a word. */
import { BLANKED_IN_CODE, BLANKED_WITH_ARGUMENTS } from './builtins.js';
import { Char, skipTrivia } from './chars.js';
import { beginsLambda, type Rewriter } from './rewriter.js';
import { isNeedlessTemplate, isTemplateOfClass, isTypeOfValue, starsAfterConstraint, starsOfDefault } from './templates.js';

/** The word is at `start` to `end`. Returns the offset to go on from. */
export type Construct = (r: Rewriter, start: number, end: number) => number;

export const CONSTRUCTS: ReadonlyMap<string, Construct> = new Map<string, Construct>([
  ...BLANKED_IN_CODE.map((name): [string, Construct] => [name, (r, start, end) => r.leaveOut(start, end)]),
  ...BLANKED_WITH_ARGUMENTS.map((name): [string, Construct] => [name, attributeCall]),
  ['__align__', alignment],
  ['__builtin_align__', alignment],
  ['__device__', lambdaSpecifier],
  ['__host__', lambdaSpecifier],
  ['typename', typeName],
  ['class', typeParameter],
  ['enable_if_t', constraint],
  ['enable_if', constraint],
  ['template', template],
  ['decltype', decltypeOfValue],
  ['enum', anonymousEnum],
  ['unsigned', unsignedCast],
  ['friend', friend],
  ['operator', operatorCall],
]);

function attributeCall(r: Rewriter, start: number, end: number): number {
  const close = r.argumentsEnd(end);
  return close < 0 ? end : r.leaveOut(start, close);
}

/** `__align__(N)` hides the type after it; `alignas(N)` does not. */
function alignment(r: Rewriter, start: number, end: number): number {
  r.replace(start, end, 'alignas');
  return end;
}

/** `[=] __device__ (int i) {…}` */
function lambdaSpecifier(r: Rewriter, start: number, end: number): number {
  return r.before(start) === Char.CloseBracket && beginsLambda(r, end) ? r.leaveOut(start, end) : end;
}

/** `typename T::U{}` */
function typeName(r: Rewriter, start: number, end: number): number {
  return isTypeOfValue(r.text, end) ? r.leaveOut(start, end) : typeParameter(r, start, end);
}

/** `typename T = void*` */
function typeParameter(r: Rewriter, _start: number, end: number): number {
  r.edit(starsOfDefault(r.text, end));
  return end;
}

/** `std::enable_if_t<c>* = nullptr` */
function constraint(r: Rewriter, _start: number, end: number): number {
  r.edit(starsAfterConstraint(r.text, end));
  return end;
}

/** `template class C<int>;`, `x.template f(y)` */
function template(r: Rewriter, start: number, end: number): number {
  return isTemplateOfClass(r.text, end) || isNeedlessTemplate(r.text, start, end) ? r.leaveOut(start, end) : end;
}

/** `decltype(x){}` and `decltype(x)(y)` are values; without the type the rest is read as one, too. */
function decltypeOfValue(r: Rewriter, start: number, end: number): number {
  const close = r.argumentsEnd(end);
  if (close < 0) return end;
  const follow = r.next(close);
  if (follow !== Char.Open && follow !== Char.OpenBrace) return end;
  const before = r.before(start);
  const isOperand = before === Char.Open || before === Char.Comma || before === Char.Equals || before === Char.Question || r.wordBefore(start) === 'return';
  return isOperand ? r.leaveOut(start, close) : end;
}

/** `enum : uint8_t {…}` */
function anonymousEnum(r: Rewriter, _start: number, end: number): number {
  const base = skipTrivia(r.text, end);
  if (r.text.charCodeAt(base) !== Char.Colon) return end;
  const open = r.text.slice(base, base + 100).indexOf('{');
  if (open > 0) r.replace(base, base + open, '');
  return end;
}

/** `unsigned(x) < y` is read as a declaration; the type of the same size and name length is not. */
function unsignedCast(r: Rewriter, start: number, end: number): number {
  if (r.text.charCodeAt(end) === Char.Open && r.text.charCodeAt(end + 1) !== Char.Star) r.replace(start, end, 'uint32_t');
  return end;
}

/** `__device__ friend` in this order is not read; without the word it is an ordinary function of the class. */
function friend(r: Rewriter, start: number, end: number): number {
  const last = r.edits[r.edits.length - 1];
  const afterMacro = last !== undefined && last.text.startsWith('__') && /^[\s\w]*$/.test(r.text.slice(last.end, start));
  return afterMacro || /^__(?:device|host|forceinline)__$/.test(r.wordBefore(start)) ? r.leaveOut(start, end) : end;
}

/** Longest stretch that is looked at for the name of an operator, in UTF-16 units: long enough for a line end and a blanked comment. */
const MAX_OPERATOR = 100;

/**
 * `p->operator++()` and the statement `operator++();` call by name what the grammar reads in declarations only.
 * `operator( )` with a blank inside it reads nowhere.
 */
function operatorCall(r: Rewriter, start: number, end: number): number {
  const { text } = r;
  const after = text.slice(end, end + MAX_OPERATOR);
  const name = /^\s*(?:\(\s*\)|\[\s*\]|[-+*/%^&|~!=<>]+)\s*(?=\()/.exec(after);
  const before = r.before(start);
  const isMember = before === Char.Dot || (before === Char.Greater && text.charCodeAt(r.tokenEnd(start) - 2) === Char.Minus);
  const isStatement = before === Char.Semicolon || before === Char.OpenBrace || before === Char.CloseBrace;
  const stop = end + (name?.[0].length ?? 0);
  if (name && (isMember || (isStatement && r.next(r.argumentsEnd(stop)) === Char.Semicolon))) {
    r.edit([{ start: end, end: stop, text: '_'.repeat(stop - end) }]);
    return stop;
  }
  const spaced = /^\s*\(\s+\)/.exec(after);
  if (spaced) r.edit([{ start: end, end: end + spaced[0].length, text: '()'.padEnd(spaced[0].length) }]);
  return end;
}
