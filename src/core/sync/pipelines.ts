/** The mbarrier pipelines of a kernel: who initialises, arrives at and waits on each barrier array, for people to read. */
import type { Pipeline, PipelineArrival, PipelineInit, PipelineOperation, PipelineWait } from '../schema.js';
import { findRoles, type RoleSpan } from '../graph/roles.js';
import type { EffectEvent } from '../flow/events.js';
import type { Machine, World } from '../flow/machine.js';
import { termText } from '../flow/termText.js';
import type { Term } from '../flow/terms.js';
import { locate, type Locator } from '../sites/locate.js';
import type { FunctionRuns } from '../sites/run.js';
import { executorsOf } from './executors.js';
import { indexOf, WARP_SIZE } from '../sites/threadIndex.js';
import { addends } from './overlap.js';
import { mbarrierObjects, type MbarrierObject } from './mbarrierObjects.js';
import type { MbarrierOperation } from './mbarriers.js';
import { writtenCall } from './writtenCall.js';

interface Context {
  readonly world: World;
  readonly locator: Locator;
}

/** Longer expressions are cut. */
const MAX_EXPRESSION = 80;

export function pipelinesOf({ fn, runs }: FunctionRuns, { world, locator }: Context): Pipeline[] {
  const roles = findRoles(runs.map((run) => run.machine), locator.lines(fn.file));
  const objects = new Map<string, Gathered>();
  for (const { machine } of runs)
    for (const object of mbarrierObjects(machine)) {
      const gathered: Gathered = objects.get(object.name) ?? { stages: stagesOf(object), places: new Map() };
      objects.set(object.name, gathered);
      for (const operation of object.operations) {
        const key = `${operation.action} ${operation.place.file}:${operation.place.span.start}`;
        gathered.places.set(key, [...(gathered.places.get(key) ?? []), { machine, operation }]);
      }
    }
  return [...objects].map(([object, { stages, places }]) => {
    const all = [...places.values()].flatMap((occurrences) => describe(occurrences, roles, { world, locator }));
    return { object, stages, init: all.flatMap(({ init }) => init ?? []), arrive: all.flatMap(({ arrive }) => arrive ?? []), wait: all.flatMap(({ wait }) => wait ?? []) };
  });
}

interface Gathered {
  readonly stages: string;
  readonly places: Map<string, Occurrence[]>;
}

/** One evaluation of an operation: the same place is evaluated in each instantiation, and in each call of a lambda. */
interface Occurrence {
  readonly machine: Machine;
  readonly operation: MbarrierOperation;
}

interface Described {
  readonly init?: PipelineInit;
  readonly arrive?: PipelineArrival;
  readonly wait?: PipelineWait;
}

function stagesOf({ extent, isDeclared }: MbarrierObject): string {
  return extent ?? (isDeclared ? '1' : '');
}

function describe(occurrences: readonly Occurrence[], roles: readonly RoleSpan[], context: Context): Described[] {
  const [first] = occurrences;
  if (!first) return [];
  const { action, event } = first.operation;
  const at = operationAt(first, occurrences, roles, context);
  switch (action) {
    case 'init': return [{ init: { ...at, ...expression('count', event.count) } }];
    case 'wait': return [{ wait: { ...at, ...expression('phase', event.selector) } }];
    case 'arrive': case 'arrive-tx': return [{ arrive: { ...at, how: howOf(event), ...expression('bytes', action === 'arrive-tx' ? event.size : undefined), target: targetOf(event) } }];
  }
}

function operationAt({ machine: m, operation: { event, place } }: Occurrence, occurrences: readonly Occurrence[], roles: readonly RoleSpan[], { world, locator }: Context): PipelineOperation {
  const role = roles.find(({ span }) => place.file === m.root.file && span.start <= place.span.start && place.span.start < span.end);
  const conditions = occurrences.map(({ machine, operation }) => conditionsOf(machine, operation.event, role));
  const when = (conditions[0] ?? []).filter((text) => conditions.every((all) => all.includes(text))).join(' and ');
  const { lanes } = executorsOf(m, event);
  return {
    ...locate(locator, place, writtenCall(world, place)), ...(role ? { role: role.name } : {}),
    threads: lanes === 1 ? 'one' : lanes < WARP_SIZE || differsByLane(m, event) ? 'some' : 'all',
    ...(when === '' ? {} : { when }),
  };
}

/** Each lane works on a barrier of its own. */
function differsByLane(m: Machine, { mbarrier }: EffectEvent): boolean {
  return mbarrier !== undefined && addends(mbarrier).some((term) => indexOf(m, term)?.of === 'lane' || indexOf(m, m.carried.get(term)?.entry ?? term)?.of === 'lane');
}

function conditionsOf(m: Machine, { path }: EffectEvent, role: RoleSpan | undefined): string[] {
  return path.flatMap(({ source, value, condition }) => {
    if (!source || source.asserted || source.loop || source.place.file !== m.root.file || selectsThreads(m, condition)) return [];
    if (role && source.place.span.start < role.span.start) return [];
    const text = source.text.replace(/\s+/g, ' ');
    if (value) return /\bor\b|\|\|/.test(text) ? `(${text})` : text;
    return /\b(?:and|or)\b|&&|\|\|/.test(text) ? `not (${text})` : `not ${text}`;
  });
}

/** Says which threads of a warp come, not when. */
function selectsThreads(m: Machine, condition: Term): boolean {
  const of = indexOf(m, condition)?.of;
  if (of === 'lane' || of === 'thread' || m.elected.has(condition)) return true;
  return (condition.op === 'not' || condition.op === 'eq' || condition.op === 'lt') && condition.args.some((arg) => selectsThreads(m, arg));
}

function howOf({ effect }: EffectEvent): PipelineArrival['how'] {
  switch (effect.kind) {
    case 'matrix-commit': return 'commit';
    case 'async-arrive': return 'async';
    case 'mbarrier-arrive-tx': return 'arrive-tx';
    default: return 'arrive';
  }
}

/** PTX ISA "mapa": the barrier at the same offset in another CTA of the cluster; "tcgen05.commit" `.multicast::cluster`: one in each of a mask. */
function targetOf({ effect }: EffectEvent): PipelineArrival['target'] {
  if (effect.mechanism.includes('.multicast')) return 'several blocks';
  return effect.mbarrier?.mapped ? 'another block' : 'own block';
}

function expression<K extends string>(key: K, term: Term | undefined): { readonly [P in K]?: string } {
  if (!term) return {};
  const text = termText(term);
  return { [key]: text.length > MAX_EXPRESSION ? `${text.slice(0, MAX_EXPRESSION)}…` : text } as { readonly [P in K]?: string };
}
