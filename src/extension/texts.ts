/** What the extension says while it runs; what the commands that compare say is in manifest/compareTexts.ts. `{0}` and `{1}` stand for names and figures. */
import { text, type Text } from '../core/knowledge/language.js';
import { COMMANDS, type CommandInfo } from './manifest/commands.js';

export const TEXTS = {
  /** Says who speaks, before what comes from elsewhere. */
  symscope: text('SymScope: {0}', 'SymScope：{0}'),

  analyzing: text('Analyzing the file', '正在分析文件'),
  looking: text('Looking for kernels', '正在查找内核'),
  noKernels: text('SymScope: there is no CUDA kernel in this workspace, nor in the open files.', 'SymScope：此工作区和已打开的文件中都没有 CUDA 内核。'),
  kernel: text('Kernel', '内核'),
  thisFile: text('This file', '此文件'),
  workspace: text('Workspace', '工作区'),

  thisKernel: text('this kernel', '该内核'),
  noKernel: text('There is no kernel to show: {0} was not found in {1}.', '没有可显示的内核：在 {1} 中找不到 {0}。'),
  notMade: text('The graph could not be made: {0}', '无法生成图：{0}'),
  notDrawn: text('The panel could not draw the graph: {0}', '面板无法绘制图：{0}'),
  nothingToExport: text('There is nothing to export: {0} is not there any more.', '没有可导出的内容：{0} 已不存在。'),
  noGraph: text('SymScope: no graph is open. Analyze a kernel first.', 'SymScope：没有打开的图。请先分析一个内核。'),
  exportGraph: text('Export Graph', '导出图'),
  written: text('SymScope: {0} is written.', 'SymScope：已写入 {0}。'),
  open: text('Open', '打开'),

  gaveUp: text(
    'SymScope: the language server ended several times in a short while and is not started again. "SymScope: Restart Server" tries once more; the output tells why.',
    'SymScope：语言服务器短时间内多次退出，不再自动启动。可用“SymScope: 重启服务器”再试一次；原因见输出。',
  ),

  stopped: text('server stopped', '服务器已停止'),
  notAnalyzed: text('not analyzed', '未分析'),
  noFindings: text('no findings', '无发现'),
  oneFinding: text('1 finding', '1 个发现'),
  findings: text('{0} findings', '{0} 个发现'),
  oneKernel: text('1 kernel, {0}', '1 个内核，{0}'),
  kernels: text('{0} kernels, {1}', '{0} 个内核，{1}'),
  partly: text('{0}, partly understood', '{0}，部分理解'),
  files: text('{0} files', '{0} 个文件'),
  leftOut: text('{0} files, {1} left out (limits)', '{0} 个文件，{1} 个因超限未读'),
  line: text('line {0}', '第 {0} 行'),
} as const satisfies Readonly<Record<string, Text>>;

/** As the palette has it. */
export function titleOf(command: CommandInfo['command']): Text {
  const found = COMMANDS.find((each) => each.command === command);
  if (found === undefined) throw new Error(`unreachable: ${command} is no command`);
  return found.title;
}
