import { describe, expect, it } from 'vitest';
import { catalog } from '../../src/core/catalog/index.js';
import { OrderingFunctions } from '../../src/core/contracts/ordering.js';
import type { World } from '../../src/core/flow/machine.js';
import type { FunctionDecl } from '../../src/core/program/ir.js';
import { Program } from '../../src/core/program/program.js';
import { lowerText } from './support/lowering.js';

async function ordering(text: string): Promise<(name: string) => boolean> {
  const decls = await lowerText(text);
  const program = new Program([decls], () => undefined);
  // The search asks for names and the catalog only.
  const found = new OrderingFunctions(() => ({ program, catalog }) as World);
  return (name) => found.has(decls.functions.find((fn) => fn.name === name) as FunctionDecl);
}

const CIRCLE = `
__device__ void fence(int n) { back(n); asm volatile("fence.acq_rel.sys;" ::: "memory"); }
__device__ void back(int n) { if (n > 0) fence(n - 1); }
`;

describe('functions that order something', () => {
  it.each([['fence', 'back'], ['back', 'fence']])('are found in a circle of calls, %s first', async (first, second) => {
    const orders = await ordering(CIRCLE);
    expect([orders(first), orders(second)]).toEqual([true, true]);
  });

  it('are not found where a circle does nothing', async () => {
    const orders = await ordering('__device__ int odd(int n) { return even(n - 1); } __device__ int even(int n) { return odd(n - 1); }');
    expect([orders('odd'), orders('even')]).toEqual([false, false]);
  });
});
