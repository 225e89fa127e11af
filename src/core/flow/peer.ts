/** A peer pointer as a value: which call formed it, for which rank, and when it is null. */
import type { RankSpace } from '../catalog/index.js';
import type { Team } from '../schema.js';
import type { Span } from '../program/ir.js';
import type { Term } from './terms.js';

/** A place in a file. */
export interface Place {
  readonly file: string;
  readonly span: Span;
}

/** One way in which the forming function returns null. */
export interface NullCause {
  /** Under which condition, as a term over the call's arguments. */
  readonly condition: Term;
  /** The condition as written in the callee; with `inWords` a description, which has its code in backticks. */
  readonly text: string;
  readonly inWords?: true;
  readonly place: Place;
}

/** A cause as part of a sentence, after "when". */
export function causeWords({ text, inWords }: NullCause): string {
  return inWords ? text : `\`${text}\``;
}

export interface Peer {
  /** The callee's name token. */
  readonly place: Place;
  readonly api: string;
  readonly family: string;
  readonly team: Team | undefined;
  /** What the rank counts, where no team says it. */
  readonly rankSpace?: RankSpace | undefined;
  readonly rank: Term | undefined;
  /** The local symmetric address that was translated. */
  readonly pointer: Term | undefined;
  /** The condition under which the result is not null. */
  readonly valid: Term;
  readonly causes: readonly NullCause[];
  /** When the result, if there is one, is surely the caller's own memory: the address that was given comes back. */
  readonly own: Term;
  /** Why it is not known whether the result can be null; absent: `valid` says when. */
  readonly unsure?: string;
  /** The callee promises a value only for ranks of a domain that it does not check itself. */
  readonly assumesDomain: boolean;
}
