import { parseConstant } from './operands.js';
import type { PtxAddress, PtxAsm, PtxInstruction, PtxOperand, PtxPredicate, PtxValue, StateSpace } from './types.js';

/** What is known of a PTX register inside one asm body. */
export interface RegisterValue {
  /** The C++ operand whose value it is, up to a constant or another operand added to it. */
  readonly base: number | undefined;
  /** All C++ operands that went into it. */
  readonly inputs: readonly number[];
  readonly constant: number | undefined;
  readonly mapped: boolean;
  readonly special: string | undefined;
  readonly comparison: PtxPredicate['comparison'];
  /** Positions of the effects that produced it (a load, an elect, an mbarrier wait). */
  readonly producers: readonly number[];
}

const EMPTY: RegisterValue = {
  base: undefined, inputs: [], constant: undefined, mapped: false, special: undefined, comparison: undefined, producers: [],
};

/** More origins than this are not told apart; it bounds the work on a body that sets one register very often. */
const MOST_ORIGINS = 64;

/** Follows values through the registers of one asm body, in program order. A guarded write keeps the earlier value too. */
export class RegisterFile {
  readonly #values = new Map<string, RegisterValue>();
  readonly #names = new Map<string, number>();
  readonly #constraints: readonly string[];

  constructor(asm: PtxAsm) {
    const operands = [...asm.outputs, ...asm.inputs];
    this.#constraints = operands.map((operand) => operand.constraint);
    operands.forEach((operand, index) => {
      if (operand.symbol !== undefined) this.#names.set(operand.symbol, index);
    });
  }

  read(operand: PtxOperand): RegisterValue {
    switch (operand.kind) {
      case 'operand':
        return this.#ofOperand(operand.index);
      case 'named':
        return this.#ofOperand(this.#names.get(operand.name));
      case 'register':
        return this.#values.get(operand.name) ?? EMPTY;
      case 'special':
        return { ...EMPTY, special: operand.name };
      case 'immediate':
        return { ...EMPTY, constant: operand.value };
      case 'address':
        return merge([this.read(operand.base), ...operand.coordinates.map((item) => ({ ...this.read(item), base: undefined }))]);
      case 'vector':
      case 'pair':
        return merge(operand.items.map((item) => this.read(item)));
      case 'sink':
      case 'unparsed':
        return EMPTY;
    }
  }

  /** A C++ output that was written in this body holds what was written, else itself. */
  #ofOperand(index: number | undefined): RegisterValue {
    if (index === undefined) return EMPTY;
    const written = this.#values.get(`%${index}`);
    return written === undefined ? { ...EMPTY, base: index, inputs: [index] } : { ...written, base: written.base ?? index };
  }

  write(operand: PtxOperand, value: RegisterValue, guarded: boolean): void {
    for (const item of operand.kind === 'vector' || operand.kind === 'pair' ? operand.items : [operand]) {
      const name = this.#nameOf(item);
      if (name === undefined) continue;
      const before = this.#values.get(name);
      this.#values.set(name, before === undefined || !guarded ? value : merge([before, value]));
    }
  }

  #nameOf(operand: PtxOperand): string | undefined {
    if (operand.kind === 'register') return operand.name;
    const index = this.indexOf(operand);
    return index === undefined ? undefined : `%${index}`;
  }

  /** The position of a C++ operand, undefined for everything else. */
  indexOf(operand: PtxOperand): number | undefined {
    if (operand.kind === 'operand') return operand.index;
    return operand.kind === 'named' ? this.#names.get(operand.name) : undefined;
  }

  /** C++ operands that an operand list writes. */
  outputs(operands: readonly PtxOperand[]): number[] {
    return operands.flatMap((operand) => {
      if (operand.kind === 'vector' || operand.kind === 'pair') return this.outputs(operand.items);
      return this.indexOf(operand) ?? [];
    });
  }

  value(operand: PtxOperand | undefined): PtxValue | undefined {
    if (operand === undefined) return undefined;
    const read = this.read(operand);
    return { operand: read.base ?? (read.inputs.length === 1 ? read.inputs[0] : undefined), constant: read.constant, text: textOf(operand) };
  }

  address(operand: PtxOperand | undefined, space: StateSpace): PtxAddress | undefined {
    if (operand === undefined) return undefined;
    const read = this.read(operand.kind === 'address' ? operand.base : operand);
    return {
      operand: read.base,
      space,
      offset: operand.kind === 'address' ? operand.offset : 0,
      text: textOf(operand),
      mapped: read.mapped,
    };
  }

  predicate(instruction: PtxInstruction): PtxPredicate | undefined {
    const guard = instruction.guard;
    if (guard === undefined) return undefined;
    return { negated: guard.negated, text: textOf(guard.register), comparison: this.read(guard.register).comparison };
  }

  /** Address arithmetic keeps its base: the only operand, or the only one of several that is 64 bits wide (`l`). */
  derive(base: string, sources: readonly PtxOperand[]): RegisterValue {
    const read = sources.map((source) => this.read(source));
    const merged = merge(read);
    if (base === 'mov' || base === 'cvta' || base === 'cvt') return { ...merged, base: read.length === 1 ? read[0]?.base : undefined };
    if (base === 'mapa') return { ...merged, base: read[0]?.base, constant: undefined, mapped: true };
    if (base === 'add' || base === 'sub' || base === 'or' || base === 'and') {
      return { ...merged, base: this.#pickBase(read.flatMap((value) => value.base ?? [])), constant: undefined };
    }
    return { ...merged, base: undefined, constant: undefined };
  }

  #pickBase(candidates: readonly number[]): number | undefined {
    if (candidates.length <= 1) return candidates[0];
    const wide = candidates.filter((index) => (this.#constraints[index] ?? '').includes('l'));
    return wide.length === 1 ? wide[0] : undefined;
  }
}

export function merge(values: readonly RegisterValue[]): RegisterValue {
  const [first] = values;
  if (values.length === 1 && first !== undefined) return first;
  const only = <T>(items: readonly (T | undefined)[]): T | undefined => {
    const present = new Set(items.filter((item) => item !== undefined));
    return present.size === 1 ? [...present][0] : undefined;
  };
  return {
    base: only(values.map((value) => value.base)),
    inputs: unique(values.flatMap((value) => value.inputs)),
    constant: values.every((value) => value.constant !== undefined) ? only(values.map((value) => value.constant)) : undefined,
    mapped: values.some((value) => value.mapped),
    special: only(values.map((value) => value.special)),
    comparison: only(values.map((value) => value.comparison)),
    producers: unique(values.flatMap((value) => value.producers)),
  };
}

export function unique(items: readonly number[]): number[] {
  return items.length <= 1 ? [...items] : [...new Set(items)].slice(-MOST_ORIGINS);
}

export function textOf(operand: PtxOperand): string {
  switch (operand.kind) {
    case 'operand':
      return `%${operand.modifier}${operand.index}`;
    case 'named':
      return `%[${operand.name}]`;
    case 'register':
      return operand.name;
    case 'special':
      return `%${operand.name}`;
    case 'immediate':
    case 'unparsed':
      return operand.text;
    case 'sink':
      return '_';
    case 'vector':
      return `{${operand.items.map(textOf).join(', ')}}`;
    case 'pair':
      return operand.items.map(textOf).join('|');
    case 'address': {
      const offset = operand.offset === 0 ? '' : operand.offset > 0 ? ` + ${operand.offset}` : ` - ${-operand.offset}`;
      const coordinates = operand.coordinates.length === 0 ? '' : `, {${operand.coordinates.map(textOf).join(', ')}}`;
      return `[${textOf(operand.base)}${offset}${coordinates}]`;
    }
  }
}

/** A literal count such as `1` of `wait_group 1`, or undefined. */
export function constantOf(value: PtxValue | undefined): number | undefined {
  return value === undefined ? undefined : (value.constant ?? parseConstant(value.text));
}
