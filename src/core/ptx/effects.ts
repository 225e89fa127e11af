import { readCopy } from './bulk.js';
import type { Draft, Reading } from './draft.js';
import { readTcgen05, readTensormap, readWgmma } from './matrix.js';
import { readAtomic, readLoad, readMatrixAccess, readMultimem, readPrefetch, readReduction, readStore, readWmma } from './memory.js';
import { isRegisterOpcode } from './opcodes.js';
import { parsePtx } from './parse.js';
import { merge, RegisterFile, textOf, unique } from './registers.js';
import type { RegisterValue } from './registers.js';
import { readBarrier, readControl, readFence, readMbarrier, readWarpCollective } from './sync.js';
import type { PtxAsm, PtxEffect, PtxInstruction } from './types.js';

const READERS: Readonly<Record<string, (reading: Reading) => Draft>> = {
  ld: readLoad, ldu: readLoad, st: readStore, atom: readAtomic, red: readReduction,
  ldmatrix: readMatrixAccess, stmatrix: readMatrixAccess, wmma: readWmma,
  prefetch: readPrefetch, prefetchu: readPrefetch, applypriority: readPrefetch, discard: readPrefetch,
  cp: readCopy, mbarrier: readMbarrier, fence: readFence, membar: readFence, bar: readBarrier, barrier: readBarrier,
  elect: readWarpCollective, shfl: readWarpCollective, vote: readWarpCollective, match: readWarpCollective,
  redux: readWarpCollective, movmatrix: readWarpCollective, mma: readWarpCollective,
  wgmma: readWgmma, tcgen05: readTcgen05, tensormap: readTensormap,
  griddepcontrol: readControl, clusterlaunchcontrol: readControl, setmaxnreg: readControl, nanosleep: readControl,
  trap: readControl, brkpt: readControl, exit: readControl, ret: readControl, bra: readControl, brx: readControl,
};

const NOTHING: Omit<PtxEffect, 'kind' | 'mechanism'> = {
  predicate: undefined, looped: false, destination: undefined, source: undefined, mbarrier: undefined, size: undefined, count: undefined,
  selector: undefined, values: [], results: [], inputs: [], order: undefined, scope: undefined, proxy: undefined, space: undefined,
  width: undefined, completion: 'none', operation: undefined, readOnly: false, nonCoherent: false, multimem: false, aligned: false,
  special: undefined,
};

/** A complete effect from the fields that matter; for the catalog, whose effects have the same shape. */
export function makeEffect(fields: Partial<PtxEffect> & Pick<PtxEffect, 'kind' | 'mechanism'>): PtxEffect {
  return { ...NOTHING, ...fields };
}

/**
 * Effects of an asm statement, one an instruction, in program order; labels and declarations give none.
 * Operand indices count outputs, then inputs. An instruction that is not modelled, or a template that is not known, is
 * an effect `unknown`: it may do anything. Never throws.
 */
export function effectsOf(asm: PtxAsm): PtxEffect[] {
  if (asm.template === undefined) return [makeEffect({ kind: 'unknown', mechanism: '', ...allOperands(asm) })];
  const instructions = parsePtx(asm.template);
  if (instructions.length === 0) return withoutInstructions(asm);
  const registers = new RegisterFile(asm);
  const looped = loopMembers(instructions);
  const effects: PtxEffect[] = [];
  for (const [position, instruction] of instructions.entries()) {
    const reading = { instruction, registers };
    const draft = read(reading);
    const effect = complete(reading, draft, looped[position] ?? false);
    const written = draft.written ?? [];
    const origin = originOf(reading, effect, written.length === 0 ? [] : [effects.length]);
    for (const operand of written) registers.write(operand, origin, instruction.guard !== undefined);
    effects.push(effect);
    // `selp %0, 1, 0, p` after `try_wait p` hands the wait's result to operand 0.
    for (const producer of origin.producers) {
      const earlier = effects[producer];
      if (earlier !== undefined && earlier !== effect) {
        effects[producer] = { ...earlier, results: unique([...earlier.results, ...effect.results]) };
      }
    }
  }
  return effects.filter((effect) => effect.mechanism !== 'nop');
}

/** An empty template only binds its operands: with a memory clobber the compiler may not move accesses across it. */
function withoutInstructions(asm: PtxAsm): PtxEffect[] {
  const kind = asm.clobbers.includes('memory') ? 'compiler-fence' : 'register';
  return [makeEffect({ kind, mechanism: '', ...allOperands(asm) })];
}

function allOperands(asm: PtxAsm): Pick<PtxEffect, 'results' | 'inputs'> {
  const inOut = asm.outputs.flatMap((output, index) => (output.constraint.includes('+') ? index : []));
  return { results: [...asm.outputs.keys()], inputs: [...inOut, ...asm.inputs.map((_, index) => asm.outputs.length + index)] };
}

function read(reading: Reading): Draft {
  const [base = ''] = reading.instruction.parts;
  if (reading.instruction.unknown) return { kind: 'unknown' };
  if (base === 'multimem') return reading.instruction.parts[1] === 'cp' ? readCopy(reading) : readMultimem(reading);
  const reader = READERS[base];
  if (reader !== undefined) return reader(reading);
  return isRegisterOpcode(base) ? { kind: 'register', written: reading.instruction.operands.slice(0, 1) } : { kind: 'unknown' };
}

function complete({ instruction, registers }: Reading, draft: Draft, looped: boolean): PtxEffect {
  const { written = [], ...fields } = draft;
  const sources = instruction.operands.filter((operand) => !written.includes(operand));
  const read = merge(sources.map((operand) => registers.read(operand)));
  return {
    ...NOTHING,
    ...fields,
    mechanism: instruction.opcode,
    predicate: registers.predicate(instruction),
    looped,
    results: registers.outputs(fields.kind === 'unknown' ? instruction.operands : written),
    inputs: read.inputs,
    special: fields.kind === 'register' ? read.special : undefined,
  };
}

/** What the written registers hold afterwards. A guarded move also depends on its guard. */
function originOf({ instruction, registers }: Reading, effect: PtxEffect, self: readonly number[]): RegisterValue {
  const [base = ''] = instruction.parts;
  if (effect.kind !== 'register') {
    return { base: undefined, inputs: [], constant: undefined, mapped: false, special: undefined, comparison: undefined, producers: self };
  }
  const sources = instruction.operands.slice(1);
  const derived = registers.derive(base, sources);
  const guard = instruction.guard === undefined ? [] : registers.read(instruction.guard.register).producers;
  const producers = unique([...derived.producers, ...guard]);
  if (base !== 'setp') return { ...derived, producers };
  const [left, right] = sources.map((source) => registers.value(source));
  const op = instruction.parts[1] ?? '';
  return { ...derived, producers, comparison: left === undefined || right === undefined ? undefined : { op, left, right } };
}

/** Which instructions stand between a label and a later branch back to it. */
function loopMembers(instructions: readonly PtxInstruction[]): boolean[] {
  const labels = new Map(instructions.flatMap((instruction, position) => instruction.labels.map((label) => [label, position] as const)));
  /** Loops that begin (+) or have ended (-) at each position. */
  const changes = new Array<number>(instructions.length + 1).fill(0);
  for (const [position, instruction] of instructions.entries()) {
    const target = instruction.parts[0] === 'bra' ? instruction.operands[0] : undefined;
    const from = target === undefined ? undefined : labels.get(textOf(target));
    if (from === undefined || from > position) continue;
    changes[from] = (changes[from] ?? 0) + 1;
    changes[position + 1] = (changes[position + 1] ?? 0) - 1;
  }
  let open = 0;
  return instructions.map((_, position) => {
    open += changes[position] ?? 0;
    return open > 0;
  });
}
