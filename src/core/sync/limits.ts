/** Conditions on an index whose other side is no number in the code: an argument of the template, or an amount that the launch brings. */
import type { Machine } from '../flow/machine.js';
import { mentions } from '../flow/mentions.js';
import { termText } from '../flow/termText.js';
import { argsOf, type Term } from '../flow/terms.js';
import { indexOf, WARP_SIZE } from '../sites/threadIndex.js';
import { type Division } from './participants.js';

/** `warp == kProducer`, or its contrary. */
export function equalToLimit(m: Machine, [a, b]: readonly [Term, Term], value: boolean): Division | undefined {
  const [index, limit] = indexOf(m, a) ? [indexOf(m, a), b] : [indexOf(m, b), a];
  if (!index || !isOfTemplate(limit)) return undefined;
  const unless = `there is none of the number \`${termText(limit)}\``;
  switch (index.of) {
    case 'warp': return { among: 'block', threads: value ? WARP_SIZE : undefined, unless, limit };
    case 'cta': return { among: 'grid', blocks: value ? 1 : undefined, unless, limit };
    default: return undefined;
  }
}

/** `index < limit`, or `limit < index`, or the contrary of one of them. */
export function boundByLimit(m: Machine, left: Term, right: Term, value: boolean): Division | undefined {
  if (isLimit(m, right)) return bounded(m, left, right, value);
  return isLimit(m, left) ? bounded(m, right, left, !value) : undefined;
}

function bounded(m: Machine, counter: Term, limit: Term, isBelow: boolean): Division | undefined {
  const text = `\`${termText(limit)}\``;
  const of = indexOf(m, counter)?.of;
  if (of === 'lane') return { among: 'warp', unless: `${text} is 32 or more`, limit };
  if ((of === 'warp' || of === 'thread') && isOfTemplate(limit)) return { among: 'block', unless: `the block has no more than ${text} ${of}s`, limit };
  // Which blocks have something to do: those at the end have nothing once there is less of it.
  if (countsBlocks(m, counter) && !isOfTemplate(limit) && !isSizeOfLaunch(limit)) return { among: 'grid', blocks: undefined, unless: `${text} leaves ${isBelow ? 'no block out' : 'something for every block'}`, limit };
  return undefined;
}

/** A block's index, or a number that grows with it: `block * kWarps + warp`. */
function countsBlocks(m: Machine, term: Term, depth = 6): boolean {
  if (depth === 0) return false;
  if (indexOf(m, term)?.of === 'cta') return true;
  if (term.op === 'add') return term.args.some((arg) => countsBlocks(m, arg, depth - 1)) && term.args.every((arg) => countsBlocks(m, arg, depth - 1) || isFixed(m, arg));
  return term.op === 'apply' && term.name === '*' && term.args.some((arg) => countsBlocks(m, arg, depth - 1)) && term.args.every((arg) => countsBlocks(m, arg, depth - 1) || isOfTemplate(arg));
}

/** Numbers and indices of threads, and what is computed from them. */
function isFixed(m: Machine, term: Term): boolean {
  return isOfTemplate(term) || indexOf(m, term) !== undefined || (term.op !== 'load' && argsOf(term).length > 0 && argsOf(term).every((arg) => isFixed(m, arg)));
}

/** Known when the code is compiled. */
export function isOfTemplate(term: Term): boolean {
  if (term.op === 'int' || term.op === 'text') return true;
  if (term.op === 'symbol') return term.origin === 'template' || (term.origin === 'global' && /^k[A-Z]|^[A-Z][A-Z\d_]+$/.test(term.name));
  return (term.op === 'apply' || term.op === 'add' || term.op === 'neg') && argsOf(term).length > 0 && argsOf(term).every(isOfTemplate);
}

/** The same for all threads: of the template, or made of parameters. */
function isLimit(m: Machine, term: Term): boolean {
  if (isOfTemplate(term)) return true;
  return !mentions(term, (part) => indexOf(m, part) !== undefined || part.op === 'load' || part.op === 'peer' || (part.op === 'symbol' && part.origin !== 'param' && part.origin !== 'template'));
}

/** Its name says that it counts blocks, so it leaves none out. */
function isSizeOfLaunch(limit: Term): boolean {
  return isNamed(limit, /(?:^|_)sms?(?:_|$)|blocks?|ctas?|grid/i);
}

/** Its name says that it counts threads or warps. */
export function countsThreads(limit: Term): boolean {
  return isNamed(limit, /threads?|warps?|block|cta/i);
}

function isNamed(limit: Term, word: RegExp): boolean {
  return mentions(limit, (part) => (part.op === 'symbol' || part.op === 'field') && word.test(part.name));
}
