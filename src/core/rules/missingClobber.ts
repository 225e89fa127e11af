import { ptxEffects } from '../flow/asm.js';
import type { AsmStmt } from '../program/ir.js';
import { walk } from '../program/walk.js';
import { ordersMemory, transfersData, type PtxEffect, type PtxEffectKind } from '../ptx/index.js';
import { asmFix, asmParts } from './asmText.js';
import type { LocalRule } from './local.js';

/**
 * order.missing-clobber: what the instruction does to memory is hidden from the compiler. NVIDIA, "Inline PTX Assembly in
 * CUDA", "Incorrect Optimization": `volatile` keeps the statement from being deleted or moved, the "memory" clobber
 * tells that memory is accessed behind the operands.
 */
export const missingClobber: LocalRule = ({ fn, body, locator }) => {
  const found: AsmStmt[] = [];
  walk(body.block, (node) => {
    if (node.kind === 'asm') found.push(node);
  });
  return found.flatMap((stmt) => {
    const lack = lackOf(stmt);
    if (!lack) return [];
    const { effect, what, missing } = lack;
    return [{
      rule: 'order.missing-clobber' as const, place: { file: fn.file, span: stmt.span },
      message: `\`${effect.mechanism}\` ${what}, but the asm ${missing}.`,
      path: [], fixes: asmFix(asmParts(locator, fn.file, stmt), lack.clobber, lack.free),
    }];
  });
};

interface Lack {
  readonly effect: PtxEffect;
  readonly what: string;
  readonly missing: string;
  readonly clobber: boolean;
  readonly free: boolean;
}

/** Groups and commits order only other instructions, which stand in asm that the compiler keeps in order. */
const BETWEEN_INSTRUCTIONS: ReadonlySet<PtxEffectKind> = new Set<PtxEffectKind>([
  'bulk-commit', 'async-commit', 'matrix-commit', 'matrix-fence', 'matrix-wait', 'grid-dependency-launch',
]);

function lackOf(stmt: AsmStmt): Lack | undefined {
  const effects = ptxEffects(stmt).filter(matters);
  const effect = effects.find(orders) ?? effects.find(({ destination }) => destination) ?? effects[0];
  // An operand that is the memory (constraint `m`) says what is accessed, though not what is ordered.
  if (!effect || (!orders(effect) && namesMemory(stmt))) return undefined;
  const clobber = !stmt.clobbers.includes('memory');
  // An asm without results is volatile as it is.
  const free = !stmt.isVolatile && stmt.outputs.length > 0;
  if (!clobber && !free) return undefined;
  const lacks = [clobber ? 'has no "memory" clobber' : '', free ? 'is not `volatile`' : ''].filter((text) => text !== '').join(' and ');
  return { effect, what: whatOf(effect), missing: `${lacks}: ${harmOf(effect, clobber)}`, clobber, free };
}

/** A volatile access is kept, and kept apart from other volatile ones, but orders nothing else (PTX ISA, "volatile"). */
function orders(effect: PtxEffect): boolean {
  return ordersMemory(effect) && !BETWEEN_INSTRUCTIONS.has(effect.kind) && effect.order !== 'volatile' && effect.order !== 'mmio';
}

/** Orders memory, or reads or writes memory that C++ code can touch too. Tensor memory and read-only loads are neither. */
function matters(effect: PtxEffect): boolean {
  if (orders(effect)) return true;
  if (!transfersData(effect) || effect.nonCoherent) return false;
  const spaces = [effect.destination?.space, effect.source?.space].filter((space) => space !== undefined);
  return spaces.some((space) => space !== 'tensor' && space !== 'const' && space !== 'param');
}

function namesMemory(stmt: AsmStmt): boolean {
  return [...stmt.outputs, ...stmt.inputs].some(({ constraint }) => /[mo]/.test(constraint));
}

function whatOf(effect: PtxEffect): string {
  if (orders(effect)) return 'orders memory accesses';
  if (!effect.destination) return 'reads memory through an operand';
  return effect.kind === 'store' ? 'writes memory through an operand' : 'accesses memory through an operand';
}

function harmOf(effect: PtxEffect, clobber: boolean): string {
  if (!clobber) return 'the compiler may drop it, merge it with another or move it out of a loop';
  if (orders(effect)) return 'the compiler may move ordinary accesses across it';
  return effect.destination ? 'the compiler may keep older values of that memory' : 'the compiler may let earlier writes to that memory wait';
}
