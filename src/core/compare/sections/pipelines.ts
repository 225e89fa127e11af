/** mbarrier pipelines: who fills a stage, who empties it, and how many arrivals end a phase. */
import type { Text } from '../../knowledge/language.js';
import type { Kernel, Pipeline, PipelineArrival, PipelineInit, PipelineWait } from '../../schema.js';
import { at, cell, code, same, stacked, text } from '../cells.js';
import { exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Block, Cell, Section } from '../model.js';
import { kernelName, pipelineDiagram } from './pipelineFlows.js';

export function pipelineSection(projects: readonly [ProjectInput, ProjectInput]): Section {
  return { id: 'pipelines', title: text('Pipelines of mbarriers', 'mbarrier 流水线'), blocks: projects.flatMap(tables) };
}

/** Of the kernels that reach peers; the others are counted. */
function tables(project: ProjectInput): Block[] {
  const reaching = exchangeKernels(project).map(({ kernel }) => kernel).filter(({ pipelines }) => pipelines.length > 0);
  const others = project.kernels.filter((kernel) => kernel.pipelines.length > 0 && !reaching.includes(kernel)).length;
  const note: Block = { kind: 'note', text: text(`${others} kernels of ${project.name} that reach no peer have pipelines as well; they are not shown.`, `${project.name} 另有 ${others} 个不访问对端的内核也有流水线，此处未列出。`) };
  return [...reaching.flatMap((kernel) => [...[pipelineDiagram(project, kernel) ?? []].flat(), table(project, kernel)]), ...(others === 0 ? [] : [note])];
}

function table(project: ProjectInput, kernel: Kernel): Block {
  const name = `${project.name} ${kernelName(project, kernel)}`;
  return {
    kind: 'table', id: `pipelines-${kernel.file}-${kernel.line}`.replace(/[^\w-]+/gu, '-'),
    caption: text(`${name}: arrays of mbarriers, who arrives and who waits`, `${name}：各 mbarrier 数组的到达方与等待方`),
    columns: [text('object', '对象'), text('arrivals that end a phase', '每阶段到达数'), text('arrives', '到达方'), text('waits', '等待方')],
    rows: kernel.pipelines.map((pipeline) => row(pipeline)),
  };
}

function row({ object, stages, init, arrive, wait }: Pipeline): Cell[] {
  return [cell(code(stages === '' ? object : `${object}[${stages}]`)), stacked(init.map(initCell)), stacked(arrive.map(arriveCell)), stacked(wait.map(waitCell))];
}

export function initCell(init: PipelineInit): Cell {
  return cell(init.count === undefined ? text('not understood', '未能识别') : same(code(init.count)), [at(init)]);
}

const HOW: Readonly<Record<PipelineArrival['how'], Text>> = {
  arrive: text('arrives', '到达'), 'arrive-tx': text('arrives and announces bytes', '到达并声明字节数'),
  commit: text('when earlier matrix instructions are complete', '此前矩阵指令完成时'), async: text('when earlier copies are complete', '此前拷贝完成时'),
};
const TARGETS: Readonly<Record<PipelineArrival['target'], Text>> = { 'own block': text('', ''), 'another block': text(' at another block', '（另一线程块）'), 'several blocks': text(' at several blocks', '（多个线程块）') };
const THREADS: Readonly<Record<PipelineWait['threads'], Text>> = { one: text('one thread', '一个线程'), some: text('some threads', '部分线程'), all: text('all threads', '全部线程') };

function who({ role, threads }: { readonly role?: string; readonly threads: PipelineWait['threads'] }): Text {
  const name = (role ?? '').replaceAll('`', "'");
  return name === '' ? THREADS[threads] : text(`${name}, ${THREADS[threads].en}`, `${name}，${THREADS[threads]['zh-cn']}`);
}

export function arriveCell(arrival: PipelineArrival): Cell {
  const [party, how, target] = [who(arrival), HOW[arrival.how], TARGETS[arrival.target]];
  const bytes = arrival.bytes === undefined ? text('', '') : text(`: ${code(arrival.bytes)}`, `：${code(arrival.bytes)}`);
  const when = arrival.when === undefined ? text('', '') : text(`, if ${code(arrival.when)}`, `，当 ${code(arrival.when)}`);
  return cell(text(`${party.en}: ${how.en}${target.en}${bytes.en}${when.en}`, `${party['zh-cn']}：${how['zh-cn']}${target['zh-cn']}${bytes['zh-cn']}${when['zh-cn']}`), [at(arrival)]);
}

export function waitCell(wait: PipelineWait): Cell {
  const party = who(wait);
  const phase = wait.phase === undefined ? text('phase not understood', '相位未能识别') : text(`phase ${code(wait.phase)}`, `相位 ${code(wait.phase)}`);
  return cell(text(`${party.en}: ${phase.en}`, `${party['zh-cn']}：${phase['zh-cn']}`), [at(wait)]);
}
