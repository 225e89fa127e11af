/**
 * Which functions may touch memory through an instruction, order, join or complete something: those whose effects a trace
 * must see. By names, over all overloads, so it says yes too often, never too seldom.
 */
import type { FunctionDecl } from '../program/ir.js';
import { walk } from '../program/walk.js';
import { ptxEffects } from '../flow/asm.js';
import { ordersAnything } from '../flow/effects.js';
import type { World } from '../flow/machine.js';

export class OrderingFunctions {
  private readonly known = new Map<FunctionDecl, boolean>();

  constructor(private readonly world: () => World) {}

  has(fn: FunctionDecl): boolean {
    const known = this.known.get(fn);
    if (known !== undefined) return known;
    // A recursive call adds nothing.
    this.known.set(fn, false);
    const found = this.search(fn);
    this.known.set(fn, found);
    return found;
  }

  private search(fn: FunctionDecl): boolean {
    const body = fn.body();
    if (!body) return false;
    let found = false;
    walk(body.block, (node) => {
      if (found) return;
      if (node.kind === 'asm') found = ptxEffects(node).some(ordersAnything);
      else if (node.kind === 'call') {
        const { callee } = node;
        const name = callee.kind === 'name' ? callee.path.at(-1) : callee.kind === 'member' ? callee.name : undefined;
        found = name !== undefined && this.named(name);
      }
    });
    return found;
  }

  private named(name: string): boolean {
    const { catalog, program } = this.world();
    const inCatalog = catalog.named(name).some((entry) => (entry.kind === 'call' ? entry.effects.some(ordersAnything) : entry.kind === 'one-sided' || entry.kind === 'rank-barrier'));
    return inCatalog || program.functionsNamed(name).some((fn) => this.has(fn));
  }
}
