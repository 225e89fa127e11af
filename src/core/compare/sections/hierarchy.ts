/** What waits inside what: the barriers that kernels call, and what these are made of, each once. */
import type { Location, Synchronisation, SyncStep } from '../../schema.js';
import { at, text } from '../cells.js';
import { exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import { flowchart } from '../mermaid.js';
import type { Diagram, Flow } from '../model.js';

export function hierarchies(projects: readonly ProjectInput[]): readonly Diagram[] {
  return projects.flatMap((project) => {
    const flows = flowsOf(project);
    return flows.length === 0 ? [] : [{
      kind: 'diagram' as const, id: `hierarchy-${project.prefix}`.replace(/[^\w-]+/gu, '-'), flows, mermaid: flowchart(flows),
      spaces: { [project.name]: 'host' as const, ...Object.fromEntries(flows.map(({ to, path }) => [to, path === 'rdma' ? 'remote' as const : path === 'nvlink' ? 'peer' as const : 'register' as const])) },
      caption: text(`What the kernels of ${project.name} that reach peers wait by, and what that is made of`, `${project.name} 中访问对端的内核所用的等待及其构成`),
    }];
  });
}

function flowsOf(project: ProjectInput): readonly Flow[] {
  const flows = new Map<string, Flow>();
  const add = (from: string, to: string, mechanism: string, path: Flow['path'], place: Location): void => {
    const key = `${from}\n${to}`;
    if (from !== to && to !== '' && !flows.has(key)) flows.set(key, { from, to, mechanism, path, place });
  };
  for (const { kernel } of exchangeKernels(project)) {
    for (const sync of kernel.synchronisation ?? []) {
      if (sync.level === 'warp') continue;
      const outer = sync.text ?? '';
      add(project.name, outer, sync.level, 'local', at(sync));
      for (const step of stepsOf(sync)) add(outer, innerOf(step), mechanismOf(step), step.does === 'signal' ? (step.path ?? 'local') : 'local', at(step));
    }
    // Their parties have pictures of their own.
    for (const place of kernel.pipelines.flatMap(({ init }) => init).slice(0, 1)) add(project.name, 'mbarrier', 'stages', 'local', at(place));
  }
  return [...flows.values()];
}

/** Who waits, who is told, and the barriers inside; what a thread completes or counts on its own is a detail of the protocol. */
function stepsOf({ protocols = [] }: Synchronisation): readonly SyncStep[] {
  const steps = protocols.flatMap((protocol) => protocol.steps);
  // A barrier that signals is drawn by its signal.
  return [...steps.filter(({ does }) => does === 'signal'), ...steps.filter(({ does, level, part }) => part !== undefined || (does === 'meet' && level !== 'warp'))];
}

const innerOf = ({ within, mechanism }: SyncStep): string => within ?? mechanism;
const mechanismOf = ({ within, mechanism, level, part }: SyncStep): string => (within === undefined ? (level ?? 'peers') : (part ?? level ?? mechanism));
