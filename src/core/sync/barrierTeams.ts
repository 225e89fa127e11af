/** Whom a barrier of ranks joins. */
import type { Team } from '../schema.js';
import type { SyncEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';

/** A library's barrier says it itself; one of the workspace joins those whom it signals. Empty: not known. */
export function teamsBehind(m: Machine, { team, anchor }: Pick<SyncEvent, 'team' | 'anchor'>): readonly Team[] {
  return team ? [team] : teamsSignalledIn(m, anchor);
}

/** The teams whose ranks are signalled in the call. */
export function teamsSignalledIn(m: Machine, call: Place): Team[] {
  return m.events.flatMap((event) => {
    if (event.anchor.span.start !== call.span.start || event.anchor.file !== call.file) return [];
    const team = event.kind === 'form' ? event.peer.team : event.kind === 'one-sided' ? event.team : event.kind === 'sync' ? event.team : undefined;
    return team ?? [];
  });
}
