/** One project's kernels that reach peers: a picture of each, its warp roles, and every movement with mechanism, condition and line. */
import type { Text } from '../../knowledge/language.js';
import type { Kernel, Location } from '../../schema.js';
import { toMermaid } from '../../graph/export/mermaid.js';
import { at, cell, code, DASH, same, text } from '../cells.js';
import { exchangeKernels, forText, type Movement } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Block, Cell, Diagram, Flow, Section, Table } from '../model.js';

export function kernelSection(project: ProjectInput, index: number): Section {
  const kernels = exchangeKernels(project);
  const none: Block = { kind: 'note', text: text('No kernel of this project reaches a peer.', '该项目没有访问对端的内核。') };
  return {
    id: `kernels-${index + 1}`, title: text(`${project.name}: kernels that reach peers`, `${project.name}：访问对端的内核`),
    blocks: kernels.length === 0 ? [none] : kernels.flatMap(({ kernel, movements }) => [diagram(project, kernel, movements), ...rolesOf(kernel), paths(kernel, movements)]),
  };
}

const idOf = ({ file, line }: Kernel): string => `${file}-${line}`.replace(/[^\w-]+/gu, '-');

function diagram(project: ProjectInput, kernel: Kernel, movements: readonly Movement[]): Diagram {
  const flows = movements.map(flowOf);
  return {
    kind: 'diagram', id: `flow-${idOf(kernel)}`, kernel: at(kernel), flows, mermaid: toMermaid(forText(kernel)),
    caption: text(`${project.name} ${code(kernel.name)}, lines ${kernel.line}–${kernel.endLine}`, `${project.name} ${code(kernel.name)}，第 ${kernel.line}–${kernel.endLine} 行`),
  };
}

function flowOf({ edge, from, to, path, mechanism }: Movement): Flow {
  return {
    from: from.label, to: to.label, path, mechanism, place: placeOf(edge),
    ...(edge.condition === undefined ? {} : { condition: edge.condition }), ...(edge.role === undefined ? {} : { role: edge.role }),
  };
}

const placeOf = ({ file, line }: { readonly file: string; readonly line: number }): Location => ({ file, line, column: 1 });

function rolesOf(kernel: Kernel): Table[] {
  if (kernel.roles.length === 0) return [];
  return [{
    kind: 'table', folded: true, id: `roles-${idOf(kernel)}`, caption: text(`Warp roles of ${code(kernel.name)}`, `${code(kernel.name)} 的 warp 角色`),
    columns: [text('role', '角色'), text('chosen by', '条件'), text('lines', '行')],
    rows: kernel.roles.map(({ name, condition, line, endLine }) => [cell(same(name.replaceAll('`', "'"))), cell(code(condition, 160)), cell(`${line}–${endLine}`, [{ file: kernel.file, line, column: 1 }])]),
  }];
}

export const PATHS: Readonly<Record<Movement['path'], Text>> = { nvlink: text('NVLink', 'NVLink'), rdma: text('RDMA', 'RDMA'), local: text('local, for RDMA', '本地，供 RDMA'), gap: text('gap', '缺口') };

function paths(kernel: Kernel, movements: readonly Movement[]): Table {
  return {
    kind: 'table', folded: true, id: `paths-${idOf(kernel)}`, caption: text(`Movements of ${code(kernel.name)} to and from peers`, `${code(kernel.name)} 与对端之间的数据移动`),
    columns: [text('path', '路径'), text('from', '源'), text('to', '目标'), text('mechanism', '机制'), text('if', '条件'), text('role', '角色')],
    rows: movements.map(({ edge, from, to, path, mechanism }): Cell[] => [
      cell(PATHS[path]), cell(code(from.label)), cell(code(to.label)), cell(code(mechanism), [placeOf(edge)]),
      edge.condition === undefined ? DASH : cell(code(edge.condition, 160)), edge.role === undefined ? DASH : cell(same(edge.role.replaceAll('`', "'"))),
    ]),
  };
}
