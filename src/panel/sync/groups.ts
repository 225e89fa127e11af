/** The rows of a sequence diagram, those that are done under the same conditions together. */
import type { SyncStep } from '../../core/schema.js';
import { conjuncts } from '../text.js';

/** A step, or what the same code on the peers does here. */
export type SequenceRow =
  | { readonly kind: 'step'; readonly step: SyncStep; /** Beyond those of its group. */ readonly when: string | undefined }
  | { readonly kind: 'mirrored'; readonly path: NonNullable<SyncStep['path']> };

export interface SequenceGroup {
  /** The function that all of them are in; undefined: they are in several, or in the barrier itself, or there is but one step. */
  readonly within: string | undefined;
  /** What all of them ask; undefined: nothing, or there is but one step, which says it itself. */
  readonly when: string | undefined;
  readonly rows: readonly SequenceRow[];
}

interface Run {
  readonly steps: SyncStep[];
  /** What all of them ask, in the order of the source. */
  shared: readonly string[];
}

/** Neighbours in one function that begin with the same conditions, of which only the rest is said at each of them. */
export function groupsOf(steps: readonly SyncStep[]): readonly SequenceGroup[] {
  const runs: Run[] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const shared = run === undefined ? undefined : sharedWith(run, step);
    if (run === undefined || shared === undefined) runs.push({ steps: [step], shared: conditionsOf(step) });
    else {
      run.steps.push(step);
      run.shared = shared;
    }
  }
  const path = signalledBefore(steps);
  return runs.map((run) => groupOf(run, path));
}

/** What a step has in common with the run before it; undefined: it is not one of them. */
function sharedWith({ steps, shared }: Run, step: SyncStep): readonly string[] | undefined {
  const [first] = steps;
  if (first?.within !== step.within) return undefined;
  const own = conditionsOf(step);
  let count = 0;
  while (count < shared.length && own[count] === shared[count]) count += 1;
  // A run keeps what it has in common: a step that has less of it is another case.
  const isOne = steps.length === 1 ? count > 0 : count === shared.length;
  return isOne && (count > 0 || own.length === 0) ? shared.slice(0, count) : shared.length + own.length === 0 ? [] : undefined;
}

function groupOf({ steps, shared }: Run, path: ReadonlyMap<SyncStep, NonNullable<SyncStep['path']>>): SequenceGroup {
  const isOne = steps.length === 1;
  const rows = steps.flatMap((step): readonly SequenceRow[] => {
    const sent = path.get(step);
    const own = isOne ? step.when : conditionsOf(step).slice(shared.length).join(' and ');
    const { within, ...rest } = step;
    const row: SequenceRow = { kind: 'step', step: isOne && within !== undefined ? step : rest, when: own === '' ? undefined : own };
    return sent === undefined ? [row] : [{ kind: 'mirrored', path: sent }, row];
  });
  return { within: isOne ? undefined : steps[0]?.within, when: isOne || shared.length === 0 ? undefined : shared.join(' and '), rows };
}

/** Every rank runs the same barrier: before the first wait that follows a signal, the peers' signals come here. */
function signalledBefore(steps: readonly SyncStep[]): ReadonlyMap<SyncStep, NonNullable<SyncStep['path']>> {
  const found = new Map<SyncStep, NonNullable<SyncStep['path']>>();
  let sent: SyncStep['path'];
  for (const step of steps) {
    if (step.does === 'wait' && sent !== undefined) {
      found.set(step, sent);
      sent = undefined;
    }
    if (step.does === 'signal') sent = step.path;
  }
  return found;
}

function conditionsOf({ when }: SyncStep): readonly string[] {
  return when === undefined ? [] : conjuncts(when);
}
