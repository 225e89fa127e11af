/** What the graph itself says, in each language: drawn by the layout and by the panel. Names, conditions and instructions are the source's and stay. */
import type { Language } from '../core/knowledge/language.js';
import type { Space } from '../core/schema.js';
import { counted } from './summary.js';

export interface GraphWords {
  readonly spaces: Readonly<Record<Space, readonly [short: string, long: string]>>;
  /** Values that the kernel computes: no object of the source. */
  readonly computed: string;
  readonly nowhere: string;
  readonly line: (lines: string) => string;
  readonly lines: (from: number, to: number) => string;
  readonly allWarps: string;
  readonly wholeKernel: string;
  readonly barriers: string;
  readonly noFlowHere: string;
  readonly open: (band: string) => string;
  readonly close: (band: string) => string;
  readonly size: (nodes: number, edges: number) => string;
  readonly alsoIn: (bands: string) => string;
  /** At the way from a choice to what is sent through the network. */
  readonly noNvlink: string;
  readonly paths: Readonly<Record<'nvlink' | 'rdma', string>>;
  readonly data: string;
  readonly nothingWritten: string;
  readonly when: (condition: string) => string;
  readonly chosenBy: (decision: string, line: number) => string;
  readonly by: (role: string) => string;
  readonly decision: string;
  readonly barrier: string;
  readonly gap: string;
  readonly gapNode: string;
  readonly gapMark: string;
  readonly joins: Readonly<Record<'ranks' | 'grid', string>>;
  /** The steps of a barrier, as a chain. */
  readonly steps: {
    readonly copies: string;
    readonly grid: string;
    readonly cluster: string;
    readonly flush: string;
    readonly fence: string;
    readonly signal: (how: string, path: string) => string;
    readonly count: (how: string) => string;
    readonly wait: (how: string) => string;
  };
  readonly help: string;
  readonly map: string;
  readonly graph: string;
  readonly zoom: { readonly group: string; readonly in: string; readonly out: string; readonly fit: string; readonly whole: string };
}

const EN: GraphWords = {
  spaces: {
    global: ['global', 'local global memory'],
    shared: ['shared', 'shared memory'],
    tensor: ['tensor memory', 'tensor memory'],
    'own-window': ['own window', 'own symmetric window'],
    peer: ['peer, NVLink', "peer's window through NVLink"],
    remote: ['peer, RDMA', "peer's window through RDMA"],
    host: ['host', 'mapped host memory'],
    register: ['registers', 'registers'],
    unknown: ['unknown', 'memory of unknown space'],
  },
  computed: 'computed values',
  nowhere: 'nowhere',
  line: (lines) => `line ${lines}`,
  lines: (from, to) => `lines ${from}–${to}`,
  allWarps: 'All warps',
  wholeKernel: 'Whole kernel',
  barriers: 'Barriers',
  noFlowHere: 'no data flow at this level of detail',
  open: (band) => `Open ${band}`,
  close: (band) => `Close ${band}`,
  size: (nodes, edges) => `${counted(nodes, 'node')}, ${counted(edges, 'edge')}`,
  alsoIn: (bands) => `Also in: ${bands}`,
  noNvlink: 'no NVLink path',
  paths: { nvlink: 'NVLink path', rdma: 'RDMA path' },
  data: 'data',
  nothingWritten: 'nothing is written',
  when: (condition) => `if ${condition}`,
  chosenBy: (decision, line) => `chosen by ${decision} at line ${line}`,
  by: (role) => `by ${role}`,
  decision: 'decision',
  barrier: 'barrier',
  gap: 'gap: the data goes nowhere',
  gapNode: 'gap: nothing receives the data',
  gapMark: 'GAP',
  joins: { ranks: 'joins ranks', grid: 'joins the grid' },
  steps: {
    copies: 'own copies complete',
    grid: 'grid sync',
    cluster: 'cluster sync',
    flush: 'flush',
    fence: 'fence',
    signal: (how, path) => ['signal', how, path].filter((part) => part !== '').join(' '),
    count: (how) => ['count', how].filter((part) => part !== '').join(' '),
    wait: (how) => (how === '' ? 'wait' : `wait ${how}`),
  },
  help: 'Press Enter to show the source. The arrow keys move between nodes.',
  map: 'Map of the graph',
  graph: 'Data-flow graph',
  zoom: { group: 'Zoom', in: 'Zoom in', out: 'Zoom out', fit: 'Fit', whole: 'Show the whole graph' },
};

const ZH: GraphWords = {
  spaces: {
    global: ['全局内存', '本地全局内存'],
    shared: ['共享内存', '共享内存'],
    tensor: ['张量内存', '张量内存'],
    'own-window': ['本地窗口', '本地对称窗口'],
    peer: ['对端，NVLink', '经 NVLink 的对端窗口'],
    remote: ['对端，RDMA', '经 RDMA 的对端窗口'],
    host: ['主机内存', '映射的主机内存'],
    register: ['寄存器', '寄存器'],
    unknown: ['未知', '空间未知的内存'],
  },
  computed: '计算得到的值',
  nowhere: '无去处',
  line: (lines) => `第 ${lines} 行`,
  lines: (from, to) => `第 ${from}–${to} 行`,
  allWarps: '全部 warp',
  wholeKernel: '整个内核',
  barriers: '屏障',
  noFlowHere: '此层次没有数据流',
  open: (band) => `展开 ${band}`,
  close: (band) => `折叠 ${band}`,
  size: (nodes, edges) => `${nodes} 个节点，${edges} 条边`,
  alsoIn: (bands) => `也在：${bands}`,
  noNvlink: '无 NVLink 路径',
  paths: { nvlink: 'NVLink 路径', rdma: 'RDMA 路径' },
  data: '数据',
  nothingWritten: '没有写入',
  when: (condition) => `条件 ${condition}`,
  chosenBy: (decision, line) => `由第 ${line} 行的 ${decision} 选择`,
  by: (role) => `由 ${role}`,
  decision: '选择',
  barrier: '屏障',
  gap: '缺口：数据没有去处',
  gapNode: '缺口：没有接收数据的地方',
  gapMark: '缺口',
  joins: { ranks: '各 rank 会合', grid: '网格会合' },
  steps: {
    copies: '自己的拷贝完成',
    grid: '网格同步',
    cluster: '线程块簇同步',
    flush: '冲刷已提交的操作',
    fence: '定序',
    signal: (how, path) => ['发信号', how, path].filter((part) => part !== '').join(' '),
    count: (how) => ['计数', how].filter((part) => part !== '').join(' '),
    wait: (how) => (how === '' ? '等待' : `等待 ${how}`),
  },
  help: '按 Enter 显示源代码。方向键在节点间移动。',
  map: '图的缩略图',
  graph: '数据流图',
  zoom: { group: '缩放', in: '放大', out: '缩小', fit: '适合', whole: '显示整个图' },
};

export function graphWordsFor(language: Language | undefined): GraphWords {
  return language === 'zh-cn' ? ZH : EN;
}

export const ENGLISH = EN;
