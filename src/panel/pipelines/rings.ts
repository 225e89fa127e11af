/** The pipelines of a kernel as the view shows them: operations by role, and which array of barriers hands a stage back. */
import type { Pipeline, PipelineArrival, PipelineInit, PipelineOperation, PipelineWait } from '../../core/schema.js';

export interface ByRole<T> {
  /** Undefined: the operation is in no role. */
  readonly role: string | undefined;
  readonly operations: readonly T[];
}

/** A drawn part of a ring. */
export interface Segment {
  /** Number of the stage; empty where all stages are drawn. */
  readonly name: string;
  /** It stands for stages of which there may be any number. */
  readonly isMany: boolean;
}

export interface Ring {
  readonly object: string;
  /** The stages if they are a small number; of another number the first, the last and what is between them; else one for all. */
  readonly segments: readonly Segment[];
  /** As declared; empty where no declaration says it. */
  readonly stages: string;
  readonly init: readonly PipelineInit[];
  /** The counts that it is initialised with, each once. */
  readonly counts: readonly string[];
  readonly arrive: readonly ByRole<PipelineArrival>[];
  readonly wait: readonly ByRole<PipelineWait>[];
  /** Objects whose waiters arrive here and whose arrivals come from those who wait here: full and empty. */
  readonly partners: readonly string[];
}

const MAX_SEGMENTS = 12;

export function ringsOf(pipelines: readonly Pipeline[]): readonly Ring[] {
  return pipelines.map((pipeline) => ({
    object: pipeline.object,
    segments: segmentsOf(pipeline.stages),
    stages: pipeline.stages,
    init: pipeline.init,
    counts: [...new Set(pipeline.init.flatMap(({ count }) => count ?? []))],
    arrive: byRole(pipeline.arrive),
    wait: byRole(pipeline.wait),
    partners: pipelines.filter((other) => other !== pipeline && handsBack(pipeline, other)).map(({ object }) => object),
  }));
}

function segmentsOf(stages: string): readonly Segment[] {
  if (stages === '') return [{ name: '', isMany: true }];
  const count = Number(stages);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_SEGMENTS) return Array.from({ length: count }, () => ({ name: '', isMany: false }));
  const last = Number.isInteger(count) && count >= 1 ? String(count - 1) : 'n−1';
  return ['0', '1', '…', last].map((name) => ({ name, isMany: name === '…' }));
}

function byRole<T extends PipelineOperation>(operations: readonly T[]): readonly ByRole<T>[] {
  const roles = new Map<string | undefined, T[]>();
  for (const operation of operations) roles.set(operation.role, [...(roles.get(operation.role) ?? []), operation]);
  return [...roles].map(([role, own]) => ({ role, operations: own }));
}

/** Whoever waits at one arrives at the other, both ways. Roles that are not known say nothing. */
function handsBack(a: Pipeline, b: Pipeline): boolean {
  return meet(a.wait, b.arrive) && meet(b.wait, a.arrive) && !meet(a.wait, a.arrive);
}

function meet(a: readonly PipelineOperation[], b: readonly PipelineOperation[]): boolean {
  return a.some(({ role }) => role !== undefined && b.some((other) => other.role === role));
}
