/** What each barrier of ranks does when a kernel calls it, step by step, in each instantiation that differs. */
import type { Text } from '../../knowledge/language.js';
import type { Kernel, SyncProtocol, SyncStep, Synchronisation, Team } from '../../schema.js';
import { at, code, same, text } from '../cells.js';
import { exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import { sequence } from '../mermaid.js';
import type { Step, Steps } from '../model.js';

interface Call {
  readonly kernel: Kernel;
  readonly sync: Synchronisation;
  readonly protocols: readonly SyncProtocol[];
}

/** Each barrier by each call that does something else than those before: the same steps under the same conditions are said once. */
export function barrierCalls(project: ProjectInput): readonly Call[] {
  const found = new Map<string, Call>();
  const barriers = new Set(project.sites.filter(({ kind }) => kind === 'barrier').map(({ api }) => api));
  for (const { kernel } of exchangeKernels(project))
    for (const sync of kernel.synchronisation ?? []) {
      const protocols = (sync.protocols ?? []).map(({ given, steps }) => ({ given, steps: steps.filter((step) => isOwn(step, barriers, project)) })).filter(({ steps }) => steps.some(({ does }) => does === 'signal' || does === 'wait'));
      if (sync.level !== 'ranks') continue;
      for (const protocol of protocols) add({ kernel, sync, protocols: [protocol] }, protocol);
    }
  return [...found.values()];

  function add(call: Call, { steps }: SyncProtocol): void {
    const [name, last] = [call.sync.text ?? '', steps.filter(({ does }) => does === 'signal')];
    // One that only leaves out steps of another shows nothing new: which peers are told tells barriers of one name apart.
    const key = [name, ...last.map(({ file, line, column, path, team }) => [file, line, column, path, team].join(' '))].join();
    const known = found.get(key);
    if (sizeOf(call.protocols) > sizeOf(known?.protocols ?? [])) found.set(key, call);
  }
}

/** How a library of the workspace posts its requests is not the barrier's protocol: what counts is written in a barrier, or called by one to wait. */
function isOwn({ does, within, file, line }: SyncStep, barriers: ReadonlySet<string>, project: ProjectInput): boolean {
  if (within === undefined || barriers.has(within) || (does !== 'count' && does !== 'fence' && does !== 'wait')) return true;
  const around = project.functions(file).find((symbol) => symbol.line <= line && line <= symbol.endLine);
  return around !== undefined && barriers.has(around.name.split('::').at(-1) ?? '');
}

const sizeOf = (protocols: readonly SyncProtocol[]): number => protocols.reduce((sum, { steps }) => sum + steps.length, 0);

export function protocolSteps(project: ProjectInput): readonly Steps[] {
  return barrierCalls(project).flatMap((call) => call.protocols.map((protocol, i) => stepsOf(project, call, protocol, i)));
}

function stepsOf(project: ProjectInput, { kernel, sync }: Call, { given, steps }: SyncProtocol, index: number): Steps {
  const made = steps.map(stepOf);
  const where = given.map(({ name, value }) => code(`${name} = ${value}`)).join(', ');
  const name = `${project.name} ${code(sync.text ?? '')}`;
  return {
    kind: 'steps', id: `barrier-${sync.file}-${sync.line}-${index + 1}`.replace(/[^\w-]+/gu, '-'), steps: made, mermaid: sequence(made),
    caption: text(`${name}, as ${code(kernel.name)} calls it in line ${sync.line}${where === '' ? '' : `, for ${where}`}`, `${name}，${code(kernel.name)} 第 ${sync.line} 行的调用${where === '' ? '' : `，当 ${where}`}`),
  };
}

const WHAT: Readonly<Record<SyncStep['does'], Step['what']>> = { 'complete-copies': 'complete', flush: 'complete', fence: 'complete', meet: 'join', signal: 'signal', count: 'count', wait: 'wait' };

export function stepOf(step: SyncStep): Step {
  // Who waits in the scope of a GPU or less waits for its own threads: peers are out of that scope.
  return { what: waitsForOwn(step) ? 'join' : WHAT[step.does], mechanism: step.mechanism, text: wordsOf(step), place: at(step), ...(step.when === undefined ? {} : { when: step.when }) };
}

const waitsForOwn = ({ does, scope }: SyncStep): boolean => does === 'wait' && (scope === 'gpu' || scope === 'cluster' || scope === 'cta');

const LEVELS: Readonly<Record<NonNullable<SyncStep['level']>, Text>> = {
  ranks: text('all ranks', '全部 rank'), grid: text('all blocks of this GPU', '本 GPU 的全部线程块'), cluster: text('the blocks of the cluster', 'cluster 内的线程块'),
  block: text('the threads of the block', '线程块内的线程'), named: text('the threads that it counts', '其计数的线程'), warp: text('the threads of the warp', 'warp 内的线程'),
};

const TEAM_NAMES: Readonly<Record<Team, string>> = { Lsa: 'LSA', World: 'world', Rail: 'rail' };

function wordsOf(step: SyncStep): Text {
  const { does, mechanism, level, path, team, values, until } = step;
  const by = code(mechanism, 60);
  const given = givenOf(mechanism, values);
  switch (does) {
    case 'signal': {
      const whom = team === undefined ? text('each peer', '每个对端') : text(`each peer of the ${TEAM_NAMES[team]} team`, ` ${TEAM_NAMES[team]} team 的每个对端`);
      const way = path === 'rdma' ? text('through the NIC', '经网卡') : text('through NVLink', '经 NVLink');
      return text(`tells ${whom.en} ${way.en}: ${by}${given.en}`, `${way['zh-cn']}通知${whom['zh-cn']}：${by}${given['zh-cn']}`);
    }
    case 'wait': {
      const whom = waitsForOwn(step) ? text('waits for other blocks of this GPU by', '等待本 GPU 的其他线程块：') : text('waits by', '等待：');
      return until === undefined ? text(`${whom.en} ${by}`, `${whom['zh-cn']}${by}`) : text(`${whom.en} ${by} until ${code(until)}`, `${whom['zh-cn']}${by}，直到 ${code(until)}`);
    }
    case 'meet': {
      const who = level === undefined ? same('') : LEVELS[level];
      return text(`${who.en} wait for each other: ${by}`, `${who['zh-cn']}互相等待：${by}`);
    }
    case 'count': return text(`counts in memory of its own: ${by}${given.en}`, `在本地内存中计数：${by}${given['zh-cn']}`);
    case 'complete-copies': return text(`waits for this thread's own bulk copies: ${by}`, `等待本线程自己的 bulk 拷贝：${by}`);
    case 'flush': return text(`waits for what was posted to the NIC: ${by}`, `等待已提交给网卡的操作：${by}`);
    case 'fence': return text(`orders what comes before it: ${by}`, `对之前的访问定序：${by}`);
  }
}

/** What is added or stored. */
function givenOf(mechanism: string, values: SyncStep['values']): Text {
  if (values === undefined) return same('');
  const what = code(values.join(' / '));
  return /\.add\b|atomicAdd/u.test(mechanism) ? text(`, adds ${what}`, `，加 ${what}`) : text(`, value ${what}`, `，值 ${what}`);
}
