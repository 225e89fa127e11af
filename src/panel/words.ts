/** What the panel says, in each of its languages. What comes from the analysis (names, conditions, instructions) is never translated. */
import { createContext, useContext } from 'react';
import type { Language } from '../core/knowledge/language.js';
import type { Level, PipelineArrival, PipelineOperation, SyncStep } from '../core/schema.js';
import { COMPARE_EN, COMPARE_ZH } from './compare/words.js';
import type { CompareWords } from './compare/words.js';
import type { Detail } from './graphModel.js';
import { graphWordsFor } from './graphWords.js';
import type { GraphWords } from './graphWords.js';
import type { ExportFormat, Tab } from './messages.js';
import type { Shape } from './shapes.js';
import { counted } from './summary.js';
import type { SyncLayer } from './sync/layers.js';

export interface Words {
  readonly graph: GraphWords;
  readonly tabs: Readonly<Record<Tab, string>>;
  readonly views: string;
  readonly analysing: string;
  /** Line of a file other than the kernel's: with the file's name. */
  readonly line: (lines: string) => string;
  readonly showLine: (place: string) => string;
  readonly wholeKernel: string;
  readonly specialise: string;
  readonly export: string;
  readonly formats: Readonly<Record<ExportFormat, string>>;
  /** No value is chosen. */
  readonly any: string;
  readonly level: string;
  readonly details: Readonly<Record<Detail, string>>;
  readonly search: string;
  readonly searchGraph: string;
  readonly found: (count: number) => string;
  readonly counted: Readonly<Record<'peerWrites' | 'peerReads' | 'rdma' | 'paths' | 'gaps' | 'findings', (count: number) => string>>;
  readonly firstGap: string;
  readonly showFindings: string;
  readonly hint: string;
  /** Of a button that brings them into sight. */
  readonly below: (names: string) => string;
  readonly noFlow: string;
  readonly noFindings: string;
  readonly levels: Readonly<Record<Level, string>>;
  readonly approximate: string;
  readonly leadsThere: string;
  readonly quickFix: string;
  readonly copy: string;
  readonly nothingOwn: string;
  readonly legend: { readonly title: string; readonly nvlink: string; readonly rdma: string; readonly gap: string; readonly barrier: string; readonly shapes: Readonly<Record<Shape, string>> };
  readonly pipelines: {
    readonly none: string;
    readonly intro: string;
    readonly stages: (count: string) => string;
    readonly oneStage: string;
    readonly unknownStages: string;
    readonly arrives: string;
    readonly waits: string;
    readonly nobodyArrives: string;
    readonly nobodyWaits: string;
    readonly init: string;
    readonly noInit: string;
    readonly count: (count: string) => string;
    readonly arrivals: (count: string) => string;
    readonly bytes: string;
    readonly phase: string;
    readonly when: string;
    readonly how: Readonly<Record<PipelineArrival['how'], string>>;
    readonly target: Readonly<Record<Exclude<PipelineArrival['target'], 'own block'>, string>>;
    readonly threads: Readonly<Record<PipelineOperation['threads'], string>>;
    readonly partner: string;
    readonly spoken: (object: string) => string;
  };
  readonly sync: {
    readonly none: string;
    readonly hierarchy: string;
    readonly unused: string;
    readonly layers: Readonly<Record<SyncLayer, readonly [name: string, who: string]>>;
    readonly protocol: string;
    readonly pick: string;
    readonly sequence: (name: string) => string;
    readonly lanes: { readonly blocks: string; readonly block: string; readonly memory: string; readonly peers: string };
    readonly does: Readonly<Record<SyncStep['does'], string>>;
    readonly meets: Readonly<Record<NonNullable<SyncStep['level']>, string>>;
    readonly path: Readonly<Record<NonNullable<SyncStep['path']>, string>>;
    readonly alternates: string;
    readonly value: string;
    readonly until: string;
    readonly within: string;
    readonly mirrored: string;
    readonly given: string;
  };
  readonly compare: CompareWords;
}

const EN: Words = {
  graph: graphWordsFor('en'),
  tabs: { graph: 'Data flow', sync: 'Synchronisation', pipelines: 'Pipelines', compare: 'Compare', findings: 'Findings', text: 'Text' },
  views: 'Views',
  analysing: 'Analysing…',
  line: (lines) => `line ${lines}`,
  showLine: (place) => `Show ${place}`,
  wholeKernel: 'whole kernel',
  specialise: 'Specialise',
  export: 'Export',
  formats: { svg: 'SVG picture', png: 'PNG picture', mermaid: 'Mermaid', dot: 'Graphviz DOT', json: 'JSON', markdown: 'Markdown report' },
  any: 'any',
  level: 'Level',
  details: { overview: 'Overview: the paths', roles: 'Roles', everything: 'Everything' },
  search: 'Search ( / )',
  searchGraph: 'Search the graph',
  found: (count) => `${count} found`,
  counted: {
    peerWrites: (count) => counted(count, 'peer write'), peerReads: (count) => counted(count, 'peer read'), rdma: (count) => counted(count, 'RDMA operation'),
    paths: (count) => counted(count, 'path'), gaps: (count) => counted(count, 'gap'), findings: (count) => counted(count, 'finding'),
  },
  firstGap: 'Show the first gap',
  showFindings: 'Show the findings',
  hint: 'click, Enter: source · arrows: move · /: search · Esc: clear',
  below: (names) => `Further down: ${names}`,
  noFlow: 'No data flow was found in this kernel.',
  noFindings: 'No findings in this kernel.',
  levels: { error: 'error', warning: 'warning', information: 'information', hint: 'hint', off: 'off' },
  approximate: 'approximate',
  leadsThere: 'The path that leads there',
  quickFix: 'Quick fix in the editor',
  copy: 'Copy as text',
  nothingOwn: 'Nothing of its own.',
  legend: {
    title: 'Legend', nvlink: 'NVLink path', rdma: 'RDMA path', gap: 'missing path', barrier: 'barrier',
    shapes: {
      global: 'global', shared: 'shared', tensor: 'tensor memory', register: 'registers', 'own-window': 'own window', peer: 'peer, NVLink', remote: 'peer, RDMA',
      host: 'host', unknown: 'unknown', decision: 'choice of path', gap: 'nowhere',
    },
  },
  pipelines: {
    none: 'No mbarrier was found in this kernel.',
    intro: 'One ring for each array of mbarriers. A phase of a stage is complete when all its arrivals were made and all announced bytes have come; then the waiting roles go on.',
    stages: (count) => `${count} stages`,
    oneStage: '1 stage',
    unknownStages: 'stages not declared',
    arrives: 'Arrives',
    waits: 'Waits',
    nobodyArrives: 'no arrival was found',
    nobodyWaits: 'no wait was found',
    init: 'initialised at',
    noInit: 'no initialisation was found',
    count: (count) => `count ${count}: so many arrivals complete a phase`,
    arrivals: (count) => `count ${count}`,
    bytes: 'bytes',
    phase: 'phase',
    when: 'if',
    how: { arrive: 'arrives', 'arrive-tx': 'arrives and announces bytes', commit: 'arrives when the matrix instructions before are complete', async: 'arrives when the copies before are complete' },
    target: { 'another block': 'at another block’s barrier', 'several blocks': 'at the barriers of several blocks' },
    threads: { one: 'one thread of a warp', some: 'some threads of a warp', all: 'all threads of a warp' },
    partner: 'Handed back through',
    spoken: (object) => `Pipeline ${object}`,
  },
  sync: {
    none: 'Nothing in this kernel waits for another thread.',
    hierarchy: 'Who waits for whom, from the widest to the narrowest',
    unused: 'not used',
    layers: {
      network: ['Ranks, through the network', 'ranks that only RDMA reaches'],
      domain: ['Ranks of the NVLink domain', 'ranks whose memory this rank addresses'],
      ranks: ['Ranks', 'which ones is not known'],
      grid: ['Grid', 'all blocks of this rank'],
      cluster: ['Cluster', 'blocks that share shared memory'],
      block: ['Block', 'all threads of a block'],
      named: ['Named barriers', 'counted threads of a block'],
      warp: ['Warp', '32 threads'],
      mbarrier: ['mbarriers', 'arrivals and bytes; see Pipelines'],
    },
    protocol: 'steps',
    pick: 'Choose a barrier of ranks or of the grid to see what it does, step by step.',
    sequence: (name) => `What ${name} does, in order`,
    lanes: { blocks: 'other blocks', block: 'this block', memory: 'own memory', peers: 'each peer' },
    does: { 'complete-copies': 'waits for its own copies', flush: 'waits for posted operations', fence: 'orders', meet: 'meets', signal: 'signals', count: 'counts', wait: 'waits' },
    meets: { ranks: 'all ranks meet', grid: 'all blocks meet', cluster: 'the cluster meets', block: 'the block meets', named: 'counted threads meet', warp: 'the warp meets' },
    path: { nvlink: 'each peer, through NVLink', rdma: 'each peer, through the network' },
    alternates: 'the sign alternates',
    value: 'value',
    until: 'until',
    within: 'in',
    mirrored: 'Each peer runs the same code: its signal comes here.',
    given: 'where',
  },
  compare: COMPARE_EN,
};

const ZH: Words = {
  graph: graphWordsFor('zh-cn'),
  tabs: { graph: '数据流', sync: '同步', pipelines: '流水线', compare: '对比', findings: '发现', text: '文本' },
  views: '视图',
  analysing: '正在分析…',
  line: (lines) => `第 ${lines} 行`,
  showLine: (place) => `转到 ${place}`,
  wholeKernel: '整个内核',
  specialise: '特化',
  export: '导出',
  formats: { svg: 'SVG 图片', png: 'PNG 图片', mermaid: 'Mermaid', dot: 'Graphviz DOT', json: 'JSON', markdown: 'Markdown 报告' },
  any: '任意',
  level: '层次',
  details: { overview: '概览：两条路径', roles: '角色', everything: '全部' },
  search: '搜索（/）',
  searchGraph: '在图中搜索',
  found: (count) => `找到 ${count} 处`,
  counted: {
    peerWrites: (count) => `${count} 处对端写入`, peerReads: (count) => `${count} 处对端读取`, rdma: (count) => `${count} 处 RDMA 操作`,
    paths: (count) => `${count} 条路径`, gaps: (count) => `${count} 处缺口`, findings: (count) => `${count} 个发现`,
  },
  firstGap: '转到第一处缺口',
  showFindings: '显示发现',
  hint: '单击、Enter：源代码 · 方向键：移动 · /：搜索 · Esc：清除',
  below: (names) => `下方还有：${names}`,
  noFlow: '此内核中没有发现数据流。',
  noFindings: '此内核没有发现。',
  levels: { error: '错误', warning: '警告', information: '信息', hint: '提示', off: '关闭' },
  approximate: '近似',
  leadsThere: '通向此处的路径',
  quickFix: '编辑器中的快速修复',
  copy: '复制为文本',
  nothingOwn: '没有自己的内容。',
  legend: {
    title: '图例', nvlink: 'NVLink 路径', rdma: 'RDMA 路径', gap: '缺失的路径', barrier: '屏障',
    shapes: {
      global: '全局内存', shared: '共享内存', tensor: '张量内存', register: '寄存器', 'own-window': '本地窗口', peer: '对端，NVLink', remote: '对端，RDMA',
      host: '主机内存', unknown: '未知', decision: '路径选择', gap: '无去处',
    },
  },
  pipelines: {
    none: '此内核中没有发现 mbarrier。',
    intro: '每个 mbarrier 数组画一个环。某一级的全部到达都已发生、声明的字节都已到齐时，该相位完成，等待的角色继续执行。',
    stages: (count) => `${count} 级`,
    oneStage: '1 级',
    unknownStages: '未声明级数',
    arrives: '到达',
    waits: '等待',
    nobodyArrives: '没有发现到达操作',
    nobodyWaits: '没有发现等待操作',
    init: '初始化于',
    noInit: '没有发现初始化',
    count: (count) => `${count} 次到达完成一个相位`,
    arrivals: (count) => `计数 ${count}`,
    bytes: '字节',
    phase: '相位',
    when: '条件',
    how: { arrive: '到达', 'arrive-tx': '到达并声明字节数', commit: '之前的矩阵指令完成时到达', async: '之前的拷贝完成时到达' },
    target: { 'another block': '到达另一线程块的屏障', 'several blocks': '到达多个线程块的屏障' },
    threads: { one: '每个 warp 一个线程', some: '每个 warp 部分线程', all: '每个 warp 全部线程' },
    partner: '经由此归还',
    spoken: (object) => `流水线 ${object}`,
  },
  sync: {
    none: '此内核中没有线程等待其他线程。',
    hierarchy: '谁等待谁，从最宽到最窄',
    unused: '未使用',
    layers: {
      network: ['经网络的各 rank', '只有 RDMA 能到达的 rank'],
      domain: ['NVLink 域内的各 rank', '本 rank 可直接寻址其内存的 rank'],
      ranks: ['各 rank', '范围未知'],
      grid: ['网格', '本 rank 的全部线程块'],
      cluster: ['线程块簇', '共享内存互通的线程块'],
      block: ['线程块', '一个线程块的全部线程'],
      named: ['命名屏障', '线程块中计数的线程'],
      warp: ['Warp', '32 个线程'],
      mbarrier: ['mbarrier', '到达与字节；见“流水线”'],
    },
    protocol: '步骤',
    pick: '选择一个 rank 级或网格级屏障，查看它逐步做什么。',
    sequence: (name) => `${name} 依次做什么`,
    lanes: { blocks: '其他线程块', block: '本线程块', memory: '本地内存', peers: '每个对端' },
    does: { 'complete-copies': '等待自己的拷贝', flush: '等待已提交的操作', fence: '定序', meet: '会合', signal: '发信号', count: '计数', wait: '等待' },
    meets: { ranks: '全部 rank 会合', grid: '全部线程块会合', cluster: '线程块簇会合', block: '线程块会合', named: '计数的线程会合', warp: 'warp 会合' },
    path: { nvlink: '每个对端，经 NVLink', rdma: '每个对端，经网络' },
    alternates: '符号交替',
    value: '值',
    until: '直到',
    within: '位于',
    mirrored: '每个对端运行同样的代码：它的信号到达这里。',
    given: '当',
  },
  compare: COMPARE_ZH,
};

export function wordsFor(language: Language | undefined): Words {
  return language === 'zh-cn' ? ZH : EN;
}

export const WordsContext = createContext<Words>(EN);

export function useWords(): Words {
  return useContext(WordsContext);
}
