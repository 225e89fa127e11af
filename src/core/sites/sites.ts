/** Sites of the result: calls that form peer pointers, test reachability or work one-sidedly, joined over all instantiations. */
import type { Consumer, Handling, Location, Nullness, Site, Team } from '../schema.js';
import type { Event, FormEvent, OneSidedEvent, ReachabilityEvent } from '../flow/events.js';
import { causeWords, type Peer, type Place } from '../flow/peer.js';
import { asWritten, occurs, type WrittenCondition } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { locate, type Locator } from './locate.js';
import type { FunctionRuns, Run } from './run.js';
import { fallbacksOf } from './fallback.js';
import type { Use } from './uses.js';

export const TEAM_ORDER: readonly Team[] = ['Lsa', 'World', 'Rail'];

export function buildSites(analysis: FunctionRuns, locator: Locator): Site[] {
  const builder = new Map<string, SiteDraft>();
  for (const run of analysis.runs)
    for (const event of run.machine.events) {
      if ((event.kind !== 'form' && event.kind !== 'reachability' && event.kind !== 'one-sided') || isOpcode(event)) continue;
      // A call inside a callee is that function's own site; operations that only show through it count at the call.
      if (event.anchor !== event.place && (event.kind !== 'one-sided' || event.place.file === event.anchor.file)) continue;
      const key = `${event.kind} ${event.anchor.span.start}`;
      const draft = builder.get(key) ?? { first: event, occurrences: [] };
      builder.set(key, draft);
      draft.occurrences.push({ run, event });
    }
  return [...builder.values()].map((draft) => finish(draft, analysis, locator));
}

/** The opcode itself is no call; the function that names it is one-sided. */
function isOpcode(event: Event): boolean {
  return event.kind === 'one-sided' && event.posted === true && event.args.length === 0;
}

type SiteEvent = FormEvent | ReachabilityEvent | OneSidedEvent;
interface Occurrence {
  readonly run: Run;
  readonly event: SiteEvent;
}
interface SiteDraft {
  readonly first: SiteEvent;
  readonly occurrences: Occurrence[];
}

function finish(draft: SiteDraft, { fn }: FunctionRuns, locator: Locator): Site {
  const { first, occurrences } = draft;
  const { file, line, column } = locate(locator, first.anchor);
  const api = first.kind === 'form' ? first.peer.api : first.api;
  const base = {
    api, file, line, column, endColumn: column + (first.anchor.span.end - first.anchor.span.start),
    family: first.kind === 'form' ? first.peer.family : first.family, function: fn.name, isKernel: fn.isKernel,
    ...teamPart(first, occurrences), ...(first.rankText === undefined ? {} : { rank: first.rankText }),
    conditions: conditionsOf(first, locator),
  };
  switch (first.kind) {
    case 'form': return { kind: 'peer-pointer', ...base, ...(first.pointerText === undefined ? {} : { pointer: first.pointerText }), ...peerPart(occurrences, locator) };
    case 'reachability': return { kind: 'reachability', ...base, evidence: [], fallback: [], consumers: [] };
    case 'one-sided': return {
      kind: 'one-sided', ...base, ...(first.destinationText === undefined ? {} : { pointer: first.destinationText }), evidence: [], fallback: [],
      consumers: first.access ? [{ file, line, column, op: first.api, access: first.access, mechanism: first.mechanism }] : [],
    };
  }
}

function teamPart(first: SiteEvent, occurrences: readonly Occurrence[]): Pick<Site, 'team'> {
  const teams = new Set(occurrences.map(({ event }) => (event.kind === 'form' ? event.peer.team : event.team)).filter((team) => team !== undefined));
  const values = TEAM_ORDER.filter((team) => teams.has(team));
  if (values.length === 0) return {};
  return { team: { expr: first.teamText ?? values.join(', '), values, ...teamNote(occurrences) } };
}

/** "`team_t` is Lsa when `kIsScaleupNVLink`, World otherwise": which instantiation has which team. */
function teamNote(occurrences: readonly Occurrence[]): { readonly note?: string } {
  const parts = new Set<string>();
  for (const { run, event } of occurrences) {
    const team = event.kind === 'form' ? event.peer.team : event.team;
    const flag = run.fixed.find((fixed) => fixed.value.op === 'bool');
    if (team && flag?.value.op === 'bool') parts.add(`${team} when \`${flag.name}\` is ${flag.value.value}`);
  }
  return parts.size > 0 ? { note: [...parts].join(', ') } : {};
}

function conditionsOf(event: SiteEvent, locator: Locator): Location[] {
  return event.path.flatMap(({ source, value }) => (source && source.place.file === event.anchor.file ? [locate(locator, source.place, asWritten({ source, holds: value }))] : []));
}

/** Where null comes from, and when, as part of a sentence. */
interface Cause {
  readonly at: Location;
  readonly words: string;
}

function armCause(arm: WrittenCondition, locator: Locator): Cause {
  const text = asWritten(arm);
  return { at: locate(locator, arm.source.place, text), words: `\`${text}\`` };
}

interface PeerPart {
  readonly nullness: Nullness;
  readonly handling: Handling;
  readonly nullWhen?: string;
  readonly why?: string;
  readonly nullCauses?: readonly Location[];
  readonly evidence: readonly Location[];
  readonly fallback: readonly Location[];
  readonly consumers: readonly Consumer[];
}

function peerPart(occurrences: readonly Occurrence[], locator: Locator): PeerPart {
  const nullness = new Set<Nullness>();
  const evidence = new Map<string, Location>();
  const fallback = new Map<string, Location>();
  const consumers = new Map<string, Consumer>();
  const causes = new Map<string, Cause>();
  let handling: Handling = 'not-needed';
  let why: string | undefined;
  const add = <T extends Location | Consumer>(map: Map<string, T>, item: T): void => void map.set(`${item.file}:${item.line}:${item.column}:${'op' in item ? item.op : ''}`, item);
  const addCause = (cause: Cause): void => void causes.set(`${cause.at.file}:${cause.at.line}:${cause.at.column}`, cause);
  for (const { run, event } of occurrences) {
    if (event.kind !== 'form') continue;
    const uses = run.uses.filter((use) => use.peer === event.peer);
    // A `?:` around the call can give null where the call cannot.
    const arms = run.uses.filter((use) => !use.peer && use.beside.has(event.peer));
    nullness.add(arms.length > 0 && nullnessOf(event.peer) === 'never' ? 'maybe' : nullnessOf(event.peer));
    const judged = handlingOf(run.machine, event, uses, arms);
    handling = stronger(handling, judged.handling);
    why ??= judged.why;
    for (const place of judged.evidence) add(evidence, locate(locator, place));
    for (const use of uses) add(consumers, consumerOf(use, locator));
    for (const cause of event.peer.causes) addCause({ at: locate(locator, cause.place, cause.text), words: causeWords(cause) });
    for (const arm of run.uses) if (!arm.peer && arm.beside.has(event.peer) && arm.nullArm) addCause(armCause(arm.nullArm, locator));
    if (nullnessOf(event.peer) === 'maybe') for (const place of fallbacksOf(run, event.peer)) add(fallback, locate(locator, place));
  }
  const nulls = [...causes.values()];
  return {
    nullness: nullness.size === 1 ? ([...nullness][0] ?? 'maybe') : 'maybe', handling,
    ...(nulls.length > 0 ? { nullWhen: nulls.map(({ words }) => words).join(', or '), nullCauses: nulls.map(({ at }) => at) } : {}),
    ...(why !== undefined && handling === 'unknown' ? { why } : {}),
    evidence: [...evidence.values()], fallback: [...fallback.values()], consumers: [...consumers.values()].sort((a, b) => a.line - b.line),
  };
}

export function nullnessOf(peer: Peer): Nullness {
  return peer.valid.op === 'bool' ? (peer.valid.value ? 'never' : 'always') : 'maybe';
}

const STRENGTH: readonly Handling[] = ['not-needed', 'predicate', 'checked', 'unknown', 'unchecked'];
function stronger(a: Handling, b: Handling): Handling {
  return STRENGTH.indexOf(a) >= STRENGTH.indexOf(b) ? a : b;
}

interface Judged {
  readonly handling: Handling;
  readonly evidence: readonly Place[];
  readonly why?: string | undefined;
}

function handlingOf(m: Machine, event: FormEvent, uses: readonly Use[], arms: readonly Use[]): Judged {
  const { peer } = event;
  if (arms.some((use) => use.status === 'maybe' || use.status === 'null')) return { handling: 'unchecked', evidence: [] };
  if (peer.valid === m.store.true) {
    const guard = peer.assumesDomain ? domainGuard(m, event) : undefined;
    return guard ? { handling: 'predicate', evidence: [guard] } : { handling: 'not-needed', evidence: [] };
  }
  const bad = uses.find((use) => use.status === 'maybe' || use.status === 'null');
  const unknown = uses.find((use) => use.status === 'unknown');
  const evidence = uses.flatMap((use) => (use.evidence ? [use.evidence] : []));
  const places = evidence.map((source) => source.place);
  if (bad) return { handling: 'unchecked', evidence: places };
  if (unknown) return { handling: 'unknown', evidence: places, why: unknown.why };
  const tests = m.events.filter((e) => e.kind === 'null-test' && m.peersIn(e.pointer).has(peer));
  const escapes = m.events.some((e) => e.kind === 'escape' && m.peersIn(e.address).has(peer));
  if (uses.length > 0) return { handling: evidence.some((source) => source.tested.has(peer)) ? 'checked' : 'predicate', evidence: places };
  if (tests.length > 0) return { handling: 'checked', evidence: tests.map((test) => test.place) };
  if (m.frame.returns.some(({ value }) => value && m.peersIn(value).has(peer))) return { handling: 'not-needed', evidence: [] };
  return { handling: escapes ? 'unknown' : 'not-needed', evidence: [], why: escapes ? 'the pointer is handed to code that is not analysed' : undefined };
}

/** A reachability test of the same rank on the path: what a pointer that is never null relies on. */
function domainGuard(m: Machine, event: FormEvent): Place | undefined {
  for (const { condition, source } of event.path)
    for (const predicate of m.predicatesIn(condition))
      if (source && event.peer.rank && predicate.rank && covers(predicate.rank, event.peer.rank)) return source.place;
  return undefined;
}

function covers(tested: Term, used: Term): boolean {
  return tested === used || occurs(tested, used);
}

const ACCESS = { load: 'remote-load', store: 'remote-store', atomic: 'remote-atomic' } as const;

function consumerOf(use: Use, locator: Locator): Consumer {
  const { event } = use;
  return { ...locate(locator, event.anchor), op: event.op, access: ACCESS[event.access], mechanism: event.mechanism };
}
