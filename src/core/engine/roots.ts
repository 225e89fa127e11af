/** Which functions of a file are worth evaluating: those that call something that forms, tests or replaces a peer pointer. */
import type { FunctionDecl } from '../program/ir.js';
import type { CatalogEntry } from '../catalog/index.js';
import { calleesOf } from '../contracts/callees.js';
import type { World } from '../flow/machine.js';

const NONE: readonly CatalogEntry[] = [];

export class Roots {
  /** Catalog entries that make a caller worth evaluating, by name. */
  private readonly entries = new Map<string, readonly CatalogEntry[]>();
  /** Interesting callees, by the file that calls. */
  private readonly interesting = new Map<string, Map<FunctionDecl, boolean>>();
  private readonly mentions = new Map<FunctionDecl, boolean>();
  private readonly tokens: ReadonlySet<string>;

  constructor(
    private readonly world: World,
    private readonly textOf: (file: string) => string,
  ) {
    const { symbols } = world.catalog.data;
    this.tokens = new Set(symbols.filter((symbol) => symbol.role.kind === 'rdma-opcode').map((symbol) => symbol.name));
  }

  /** Takes over what an earlier session found out about files whose meaning has not changed. */
  inherit(earlier: Roots, isUnchanged: (file: string) => boolean): void {
    for (const [file, answers] of earlier.interesting) if (isUnchanged(file)) this.interesting.set(file, new Map([...answers].filter(([fn]) => isUnchanged(fn.file))));
    for (const [fn, answer] of earlier.mentions) if (isUnchanged(fn.file)) this.mentions.set(fn, answer);
    for (const [name, entries] of earlier.entries) this.entries.set(name, entries);
  }

  /** Can a call of this name, in this function, form, test or replace a peer pointer? */
  isSeed(name: string, fn: FunctionDecl): boolean {
    if (this.isCatalogued(name, fn.file)) return true;
    for (const callee of this.world.program.functionsNamed(name)) if (callee !== fn && this.isInteresting(callee, fn.file)) return true;
    return false;
  }

  isRoot(fn: FunctionDecl): boolean {
    if (!fn.bodySpan) return false;
    for (const name of this.calleesOf(fn)) if (this.isSeed(name, fn)) return true;
    return false;
  }

  private isInteresting(callee: FunctionDecl, from: string): boolean {
    let known = this.interesting.get(from);
    if (!known) this.interesting.set(from, (known = new Map<FunctionDecl, boolean>()));
    let answer = known.get(callee);
    if (answer === undefined) {
      answer = this.judge(callee, from);
      known.set(callee, answer);
    }
    return answer;
  }

  private judge(callee: FunctionDecl, from: string): boolean {
    const { contracts } = this.world;
    if (contracts.former(callee)) return true;
    if (!this.isHelper(callee, from)) return false;
    if (contracts.isReachability(callee)) return true;
    if (!this.mayMatter(callee)) return false;
    const { oneSided, ranks } = contracts.summary(callee);
    return oneSided !== undefined || ranks.length > 0;
  }

  /** Device code that the file can see; a kernel is launched, not called. */
  private isHelper(callee: FunctionDecl, from: string): boolean {
    return callee.isDevice && !callee.isKernel && callee.bodySpan !== undefined && this.world.program.closure(from).has(callee.file);
  }

  /** By text, through callees: cheap, and true too often rather than too seldom. */
  private mayMatter(fn: FunctionDecl): boolean {
    const known = this.mentions.get(fn);
    if (known !== undefined) return known;
    this.mentions.set(fn, false);
    if (!fn.bodySpan) return false;
    const names = this.calleesOf(fn);
    let found = false;
    for (const name of names) {
      found = this.isCatalogued(name, fn.file) || this.world.program.functionsNamed(name).some((callee) => callee !== fn && (this.world.contracts.former(callee) !== undefined || (this.isHelper(callee, fn.file) && this.mayMatter(callee))));
      if (found) break;
    }
    found ||= [...this.tokens].some((token) => this.bodyText(fn).includes(token));
    this.mentions.set(fn, found);
    return found;
  }

  /** A method of the catalog counts only where its class is spoken of. */
  private isCatalogued(name: string, file: string): boolean {
    for (const entry of this.entriesOf(name)) if (entry.owner === undefined || this.speaksOf(entry.owner, file)) return true;
    return false;
  }

  private entriesOf(name: string): readonly CatalogEntry[] {
    let entries = this.entries.get(name);
    if (!entries) {
      const named = this.world.catalog.named(name);
      entries = named.length === 0 ? NONE : named.filter(({ kind }) => kind === 'peer-pointer' || kind === 'one-sided' || kind === 'reachability');
      this.entries.set(name, entries);
    }
    return entries;
  }

  private readonly spoken = new Map<string, boolean>();
  private speaksOf(owner: string, file: string): boolean {
    const key = `${owner} ${file}`;
    let known = this.spoken.get(key);
    if (known === undefined) {
      known = [...this.world.program.closure(file)].some((path) => this.textOf(path).includes(owner));
      this.spoken.set(key, known);
    }
    return known;
  }

  private bodyText(fn: FunctionDecl): string {
    return fn.bodySpan ? this.textOf(fn.file).slice(fn.bodySpan.start, fn.bodySpan.end) : '';
  }

  private calleesOf(fn: FunctionDecl): ReadonlySet<string> {
    return calleesOf(fn, this.world);
  }
}
