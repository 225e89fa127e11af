/** How the two designs differ, as far as source can show it: by what the kernels reach peers, over which links, how much is decided on the way, what they need. */
import type { Text } from '../../knowledge/language.js';
import type { Location } from '../../schema.js';
import { at, cell, code, DASH, join, NONE, placesOf, same, stacked, text } from '../cells.js';
import { accessesIn, exchangeKernels, type RemoteAccess } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Section } from '../model.js';
import { targetCell } from './target.js';

export function designSection(projects: readonly [ProjectInput, ProjectInput]): Section {
  const row = (words: Text, of: (project: ProjectInput) => Cell): Cell[] => [cell(words), ...projects.map(of)];
  return {
    id: 'design', title: text('How the designs differ', '设计取向'),
    blocks: [
      {
        kind: 'table', id: 'design', caption: text('What source can show of a design', '源码能够说明的设计取向'), columns: [text('aspect', '维度'), ...projects.map(({ name }) => same(name))],
        rows: [
          row(text('abstraction: accesses to peers are', '抽象层级：对端访问由'), layersCell),
          row(text('flexibility: kernels that reach peers by', '灵活性：内核到达对端的路径'), linksCell),
          row(text('complexity: decided and handed on', '复杂度：判断与交接'), complexityCell),
          row(text('price: operations of a translation', '代价：一次翻译的运算'), priceCell),
          row(text('portability: hardware', '可移植性：硬件'), targetCell),
          row(text('portability: libraries of the calls', '可移植性：所调用的库'), librariesCell),
        ],
      },
      { kind: 'note', text: text('How fast a design can be is not in the source: latencies and bandwidths among the terms are the vendors’.', '设计的性能上限无法从源码得出：术语中的延迟与带宽是厂商数据。') },
    ],
  };
}

type Layer = 'library' | 'work-request' | 'ptx' | 'plain';

const LAYERS: Readonly<Record<Layer, Text>> = {
  library: text('calls of a library', '库调用'), 'work-request': text('work requests that the project writes itself', '项目自行写入的工作请求'),
  ptx: text('inline PTX', '内联 PTX'), plain: text('plain C++', '普通 C++'),
};

/** By what an access is written: a function of a library, an instruction in an asm statement, or an expression. */
export function layerOf({ mechanism }: Pick<RemoteAccess, 'mechanism'>): Layer {
  if (/^work request\b/u.test(mechanism)) return 'work-request';
  if (mechanism === '' || /^ordinary\b/u.test(mechanism)) return 'plain';
  return /^(?:cp|st|ld|red|atom|multimem)\.|^(?:st|ld|red|atom)$/u.test(mechanism) ? 'ptx' : 'library';
}

function layersCell(project: ProjectInput): Cell {
  const accesses = exchangeKernels(project).flatMap(({ kernel }) => accessesIn(project, kernel));
  return stacked((Object.keys(LAYERS) as Layer[]).flatMap((layer) => {
    const some = accesses.filter((access) => layerOf(access) === layer);
    return some.length === 0 ? [] : [cell(join([same(`${some.length}`), LAYERS[layer]], ' ', ' '), placesOf(some.map(({ place }) => place)))];
  }));
}

function linksCell(project: ProjectInput): Cell {
  const links = exchangeKernels(project).map(({ kernel, movements }) => {
    const has = (path: 'nvlink' | 'rdma'): boolean => movements.some((movement) => movement.path === path);
    return { kernel, link: has('nvlink') && has('rdma') ? 'both' : has('rdma') ? 'rdma' : 'nvlink' } as const;
  });
  const words = { both: text('NVLink and RDMA', 'NVLink 与 RDMA'), nvlink: text('NVLink alone', '仅 NVLink'), rdma: text('RDMA alone', '仅 RDMA') } as const;
  return stacked((['both', 'nvlink', 'rdma'] as const).flatMap((link) => {
    const some = links.filter((each) => each.link === link);
    return some.length === 0 ? [] : [cell(join([same(`${some.length}`), words[link]], ' ', ' '), placesOf(some.map(({ kernel }) => at(kernel))))];
  }));
}

/** Of the kernels that reach peers, all together. */
function complexityCell(project: ProjectInput): Cell {
  const kernels = exchangeKernels(project).map(({ kernel }) => kernel);
  const counted = (places: readonly Location[], one: Text, many: Text): Cell[] => (places.length === 0 ? [] : [cell(join([same(`${places.length}`), places.length === 1 ? one : many], ' ', ' '), placesOf(places))]);
  return stacked([
    ...counted(kernels.flatMap(({ graph }) => graph.nodes.filter(({ kind }) => kind === 'decision').map(({ file, line, column = 1 }) => ({ file, line, column }))), text('choice of path', '处路径选择'), text('choices of path', '处路径选择')),
    ...counted(kernels.flatMap(({ file, roles }) => roles.map(({ line }) => ({ file, line, column: 1 }))), text('warp role', '个 warp 角色'), text('warp roles', '个 warp 角色')),
    ...counted(kernels.flatMap(({ pipelines }) => pipelines.flatMap(({ init, arrive, wait }) => [...init, ...arrive, ...wait].slice(0, 1).map(at))), text('array of mbarriers', '个 mbarrier 数组'), text('arrays of mbarriers', '个 mbarrier 数组')),
  ]);
}

/** The instantiation that takes the most; what a compiler folds is not known here. */
function priceCell({ translations }: ProjectInput): Cell {
  return stacked(translations.map((translation) => {
    const costs = translation.teams.map(({ cost }) => cost);
    const most = (of: keyof (typeof costs)[number]): number => Math.max(0, ...costs.map((cost) => cost[of]));
    const [loads, arithmetic, comparisons, calls] = [most('loads'), Math.max(0, ...costs.map(({ additions, multiplications }) => additions + multiplications)), most('comparisons'), most('calls')];
    const words = text(
      `${code(translation.name)}, at most: loads ${loads}, arithmetic ${arithmetic}, comparisons ${comparisons}, library calls ${calls}`,
      `${code(translation.name)}，至多：读取 ${loads}、算术 ${arithmetic}、比较 ${comparisons}、库调用 ${calls}`,
    );
    return cell(words, [at(translation)]);
  }));
}

/** Of what is called for another rank or to translate for one, if its body is not in the workspace. */
function librariesCell({ sites }: ProjectInput): Cell {
  const called = sites.filter(({ kind, family }) => ['peer-pointer', 'one-sided', 'reachability', 'barrier'].includes(kind) && family !== '' && family !== 'workspace');
  const names = [...new Set(called.map(({ family }) => family))].sort();
  if (sites.length === 0) return DASH;
  return names.length === 0 ? NONE : stacked(names.map((name) => cell(code(name), placesOf(called.filter(({ family }) => family === name).slice(0, 3).map(at)))));
}
