/** Who fills and who empties each stage, as a picture: parties, the mbarriers between them, and the operations in either direction. */
import type { Kernel, PipelineArrival, PipelineWait, Space } from '../../schema.js';
import { at, code, text } from '../cells.js';
import type { ProjectInput } from '../input.js';
import { ARRIVALS } from '../instructions.js';
import { flowchart } from '../mermaid.js';
import type { Diagram, Flow } from '../model.js';

/** Undefined: the kernel has no mbarriers between parties that are known. */
export function pipelineDiagram(project: ProjectInput, kernel: Kernel): Diagram | undefined {
  const flows = flowsOf(kernel);
  if (flows.length === 0) return undefined;
  const objects = kernel.pipelines.map((pipeline) => nodeOf(pipeline));
  const parties = flows.flatMap(({ from, to }) => [from, to]).filter((end) => !objects.includes(end));
  return {
    kind: 'diagram', id: `stages-${kernel.file}-${kernel.line}`.replace(/[^\w-]+/gu, '-'), flows, mermaid: flowchart(flows),
    spaces: { ...spacesOf(objects, 'shared'), ...spacesOf(parties, 'register') },
    caption: text(`${project.name} ${kernelName(project, kernel)}: who fills and who empties the stages`, `${project.name} ${kernelName(project, kernel)}：各级的填充方与使用方`),
  };
}

const spacesOf = (names: readonly string[], space: Space): Readonly<Record<string, Space>> => Object.fromEntries(names.map((name) => [name, space]));

/** Of kernels of the same name each with its line: captions are also what screen readers tell tables apart by. */
export function kernelName({ kernels }: ProjectInput, { name, file, line }: Kernel): string {
  const isUnique = kernels.filter((other) => other.name === name).length === 1;
  return isUnique ? code(name) : `${code(name)} (${file.slice(file.lastIndexOf('/') + 1)}:${line})`;
}

function flowsOf(kernel: Kernel): readonly Flow[] {
  const flows = new Map<string, Flow>();
  const add = (flow: Flow): void => {
    const key = `${flow.from}\n${flow.to}\n${flow.mechanism}`;
    if (!flows.has(key)) flows.set(key, flow);
  };
  for (const pipeline of kernel.pipelines) {
    const object = nodeOf(pipeline);
    for (const each of pipeline.arrive) add({ from: party(kernel, each), to: object, mechanism: ARRIVALS[each.how], path: 'local', place: at(each) });
    for (const each of pipeline.wait) add({ from: object, to: party(kernel, each), mechanism: each.phase === undefined ? 'mbarrier.try_wait' : `mbarrier.try_wait ${each.phase}`, path: 'local', place: at(each) });
  }
  return [...flows.values()];
}

const nodeOf = ({ object, stages }: Kernel['pipelines'][number]): string => (stages === '' ? object : `${object}[${stages}]`);

/** The kernel stands for warps that have no role. */
const party = (kernel: Kernel, { role }: Pick<PipelineArrival | PipelineWait, 'role'>): string => (role === undefined || role === '' ? kernel.name : role.replaceAll('`', "'"));
