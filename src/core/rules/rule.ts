/** What a rule gets and gives. */
import type { Fix, Level } from '../schema.js';
import type { Place } from '../flow/peer.js';
import type { World } from '../flow/machine.js';
import type { Locator } from '../sites/locate.js';
import type { FunctionRuns } from '../sites/run.js';
import type { RuleCode } from './table.js';

export interface RuleContext extends FunctionRuns {
  readonly world: World;
  readonly locator: Locator;
}

export interface Step {
  readonly place: Place;
  readonly text: string;
}

/** A finding before lines, levels and suppressions. */
export interface Draft {
  readonly rule: RuleCode;
  readonly place: Place;
  /** Below the rule's default, where less is at stake; what the settings say goes before it. */
  readonly level?: Level;
  /** One sentence that names the symbol, the path and the missing thing. */
  readonly message: string;
  /** The path, in order. */
  readonly path: readonly Step[];
  readonly fixes?: readonly Fix[];
  /** The whole path lies in one call: the body of its callee. */
  readonly within?: Place;
  /** Why the confidence is only approximate; absent: it is certain. */
  readonly approximate?: string;
}

export type Rule = (context: RuleContext) => readonly Draft[];
