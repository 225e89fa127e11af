/** A kernel as a Markdown report: the picture as Mermaid, then everything as tables with lines. */
import { code, escape, table } from '../../markdown.js';
import type { Kernel, Location, PipelineOperation } from '../../schema.js';
import { toMermaid } from './mermaid.js';

export function toMarkdown(kernel: Kernel): string {
  const parts = [
    `# ${code(kernel.name)}`,
    `${place(kernel)}–${kernel.endLine}${kernel.given === undefined ? '' : `, where ${kernel.given.map(({ name, value }) => code(`${name} = ${value}`)).join(', ')}`}`,
    ...section('Data flow', kernel.graph.edges.length, [['```mermaid', toMermaid(kernel).trimEnd(), '```'].join('\n'), flowTable(kernel)]),
    ...section('Roles', kernel.roles.length, [table(['Role', 'Condition', 'Lines'], kernel.roles.map(({ name, condition, line, endLine }) => [escape(name), code(condition), `${line}–${endLine}`]))]),
    ...section('Barriers', kernel.barriers.length, [table(['Barrier', 'Line'], kernel.barriers.map((barrier) => [code(barrier.text ?? 'barrier'), place(barrier)]))]),
    ...synchronisation(kernel),
    ...section('Pipelines', kernel.pipelines.length, [pipelineTable(kernel)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(title: string, count: number, body: readonly string[]): readonly string[] {
  return count === 0 ? [] : [`## ${title}`, ...body];
}

function flowTable({ graph: { nodes, edges } }: Kernel): string {
  const labels = new Map(nodes.map((node) => [node.id, node.label]));
  return table(['From', 'To', 'By', 'Path', 'Condition', 'Role', 'Line'], edges.map((edge) => [
    code(labels.get(edge.from) ?? edge.from), edge.gap === true ? '**gap**' : code(labels.get(edge.to) ?? edge.to), code(edge.mechanism ?? edge.label),
    edge.path === undefined ? '' : edge.path === 'nvlink' ? 'NVLink' : 'RDMA', code(edge.condition ?? ''), escape(edge.role ?? ''), place(edge),
  ]));
}

function synchronisation({ synchronisation: all = [] }: Kernel): readonly string[] {
  const tables = all.flatMap((barrier) => (barrier.protocols ?? []).flatMap(({ given, steps }) => [
    `### ${code(barrier.text ?? 'barrier')} · ${place(barrier)}${given.length === 0 ? '' : `, where ${given.map(({ name, value }) => code(`${name} = ${value}`)).join(', ')}`}`,
    table(['Step', 'By', 'Order', 'Value', 'Condition', 'Line'], steps.map((step) => [
      escape(step.level === undefined ? step.does : `${step.does} ${step.level}`), code(step.text ?? step.mechanism), [step.order, step.scope].filter((part) => part !== undefined).join('.'),
      step.until === undefined ? code((step.values ?? []).join(' / ')) : `until ${code(step.until)}`, code(step.when ?? ''), place(step),
    ])),
  ]));
  return section('Synchronisation', tables.length, tables);
}

function pipelineTable({ pipelines }: Kernel): string {
  const who = (operation: PipelineOperation, what: string | undefined): string => [escape(operation.role ?? ''), what === undefined ? '' : code(what), place(operation)].filter((part) => part !== '').join(' ');
  return table(['mbarriers', 'Stages', 'Count', 'Arrives', 'Waits'], pipelines.map(({ object, stages, init, arrive, wait }) => [
    code(object), code(stages), code(init.flatMap(({ count }) => count ?? []).join(', ')),
    arrive.map((each) => who(each, each.bytes)).join('; '), wait.map((each) => who(each, each.phase)).join('; '),
  ]));
}

function place({ file, line }: Pick<Location, 'file' | 'line'>): string {
  return code(`${file}:${line}`, 200);
}
