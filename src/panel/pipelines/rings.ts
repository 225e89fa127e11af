/** The pipelines of a kernel as the view shows them: operations by role, and which array of barriers hands a stage back. */
import type { Pipeline, PipelineArrival, PipelineInit, PipelineOperation, PipelineWait } from '../../core/schema.js';

export interface ByRole<T> {
  /** Undefined: the operation is in no role. */
  readonly role: string | undefined;
  readonly operations: readonly T[];
}

export interface Ring {
  readonly object: string;
  /** How many segments are drawn: the stages if they are a small number, else a few that stand for them. */
  readonly segments: number;
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
/** For a number of stages that only the build knows. */
const SYMBOLIC_SEGMENTS = 4;

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

function segmentsOf(stages: string): number {
  const count = Number(stages);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, MAX_SEGMENTS) : SYMBOLIC_SEGMENTS;
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
