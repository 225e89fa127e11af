/**
 * Which functions may touch memory through an instruction, order, join or complete something: those whose effects a trace
 * must see. By names, over all overloads, so it says yes too often, never too seldom.
 */
import type { FunctionDecl } from '../program/ir.js';
import { walk } from '../program/walk.js';
import { ptxEffects } from '../flow/asm.js';
import { ordersAnything } from '../flow/effects.js';
import type { World } from '../flow/machine.js';
import { saysVolatile } from '../flow/volatile.js';

export class OrderingFunctions {
  private readonly known = new Map<FunctionDecl, boolean>();

  constructor(private readonly world: () => World) {}

  has(fn: FunctionDecl): boolean {
    const known = this.known.get(fn);
    if (known !== undefined) return known;
    const reached = new Set<FunctionDecl>();
    const found = this.search(fn, reached);
    if (found) this.known.set(fn, true);
    // Functions that call each other answer together: where nothing was found, nothing is in any of them.
    else for (const each of reached) this.known.set(each, false);
    return found;
  }

  private search(fn: FunctionDecl, reached: Set<FunctionDecl>): boolean {
    const known = this.known.get(fn);
    if (known !== undefined) return known;
    if (reached.has(fn)) return false;
    reached.add(fn);
    const body = fn.body();
    if (!body) return false;
    let found = fn.params.some(({ type }) => saysVolatile(type) === true);
    walk(body.block, (node) => {
      if (found) return;
      if (node.kind === 'asm') found = ptxEffects(node).some(ordersAnything);
      else if (node.kind === 'cast') found = saysVolatile(node.type) === true;
      else if (node.kind === 'decl') found = node.declarators.some(({ type }) => saysVolatile(type) === true);
      else if (node.kind === 'call') {
        const { callee } = node;
        const name = callee.kind === 'name' ? callee.path.at(-1) : callee.kind === 'member' ? callee.name : undefined;
        found = name !== undefined && this.named(name, reached);
      }
    });
    return found;
  }

  private named(name: string, reached: Set<FunctionDecl>): boolean {
    const { catalog, program } = this.world();
    const inCatalog = catalog.named(name).some((entry) => (entry.kind === 'call' ? entry.effects.some(ordersAnything) : entry.kind === 'one-sided' || entry.kind === 'rank-barrier'));
    return inCatalog || program.functionsNamed(name).some((fn) => this.search(fn, reached));
  }
}
