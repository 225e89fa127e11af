/** One function, evaluated in each of its instantiations. */
import type { FunctionDecl } from '../program/ir.js';
import type { Fixed } from '../flow/evaluateFunction.js';
import type { Machine } from '../flow/machine.js';
import type { Use } from './uses.js';

export interface Run {
  readonly fixed: readonly Fixed[];
  readonly machine: Machine;
  readonly uses: readonly Use[];
}

export interface FunctionRuns {
  readonly fn: FunctionDecl;
  readonly runs: readonly Run[];
}
