/** The commands, from which the manifest's `contributes.commands` is derived (`npm run manifest`). */
import type { Text } from '../../core/knowledge/language.js';

export interface CommandInfo {
  readonly command: `symscope.${string}`;
  readonly title: Text;
  readonly icon?: string;
}

export const COMMANDS: readonly CommandInfo[] = [
  { command: 'symscope.analyzeKernel', title: { en: 'Analyze Kernel', 'zh-cn': '分析内核' }, icon: '$(type-hierarchy-sub)' },
  { command: 'symscope.compareProjects', title: { en: 'Compare DeepEP and DeepGEMM', 'zh-cn': '对比 DeepEP 与 DeepGEMM' } },
  { command: 'symscope.openCounterpart', title: { en: 'Open Counterpart', 'zh-cn': '打开对应位置' }, icon: '$(split-horizontal)' },
  { command: 'symscope.exportGraph', title: { en: 'Export Graph…', 'zh-cn': '导出图…' } },
  { command: 'symscope.openExamples', title: { en: 'Open Sample Kernels', 'zh-cn': '打开示例内核' } },
  { command: 'symscope.restartServer', title: { en: 'Restart Server', 'zh-cn': '重启服务器' } },
  { command: 'symscope.showOutput', title: { en: 'Show Output', 'zh-cn': '显示输出' } },
];

/** Other texts of the manifest. */
export const MANIFEST_TEXTS: Readonly<Record<string, Text>> = {
  'capabilities.untrustedWorkspaces': {
    en: 'Sources are read and parsed only; nothing of the workspace is built or run, and no setting names a program.',
    'zh-cn': '只读取并解析源代码；不会构建或运行工作区中的任何内容，也没有任何设置指定可执行程序。',
  },
  'capabilities.virtualWorkspaces': {
    en: 'Files of a virtual workspace are read through the editor, which can take a while in a large one.',
    'zh-cn': '虚拟工作区的文件经由编辑器读取，在大型工作区中可能较慢。',
  },
  'views.container': { en: 'Symmetric Memory', 'zh-cn': '对称内存' },
  'views.kernels': { en: 'Kernels', 'zh-cn': '内核' },
  'views.findings': { en: 'Findings by Rule', 'zh-cn': '发现（按规则）' },
  'walkthrough.title': { en: 'Read kernels with symmetric memory', 'zh-cn': '阅读使用对称内存的内核' },
  'walkthrough.description': { en: 'See null paths, both ways to a peer, and barriers, from source alone.', 'zh-cn': '仅凭源代码查看空指针路径、通往对端的两条路径和屏障。' },
  'walkthrough.samples.title': { en: 'Open the sample kernels', 'zh-cn': '打开示例内核' },
  'walkthrough.samples.description': {
    en: 'Two small projects come with the extension. Your own sources need no set-up either.\n[Open Sample Kernels](command:symscope.openExamples)',
    'zh-cn': '扩展自带两个小项目。你自己的源代码同样无需任何配置。\n[打开示例内核](command:symscope.openExamples)',
  },
  'walkthrough.hover.title': { en: 'Rest on a peer pointer', 'zh-cn': '将鼠标停在对端指针上' },
  'walkthrough.hover.description': { en: 'The hover says what the call returns here, and what happens when that is null.', 'zh-cn': '悬停提示说明此处的调用返回什么，以及为空时会怎样。' },
  'walkthrough.analyze.title': { en: 'Analyze a kernel', 'zh-cn': '分析内核' },
  'walkthrough.analyze.description': {
    en: 'The panel draws how the data gets to each peer, and what publishes it.\n[Analyze Kernel](command:symscope.analyzeKernel)',
    'zh-cn': '面板画出数据如何到达各个对端，以及由什么发布。\n[分析内核](command:symscope.analyzeKernel)',
  },
  'tokens.peerPointer': {
    en: 'A pointer into the memory of another rank, or the call that forms it.',
    'zh-cn': '指向其他 rank 内存的指针，或形成该指针的调用。',
  },
  'tokens.reachability': {
    en: 'A predicate that says whether another rank can be reached by address.',
    'zh-cn': '判断能否按地址访问其他 rank 的谓词。',
  },
};
