/** The space that an index of a rank counts in: from what it is computed of, and from what bounds it. */
import type { Facts } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import type { Expr } from '../program/ir.js';
import type { Term } from '../flow/terms.js';
import { termText } from '../flow/termText.js';
import { namedCount, namedIndex } from './rankNames.js';
import { quantityOf, type Counted, type Space } from './rankQuantity.js';

const MAX_DEPTH = 6;

/** From data flow alone. */
export function indexSpace(m: Machine, rank: Term, facts: Facts): Counted | undefined {
  return new Reading(m, facts, false).index(rank, MAX_DEPTH);
}

/** Also from names of sizes and of indices, as the vocabulary of rank names has them. */
export function namedIndexSpace(m: Machine, rank: Term, facts: Facts): Counted | undefined {
  return new Reading(m, facts, true).index(rank, MAX_DEPTH);
}

class Reading {
  constructor(private readonly m: Machine, private readonly facts: Facts, private readonly names: boolean) {}

  /**
   * Adding a number or a size to an index and flipping its bits stay in the space; `% size` lands in the size's space, `/ LSA size` of a world
   * rank is a rail index, and an index times the LSA size is a world rank. Other sums convert in ways that only the code knows.
   */
  index(rank: Term, depth: number): Counted | undefined {
    const exact = quantityOf(this.m, rank, 'rank');
    if (exact || depth === 0) return exact;
    return this.computed(rank, depth) ?? this.byName(rank) ?? this.bound(rank, depth) ?? (this.names ? this.divided(rank) : undefined);
  }

  private computed(rank: Term, depth: number): Counted | undefined {
    switch (rank.op) {
      case 'add': return this.sum(rank.args, depth);
      case 'ite': return this.choice(rank.args[1], rank.args[2], depth);
      case 'apply': return this.applied(rank.name, rank.args, depth);
      default: return undefined;
    }
  }

  private sum(args: readonly Term[], depth: number): Counted | undefined {
    const first = args.map((arg) => this.firstOfNode(arg)).find((found) => found !== undefined);
    if (first) return first;
    const moving = args.filter((arg) => arg.op !== 'int' && !this.count(arg));
    const [index] = moving;
    return moving.length === 1 && index ? this.index(index, depth - 1) : undefined;
  }

  /** A number stands for no rank, as in `valid ? rank : -1`. */
  private choice(a: Term, b: Term, depth: number): Counted | undefined {
    if (a.op === 'int' || b.op === 'int') return this.index(a.op === 'int' ? b : a, depth - 1);
    const [x, y] = [this.index(a, depth - 1), this.index(b, depth - 1)];
    return x?.space === y?.space ? x : undefined;
  }

  private applied(name: string, [a, b]: readonly Term[], depth: number): Counted | undefined {
    if (!a || !b) return undefined;
    if (name === '*') return this.product(a, b);
    const inner = this.index(a, depth - 1);
    if (name === '^') return b.op === 'int' ? inner : undefined;
    const size = this.count(b);
    if (name === '%') return inner || this.names ? size : undefined;
    const divides = name === '/' && size?.space === 'lsa' && (inner?.space === 'world' || (this.names && !inner));
    return divides ? { space: 'rail', text: `${inner ? 'a world rank' : 'an index'} divided by ${size.text}` } : undefined;
  }

  private firstOfNode(term: Term): Counted | undefined {
    return term.op === 'apply' && term.name === '*' && term.args[0] && term.args[1] ? this.product(term.args[0], term.args[1]) : undefined;
  }

  private product(a: Term, b: Term): Counted | undefined {
    const size = [a, b].map((factor) => this.count(factor)).find((found) => found?.space === 'lsa');
    const other = size && this.count(a)?.space === 'lsa' ? b : a;
    if (!size || other.op === 'int' || this.count(other)) return undefined;
    return this.names || quantityOf(this.m, other, 'rank') ? { space: 'world', text: `an index times ${size.text}` } : undefined;
  }

  /** What the index is below: the size of a team, or the last rank of a node. The smallest of several counts. */
  private bound(index: Term, depth: number): Counted | undefined {
    const found: Counted[] = [];
    for (const { term, value } of this.facts.literals()) {
      if (term.op !== 'lt' || term.args[0] !== index) continue;
      const [, limit] = term.args;
      const count = value ? this.count(limit) : undefined;
      if (count) found.push({ space: count.space, text: `bounded by ${count.text}` });
      else if (depth === MAX_DEPTH && this.isFirstOfNode(limit)) found.push({ space: 'world', text: `compared with \`${termText(limit)}\`` });
    }
    return SMALLEST_FIRST.map((space) => found.find((each) => each.space === space)).find((each) => each !== undefined);
  }

  private isFirstOfNode(term: Term): boolean {
    return (term.op === 'add' ? term.args : [term]).some((arg) => this.firstOfNode(arg) !== undefined);
  }

  private count(term: Term): Counted | undefined {
    const exact = quantityOf(this.m, term, 'count');
    if (exact || !this.names) return exact;
    if (term.op === 'apply' && term.name === '*' && term.args.length === 2) return worldOf(term.args.map((arg) => this.count(arg)?.space), termText(term));
    if (term.op !== 'symbol' && term.op !== 'field') return undefined;
    const space = namedCount(term.name);
    return space ? { space, text: `\`${term.name}\`` } : term.op === 'symbol' && term.origin === 'template' ? this.byDefault(term.name) : undefined;
  }

  /** A template parameter that is the product of both sizes unless somebody says otherwise. */
  private byDefault(name: string): Counted | undefined {
    const given = this.m.root.templateParams.find((param) => param.name === name)?.defaultValue;
    return given?.kind === 'binary' && given.op === '*' ? worldOf([given.left, given.right].map(spaceOfName), name) : undefined;
  }

  private byName(rank: Term): Counted | undefined {
    const space = this.names && (rank.op === 'symbol' || rank.op === 'field') ? namedIndex(rank.name) : undefined;
    return space && (rank.op === 'symbol' || rank.op === 'field') ? { space, text: `by its name \`${rank.name}\`` } : undefined;
  }

  /** Elsewhere the same number is divided by the LSA size, which is how one asks a world rank for its node. */
  private divided(rank: Term): Counted | undefined {
    for (const { name, value } of this.m.named) {
      if (value.op !== 'apply' || value.args[0] !== rank || !['/', '%'].includes(value.name)) continue;
      const size = value.args[1] && this.count(value.args[1]);
      if (size?.space === 'lsa') return { space: 'world', text: `\`${name}\` is ${value.name === '/' ? 'it divided by' : 'its remainder by'} ${size.text}` };
    }
    return undefined;
  }
}

const SMALLEST_FIRST: readonly Space[] = ['lsa', 'rail', 'world'];

function worldOf(spaces: readonly (Space | undefined)[], text: string): Counted | undefined {
  return spaces.includes('lsa') && spaces.includes('rail') ? { space: 'world', text: `\`${text}\`` } : undefined;
}

function spaceOfName(expr: Expr): Space | undefined {
  return expr.kind === 'name' ? namedCount(expr.path.at(-1) ?? '') : undefined;
}
