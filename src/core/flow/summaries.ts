/** What a function does to its arguments, independent of the call: applied where following the body adds nothing. */
import type { FunctionDecl } from '../program/ir.js';
import type { StateSpace } from '../ptx/types.js';
import type { CallSite } from './calls.js';
import type { AccessEvent, CallEvent, DirectAccess, Event, OneSidedEvent } from './events.js';
import { paramSymbol } from './evaluateFunction.js';
import { occurs } from './facts.js';
import type { Receiver } from './inline.js';
import { readMember } from './lvalues.js';
import type { Machine } from './machine.js';
import { templateTeam } from './peerCalls.js';
import { SPACE_OF, type Space } from '../sites/rankQuantity.js';
import { argsOf, type Term } from './terms.js';

/** An argument (-1: the object), or a member of it. */
interface ParamPath {
  readonly param: number;
  readonly fields: readonly string[];
}

interface ParamEffect {
  readonly target: ParamPath;
  readonly access: 'load' | 'store' | 'atomic';
  readonly space: StateSpace;
  readonly mechanism: string;
  readonly copies: boolean;
  /** The argument that is copied from or stored. */
  readonly source: ParamPath | undefined;
}

interface OneSidedSummary {
  /** What it does instead where the peer can be addressed directly. */
  readonly direct: DirectAccess | undefined;
  readonly operation: string;
  readonly access: OneSidedEvent['access'];
  readonly mechanism: string;
  readonly rank: number | undefined;
  readonly destination: number | undefined;
  readonly source: number | undefined;
  readonly copies: boolean;
  readonly translates: boolean;
  readonly posted: boolean;
}

export interface Summary {
  readonly effects: readonly ParamEffect[];
  readonly oneSided: OneSidedSummary | undefined;
  readonly escapes: readonly number[];
  /** Arguments that are used as a rank. */
  readonly ranks: readonly { readonly param: number; readonly space: Space }[];
  /** It asks whether an argument is null, or calls what an argument brings along: then the arguments decide what it does. */
  readonly dependsOnArguments: boolean;
  /** It calls something that is not seen. */
  readonly callsUnknown: boolean;
  readonly writesThis: boolean;
  readonly noReturn: boolean;
  /** The widest set of threads that it makes wait for each other. */
  readonly sync: SyncLevel | undefined;
  /** It is a barrier of the grid of its own making: it counts the blocks that come. */
  readonly countsBlocks: boolean;
}

export type SyncLevel = 'ranks' | 'grid' | 'cluster';

export const EMPTY_SUMMARY: Summary = { effects: [], oneSided: undefined, escapes: [], ranks: [], dependsOnArguments: false, callsUnknown: false, writesThis: false, noReturn: false, sync: undefined, countsBlocks: false };

export function summarize(m: Machine, fn: FunctionDecl): Summary {
  const params = fn.params.map((param, i): Term => paramSymbol(m.store, fn, i, param));
  const unseen = m.events.filter((event): event is CallEvent => event.kind === 'call' && event.target === undefined && event.known !== true);
  const effects: ParamEffect[] = [];
  const seen = new Set<string>();
  for (const event of m.events) {
    if (event.kind !== 'access') continue;
    const target = rootParam(event.address, params);
    if (!target) continue;
    const source = event.source && rootParam(event.source, params);
    const key = `${target.param}.${target.fields.join('.')} ${event.access} ${event.mechanism} ${source?.param}`;
    if (seen.has(key)) continue;
    seen.add(key);
    effects.push({ target, access: event.access, space: event.space, mechanism: event.mechanism, copies: event.copies, source });
  }
  return {
    effects,
    oneSided: oneSidedWrapper(m, params),
    escapes: m.events.flatMap((event) => (event.kind === 'escape' ? (rootParam(event.address, params)?.param ?? []) : [])),
    ranks: rankUses(m, params),
    dependsOnArguments: params.some((param) => m.testedSymbols.has(param)) || unseen.some(({ receiver }) => receiver && (rootParam(receiver, params)?.param ?? -1) >= 0),
    callsUnknown: unseen.length > 0,
    writesThis: m.finalThis?.op === 'object',
    noReturn: !m.returnsNormally,
    sync: syncLevel(m, params),
    countsBlocks: m.events.some((event) => isCount(m, event)) && m.events.some(isPoll) && m.events.every((event) => event.kind !== 'sync'),
  };
}

function rankUses(m: Machine, params: readonly Term[]): Summary['ranks'] {
  return m.events.flatMap((event) => {
    if (event.kind === 'rank-use') return params.includes(event.rank) ? [{ param: params.indexOf(event.rank), space: event.space }] : [];
    if (event.kind !== 'form') return [];
    const { team, rank } = event.peer;
    return team && rank && params.includes(rank) ? [{ param: params.indexOf(rank), space: SPACE_OF[team] }] : [];
  });
}

/** Is the function one operation on behalf of its caller: the rank comes from the caller, or it does nothing else? */
function oneSidedWrapper(m: Machine, params: readonly Term[]): OneSidedSummary | undefined {
  const operations = m.events.filter((event): event is OneSidedEvent => event.kind === 'one-sided');
  const [first] = operations;
  if (!first) return undefined;
  const main = operations.find((op) => index(op.rank, params) !== undefined) ?? operations.find((op) => op.posted) ?? (operations.length === 1 && m.events.every((e) => e.kind !== 'access') ? first : undefined);
  if (!main) return undefined;
  const accesses = m.events.filter((event): event is AccessEvent => event.kind === 'access' && m.peersIn(event.address).size > 0);
  return {
    direct: directOf(accesses),
    operation: main.operation, access: main.access, mechanism: main.mechanism, rank: index(main.rank, params),
    destination: index(main.destination, params) ?? (main.operation === 'signal' ? index(main.args.find((arg) => index(arg, params) !== undefined && arg !== main.rank), params) : undefined),
    source: index(main.source, params), copies: main.copies, translates: main.translates, posted: main.posted === true,
  };
}

/** The parameter that an address starts from. */
function rootParam(term: Term, params: readonly Term[], fields: readonly string[] = []): ParamPath | undefined {
  const index = params.indexOf(term);
  if (index >= 0) return { param: index, fields };
  switch (term.op) {
    case 'symbol': return term.origin === 'this' ? { param: -1, fields } : undefined;
    case 'field': return rootParam(term.args[0], params, [term.name, ...fields]);
    case 'bits': return rootParam(term.args[0], params, fields);
    case 'add': case 'ite': {
      const roots = argsOf(term).slice(term.op === 'ite' ? 1 : 0).map((arg) => rootParam(arg, params, fields)).filter((root) => root !== undefined);
      return roots.find((root) => root.fields.length > 0) ?? roots[0];
    }
    default: return undefined;
  }
}

export function applySummary(m: Machine, fn: FunctionDecl, summary: Summary, site: CallSite, receiver: Receiver | undefined): void {
  const valueOf = (path: ParamPath): Term | undefined => {
    const start = path.param < 0 ? receiver?.value : site.args[path.param]?.value;
    return start && path.fields.reduce((object, field) => readMember(m, object, field), start);
  };
  const textOf = (path: ParamPath | undefined): string => {
    const expr = path === undefined ? undefined : path.param < 0 ? receiver?.expr : site.args[path.param]?.expr;
    return expr ? m.text(expr.span) : '';
  };
  for (const effect of summary.effects) {
    const address = valueOf(effect.target);
    if (!address) continue;
    m.emit({
      kind: 'access', place: site.place, access: effect.access, address, space: effect.space, source: effect.source && valueOf(effect.source),
      copies: effect.copies, op: fn.name, mechanism: effect.mechanism, addressText: textOf(effect.target), sourceText: textOf(effect.source),
    });
  }
  for (const use of summary.ranks) {
    const arg = site.args[use.param];
    if (arg && !summary.oneSided) m.emit({ kind: 'rank-use', place: site.place, api: fn.name, rank: arg.value, rankText: arg.expr ? m.text(arg.expr.span) : undefined, space: use.space });
  }
  if (summary.oneSided) emitWrapper(m, fn, summary.oneSided, site);
  for (const index of summary.escapes) {
    const arg = site.args[index];
    if (arg && m.peersIn(arg.value).size > 0) m.emit({ kind: 'escape', place: site.place, address: arg.value, how: `passed on by \`${fn.name}\`` });
  }
  if (summary.callsUnknown && !m.traces) m.emit({ kind: 'call', place: site.place, name: fn.name, target: undefined, args: site.args.map((arg) => arg.value), receiver: receiver?.value });
  if (summary.sync) m.emit({ kind: 'sync', place: site.place, name: fn.name, level: summary.sync });
  if (summary.noReturn) m.trap();
}

/** Where the wrapper has an instruction of its own for the rank itself, the other is of system scope: no narrower one is ordered for a peer. */
function directOf(accesses: readonly AccessEvent[]): DirectAccess | undefined {
  const peers = accesses.find(({ mechanism }) => /\.sys\b/.test(mechanism)) ?? accesses[0];
  if (!peers) return undefined;
  const own = accesses.find(({ mechanism }) => mechanism !== peers.mechanism)?.mechanism;
  return { access: peers.access, mechanism: peers.mechanism, ...(own === undefined ? {} : { own }) };
}

function emitWrapper(m: Machine, fn: FunctionDecl, wrapper: OneSidedSummary, site: CallSite): void {
  const { team, text } = templateTeam(m, site);
  const at = (index: number | undefined): { readonly value: Term | undefined; readonly text: string | undefined } => {
    const arg = index === undefined ? undefined : site.args[index];
    return { value: arg?.value, text: arg?.expr ? m.text(arg.expr.span) : undefined };
  };
  const [rank, destination, source] = [at(wrapper.rank), at(wrapper.destination), at(wrapper.source)];
  m.emit({
    kind: 'one-sided', place: site.place, api: fn.name, family: 'workspace', operation: wrapper.operation, access: wrapper.access, mechanism: wrapper.mechanism,
    team, teamText: text, rank: rank.value, rankText: rank.text, destination: destination.value, destinationText: destination.text,
    source: source.value, sourceText: source.text, copies: wrapper.copies, args: site.args.map((arg) => arg.value), translates: wrapper.translates, direct: wrapper.direct, ...(wrapper.posted ? { posted: true } : {}),
    calls: m.calls,
  });
}

/**
 * Across ranks: it signals peers and waits for an answer with an acquire (or volatile) load, or a library's wait. Across the grid or the
 * cluster: it calls what does, or adds to a counter in memory with release and polls it with acquire.
 */
function syncLevel(m: Machine, params: readonly Term[]): SyncLevel | undefined {
  const has = (test: (event: Event) => boolean): boolean => m.events.some(test);
  const reaches = (level: SyncLevel): boolean => has((event) => event.kind === 'sync' && event.level === level);
  const polls = has(isPoll);
  if (reaches('ranks') || (polls && has((event) => isSignal(m, event, params)))) return 'ranks';
  if (reaches('grid') || (polls && has((event) => isCount(m, event)))) return 'grid';
  return reaches('cluster') ? 'cluster' : undefined;
}

function isSignal(m: Machine, event: Event, params: readonly Term[]): boolean {
  if (event.kind === 'one-sided') return event.operation === 'signal' && index(event.rank, params) === undefined;
  return event.kind === 'access' && event.access !== 'load' && /\.release\./.test(event.mechanism) && m.peersIn(event.address).size > 0;
}

function isPoll(event: Event): boolean {
  if (event.kind === 'one-sided') return event.operation === 'wait';
  return event.kind === 'access' && event.access === 'load' && /\.(?:acquire|volatile)\b/.test(event.mechanism);
}

function isCount(m: Machine, event: Event): boolean {
  return event.kind === 'access' && event.access === 'atomic' && /\.(?:release|acq_rel)\./.test(event.mechanism) && m.peersIn(event.address).size === 0;
}

function index(term: Term | undefined, params: readonly Term[]): number | undefined {
  const found = term ? params.findIndex((param) => occurs(param, term)) : -1;
  return found < 0 ? undefined : found;
}
