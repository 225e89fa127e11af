/** The instructions of a kernel's movements and pipelines. */
import type { Kernel, Location, PipelineArrival } from '../schema.js';
import { at } from './cells.js';

/** PTX ISA "Parallel Synchronization and Communication Instructions: mbarrier", "Tensorcore 5th Generation Instructions: tcgen05.commit". */
export const ARRIVALS: Readonly<Record<PipelineArrival['how'], string>> = {
  arrive: 'mbarrier.arrive', 'arrive-tx': 'mbarrier.arrive.expect_tx', commit: 'tcgen05.commit', async: 'cp.async.mbarrier.arrive',
};

export interface Instruction {
  readonly mechanism: string;
  readonly place: Location;
}

export function instructionsOf({ graph, pipelines }: Pick<Kernel, 'graph' | 'pipelines'>): readonly Instruction[] {
  return [
    ...graph.edges.flatMap(({ mechanism, file, line }) => (mechanism === undefined ? [] : [{ mechanism, place: { file, line, column: 1 } }])),
    ...pipelines.flatMap(({ arrive }) => arrive.map((each) => ({ mechanism: ARRIVALS[each.how], place: at(each) }))),
  ];
}
