/** What a macro is for, read from its body. Decides whether a use is blanked, renamed, expanded or left as it is. */
import { PAREN_SPECIFIERS, SPECIFIERS, STATEMENT_KEYWORDS } from './builtins.js';
import { learnAssertion } from './assertions.js';
import type { Macro, MacroLookup } from './macros.js';
import { afterBalanced, bodyTokens, type Token } from './tokens.js';

export type MacroUse =
  /** Only specifiers: replaced by `text` where it fits, else blanked. */
  | { readonly kind: 'attribute'; readonly text: string }
  /** `static_assert` with the macro's own arguments in order: the name is replaced. */
  | { readonly kind: 'static-assert' }
  /** Reads as what it is: a constant, a type, another name, or a call that checks its argument. `statement`: must be followed by `;`. */
  | { readonly kind: 'keep'; readonly statement: boolean }
  /** Takes or makes code. */
  | { readonly kind: 'expand' };

const KEEP: MacroUse = { kind: 'keep', statement: false };
const KEEP_CHECK: MacroUse = { kind: 'keep', statement: true };
const EXPAND: MacroUse = { kind: 'expand' };
const STATIC_ASSERT: MacroUse = { kind: 'static-assert' };

const memo = new WeakMap<Macro, MacroUse>();

export function classify(macro: Macro, lookup: MacroLookup): MacroUse {
  const known = memo.get(macro);
  if (known) return known;
  const used = new Set<string>();
  const watch: MacroLookup = (name) => {
    const found = lookup(name);
    if (found) used.add(name);
    return found;
  };
  const use = decide(macro, watch, 0);
  // A body that names other macros means something else where those are defined otherwise.
  if (used.size === 0) memo.set(macro, use);
  return use;
}

function decide(macro: Macro, lookup: MacroLookup, depth: number): MacroUse {
  const tokens = bodyTokens(macro);
  const specifiers = depth < 8 ? specifierText(tokens, macro.params ?? [], lookup, depth) : undefined;
  if (specifiers !== undefined) return specifiers === 'expand' ? EXPAND : { kind: 'attribute', text: specifiers };
  return macro.params === undefined ? decideObject(tokens, lookup, depth) : decideFunction(macro, tokens, lookup);
}

function decideFunction(macro: Macro, tokens: readonly Token[], lookup: MacroLookup): MacroUse {
  if (isStaticAssert(macro, tokens)) return STATIC_ASSERT;
  return learnAssertion(macro, lookup) === undefined ? EXPAND : KEEP_CHECK;
}

function decideObject(tokens: readonly Token[], lookup: MacroLookup, depth: number): MacroUse {
  if (tokens.some((t) => t.kind === 'string') && tokens.every((t) => t.kind === 'string' || t.kind === 'identifier')) return EXPAND;
  if (tokens.length === 1) {
    if (tokens[0]?.text === 'decltype') return EXPAND;
    const target = tokens[0]?.kind === 'identifier' && depth < 8 ? lookup(tokens[0].text) : undefined;
    // An alias of a macro with arguments reads like that macro's name; an alias of code is code.
    return target?.params === undefined && target !== undefined ? decide(target, lookup, depth + 1) : KEEP;
  }
  return isCode(tokens) || isComputed(tokens) ? EXPAND : KEEP;
}

const CODE_WORDS = new Set([...STATEMENT_KEYWORDS, 'case', 'default', 'else', 'throw', 'asm', '__asm__', 'struct', 'class', 'namespace', 'template', 'using', 'typedef', 'extern', 'enum', 'auto']);

function isCode(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const t of tokens) {
    if (t.kind === 'identifier' && CODE_WORDS.has(t.text)) return true;
    if (t.kind !== 'punctuation') continue;
    if (t.text === ';' || t.text === '{' || t.text === '}') return true;
    if (t.text === '(') depth++;
    else if (t.text === ')' && --depth < 0) return true;
  }
  return depth !== 0;
}

const CALLABLE_KEYWORDS = new Set(['sizeof', 'alignof', 'decltype', 'static_cast', 'reinterpret_cast', 'const_cast', 'int', 'unsigned', 'long', 'float', 'double', 'char', 'bool', 'short', 'and', 'or', 'not']);

/** The body calls something, reads a member or decides something: a name in its place would hide a fact. */
function isComputed(tokens: readonly Token[]): boolean {
  return tokens.some((t, i) => {
    const next = tokens[i + 1];
    if (t.kind === 'identifier') {
      if (t.text === 'nullptr' || t.text === 'and' || t.text === 'or' || t.text === 'not') return true;
      return next?.text === '(' && !CALLABLE_KEYWORDS.has(t.text);
    }
    if (t.kind !== 'punctuation') return false;
    if (t.text === '.' || t.text === '?' || t.text === '!') return true;
    const twice = next !== undefined && !next.space && next.text === t.text;
    return twice && (t.text === '=' || t.text === '&' || t.text === '|');
  });
}

/** Text of a body that holds only specifiers, reduced to what the grammar reads; `expand`: they depend on arguments. Undefined: something else. */
function specifierText(tokens: readonly Token[], params: readonly string[], lookup: MacroLookup, depth: number): string | undefined {
  // nvcc takes a directive as a macro's body, which the standard does not know.
  if (tokens[0]?.text === '#' && tokens[1]?.text === 'pragma') return '';
  const kept: string[] = [];
  for (let i = 0; i < tokens.length; ) {
    const one = specifierAt(tokens, i, params, lookup, depth);
    if (one === undefined || one === 'expand') return one;
    if (one.text !== '') kept.push(one.text);
    i = one.end;
  }
  return kept.join(' ');
}

interface Specifier {
  readonly end: number;
  /** What the grammar reads; empty: nothing. */
  readonly text: string;
}

function specifierAt(tokens: readonly Token[], at: number, params: readonly string[], lookup: MacroLookup, depth: number): Specifier | 'expand' | undefined {
  const word = tokens[at]?.text ?? '';
  const next = tokens[at + 1];
  const call = next?.text === '(' ? PAREN_SPECIFIERS.get(word) : undefined;
  if (call !== undefined) {
    const end = afterBalanced(tokens, at + 1);
    if (call === 'drop') return { end, text: '' };
    const inner = tokens.slice(at + 1, end);
    return inner.some((t) => params.includes(t.text)) ? 'expand' : { end, text: (word.includes('align') ? 'alignas' : word) + print(inner) };
  }
  const simple = SPECIFIERS.get(word);
  if (simple !== undefined) {
    return word === 'extern' && next?.kind === 'string' ? 'expand' : { end: at + 1, text: simple === 'keep' ? word : '' };
  }
  if (word === '[' && next?.text === '[') return { end: afterBalanced(tokens, at), text: '' };
  const nested = params.includes(word) ? undefined : nestedSpecifiers(word, lookup, depth);
  return nested === undefined ? undefined : { end: at + 1, text: nested };
}

function print(tokens: readonly Token[]): string {
  return tokens.map((t) => (t.space ? ' ' : '') + t.text).join('');
}

function nestedSpecifiers(name: string, lookup: MacroLookup, depth: number): string | undefined {
  const macro = lookup(name);
  if (macro?.params !== undefined || macro === undefined) return undefined;
  const use = decide(macro, lookup, depth + 1);
  return use.kind === 'attribute' ? use.text : undefined;
}

/** The longest useful part of `text` that fits into `length`: what says where the code runs comes first. */
export function fitSpecifiers(text: string, length: number): string {
  if (text.length <= length) return text;
  for (const choice of ['__host__ __device__', '__global__', '__device__', 'constexpr', '__shared__', 'static']) {
    if (choice.length <= length && choice.split(' ').every((word) => text.includes(word))) return choice;
  }
  return '';
}

function isStaticAssert(macro: Macro, tokens: readonly Token[]): boolean {
  if ((tokens[0]?.text !== 'static_assert' && tokens[0]?.text !== '_Static_assert') || tokens[1]?.text !== '(') return false;
  let param = 0;
  return afterBalanced(tokens, 1) >= tokens.length - 1 && tokens.slice(2).every((t) => {
    if (t.kind !== 'identifier') return t.kind === 'string' || t.text === ',' || t.text === ')' || t.text === ';' || t.text === '#';
    return macro.params?.[param++] === t.text;
  });
}
