/** Calls of functions that the catalog describes. */
import type { CatalogEntry, OneSidedEntry, PeerPointerEntry } from '../catalog/index.js';
import type { Team } from '../schema.js';
import { RECEIVER, type PtxEffect } from '../ptx/index.js';
import { unknownCall, type CallSite } from './calls.js';
import { emitEffect } from './effects.js';
import type { Machine } from './machine.js';
import { mentions } from './mentions.js';
import { isPointerLike, type Term } from './terms.js';
import { teamOf } from './types.js';
import { indexOf } from '../sites/threadIndex.js';

export function applyLibrary(m: Machine, entry: CatalogEntry, site: CallSite): Term {
  switch (entry.kind) {
    case 'peer-pointer': return entry.target === 'peer' ? formLibraryPeer(m, entry, site) : m.store.apply(entry.name, site.args.map((arg) => arg.value));
    case 'one-sided': return oneSided(m, entry, site);
    case 'team': return m.store.apply(entry.name, []);
    case 'rank': return m.store.apply(entry.name, site.args.map((arg) => arg.value));
    case 'reachability': {
      const rank = site.args[entry.rankArg];
      const result = m.store.nonnull(m.store.apply(entry.name, site.args.map((arg) => arg.value)));
      m.emit({
        kind: 'reachability', place: site.place, api: entry.name, family: entry.family, team: teamFrom(m, entry.team, site),
        rank: rank?.value, rankText: textOf(m, site, entry.rankArg), teamText: undefined, result,
      });
      const event = m.events.at(-1);
      if (event?.kind === 'reachability' && event.result === result) m.noteGuard(event);
      return result;
    }
    case 'rank-barrier':
      if (entry.phase !== 'arrive') m.emit({ kind: 'sync', place: site.place, name: site.name, level: 'ranks', team: teamFrom(m, entry.team, site) });
      return unknownCall(m, site);
    case 'call': return applyCall(m, entry, site);
  }
}

function argument(site: CallSite, index: number | undefined): Term | undefined {
  if (index === undefined) return undefined;
  return index === RECEIVER ? site.receiver?.value : site.args[index]?.value;
}

function textOf(m: Machine, site: CallSite, index: number | undefined): string | undefined {
  const expr = index === undefined ? undefined : index === RECEIVER ? site.receiver?.expr : site.args[index]?.expr;
  return expr ? m.text(expr.span) : undefined;
}

function teamFrom(m: Machine, team: Team | { readonly arg: number } | undefined, site: CallSite): Team | undefined {
  return typeof team === 'object' ? teamOf(m, argument(site, team.arg)) : team;
}

function formLibraryPeer(m: Machine, entry: PeerPointerEntry, site: CallSite): Term {
  const pointer = argument(site, entry.pointerArg) ?? argument(site, entry.offsetArg);
  const rank = argument(site, entry.rankArg);
  const { store } = m;
  const team = teamFrom(m, entry.team, site);
  const asks = typeof entry.team === 'object';
  // Inside the own LSA team every rank can be addressed.
  const valid = entry.nullness === 'never' || (asks && team === 'Lsa') ? store.true
    : entry.nullness === 'always' ? store.false
    : store.nonnull(store.apply(entry.name, site.args.map((arg) => arg.value)));
  const term = store.peer(`${site.place.file}:${site.place.span.start}:${pointer?.id}:${rank?.id}:${valid.id}`, {
    place: site.place, api: entry.name, family: entry.family, team, rank, pointer, valid,
    ...(asks && team === undefined ? { unsure: 'the team is not known here' } : {}),
    causes: valid === store.true ? [] : [{ condition: store.not(valid), text: entry.nullWhen ?? 'the rank is not reachable', inWords: true, place: site.place }],
    own: store.false, assumesDomain: entry.nullness === 'never', rankSpace: typeof entry.rankSpace === 'string' ? entry.rankSpace : undefined,
  });
  m.emit({
    kind: 'form', place: site.place, peer: term.peer, rankText: textOf(m, site, entry.rankArg),
    pointerText: textOf(m, site, entry.pointerArg) ?? textOf(m, site, entry.offsetArg),
    teamText: typeof entry.team === 'object' ? textOf(m, site, entry.team.arg) : undefined,
  });
  if (entry.outArg === undefined) return term;
  const out = site.args[entry.outArg]?.expr;
  if (out?.kind === 'unary' && out.op === '&' && site.args[entry.outArg]?.value.op === 'address') {
    const address = site.args[entry.outArg]?.value;
    if (address?.op === 'address') m.write(address.slot, term);
  }
  return store.fresh(entry.name, 'result');
}

function oneSided(m: Machine, entry: OneSidedEntry, site: CallSite): Term {
  const access = entry.access === 'none' || entry.access === 'address-only' ? undefined : entry.access;
  m.emit({
    kind: 'one-sided', place: site.place, api: entry.name, family: entry.family, operation: entry.operation, access, mechanism: entry.owner === undefined ? entry.name : `${entry.owner}::${entry.name}`,
    team: teamOf(m, argument(site, entry.teamArg)), teamText: textOf(m, site, entry.teamArg),
    rank: argument(site, entry.rankArg), rankText: textOf(m, site, entry.rankArg),
    destination: argument(site, entry.destinationArg), destinationText: textOf(m, site, entry.destinationArg),
    source: argument(site, entry.sourceArg) ?? argument(site, entry.valueArg), sourceText: textOf(m, site, entry.sourceArg) ?? textOf(m, site, entry.valueArg),
    rankSpace: typeof entry.rankSpace === 'string' ? entry.rankSpace : undefined, copies: entry.sourceArg !== undefined, args: site.args.map((arg) => arg.value), translates: entry.symmetricArgs.length > 0,
    calls: m.calls,
  });
  return m.store.fresh(entry.name, 'result');
}

function applyCall(m: Machine, entry: CatalogEntry & { kind: 'call' }, site: CallSite): Term {
  m.emit({ kind: 'call', place: site.place, name: site.name, target: undefined, known: true, args: site.args.map((arg) => arg.value) });
  for (const effect of entry.effects) {
    emitLibraryEffect(m, effect, site);
    emitEffect(m, effect, site.place, site.name, (operand) => argument(site, operand), entry.elects);
  }
  const sync = entry.effects.find((effect) => effect.kind === 'grid-sync' || effect.kind === 'cluster-sync' || effect.kind === 'cluster-wait');
  if (sync) m.emit({ kind: 'sync', place: site.place, name: site.name, level: sync.kind === 'grid-sync' ? 'grid' : 'cluster' });
  if (entry.noReturn) m.trap();
  return resultOf(m, entry, site);
}

function resultOf(m: Machine, entry: CatalogEntry & { kind: 'call' }, site: CallSite): Term {
  if (entry.passthroughArg !== undefined) {
    const value = argument(site, entry.passthroughArg);
    if (value) return m.traces && entry.effects.some(({ kind }) => kind === 'warp-collective') && isChosenByLane(m, value) ? m.store.fresh(site.name, 'result', undefined, [value]) : value;
  }
  for (const arg of site.args)
    if (arg.expr?.kind === 'unary' && arg.expr.op === '&' && arg.value.op === 'address') m.write(arg.value.slot, m.store.fresh(site.name, 'result'));
  const loaded = loadedBy(m, entry, site);
  if (loaded) return loaded;
  // `canonical_warp_idx()` and its like: the same value each time in one thread.
  if (site.args.length === 0 && entry.effects.length === 0 && entry.result !== undefined && entry.result !== 'elected') return m.store.symbol(`special:${entry.name}`, entry.name, 'global');
  if (entry.returnType !== undefined && entry.effects.length === 0 && m.world.catalog.type(entry.returnType)?.role.kind === 'group') return m.store.object(entry.returnType, undefined, new Map());
  if (entry.result === 'elected') {
    const elected = m.store.fresh(site.name, 'result');
    m.elected.add(elected);
    return elected;
  }
  const computes = entry.effects.every((effect) => effect.kind === 'register' || effect.kind === 'warp-collective');
  const pure = entry.effects.every((effect) => effect.kind === 'register') && entry.result === undefined;
  const scalar = site.args.every((arg) => !isPointerLike(arg.value) && arg.value.op !== 'object');
  const values = site.args.map((arg) => arg.value);
  return pure && scalar ? m.store.apply(entry.name, values) : m.store.fresh(site.name, 'result', undefined, computes ? values : undefined);
}

/** A lane's own choice of numbers: what another lane has chosen is another value. */
function isChosenByLane(m: Machine, value: Term): boolean {
  return !isPointerLike(value) && mentions(value, (term) => term.op === 'ite' && mentions(term.args[0], (part) => indexOf(m, part)?.of === 'lane'));
}

/** What an intrinsic reads: like an ordinary load, unless it has an order. */
function loadedBy(m: Machine, entry: CatalogEntry & { kind: 'call' }, site: CallSite): Term | undefined {
  const read = entry.effects.find((effect) => effect.kind === 'load' && effect.source?.operand !== undefined);
  const address = argument(site, read?.source?.operand);
  return address && m.store.load(address, read?.order === undefined || read.order === 'weak' ? m.memory.versionOf(address) : m.memory.next());
}

function emitLibraryEffect(m: Machine, effect: PtxEffect, site: CallSite): void {
  const destination = argument(site, effect.destination?.operand);
  const source = argument(site, effect.source?.operand);
  const stored = argument(site, effect.values[0]?.operand);
  const common = { kind: 'access', place: site.place, op: site.name, mechanism: effect.mechanism } as const;
  if (destination && effect.destination)
    m.emit({
      ...common, access: effect.kind === 'atomic' || effect.kind === 'reduction' || effect.kind === 'bulk-reduce' ? 'atomic' : 'store',
      address: destination, space: effect.destination.space, source: source ?? stored, copies: source !== undefined,
      addressText: textOf(m, site, effect.destination.operand) ?? '', sourceText: textOf(m, site, effect.source?.operand ?? effect.values[0]?.operand) ?? '',
    });
  if (source && effect.source)
    m.emit({
      ...common, access: 'load', address: source, space: effect.source.space, source: undefined, copies: destination !== undefined,
      addressText: textOf(m, site, effect.source.operand) ?? '', sourceText: '',
    });
}

