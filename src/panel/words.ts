/** What the panel says, in each of its languages. What comes from the analysis (names, conditions, instructions) is never translated. */
import { createContext, useContext } from 'react';
import type { Language } from '../core/knowledge/language.js';
import type { PipelineArrival, PipelineOperation } from '../core/schema.js';
import type { Tab } from './messages.js';

export interface Words {
  readonly tabs: Readonly<Record<Tab, string>>;
  readonly views: string;
  readonly analysing: string;
  /** Line of a file other than the kernel's: with the file's name. */
  readonly line: (lines: string) => string;
  readonly showLine: (place: string) => string;
  readonly wholeKernel: string;
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
}

const EN: Words = {
  tabs: { graph: 'Data flow', pipelines: 'Pipelines', findings: 'Findings', text: 'Text' },
  views: 'Views',
  analysing: 'Analysing…',
  line: (lines) => `line ${lines}`,
  showLine: (place) => `Show ${place}`,
  wholeKernel: 'whole kernel',
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
};

const ZH: Words = {
  tabs: { graph: '数据流', pipelines: '流水线', findings: '发现', text: '文本' },
  views: '视图',
  analysing: '正在分析…',
  line: (lines) => `第 ${lines} 行`,
  showLine: (place) => `转到 ${place}`,
  wholeKernel: '整个内核',
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
};

export function wordsFor(language: Language | undefined): Words {
  return language === 'zh-cn' ? ZH : EN;
}

export const WordsContext = createContext<Words>(EN);

export function useWords(): Words {
  return useContext(WordsContext);
}
