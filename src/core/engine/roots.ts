/** Which functions of a file are worth evaluating: those that call something that forms, tests or replaces a peer pointer. */
import type { FunctionDecl } from '../program/ir.js';
import type { World } from '../flow/machine.js';

const CALLEE = /\b([A-Za-z_]\w*)\s*(?=[<(])/g;

export class Roots {
  private readonly names = new Map<FunctionDecl, ReadonlySet<string>>();
  private readonly mentions = new Map<FunctionDecl, boolean>();
  private readonly tokens: ReadonlySet<string>;

  constructor(
    private readonly world: World,
    private readonly textOf: (file: string) => string,
  ) {
    const { symbols } = world.catalog.data;
    this.tokens = new Set(symbols.filter((symbol) => symbol.role.kind === 'rdma-opcode').map((symbol) => symbol.name));
  }

  /** Can a call of this name, in this function, form, test or replace a peer pointer? */
  isSeed(name: string, fn: FunctionDecl): boolean {
    return this.isCatalogued(name, fn.file) || this.world.program.functionsNamed(name).some((callee) => callee !== fn && this.isInteresting(callee, fn.file));
  }

  isRoot(fn: FunctionDecl): boolean {
    if (!fn.bodySpan) return false;
    for (const name of this.calleesOf(fn)) {
      if (this.isCatalogued(name, fn.file)) return true;
      if (this.world.program.functionsNamed(name).some((callee) => callee !== fn && this.isInteresting(callee, fn.file))) return true;
    }
    return false;
  }

  private isInteresting(callee: FunctionDecl, from: string): boolean {
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
    return this.world.catalog.named(name).some((entry) => {
      const counts = entry.kind === 'peer-pointer' || entry.kind === 'one-sided' || entry.kind === 'reachability';
      return counts && (entry.owner === undefined || this.speaksOf(entry.owner, file));
    });
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
    let names = this.names.get(fn);
    if (!names) {
      // A constructor's initialisers stand before its body.
      const text = this.textOf(fn.file).slice(fn.span.start, fn.span.end);
      names = new Set([...text.matchAll(CALLEE)].map((match) => match[1] ?? ''));
      this.names.set(fn, names);
    }
    return names;
  }
}
