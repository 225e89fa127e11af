/** Values for readers: a term as an expression in the names that the code uses. */
import { argsOf, type Term } from './terms.js';

const MAX_DEPTH = 7;
const OPERATOR = /^[^\w(]{1,3}$/;

export function termText(term: Term): string {
  return written(term, MAX_DEPTH, false);
}

function written(term: Term, depth: number, nested: boolean): string {
  if (depth === 0) return '…';
  const below = (arg: Term): string => written(arg, depth - 1, true);
  const group = (text: string): string => (nested ? `(${text})` : text);
  switch (term.op) {
    case 'int': case 'bool': return String(term.value);
    case 'null': return 'nullptr';
    case 'text': return JSON.stringify(term.text);
    case 'type': case 'symbol': return term.name;
    case 'field': return memberOf(term.args[0], term.name, below);
    case 'bits': return written(term.args[0], depth, nested);
    case 'load': return element(term.args[0], below, (part) => written(part, depth - 1, false));
    case 'neg': return `-${below(term.args[0])}`;
    case 'not': return negated(term.args[0], below, group);
    case 'and': return group(term.args.map(below).join(' && '));
    case 'or': return group(term.args.map(below).join(' || '));
    case 'eq': return group(term.args.map(below).join(' == '));
    case 'lt': return group(term.args.map(below).join(' < '));
    case 'nonnull': return group(`${below(term.args[0])} != nullptr`);
    case 'add': return group(sum(term.args, below));
    case 'ite': {
      const [condition, yes, no] = term.args;
      // Arms that read alike are one variable at two moments.
      return below(yes) === below(no) ? written(yes, depth - 1, nested) : group(`${below(condition)} ? ${below(yes)} : ${below(no)}`);
    }
    case 'apply': {
      // An object that a method was called on says nothing to a reader.
      const args = argsOf(term).filter((arg) => arg.op !== 'object').map(below);
      if (args.length === 2 && OPERATOR.test(term.name)) return group(args.join(` ${term.name} `));
      const name = term.name.replace(/<[\d,]*>$/, '');
      return args.length === 0 ? name : `${name}(${args.join(', ')})`;
    }
    case 'peer': return `${term.peer.api}(${[term.peer.pointer, term.peer.rank].flatMap((arg) => (arg ? [below(arg)] : [])).join(', ')})`;
    default: return '…';
  }
}

/** A member with the object that it is of, as far as that has a name: two objects can have members of one name. */
function memberOf(object: Term, name: string, below: (arg: Term) => string): string {
  if (object.op === 'symbol' || object.op === 'field') return `${below(object)}.${name}`;
  return object.op === 'apply' && /^[A-Za-z_]\w*$/.test(object.name) ? `${object.name}(${object.args.length === 0 ? '' : '…'}).${name}` : name;
}

/** What an address leads to: an element, where one part of the address alone can have elements. */
function element(address: Term, below: (arg: Term) => string, whole: (arg: Term) => string): string {
  if (address.op !== 'add') return `*${below(address)}`;
  const pointers = address.args.filter((arg) => (arg.op === 'symbol' || arg.op === 'field') && (arg.type?.pointers ?? 0) > 0);
  // An array's type is that of its elements.
  const [base, ...others] = pointers.length > 0 ? pointers : address.args.filter(({ op }) => op === 'field');
  const index = address.args.filter((arg) => arg !== base);
  if (base === undefined || others.length > 0) return `*(${whole(address)})`;
  return `${below(base)}[${sum(index, index.length === 1 ? whole : below)}]`;
}

/** As one would write it: `a >= b`, not `!(a < b)`. */
function negated(term: Term, below: (arg: Term) => string, group: (text: string) => string): string {
  switch (term.op) {
    case 'not': return below(term.args[0]);
    case 'eq': return group(term.args.map(below).join(' != '));
    case 'lt': return group(term.args.map(below).join(' >= '));
    case 'nonnull': return group(`${below(term.args[0])} == nullptr`);
    case 'and': case 'or': return group(term.args.map((arg) => negated(arg, below, (text) => `(${text})`)).join(term.op === 'and' ? ' || ' : ' && '));
    default: return `!${below(term)}`;
  }
}

/** Negative terms are subtracted. */
function sum(args: readonly Term[], below: (arg: Term) => string): string {
  return args.reduce((text, arg) => {
    const [sign, part] = arg.op === 'neg' ? ['-', below(arg.args[0])] : arg.op === 'int' && arg.value < 0 ? ['-', String(-arg.value)] : ['+', below(arg)];
    return text === '' ? (sign === '-' ? `-${part}` : part) : `${text} ${sign} ${part}`;
  }, '');
}
