/** What the commands that compare projects say while they run. `{0}` and `{1}` stand for names. */
import { text, type Text } from '../../core/knowledge/language.js';

export const COMPARE_TEXTS = {
  reading: text('Reading the projects', '正在读取项目'),
  comparing: text('Comparing {0} and {1}', '正在对比 {0} 与 {1}'),
  first: text('Compare: the first project', '对比：第一个项目'),
  second: text('Compare {0} with', '将 {0} 与之对比'),
  kernels: text('{0} kernels that reach peers', '{0} 个访问对端的内核'),
  none: text(
    'SymScope: no kernel of this workspace reaches a peer. Open the folders of two projects that use symmetric memory, for instance DeepEP and DeepGEMM.',
    'SymScope：此工作区没有访问对端的内核。请打开两个使用对称内存的项目文件夹，例如 DeepEP 与 DeepGEMM。',
  ),
  one: text(
    'SymScope: only one project of this workspace has kernels that reach peers: {0}. Add the folder of another to compare them.',
    'SymScope：此工作区只有一个项目含有访问对端的内核：{0}。请添加另一个项目的文件夹以便对比。',
  ),
  addFolder: text('Add Folder…', '添加文件夹…'),
  what: text('Compare {0} and {1}', '对比 {0} 与 {1}'),
  open: text('Open as a Markdown document', '以 Markdown 文档打开'),
  openDetail: text('Links lead to the lines', '链接可跳转到对应行'),
  html: text('Save as HTML…', '另存为 HTML…'),
  htmlDetail: text('One page that stands alone, with drawings', '独立的单页，含图示'),
  markdown: text('Save as Markdown…', '另存为 Markdown…'),
  json: text('Save as JSON…', '另存为 JSON…'),
  gone: text('The projects are not there any more. Compare again.', '项目已不存在，请重新对比。'),
  written: text('SymScope: {0} is written.', 'SymScope：已写入 {0}。'),
  openFile: text('Open', '打开'),
  looking: text('Looking for the counterpart', '正在查找对应位置'),
  noEditor: text('SymScope: open a source file with a kernel first.', 'SymScope：请先打开含内核的源文件。'),
  nothing: text(
    'SymScope: nothing with a counterpart stands here. Put the cursor on a call that forms or uses a peer pointer, on a barrier, an mbarrier operation, or in a kernel.',
    'SymScope：此处没有可对应的内容。请把光标放在形成或使用对端指针的调用、屏障、mbarrier 操作上，或放在内核中。',
  ),
  noCounterpart: text('SymScope: no other project of this workspace does what {0} does here.', 'SymScope：此工作区的其他项目中没有与此处 {0} 对应的内容。'),
  onlyProject: text(
    'SymScope: a counterpart is in another project, and only one project of this workspace has kernels that reach peers. Add the folder of another.',
    'SymScope：对应位置在另一个项目中，而此工作区只有一个项目含有访问对端的内核。请添加另一个项目的文件夹。',
  ),
} as const satisfies Readonly<Record<string, Text>>;
