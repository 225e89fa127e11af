import type { FormEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { mentions } from '../flow/mentions.js';
import type { Term } from '../flow/terms.js';
import { OWN_RANK } from '../sites/ownRank.js';
import { indexSpace } from '../sites/indexSpace.js';
import { quantityOf } from '../sites/rankQuantity.js';
import { isBoundedToDomain, namesDomain } from './domainBound.js';
import { launchersOf } from './launched.js';
import type { Draft, Rule } from './rule.js';
import { callName } from './wording.js';

/**
 * pointer.domain-assumed: a translation that never says no is right only if all ranks are in one NVLink domain. That is a matter of the
 * launch: nothing is said where the host side is not in the workspace, and no more than once for a kernel.
 */
export const domainAssumed: Rule = (context) => {
  if (!context.fn.isKernel) return [];
  const forms = context.runs.flatMap(({ machine }) => machine.events.filter((event): event is FormEvent => assumes(machine, event)));
  const [first] = forms.sort((a, b) => a.anchor.span.start - b.anchor.span.start);
  const [launcher] = first ? launchersOf(context) : [];
  if (!first || !launcher || isBoundedToDomain(context)) return [];
  return [{
    rule: 'pointer.domain-assumed', place: first.anchor,
    message: `${callName(first.peer)} gives an address for any rank and tests none: all ranks of \`${context.fn.name}\` must be in one NVLink domain, and nothing in this workspace makes sure of it.`,
    path: [
      { place: first.place, text: 'translated here, with no test of the rank' },
      { place: { file: launcher.file, span: launcher.nameSpan }, text: 'launched here, with no bound on the number of ranks' },
    ],
  } satisfies Draft];
};

function assumes(m: Machine, event: Event): event is FormEvent {
  if (event.kind !== 'form' || !event.peer.assumesDomain || event.peer.valid !== m.store.true || event.teamText !== undefined) return false;
  const { rank, team } = event.peer;
  if (!rank || isOwn(m, rank) || mentions(rank, (term) => isOfDomain(m, term))) return false;
  const space = indexSpace(m, rank, event.facts)?.space;
  // A rank of the world where one of the domain is wanted: pointer.rank-space.
  if (space === 'lsa' || (team === 'Lsa' && space !== undefined)) return false;
  return !event.path.some(({ condition }) => m.predicatesIn(condition).length > 0) && !isTested(m, rank, event);
}

/** By where it comes from; a name says so of what is given to the kernel. */
function isOwn(m: Machine, rank: Term): boolean {
  return quantityOf(m, rank, 'rank') !== undefined || (((rank.op === 'symbol' && rank.origin === 'param') || rank.op === 'field') && OWN_RANK.test(rank.name));
}

/** Something about the rank and the domain is known on the way. */
function isTested(m: Machine, rank: Term, { facts }: Event): boolean {
  return [...facts.literals()].some(({ term }) => mentions(term, (part) => part === rank) && mentions(term, (part) => isOfDomain(m, part)));
}

function isOfDomain(m: Machine, term: Term): boolean {
  if (quantityOf(m, term, 'count')?.space === 'lsa' || quantityOf(m, term, 'rank')?.space === 'lsa') return true;
  return (term.op === 'symbol' || term.op === 'field') && namesDomain(term.name);
}
