/** Inline PTX: text to instructions, instructions to effects. */
export { parsePtx } from './parse.js';
export { effectsOf, makeEffect } from './effects.js';
export { accessesMemory, ordersMemory, transfersData } from './classify.js';
export { RECEIVER, RETURN_VALUE, templateArg, templateArgIndex } from './types.js';
export type {
  Completion, MemoryOrder, MemoryScope, Proxy, PtxAddress, PtxAsm, PtxEffect, PtxEffectKind, PtxGuard, PtxInstruction, PtxOperand,
  PtxPredicate, PtxValue, StateSpace,
} from './types.js';
