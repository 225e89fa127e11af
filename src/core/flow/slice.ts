/**
 * Which statements of a function can matter to peer pointers: those that form or use one, what their operands, conditions
 * and ranks are computed from, and everything that happens behind a test of one. The rest (a kernel's arithmetic, mostly)
 * is skipped when only sites and findings are wanted. By variables, regardless of order: it keeps too much rather than too little.
 */
import type { Expr, FunctionDecl, LambdaExpr, Stmt } from '../program/ir.js';
import type { Program } from '../program/program.js';
import { childrenOf } from '../program/walk.js';
import { isOutReference } from './assigned.js';

export interface Slice {
  keeps(stmt: Stmt): boolean;
}

/** A leaf statement, or the condition of a compound one. */
interface Item {
  readonly parent: Compound | undefined;
  readonly uses: Set<string>;
  /** Variables that may change. */
  readonly defines: Set<string>;
  /** Variables that may come to hold what the item computes. */
  readonly receives: Set<string>;
  /** It calls something that forms, tests or replaces a peer pointer. */
  seed: boolean;
  readonly exit: boolean;
  kept: boolean;
}

interface Compound {
  readonly parent: Compound | undefined;
  readonly head: Item;
  readonly items: Item[];
  readonly inner: Compound[];
  /** Items of the statements that follow in the same block: they run on the path that was not taken. */
  readonly after: Item[];
  kept: boolean;
  /** Holds a statement that leaves it; worked out on first use. */
  exits: boolean | undefined;
}

/** A lambda's body; its variables have the numbers after `from` up to `to`. */
interface Lambda extends Compound {
  readonly from: number;
  to: number;
}

export function sliceOf(program: Program, fn: FunctionDecl, isSeed: (callee: string) => boolean): Slice {
  const builder = new Builder(program, isSeed);
  const body = fn.body();
  if (body) builder.statement(body.block, undefined);
  const kept = solve(builder);
  return { keeps: (stmt) => kept.has(stmt) || !builder.known.has(stmt) };
}

class Builder {
  readonly items: Item[] = [];
  readonly compounds: Compound[] = [];
  readonly lambdas: Lambda[] = [];
  readonly known = new Map<Stmt, Item | Compound>();

  /** Variables by name, innermost scope last: `i` of one loop is not `i` of another. */
  private readonly scopes: Map<string, string>[] = [new Map<string, string>()];
  private declared = 0;
  private readonly parameters = new Set<string>();

  constructor(
    private readonly program: Program,
    private readonly isSeed: (callee: string) => boolean,
  ) {}

  private inScope(run: () => void): void {
    this.scopes.push(new Map());
    run();
    this.scopes.pop();
  }

  private declare(name: string): string {
    const id = `${name}#${++this.declared}`;
    this.scopes.at(-1)?.set(name, id);
    return id;
  }

  private resolve(name: string): string {
    for (let i = this.scopes.length - 1; i >= 0; i--) {
      const id = this.scopes[i]?.get(name);
      if (id !== undefined) return id;
    }
    return name;
  }

  statement(stmt: Stmt, parent: Compound | undefined): void {
    switch (stmt.kind) {
      case 'block': this.inScope(() => { this.block(stmt.body, parent); }); return;
      case 'if': this.compound(stmt, parent, [stmt.init, stmt.condition], [stmt.then, stmt.otherwise]); return;
      case 'for': this.compound(stmt, parent, [stmt.init, stmt.condition, stmt.step], [stmt.body]); return;
      case 'range-for': this.compound(stmt, parent, [stmt.range], [stmt.body], stmt.variable?.name); return;
      case 'while': case 'do': this.compound(stmt, parent, [stmt.condition], [stmt.body]); return;
      case 'switch': this.compound(stmt, parent, [stmt.subject], [stmt.body]); return;
      // What a variable is of, whichever variables are looked at.
      case 'class': return;
      default: this.known.set(stmt, this.item([stmt], parent));
    }
  }

  private block(body: readonly Stmt[], parent: Compound | undefined): void {
    const open: Compound[] = [];
    for (const stmt of body) {
      const from = this.items.length;
      this.statement(stmt, parent);
      for (const compound of open) compound.after.push(...this.items.slice(from));
      const made = this.known.get(stmt);
      if (stmt.kind === 'if' && made && 'head' in made) open.push(made);
    }
  }

  private compound(stmt: Stmt, parent: Compound | undefined, head: readonly (Expr | Stmt | undefined)[], bodies: readonly (Stmt | undefined)[], variable?: string): void {
    this.inScope(() => { this.compoundInScope(stmt, parent, head, bodies, variable); });
  }

  private compoundInScope(stmt: Stmt, parent: Compound | undefined, head: readonly (Expr | Stmt | undefined)[], bodies: readonly (Stmt | undefined)[], variable: string | undefined): void {
    const condition = this.item(head.filter((part) => part !== undefined), parent);
    if (variable !== undefined) this.gives(condition, this.declare(variable));
    const compound: Compound = { parent, head: condition, items: [], inner: [], after: [], kept: false, exits: undefined };
    this.compounds.push(compound);
    parent?.inner.push(compound);
    this.known.set(stmt, compound);
    for (const body of bodies) if (body) this.statement(body, compound);
  }

  private item(nodes: readonly (Expr | Stmt)[], parent: Compound | undefined): Item {
    const exit = nodes.some((node) => node.kind === 'return' || node.kind === 'break' || node.kind === 'continue' || node.kind === 'goto' || node.kind === 'label' || node.kind === 'case');
    const item: Item = { parent, uses: new Set(), defines: new Set(), receives: new Set(), seed: false, exit, kept: false };
    this.items.push(item);
    parent?.items.push(item);
    for (const node of nodes) this.collect(node, item);
    return item;
  }

  private collect(node: Expr | Stmt, item: Item): void {
    switch (node.kind) {
      case 'name':
        item.uses.add(this.resolve(node.path[0] ?? ''));
        for (const arg of node.templateArgs ?? []) this.collectText(arg.text, item);
        break;
      case 'member': for (const arg of node.templateArgs ?? []) this.collectText(arg.text, item); break;
      // Where a jump leads is not worked out here.
      case 'goto': case 'label': item.seed = true; break;
      case 'call': this.call(node, item); break;
      case 'expr':
        // `x.set(…);` changes x.
        if (node.expr.kind === 'call' && node.expr.callee.kind === 'member' && !this.isSeed(node.expr.callee.name)) for (const name of rootOf(node.expr.callee.object)) this.gives(item, this.resolve(name));
        break;
      case 'decl': this.declaration(node.declarators.map((declarator) => declarator.name), node, item); return;
      case 'bindings': this.declaration(node.names.map(({ name }) => name), node, item); return;
      case 'alias': this.collectText(node.type.text, item); this.gives(item, this.declare(node.name)); break;
      case 'assign': for (const name of rootOf(node.target)) this.gives(item, this.resolve(name)); break;
      case 'asm': for (const output of node.outputs) for (const name of rootOf(output.value)) this.gives(item, this.resolve(name)); break;
      case 'unary': if (node.op.endsWith('++') || node.op.endsWith('--') || node.op === '&') for (const name of rootOf(node.operand)) this.gives(item, this.resolve(name)); break;
      case 'lambda': this.lambda(node, item); return;
      default: break;
    }
    for (const child of childrenOf(node)) this.collect(child, item);
  }

  /** The initialiser still sees the outer variable of the same name. A lambda may call itself by none. */
  private declaration(names: readonly string[], node: Stmt, item: Item): void {
    for (const child of childrenOf(node)) this.collect(child, item);
    for (const name of names) this.gives(item, this.declare(name));
  }

  private gives(item: Item, name: string): void {
    item.defines.add(name);
    item.receives.add(name);
  }

  private call(node: Expr & { kind: 'call' }, item: Item): void {
    const { callee } = node;
    const name = callee.kind === 'name' ? callee.path.at(-1) : callee.kind === 'member' ? callee.name : undefined;
    if (name === undefined) return;
    // A lambda that calls its parameter runs what it was given.
    if (this.isSeed(name) || (callee.kind === 'name' && this.parameters.has(this.resolve(name)))) item.seed = true;
    const candidates = this.program.functionsNamed(name);
    node.args.forEach((arg, i) => {
      if (arg.kind === 'name' && candidates.some((fn) => isOutReference(fn.params[i]?.type))) for (const root of rootOf(arg)) item.defines.add(this.resolve(root));
    });
  }

  /** A lambda's statements are sliced, too: one that is kept keeps the statement around. */
  private lambda(lambda: LambdaExpr, around: Item): void {
    const inside: Lambda = { parent: around.parent, head: around, items: [], inner: [], after: [], kept: false, exits: undefined, from: this.declared, to: this.declared };
    this.compounds.push(inside);
    this.lambdas.push(inside);
    around.parent?.inner.push(inside);
    for (const capture of lambda.captures) if (capture.init) this.collect(capture.init, around);
    this.inScope(() => {
      for (const param of [...lambda.params, ...lambda.captures.filter((capture) => capture.init)]) this.parameters.add(this.declare(param.name));
      this.statement(lambda.body, inside);
    });
    inside.to = this.declared;
  }

  private collectText(text: string, item: Item): void {
    for (const word of text.match(/[A-Za-z_]\w*/g) ?? []) item.uses.add(this.resolve(word));
  }
}

/** The variable that an assignment to the expression changes. */
function rootOf(target: Expr): string[] {
  switch (target.kind) {
    case 'name': return target.path.length === 1 ? [target.path[0] ?? ''] : [];
    case 'member': return target.arrow ? [] : rootOf(target.object);
    case 'cast': return rootOf(target.operand);
    case 'index': return target.object.kind === 'name' ? rootOf(target.object) : [];
    default: return [];
  }
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const name of a) if (b.has(name)) return true;
  return false;
}

function solve({ items, compounds, lambdas, known }: Builder): ReadonlySet<Stmt> {
  const definers = new Index(items, (item) => item.defines);
  const users = new Index(items, (item) => item.uses);
  for (const lambda of lambdas) callsDefine(lambda, users, definers);
  const carriers = carriersOf(items, users, lambdas);
  const needed: string[] = [];
  const listed = new Set<string>();
  const keep = (item: Item): void => {
    if (item.kept) return;
    item.kept = true;
    for (const name of item.uses)
      if (!listed.has(name)) {
        listed.add(name);
        needed.push(name);
      }
    for (let compound = item.parent; compound && !compound.kept; compound = compound.parent) {
      compound.kept = true;
      keep(compound.head);
      for (const exit of compound.items) if (exit.exit) keep(exit);
    }
  };
  const exits = new Index(compounds.filter(hasExit), (compound) => compound.head.uses);
  for (const item of items) if (item.seed || (item.exit && !item.parent) || meets(item.uses, carriers)) keep(item);
  for (const compound of compounds) if (meets(compound.head.uses, carriers) || compound.head.seed) keepBehind(compound, keep);
  for (let name = needed.pop(); name !== undefined; name = needed.pop()) {
    for (const item of definers.of(name)) keep(item);
    for (const compound of exits.of(name)) if (!compound.kept) for (const item of compound.items) if (item.exit) keep(item);
  }
  const kept = new Set<Stmt>();
  for (const [stmt, entry] of known) if (entry.kept) kept.add(stmt);
  return kept;
}

/** Entries by the names that they mention. */
class Index<T> {
  private readonly byName = new Map<string, T[]>();

  constructor(entries: readonly T[], names: (entry: T) => ReadonlySet<string>) {
    for (const entry of entries) for (const name of names(entry)) this.add(name, entry);
  }
  add(name: string, entry: T): void {
    const list = this.byName.get(name);
    if (list) list.push(entry);
    else this.byName.set(name, [entry]);
  }
  of(name: string): readonly T[] {
    return this.byName.get(name) ?? [];
  }
}

/** Variables that hold a peer pointer, or something that is made from one. */
function carriersOf(items: readonly Item[], users: Index<Item>, lambdas: readonly Compound[]): ReadonlySet<string> {
  const carriers = new Set<string>();
  const open: string[] = [];
  const receive = (item: Item): void => {
    for (const name of item.receives)
      if (!carriers.has(name)) {
        carriers.add(name);
        open.push(name);
      }
    // A lambda that holds such a statement carries it wherever it is called.
    for (let compound = item.parent; compound; compound = compound.parent) if (heads.has(compound)) receive(compound.head);
  };
  const heads = new Set<Compound>(lambdas);
  const done = new Set<Item>();
  const visit = (item: Item): void => {
    if (done.has(item)) return;
    done.add(item);
    receive(item);
  };
  for (const item of items) if (item.seed) visit(item);
  for (let name = open.pop(); name !== undefined; name = open.pop()) for (const item of users.of(name)) visit(item);
  return carriers;
}

/** Calling a lambda changes what its body changes outside of itself. */
function callsDefine(lambda: Lambda, users: Index<Item>, definers: Index<Item>): void {
  const changed = new Set<string>();
  for (const item of allItems(lambda)) for (const name of item.defines) if (!isDeclaredIn(lambda, name)) changed.add(name);
  if (changed.size === 0) return;
  for (const variable of lambda.head.receives)
    for (const item of users.of(variable))
      if (item !== lambda.head)
        for (const name of changed)
          if (!item.defines.has(name)) {
            item.defines.add(name);
            definers.add(name, item);
          }
}

function isDeclaredIn({ from, to }: Lambda, name: string): boolean {
  const number = Number(name.slice(name.lastIndexOf('#') + 1));
  return number > from && number <= to;
}

function allItems(compound: Compound): Item[] {
  return [...compound.items, ...compound.inner.flatMap(allItems)];
}

/** All that a test of a peer pointer decides about, and what runs after an arm that leaves. */
function keepBehind(compound: Compound, keep: (item: Item) => void): void {
  const visit = (inner: Compound): void => {
    keep(inner.head);
    inner.kept = true;
    for (const item of inner.items) keep(item);
    for (const next of inner.inner) visit(next);
  };
  visit(compound);
  if (hasExit(compound)) for (const item of compound.after) keep(item);
}

function hasExit(compound: Compound): boolean {
  compound.exits ??= compound.items.some((item) => item.exit) || compound.inner.some(hasExit);
  return compound.exits;
}
