/** Whether the workspace says anywhere that all ranks are in one NVLink domain. From the text of assertions and of tests that throw or return. */
import { withoutComments } from '../source/comments.js';
import type { RuleContext } from './rule.js';

/** As many GPUs as a board of the usual kind has: a constant bound up to this is meant as one domain. */
const BOARD = 8;
/** Documented in docs/glossary.md. */
const DOMAIN = /^(?:lsa|nvl|nvlink|mnnvl|local|node|domain|scaleup|intranode)$/;
const OTHER_DOMAINS = /^(?:nodes|rdma|scaleout|domains|rail|internode)$/;
const RANKS = /^(?:ranks?|world|pes?|npes|gpus|devices|peers)$/;
/** Counts of something else, for each rank or on it. */
const OF_OTHER_THINGS = /^(?:per|tokens?|experts?|bytes|topk|rows?|slots?|threads?)$/;

/** Is the name one that speaks of an NVLink domain? */
export function namesDomain(name: string): boolean {
  return wordsIn(name).some((word) => DOMAIN.test(word));
}

export function isBoundedToDomain({ world, locator }: Pick<RuleContext, 'world' | 'locator'>): boolean {
  return [...world.program.files()].some(({ path }) => saysOneDomain(locator.lines(path).text, [...world.assertionMacros(path).keys()]));
}

/** `macros`: names of what asserts its argument, besides `assert` and `static_assert`. */
export function saysOneDomain(source: string, macros: readonly string[]): boolean {
  const text = withoutComments(source);
  return assertedIn(text, macros).some((condition) => parts(condition, AND, OR).some((part) => isBound(part, ['<=', '<', '==']))) ||
    refusedIn(text).some((condition) => parts(condition, OR, AND).some((part) => isBound(part, ['>', '>=', '!='])));
}

const AND = /&&|\band\b/;
const OR = /\|\||\bor\b/;

function assertedIn(text: string, macros: readonly string[]): string[] {
  const names = ['assert', 'static_assert', ...macros].filter((name) => text.includes(name));
  return names.length === 0 ? [] : [...text.matchAll(new RegExp(`\\b(?:${names.join('|')})\\s*\\(([^;]*)\\)\\s*;`, 'g'))].map(([, condition = '']) => condition);
}

/** `if (condition) throw …`, `… return`, `… abort()`. */
function refusedIn(text: string): string[] {
  return [...text.matchAll(/\bif\s*\(([^;{}]*)\)\s*\{?\s*(?:throw|return|(?:std::)?(?:abort|exit|terminate)\s*\()/g)].map(([, condition = '']) => condition);
}

/** The parts of which each has its say; none where a part of another kind may decide. Messages are no conditions. */
function parts(condition: string, separator: RegExp, other: RegExp): string[] {
  const plain = condition.replace(/"(?:[^"\\]|\\.)*"/g, '');
  return other.test(plain) ? [] : plain.split(separator);
}

const COMPARISON = /^([^<>=!]*)(<=|>=|==|!=|<|>)([^<>=!]*)$/;
const TURNED: Readonly<Record<string, string>> = { '<=': '>=', '>=': '<=', '<': '>', '>': '<', '==': '==', '!=': '!=' };

/** The ranks on one side, the domain or a small number on the other. `upper`: the operators that bound the ranks from above. */
function isBound(part: string, upper: readonly string[]): boolean {
  const [, left, operator, right] = COMPARISON.exec(part) ?? [];
  if (left === undefined || operator === undefined || right === undefined) return false;
  return bounds(left, operator, right, upper) || bounds(right, TURNED[operator] ?? operator, left, upper);
}

function bounds(ranks: string, operator: string, limit: string, upper: readonly string[]): boolean {
  const words = wordsIn(ranks);
  if (!upper.includes(operator) || /[%/]/.test(ranks) || words.some((word) => OF_OTHER_THINGS.test(word) || DOMAIN.test(word))) return false;
  // `8 <= num_ranks_per_domain`.
  if (/^\s*\d+\s*$/.test(ranks)) return Number(ranks) > 1 && namesDomain(limit) && wordsIn(limit).some((word) => RANKS.test(word));
  const number = /^[\s(]*(\d+)/.exec(limit)?.[1];
  if (words.some((word) => OTHER_DOMAINS.test(word))) return Number(number) === 1;
  if (!words.some((word) => RANKS.test(word))) return false;
  return number === undefined ? namesDomain(limit) : Number(number) <= BOARD;
}

/** `kNumRanks_per_node`: num, ranks, per, node. */
function wordsIn(text: string): string[] {
  return text.replace(/scale_(up|out)/gi, 'scale$1').split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
}
