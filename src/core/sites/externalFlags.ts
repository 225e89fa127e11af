/**
 * Yes-or-no questions to what comes from outside of the function: a flag of the caller, one of several modes, a word in memory, a
 * function that is not known. Whoever gives the answer may know which ranks can be reached.
 */
import type { TypeRef } from '../program/ir.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';

/** Orders (`<`, `>=`) count things and choose places, and a number of the caller may say who acts: they are no such questions. */
export function isExternalFlag(m: Machine, condition: Term): boolean {
  if (condition.op !== 'eq') return isUnknownAnswer(m, condition);
  const [a, b] = condition.args;
  const [constant, asked] = a.op === 'int' || isUnresolved(a) ? [a, b] : [b, a];
  if (isUnknownAnswer(m, asked)) return constant.op === 'int' || isUnresolved(constant);
  if (constant.op === 'int') return isFlag(m, asked) || (isWord(asked) && constant.value >= 0);
  return isUnresolved(constant) && (isWord(asked) || asked.op === 'field' || isFromOutside(asked) || isUnresolved(asked));
}

/** PTX ISA "Special Registers", and CUDA's names for them: they say who acts. */
const SPECIAL: ReadonlySet<string> = new Set(['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'tid', 'ntid', 'ctaid', 'nctaid', 'laneid', 'warpid', 'nwarpid', 'smid']);

/** A name whose declaration is not seen: an enumerator, a constant. */
function isUnresolved(term: Term): boolean {
  return term.op === 'symbol' && term.origin === 'global' && term.type === undefined && !SPECIAL.has(term.name.split('.')[0] ?? '');
}

/** What a function gave that is neither in the workspace nor in the catalog, or lies too deep to be followed. */
function isUnknownAnswer(m: Machine, term: Term): boolean {
  if (term.op === 'symbol') return term.origin === 'result' && term.from !== undefined;
  return term.op === 'apply' && /^[A-Za-z_]\w*(?:::\w+)*$/.test(term.name) && m.world.catalog.call(term.name.split('::')) === undefined;
}

/** What memory holds; a literal's text is no such memory. */
function isWord(term: Term): boolean {
  return term.op === 'load' && ![term.args[0], ...argsOf(term.args[0])].some(({ op }) => op === 'text');
}

/** A value that somebody declared to be one of few: true or false, or an enumerator. */
function isFlag(m: Machine, term: Term): boolean {
  return (term.op === 'field' || isFromOutside(term)) && 'type' in term && term.type !== undefined && isOfFew(m, term.type);
}

function isOfFew(m: Machine, type: TypeRef): boolean {
  if (type.pointers > 0) return false;
  if (type.path.at(-1) === 'bool') return true;
  // An enum is a class without members.
  const cls = m.world.program.classOf(type, m.root.file, m.root.scope);
  return cls?.fields.length === 0 && cls.methods.length === 0 && cls.bases.length === 0;
}

function isFromOutside(term: Term): boolean {
  return term.op === 'symbol' && (term.origin === 'param' || term.origin === 'this' || (term.origin === 'global' && term.type !== undefined));
}
