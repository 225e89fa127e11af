/** What the scanner does with an identifier that may be a macro or a construct that the grammar does not read. */
import type { Span } from '../program/ir.js';
import { ATTRIBUTE_MACROS, STATEMENT_KEYWORDS } from './builtins.js';
import { Char, Class, classOf, skipTrivia } from './chars.js';
import { classify, fitSpecifiers, type MacroUse } from './classify.js';
import { CONSTRUCTS } from './constructs.js';
import type { Macro } from './macros.js';
import type { Rewriter } from './rewriter.js';
import type { MacroScope } from './scope.js';
import { attribute, macroAfterIf, macroAfterString, macroBeforeDeclaration, macroBeforeStatement, unknownMacro } from './unknownMacros.js';

const STATEMENTS: ReadonlySet<string> = new Set(STATEMENT_KEYWORDS);

/** Words that are looked at although they do not look like macros, as alternatives of a regular expression. */
export const WATCHED_WORDS = [...STATEMENTS, 'namespace', ...CONSTRUCTS.keys()].filter((name) => !name.startsWith('_')).join('|');

/** A macro use to be expanded. */
export interface Candidate extends Span {
  readonly macro: Macro;
}

export interface WordHandler {
  /** Returns the offset to go on from. */
  word(start: number, end: number): number;
  /** The same after a string literal. */
  afterString(start: number, end: number): number;
}

export interface WordContext {
  readonly rewriter: Rewriter;
  readonly scope: MacroScope;
  readonly attributeMacros: ReadonlySet<string>;
  readonly candidates: Candidate[];
  /** Unknown identifiers before a statement that were left out without evidence that they are harmless. */
  readonly guesses: Span[];
}

export function createWordHandler({ rewriter, scope, attributeMacros, candidates, guesses }: WordContext): WordHandler {
  const { text } = rewriter;
  const uses = new Map<Macro, MacroUse>();

  return {
    word(start, end) {
      const name = text.slice(start, end);
      const macro = scope.lookup(name);
      if (macro !== undefined && macro.file !== '') return known(macro, start, end);
      if (STATEMENTS.has(name)) return statement(name, start, end);
      if (name === 'namespace' || name === 'template') macroBeforeDeclaration(rewriter, scope, start);
      const construct = CONSTRUCTS.get(name);
      if (construct) return construct(rewriter, start, end);
      if (attributeMacros.has(name)) return attribute(rewriter, '', start, Math.max(end, rewriter.argumentsEnd(end)));
      return knownAttribute(rewriter, name, start, end) ?? unknownMacro(rewriter, name, start, end);
    },
    afterString: (start, end) => macroAfterString(rewriter, scope, start, end),
  };

  function statement(name: string, start: number, end: number): number {
    if (candidates[candidates.length - 1]?.end !== rewriter.tokenEnd(start)) {
      const guess = macroBeforeStatement(rewriter, scope, start);
      if (guess) guesses.push(guess);
    }
    return name === 'if' ? macroAfterIf(rewriter, scope, end) : end;
  }

  function known(macro: Macro, start: number, end: number): number {
    const use = useOf(macro);
    if (use.kind === 'keep' && !use.statement) return end;
    const close = macro.params === undefined ? end : rewriter.argumentsEnd(end);
    if (close < 0) return end;
    const isRead = use.kind === 'keep' && endsStatement(close);
    if (isRead) return end;
    if (use.kind === 'attribute' && !losesMeaning(use.text, start, end)) return attribute(rewriter, use.text, start, close);
    if (use.kind === 'static-assert' && end - start >= 'static_assert'.length) {
      rewriter.replace(start, end, 'static_assert');
      return end;
    }
    candidates.push({ start, end, macro });
    return end;
  }

  function useOf(macro: Macro): MacroUse {
    let use = uses.get(macro);
    if (use === undefined) uses.set(macro, (use = classify(macro, scope.lookup)));
    return use;
  }

  /** Specifiers that must not be left out, and do not fit into the macro's name. */
  function losesMeaning(specifiers: string, start: number, end: number): boolean {
    if (fitSpecifiers(specifiers, end - start) === specifiers) return false;
    return /alignas|launch_bounds/.test(specifiers) || (specifiers.includes('constexpr') && rewriter.wordBefore(start) === 'if');
  }

  /** Something that finishes the statement or goes on with the expression follows. */
  function endsStatement(at: number): boolean {
    const from = skipTrivia(text, at);
    const follow = text.charCodeAt(from);
    if (follow === Char.CloseBrace || follow === Char.OpenBrace || Number.isNaN(follow)) return false;
    return classOf(follow) !== Class.Identifier || /^(?:and|or|xor)\b/.test(text.slice(from, from + 4));
  }
}

function knownAttribute(r: Rewriter, name: string, start: number, end: number): number | undefined {
  const specifiers = ATTRIBUTE_MACROS.get(name);
  if (specifiers === undefined) return undefined;
  return attribute(r, specifiers, start, specifiers === '' ? Math.max(end, r.argumentsEnd(end)) : end);
}

/** For a macro's body: names that nothing defines may be its parameters or macros of another place, so there are no guesses about them. */
export function createBodyHandler(rewriter: Rewriter): WordHandler {
  const { text } = rewriter;
  return {
    word(start, end) {
      const name = text.slice(start, end);
      const construct = CONSTRUCTS.get(name);
      return construct ? construct(rewriter, start, end) : (knownAttribute(rewriter, name, start, end) ?? end);
    },
    afterString: (_start, end) => end,
  };
}
