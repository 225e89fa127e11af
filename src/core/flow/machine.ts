/**
 * The evaluator's context: one function is evaluated symbolically, following calls into the workspace where their value
 * or effect matters. Expressions, statements and calls are in their own files; they share this object.
 */
import type { AliasDecl, ClassDecl, FunctionDecl, IfStmt, Span, TypeRef } from '../program/ir.js';
import type { Program } from '../program/program.js';
import type { Contracts } from '../contracts/contracts.js';
import type { Catalog } from '../catalog/index.js';
import type { Event, NewEvent, ReachabilityEvent } from './events.js';
import type { Facts, FactSource, WrittenCondition } from './facts.js';
import { codeLine } from '../oneLine.js';
import { Memory } from './memory.js';
import type { Peer, Place } from './peer.js';
import type { Slice } from './slice.js';
import { initialState, take, type Scope, type State, type Taken } from './state.js';
import type { TermStore} from './terms.js';
import { argsOf, type Term } from './terms.js';

/** A function being evaluated. */
export interface Frame {
  readonly fn: FunctionDecl;
  /** Set while in code that is not the analysed function's own: the call in its text that led here. */
  readonly anchor: Place | undefined;
  /** Name of the callee at `anchor`. */
  readonly anchorName: string | undefined;
  readonly returns: { readonly state: State; readonly value: Term | undefined; readonly place: Place | undefined }[];
  /** Of a function; a lambda's is not written. */
  readonly returnType: TypeRef | undefined;
  /** The call that entered it; undefined for the analysed function. */
  readonly call: Place | undefined;
  /** Length of the path on entry; return conditions are the branches taken since. */
  readonly entry: number;
}

export interface Loop {
  readonly breaks: State[];
  readonly continues: State[];
}

/** It is evaluated only where the condition holds. */
export interface ConditionalOperand {
  readonly span: Span;
  readonly condition: Term;
  /** Of the expression that is asked, and what it says. */
  readonly place: Place;
  readonly text: string;
}

/** Everything that an evaluation may consult; the same for all functions of a workspace. */
export interface World {
  readonly program: Program;
  readonly catalog: Catalog;
  readonly contracts: Contracts;
  textOf(file: string, span: Span): string;
  /** Macro name -> index of the asserted argument, as visible in a file. */
  assertionMacros(file: string): ReadonlyMap<string, number>;
}

/** A variable that a loop assigns. */
export interface Carried {
  /** Its value in the first pass. */
  readonly entry: Term;
  /** Its value in the pass after, from what the symbols of the head stand for; undefined: no pass comes to its end. */
  next: Term | undefined;
  readonly loop: Place;
}

/** What a loop that ends by its condition alone leaves in a variable that it assigns. */
export interface Left {
  /** The symbol for the variable at the loop's head. */
  readonly head: Term;
  /** What the loop asks before each pass. */
  readonly condition: Term;
}

export class OutOfBudget extends Error {}

const MAX_STEPS = 400_000;
export const MAX_DEPTH = 12;

const NO_LOOPS: readonly Place[] = [];

export class Machine {
  readonly events: Event[] = [];
  readonly frames: Frame[] = [];
  readonly loops: Loop[] = [];
  /** Undefined: control does not get here. */
  state: State | undefined = initialState();
  /** Peers whose nullness the condition being evaluated asks for. */
  tests: Set<Peer> | undefined;
  /** Reachability calls made while the condition is evaluated. */
  guards: ReachabilityEvent[] | undefined;
  /** Variables of the analysed function and its lambdas, in order of declaration, with what they were given: names for addresses. */
  readonly named: { readonly name: string; readonly place: Place; readonly value: Term; readonly init: string; /** In a loop, or in a lambda that is called. */ readonly isRepeated: boolean }[] = [];
  /** Branches in the analysed function's own text. */
  readonly branches: { readonly stmt: IfStmt; readonly condition: Term }[] = [];
  /** Operands of `?:`, `&&` and `||` in the analysed function's own text. */
  readonly operands: ConditionalOperand[] = [];
  /** What was known where control ended in a trap. */
  readonly trapped: Facts[] = [];
  /** Peers whose nullness a boolean variable stands for. */
  readonly slotTests = new Map<number, ReadonlySet<Peer>>();
  /** Reachability calls that a boolean variable stands for. */
  readonly slotGuards = new Map<number, readonly ReachabilityEvent[]>();
  readonly slotNames = new Map<number, string>();
  /** Variables in shared memory, by slot: the storage, and whatever is written to it for other threads to read. */
  readonly sharedSlots = new Map<number, { readonly storage: Term; readonly writes: Term[] }>();
  /** Of pointers whose declaration says it: whether the memory behind them is volatile. */
  readonly pointees = new Map<number, boolean>();
  /** The text of every condition that was judged, by term, for messages. */
  readonly conditionTexts = new Map<number, FactSource>();
  /** Reachability calls by their result. */
  readonly predicates = new Map<number, ReachabilityEvent>();
  /** Calls of closures so far, by closure id: tells whether a callee ran the lambda that it was given. */
  readonly closureCalls = new Map<number, number>();
  /** Evaluate for the value only. */
  silent = 0;
  /** Null tests on parameters that were met; the summary of a callee wants to know. */
  testedSymbols = new Set<Term>();
  /** Type aliases whose meaning is being looked up. */
  readonly openAliases = new Set<AliasDecl>();
  /** States that jump to a label, by frame depth and name. */
  readonly jumps = new Map<string, State[]>();
  /** Of a finished evaluation: what was returned, whether control comes back, and what a method left in its object. */
  readonly results: Term[] = [];
  returnsNormally = true;
  finalThis: Term | undefined;
  /** Statements of the analysed function that need not be evaluated; undefined: all are. */
  slice: Slice | undefined;
  /** Names of the analysed function itself. */
  rootScope: Scope | undefined;
  /** Loops around the current statement, callers' included. */
  loopDepth = 0;
  readonly loopPlaces: Place[] = [];
  /** Emit every effect that orders, joins or moves something, and follow every call that may have one. */
  traces = false;
  /** Classes that the bodies evaluated so far declare. */
  readonly localClasses = new Map<string, ClassDecl>();
  /** Type aliases that the bodies evaluated so far declare: what a field's type may be spelled with. */
  readonly localAliases = new Map<string, Term>();
  /** Declared types of references to memory, by term. */
  readonly typeOfReference = new Map<number, TypeRef>();
  /** Library classes at addresses, by what casts say; null: several. */
  readonly castClasses = new Map<Term, string | null>();
  /** Results that hold in one thread of a warp only. */
  readonly elected = new Set<Term>();
  /** What a loop carries from pass to pass, by the symbol that stands for it at the loop's head. */
  readonly carried = new Map<Term, Carried>();
  /** What such a symbol becomes behind the loop, by the symbol that stands for it there. */
  readonly left = new Map<Term, Left>();
  readonly memory = new Memory();
  private slots = 1;
  private steps = 0;

  constructor(
    readonly world: World,
    readonly store: TermStore,
    /** The analysed function: its own text anchors events. */
    readonly root: FunctionDecl,
    private readonly deadline: number,
  ) {}

  /** `state` for a reader after a call: the compiler does not see that calls change it. */
  get now(): State | undefined {
    return this.state;
  }
  get frame(): Frame {
    const frame = this.frames.at(-1);
    if (!frame) throw new Error('no function is being evaluated');
    return frame;
  }
  get file(): string {
    return this.frame.fn.file;
  }

  step(): void {
    this.steps++;
    if (this.steps > MAX_STEPS || ((this.steps & 1023) === 0 && Date.now() > this.deadline)) throw new OutOfBudget();
  }

  newSlot(): number {
    return this.slots++;
  }

  read(slot: number): Term | undefined {
    return this.state?.values.get(slot);
  }
  write(slot: number, term: Term): void {
    this.state?.values.set(slot, term);
  }

  place(span: Span): Place {
    return { file: this.file, span };
  }
  /** Code as messages quote it. */
  text(span: Span): string {
    return codeLine(this.world.textOf(this.file, span));
  }

  /** The analysed function's own words for a condition win over a callee's, and the first over later ones. */
  noteCondition(condition: Term, source: FactSource): void {
    const known = this.writtenCondition(condition)?.source;
    if (known && (known.place.file === this.root.file || this.frame.anchor)) return;
    this.conditionTexts.set(condition.id, source);
  }

  writtenCondition(condition: Term): WrittenCondition | undefined {
    const same = this.conditionTexts.get(condition.id);
    if (same) return { source: same, holds: true };
    const opposite = this.conditionTexts.get(this.store.not(condition).id);
    return opposite && { source: opposite, holds: false };
  }

  /** Control ends here, and nothing after it happens. */
  trap(): void {
    if (this.state && this.silent === 0) this.trapped.push(this.state.facts);
    this.state = undefined;
  }

  /** Remembers a reachability call by its answer. */
  noteGuard(event: ReachabilityEvent): void {
    this.guards?.push(event);
    if (event.result.op !== 'bool') this.predicates.set(event.result.id, event);
  }

  /** Follows a branch from the current state. */
  assume(condition: Term, value: boolean, source: FactSource | undefined): State | undefined {
    return this.state ? take(this.state, condition, value, source, this.store) : undefined;
  }

  noteOperand({ span }: { readonly span: Span }, condition: Term, asked: { readonly span: Span }): void {
    if (this.traces && !this.frame.anchor) this.operands.push({ span, condition, place: this.place(asked.span), text: this.text(asked.span) });
  }

  /** The calls from the analysed function to here, outermost first. */
  get calls(): readonly Place[] {
    return this.frames.slice(1).flatMap((frame) => frame.call ?? []);
  }

  emit(event: NewEvent): void {
    this.memory.note(event);
    if (this.silent > 0 || !this.state) return;
    const { anchor, anchorName } = this.frame;
    const context = { anchor: anchor ?? event.place, facts: this.state.facts, path: this.state.path, loops: this.traces ? [...this.loopPlaces] : NO_LOOPS };
    const named = event.kind === 'access' && anchorName !== undefined ? { ...event, op: anchorName } : event;
    this.events.push({ ...named, ...context });
  }

  /** Follows a term to all peers that it may be. */
  peersIn(term: Term, found = new Set<Peer>(), seen = new Set<number>()): Set<Peer> {
    if (seen.has(term.id)) return found;
    seen.add(term.id);
    if (term.op === 'peer') found.add(term.peer);
    else if (term.op === 'ite') for (const arm of term.args.slice(1)) this.peersIn(arm, found, seen);
    else if (term.op === 'add' || term.op === 'bits') for (const arg of argsOf(term)) this.peersIn(arg, found, seen);
    else if (term.op === 'object') {
      for (const field of term.fields.values()) this.peersIn(field, found, seen);
      if (term.base) this.peersIn(term.base, found, seen);
    }
    return found;
  }

  /** The reachability calls that a condition is built from. */
  predicatesIn(condition: Term, found: ReachabilityEvent[] = []): ReachabilityEvent[] {
    const event = this.predicates.get(condition.id);
    if (event) found.push(event);
    else if (condition.op === 'not' || condition.op === 'and' || condition.op === 'or' || condition.op === 'ite')
      for (const arg of condition.args) this.predicatesIn(arg, found);
    return found;
  }

  /** The branches of a path suffix. Assertions do not tell paths apart. */
  pathCondition(path: readonly Taken[], from: number): Term {
    return this.store.and(...path.slice(from).flatMap((taken) => (taken.source?.asserted ? [] : [taken.condition])));
  }
}

export function scopeThis(scope: Scope): number | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const binding = s.names.get('this');
    if (binding?.kind === 'slot') return binding.slot;
  }
  return undefined;
}
