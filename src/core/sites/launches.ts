/** What the host passes to a kernel, where a launch in the kernel's own file shows it. */
import type { Expr, FunctionDecl } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { World } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';

/** CUDA Runtime API, "Memory Management": memory that no other rank has a mapping of. */
const ORDINARY = new Set(['cudaMalloc', 'cudaMallocAsync', 'cudaMallocManaged']);

/** The allocation behind a kernel parameter, if every launch in the file passes memory from an ordinary allocator. */
export function ordinaryAllocation(world: World, kernel: FunctionDecl, param: string): Place | undefined {
  const index = kernel.params.findIndex((p) => p.name === param);
  const decls = world.program.file(kernel.file);
  if (!kernel.isKernel || index < 0 || !decls) return undefined;
  const found: (Place | undefined)[] = [];
  for (const host of decls.functions) {
    if (host === kernel || !host.bodySpan || !world.textOf(host.file, host.bodySpan).includes('<<<')) continue;
    const body = host.body();
    if (body)
      walk(body.block, (node) => {
        if (node.kind === 'launch' && node.callee.kind === 'name' && node.callee.path.at(-1) === kernel.name) found.push(allocationOf(host, node.args[index]));
      });
  }
  return found.length > 0 && found.every((place) => place !== undefined) ? found[0] : undefined;
}

function allocationOf(host: FunctionDecl, arg: Expr | undefined): Place | undefined {
  const name = arg?.kind === 'name' ? arg.path[0] : undefined;
  const body = host.body();
  let place: Place | undefined;
  if (name !== undefined && body)
    walk(body.block, (node) => {
      if (node.kind !== 'call' || node.callee.kind !== 'name' || !ORDINARY.has(node.callee.path.at(-1) ?? '')) return;
      const [target] = node.args;
      const pointer = target?.kind === 'cast' ? target.operand : target;
      if (pointer?.kind === 'unary' && pointer.op === '&' && pointer.operand.kind === 'name' && pointer.operand.path[0] === name) place = { file: host.file, span: node.span };
    });
  return place;
}
