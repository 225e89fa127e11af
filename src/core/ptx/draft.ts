import type { RegisterFile } from './registers.js';
import { spacesOf } from './qualifiers.js';
import type { PtxAddress, PtxEffect, PtxEffectKind, PtxInstruction, PtxOperand, PtxValue, StateSpace } from './types.js';

/** An instruction with the register contents that it sees. */
export interface Reading {
  readonly instruction: PtxInstruction;
  readonly registers: RegisterFile;
}

/** What a family's reader says of an instruction; the rest is filled in alike for all. `written` are result operands. */
export type Draft = Partial<Omit<PtxEffect, 'mechanism' | 'predicate' | 'looped' | 'results' | 'inputs'>> & {
  readonly kind: PtxEffectKind;
  readonly written?: readonly PtxOperand[];
};

export function address({ instruction, registers }: Reading, index: number, space: StateSpace): PtxAddress | undefined {
  return registers.address(instruction.operands[index], space);
}

export function value({ instruction, registers }: Reading, index: number): PtxValue | undefined {
  return registers.value(instruction.operands[index]);
}

/** The values of one operand, a vector's one by one. */
export function values({ instruction, registers }: Reading, ...indices: readonly number[]): PtxValue[] {
  return indices.flatMap((index) => {
    const operand = instruction.operands[index];
    const items = operand === undefined ? [] : operand.kind === 'vector' ? operand.items : [operand];
    return items.flatMap((item) => registers.value(item) ?? []);
  });
}

export function operands({ instruction }: Reading, ...indices: readonly number[]): PtxOperand[] {
  return indices.flatMap((index) => instruction.operands[index] ?? []);
}

/** The one state space that the opcode names. */
export function spaceOf(instruction: PtxInstruction): StateSpace {
  return spacesOf(instruction.parts)[0] ?? 'generic';
}

export function has(instruction: PtxInstruction, part: string): boolean {
  return instruction.parts.includes(part);
}

/** Position of the n-th operand in brackets, counted from 0; -1 if there is none. */
export function bracket(instruction: PtxInstruction, n: number): number {
  let seen = 0;
  return instruction.operands.findIndex((operand) => operand.kind === 'address' && seen++ === n);
}
