/** Expands the macro uses that a scan has found, and keeps track of where each piece of the view comes from. */
import type { Problem } from '../schema.js';
import { skipBalanced, skipTrivia } from './chars.js';
import { classify } from './classify.js';
import { expandTokens, type ExpansionContext, type MacroCall } from './expand.js';
import type { Macro } from './macros.js';
import { createViewBuilder, type ViewMap } from './offsets.js';
import { maskBody, type Scan } from './scan.js';
import { bodyTokens, tokenize, type Token } from './tokens.js';
import type { Candidate } from './words.js';

/** Tokens that all expansions in one file may make together, and one of them alone. About five characters each. */
const FILE_BUDGET = 300_000;
const CALL_BUDGET = 50_000;

const maskedBodies = new WeakMap<Macro, readonly Token[]>();

function maskedBody(macro: Macro): readonly Token[] {
  let tokens = maskedBodies.get(macro);
  if (tokens === undefined) {
    const masked = maskBody(macro.body);
    tokens = masked === macro.body ? bodyTokens(macro) : tokenize(masked, 0, masked.length, false);
    maskedBodies.set(macro, tokens);
  }
  return tokens;
}

/** `except`: offsets of names that are left as they are. */
export function expandView(scan: Scan, masked: string, problems: Problem[], except: ReadonlySet<number>): ViewMap | undefined {
  const { scope, candidates } = scan;
  const builder = createViewBuilder(masked);
  const pasted = new Map<Macro, readonly boolean[]>();
  let left = FILE_BUDGET;
  let done = 0;
  let any = false;
  for (const candidate of candidates) {
    if (left <= 0) break;
    if (candidate.start < done || except.has(candidate.start)) continue;
    const calls: MacroCall[] = [];
    const budget = { left: Math.min(left, CALL_BUDGET) };
    const context: ExpansionContext = {
      lookup: (token) => scope.lookupAt(token.text, token.at >= 0 ? token.at : candidate.start),
      wants: (macro, full) => full || macro === candidate.macro || wants(macro, (name) => scope.lookupAt(name, candidate.start)),
      body: maskedBody,
      line: () => lineOf(masked, candidate.start),
      calls,
      pasted,
      budget,
    };
    const before = budget.left;
    const end = expandCandidate(candidate, masked, context, (tokens) => {
      builder.copy(done, candidate.start);
      builder.tokens(tokens, calls);
    });
    left -= before - Math.max(budget.left, 0);
    if (end > 0) {
      done = end;
      any = true;
    }
    if (budget.left < 0 && problems.length === 0) problems.push(tooMuchCode(candidate, masked));
  }
  builder.copy(done, masked.length);
  return any ? builder.finish() : undefined;
}

function tooMuchCode(candidate: Candidate, masked: string): Problem {
  return {
    code: 'macro-recursion',
    message: `Expanding ${candidate.macro.name} makes more code than can be analysed, so it is left as it is; facts behind it are unknown.`,
    line: lineOf(masked, candidate.start),
    column: candidate.start - masked.lastIndexOf('\n', candidate.start - 1),
  };
}

/** Macros left as calls in the file's own text are left in expansions, too. */
function wants(macro: Macro, lookup: (name: string) => Macro | undefined): boolean {
  return macro.file !== '' && classify(macro, lookup).kind !== 'keep';
}

/** Returns the offset after the use, or 0 when it is left as it is (unbalanced parentheses, no budget). */
function expandCandidate(candidate: Candidate, masked: string, context: ExpansionContext, emit: (tokens: readonly Token[]) => void): number {
  let end = candidate.macro.params === undefined ? candidate.end : callEnd(masked, candidate.end);
  for (let rounds = 0; end > 0 && rounds < 4; rounds++) {
    context.calls.length = 0;
    const written = tokenize(masked, candidate.start, end, true);
    context.budget.left -= written.length;
    const tokens = expandTokens(written, context);
    if (context.budget.left < 0) return 0;
    // The expansion ends in the name of another macro whose arguments follow in the file.
    const last = tokens[tokens.length - 1];
    const open = last?.kind === 'identifier' && !last.painted ? context.lookup(last) : undefined;
    const more = open?.params !== undefined && context.wants(open, false) ? callEnd(masked, end) : 0;
    if (more > 0) {
      end = more;
      continue;
    }
    emit(tokens);
    return end;
  }
  return 0;
}

function callEnd(masked: string, nameEnd: number): number {
  const open = skipTrivia(masked, nameEnd);
  return masked.charAt(open) === '(' ? skipBalanced(masked, open) : 0;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
