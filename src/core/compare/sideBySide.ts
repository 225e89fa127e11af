/** Two kernels side by side: the report's tables, narrowed to one kernel of each project. */
import type { Text } from '../knowledge/language.js';
import type { Handling, Kernel, Location, PipelineOperation, Site, Translation, TranslationCost } from '../schema.js';
import { at, cell, code, codeLines, nameOf, NONE, orderOf, placesOf, same, stacked, teamText, text } from './cells.js';
import { accessesIn, movementsOf, type Movement } from './exchange.js';
import type { KernelIn } from './kernelCounterparts.js';
import type { ProjectInput } from './input.js';
import type { Cell, ComparedKernel, KernelComparison, SideRow, SideTable, Step } from './model.js';
import { isInside } from './purpose.js';
import { PATHS } from './sections/kernels.js';
import { waitRows } from './sections/levels.js';
import { SORTS } from './sections/movement.js';
import { arriveCell, initCell, waitCell } from './sections/pipelines.js';
import { barrierCalls, stepOf } from './sections/protocols.js';
import { checksRank, nullCell, valueCell } from './sections/translation.js';

type Pair = readonly [KernelIn, KernelIn];

export function compareKernels(first: KernelIn, second: KernelIn): KernelComparison {
  const pair = [narrowed(first), narrowed(second)] as const;
  const tables: readonly SideTable[] = [translation(pair), paths(pair), movement(pair), barriers(pair), pipelines(pair), overhead(pair)];
  return { kernels: [nameThe(first), nameThe(second)], tables: tables.filter(({ rows }) => rows.length > 0) };
}

const nameThe = ({ project, kernel }: KernelIn): ComparedKernel => ({ project: project.name, name: kernel.name, place: at(kernel), ...(kernel.given === undefined ? {} : { given: kernel.given }) });

/** The project as if it had this kernel alone, and the translations that the kernel calls. */
function narrowed({ project, kernel }: KernelIn): KernelIn {
  const sites = sitesIn(project, kernel);
  const calls = sites.filter((site) => site.kind === 'peer-pointer' && isInside(kernel, site));
  // Functions of one name are told apart by whether they know teams.
  const knowsTeams = ({ teams }: Translation): boolean => teams.some(({ team }) => team !== undefined);
  const own = project.translations.filter((each) => calls.some(({ api, team }) => api === each.name && (team !== undefined) === knowsTeams(each)));
  // A kernel that translates in functions that it calls names none of them.
  return { kernel, project: { ...project, sites, kernels: [kernel], translations: own.length > 0 ? own : project.translations } };
}

/** Without what only other instantiations do: what the graph of all of them has, and that of the chosen ones has not. */
function sitesIn({ sites, kernels }: ProjectInput, kernel: Kernel): readonly Site[] {
  const whole = kernel.given === undefined ? undefined : kernels.find(({ file, line }) => file === kernel.file && line === kernel.line);
  if (whole === undefined) return sites;
  const placesIn = ({ graph }: Kernel): ReadonlySet<string> => new Set(graph.edges.map(({ file, line }) => `${file}:${line}`));
  const [all, chosen] = [placesIn(whole), placesIn(kernel)];
  return sites.flatMap((site) => {
    if (site.consumers.length === 0 || !isInside(kernel, site)) return [site];
    const consumers = site.consumers.filter(({ file, line }) => !all.has(`${file}:${line}`) || chosen.has(`${file}:${line}`));
    return consumers.length === 0 ? [] : [{ ...site, consumers }];
  });
}

/** Empty: neither kernel has anything to say about it. */
function row(aspect: Text, pair: Pair, of: (each: KernelIn) => Cell): SideRow[] {
  const cells = [of(pair[0]), of(pair[1])] as const;
  return rowOf(aspect, cells);
}

function rowOf(aspect: Text, cells: readonly [Cell, Cell]): SideRow[] {
  const [a, b] = cells.map((each) => [each, ...(each.more ?? [])].map((entry) => entry.text.en).join('\n'));
  return a === NONE.text.en && b === NONE.text.en ? [] : [{ aspect, cells, differs: a !== b }];
}

function byTeam(project: ProjectInput, of: (team: Translation['teams'][number], translation: Translation) => Cell): Cell {
  return stacked(project.translations.flatMap((each) => each.teams.toSorted((a, b) => orderOf(a) - orderOf(b)).map((by) => {
    const made = of(by, each);
    if (by.team === undefined) return made;
    const team = teamText(by.team);
    return { ...made, text: text(`${team.en}: ${made.text.en}`, `${team['zh-cn']}：${made.text['zh-cn']}`) };
  })));
}

const HANDLINGS: readonly (readonly [Handling, Text])[] = [
  ['checked', text('tested', '已判断')], ['predicate', text('behind a reachability test', '由可达性判断保护')], ['not-needed', text('never null there', '该处从不为空')],
  ['unchecked', text('not tested', '未判断')], ['unknown', text('not proven', '未能证明')],
];

function translation(pair: Pair): SideTable {
  const handled = ({ project, kernel }: KernelIn): Cell => {
    const sites = project.sites.filter((site) => site.kind === 'peer-pointer' && isInside(kernel, site));
    return stacked(HANDLINGS.flatMap(([handling, words]) => {
      const some = sites.filter((site) => site.handling === handling);
      return some.length === 0 ? [] : [cell(text(`${some.length} ${words.en}`, `${some.length} 处${words['zh-cn']}`), placesOf(some))];
    }));
  };
  return {
    id: 'translation', title: text('Translating a pointer', '指针翻译'),
    rows: [
      ...row(text('function', '函数'), pair, ({ project }) => stacked(project.translations.map((each) => cell(code(nameOf(each)), [at(each)])))),
      ...row(text('checks the rank', '是否检查 rank'), pair, ({ project }) => stacked(project.translations.map((each) => cell(checksRank(each), [at(each)])))),
      ...row(text('null', '空值'), pair, ({ project }) => byTeam(project, nullCell)),
      ...row(text('value', '值'), pair, ({ project }) => byTeam(project, valueCell)),
      ...row(text('pointers in the kernel', '内核中的指针'), pair, handled),
    ],
  };
}

function paths(pair: Pair): SideTable {
  const of = (path: Movement['path']) => ({ kernel }: KernelIn): Cell => stacked(movementsOf(kernel).filter((each) => each.path === path).map(movementCell));
  return { id: 'paths', title: text('Paths to and from peers', '与对端之间的路径'), rows: (['nvlink', 'local', 'rdma', 'gap'] as const).flatMap((path) => row(PATHS[path], pair, of(path))) };
}

function movementCell({ edge, from, to, mechanism: how }: Movement): Cell {
  const way = `${code(from.label, 60)} → ${code(to.label, 60)}`;
  const mechanism = code(how, 80);
  const when = edge.condition === undefined ? '' : code(edge.condition, 120);
  return cell(
    text(`${way}: ${mechanism}${when === '' ? '' : `, if ${when}`}`, `${way}：${mechanism}${when === '' ? '' : `，当 ${when}`}`),
    [{ file: edge.file, line: edge.line, column: 1 }],
  );
}

function movement(pair: Pair): SideTable {
  const rows = SORTS.flatMap(([sort, words]) => row(words, pair, ({ project, kernel }) => {
    const some = accessesIn(project, kernel).filter((each) => each.sort === sort);
    const mechanisms = [...new Set(some.map(({ mechanism }) => code(mechanism, 60)))].join(', ');
    return some.length === 0 ? NONE : cell(`${some.length}: ${mechanisms}`, placesOf(some.map(({ place }) => place)));
  }));
  return { id: 'movement', title: text('Accesses to peers, by mechanism', '对端访问（按机制）'), rows };
}

function barriers(pair: Pair): SideTable {
  const levels = waitRows([pair[0].project, pair[1].project]).flatMap(([aspect, a, b]) => rowOf(aspect.text, [a, b]));
  const steps = (what: Step['what']) => ({ project }: KernelIn): Cell => {
    const all = barrierCalls(project).flatMap(({ protocols }) => protocols.flatMap((protocol) => protocol.steps.map(stepOf))).filter((step) => step.what === what);
    const distinct = new Map(all.map((step) => [`${step.text.en} ${step.place.file} ${step.place.line}`, step]));
    return stacked([...distinct.values()].map((step) => cell(step.text, [step.place])));
  };
  return {
    id: 'barriers', title: text('Barriers', '屏障'),
    rows: [
      ...levels,
      ...row(text('a barrier of ranks completes', 'rank 间屏障先完成'), pair, steps('complete')),
      ...row(text('a barrier of ranks signals', 'rank 间屏障的信号'), pair, steps('signal')),
      ...row(text('a barrier of ranks waits', 'rank 间屏障的等待'), pair, steps('wait')),
    ],
  };
}

function pipelines(pair: Pair): SideTable {
  const of = <T extends Location>(entries: (pipeline: Kernel['pipelines'][number]) => readonly T[], cellOf: (entry: T) => Cell) => ({ kernel }: KernelIn): Cell =>
    stacked(kernel.pipelines.flatMap((pipeline) => entries(pipeline).map((entry) => {
      const made = cellOf(entry);
      return { ...made, text: text(`${code(pipeline.object, 40)}: ${made.text.en}`, `${code(pipeline.object, 40)}：${made.text['zh-cn']}`) };
    })));
  const objects = ({ kernel }: KernelIn): Cell => stacked(kernel.pipelines.map(({ object, stages, init, arrive, wait }) => {
    const places: readonly (Location | PipelineOperation)[] = [...init, ...arrive, ...wait];
    return cell(code(stages === '' ? object : `${object}[${stages}]`, 60), placesOf(places.slice(0, 1)));
  }));
  return {
    id: 'pipelines', title: text('Pipelines of mbarriers', 'mbarrier 流水线'),
    rows: [
      ...row(text('arrays of mbarriers', 'mbarrier 数组'), pair, objects),
      ...row(text('arrivals that end a phase', '每阶段到达数'), pair, of(({ init }) => init, initCell)),
      ...row(text('arrives', '到达方'), pair, of(({ arrive }) => arrive, arriveCell)),
      ...row(text('waits', '等待方'), pair, of(({ wait }) => wait, waitCell)),
    ],
  };
}

const COSTS: readonly (readonly [keyof TranslationCost, Text])[] = [
  ['loads', text('loads of a translation', '翻译的读取次数')], ['additions', text('additions of a translation', '翻译的加减次数')],
  ['multiplications', text('multiplications of a translation', '翻译的乘除次数')], ['comparisons', text('comparisons of a translation', '翻译的比较次数')],
  ['calls', text('library calls of a translation', '翻译的库调用次数')],
];

function overhead(pair: Pair): SideTable {
  const length = (project: ProjectInput, file: string, first: number, last: number): string => String(codeLines(project, file, first, last));
  return {
    id: 'overhead', title: text('Overhead, counted in the source', '开销（按源码计数）'),
    rows: [
      ...COSTS.flatMap(([of, words]) => row(words, pair, ({ project }) => byTeam(project, ({ cost }, each) => cell(String(cost[of]), [at(each)])))),
      ...row(text('lines of code: translation', '代码行数：翻译'), pair, ({ project }) => stacked(project.translations.map((each) => cell(length(project, each.file, each.firstLine, each.endLine), [at(each)])))),
      ...row(text('lines of code: kernel', '代码行数：内核'), pair, ({ project, kernel }) => cell(same(length(project, kernel.file, kernel.line, kernel.endLine)), [at(kernel)])),
    ],
  };
}
