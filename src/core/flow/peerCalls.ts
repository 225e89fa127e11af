/** Calls of workspace functions that form peer pointers or test reachability. */
import type { FunctionDecl } from '../program/ir.js';
import type { FormerInfo } from '../contracts/contracts.js';
import type { Team } from '../schema.js';
import type { CallSite } from './calls.js';
import { asWritten, Facts } from './facts.js';
import { canEnter, enterFunction, type Receiver } from './inline.js';
import type { Frame, Machine } from './machine.js';
import type { NullCause, Place } from './peer.js';
import type { Term } from './terms.js';
import { codeLine } from '../oneLine.js';
import { teamOf } from './types.js';

/** The first explicit template argument that is a team, with its text. */
export function templateTeam(m: Machine, site: CallSite): { readonly team: Team | undefined; readonly text: string | undefined } {
  for (const [i, term] of site.templateArgs.entries()) {
    const team = teamOf(m, term);
    if (team) return { team, text: site.templateTexts[i] };
  }
  return { team: undefined, text: undefined };
}

/** Evaluates the forming function's body for its value: its nullness with these arguments is the contract. */
export function formPeer(m: Machine, fn: FunctionDecl, former: FormerInfo, site: CallSite, receiver: Receiver | undefined): Term {
  const { store } = m;
  const before = m.state;
  let causes: readonly NullCause[] = [];
  let value: Term | undefined;
  if (canEnter(m, fn)) {
    m.silent++;
    // The contract holds for any caller: what this path knows must not decide it.
    if (before) m.state = { values: before.values.branch(), facts: Facts.empty, path: [] };
    value = enterFunction(m, fn, receiver, site.args, site.templateArgs, site.place, (returns, entry) => {
      causes = nullCauses(m, returns, entry);
    });
    m.silent--;
  }
  m.state = before;
  const pointerArg = site.args[former.pointerParam];
  const rankArg = site.args[former.rankParam];
  const valid = value ? validity(m, value, pointerArg?.value) : store.nonnull(store.fresh(fn.name, 'result'));
  const { team, text } = templateTeam(m, site);
  const key = `${site.place.file}:${site.place.span.start}:${pointerArg?.value.id}:${rankArg?.value.id}:${valid.id}:${team}`;
  const term = store.peer(key, {
    place: site.place, api: fn.name, family: former.family, team: team ?? former.team, rank: rankArg?.value, pointer: pointerArg?.value, valid,
    causes: valid === store.true ? [] : causes, own: value ? ownership(m, value, pointerArg?.value) : store.false, assumesDomain: former.assumesDomain,
  });
  m.emit({
    kind: 'form', place: site.place, peer: term.peer, teamText: text,
    rankText: rankArg?.expr ? m.text(rankArg.expr.span) : undefined, pointerText: pointerArg?.expr ? m.text(pointerArg.expr.span) : undefined,
  });
  // The identity (one rank, or the own one for sure) is no translation.
  return value !== undefined && value === pointerArg?.value ? value : term;
}

/** When a value that is meant as an address is one: the own pointer given back is, whatever it holds. */
export function validity(m: Machine, value: Term, own: Term | undefined): Term {
  const { store } = m;
  if (value === own) return store.true;
  switch (value.op) {
    case 'null': return store.false;
    case 'int': return store.bool(value.value !== 0);
    case 'ite': return store.ite(value.args[0], validity(m, value.args[1], own), validity(m, value.args[2], own));
    case 'peer': return value.peer.valid;
    case 'bits': return validity(m, value.args[0], own);
    default: return store.true;
  }
}

/** When a value is the own address given back, or no address at all. */
function ownership(m: Machine, value: Term, own: Term | undefined): Term {
  const { store } = m;
  if (value === own || isNull(value)) return store.true;
  switch (value.op) {
    case 'ite': return store.ite(value.args[0], ownership(m, value.args[1], own), ownership(m, value.args[2], own));
    case 'peer': return value.peer.own;
    case 'bits': return ownership(m, value.args[0], own);
    default: return store.false;
  }
}

function nullCauses(m: Machine, returns: Frame['returns'], entry: number): NullCause[] {
  const causes: NullCause[] = [];
  for (const { state, value, place } of returns) {
    if (!value || !place) continue;
    const last = state.path.at(-1);
    if (isNull(value)) {
      const source = state.path.length > entry ? last?.source : undefined;
      const words = source && last ? { text: asWritten({ source, holds: last.value }) } : { text: 'no other return is taken', inWords: true as const };
      causes.push({ condition: m.pathCondition(state.path, entry), ...words, place: source?.place ?? place });
    } else if (value.op === 'ite' && (isNull(value.args[1]) || isNull(value.args[2]))) {
      const condition = isNull(value.args[1]) ? value.args[0] : m.store.not(value.args[0]);
      causes.push({ condition, place, ...armCause(m, condition, place) });
    } else for (const peer of m.peersIn(value)) causes.push(...peer.causes);
  }
  return causes;
}

/** A choice gives null: when its condition, as written, has come out so. */
function armCause(m: Machine, condition: Term, place: Place): Pick<NullCause, 'text' | 'inWords'> {
  const written = m.writtenCondition(condition);
  if (!written) return { text: `the null arm of \`${codeLine(m.world.textOf(place.file, place.span))}\` is taken`, inWords: true };
  return { text: asWritten(written) };
}

function isNull(term: Term): boolean {
  return term.op === 'null' || (term.op === 'int' && term.value === 0);
}

export function noteReachability(m: Machine, site: CallSite, result: Term): void {
  const { team, text } = templateTeam(m, site);
  const [rank] = site.args;
  m.emit({
    kind: 'reachability', place: site.place, api: site.name, family: 'workspace', team, teamText: text, result,
    rank: rank?.value, rankText: rank?.expr ? m.text(rank.expr.span) : undefined,
  });
  const event = m.events.at(-1);
  if (event?.kind === 'reachability' && event.result === result) m.noteGuard(event);
}
