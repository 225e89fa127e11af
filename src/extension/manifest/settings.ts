/** The settings, from which the manifest's `contributes.configuration` is derived (`npm run manifest`). */
import { text, type Text } from '../../core/knowledge/language.js';
import { RULES } from '../../core/rules/table.js';

export interface Setting {
  /** Without the prefix `symscope.`. */
  readonly key: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: Text;
  /** One for each value of an `enum`, in its order. */
  readonly values?: readonly Text[];
}

export interface SettingGroup {
  readonly title: Text;
  readonly settings: readonly Setting[];
}

const strings = (defaultValue: readonly string[]) => ({ type: 'array', items: { type: 'string' }, default: defaultValue, uniqueItems: true });
const flag = (defaultValue: boolean) => ({ type: 'boolean', default: defaultValue });

const ANALYSIS: SettingGroup = {
  title: text('Analysis', '分析'),
  settings: [
    {
      key: 'analyze',
      schema: { type: 'string', enum: ['openFiles', 'workspace'], default: 'openFiles' },
      description: text('Which files are analyzed and reported on.', '分析并报告哪些文件。'),
      values: [
        text('Open files. Others are read for what the open ones use, and analyzed when a command needs them.', '打开的文件。其余文件只为打开的文件提供定义，或在命令需要时分析。'),
        text('All sources of the workspace.', '工作区中的所有源文件。'),
      ],
    },
    {
      key: 'cudaArch',
      schema: { type: ['integer', 'null'], default: null, minimum: 100, maximum: 9999 },
      description: text(
        'Value of `__CUDA_ARCH__` that conditionals are evaluated with, such as `900` or `1000`. Empty: the newest architecture that the file mentions, else 900.',
        '求值条件编译时 `__CUDA_ARCH__` 的取值，例如 `900` 或 `1000`。留空：文件中提到的最新架构，否则为 900。',
      ),
    },
    {
      key: 'defines',
      schema: strings([]),
      description: text('Macros that are defined as well: `NAME` or `NAME=value`.', '额外定义的宏：`NAME` 或 `NAME=value`。'),
    },
    {
      key: 'attributeMacros',
      schema: strings([]),
      description: text(
        'Macros that stand for attributes or specifiers only and can be looked through. Macros of the workspace and of CUTLASS, CuTe, NCCL and NVSHMEM are known without this.',
        '只代表属性或说明符、可以忽略的宏。工作区中的宏以及 CUTLASS、CuTe、NCCL、NVSHMEM 的宏无需在此列出。',
      ),
    },
    {
      key: 'timeLimit',
      schema: { type: 'integer', default: 5000, minimum: 100, maximum: 600000 },
      description: text('Milliseconds after which the analysis of one file is given up.', '单个文件分析的时间上限（毫秒），超过即放弃。'),
    },
    {
      key: 'exclude',
      schema: strings([]),
      description: text(
        'Glob patterns of files and folders that are not read, relative to the workspace folder. Build folders, hidden folders and `node_modules` never are.',
        '不读取的文件和目录的 glob 模式，相对于工作区文件夹。构建目录、隐藏目录和 `node_modules` 从不读取。',
      ),
    },
    {
      key: 'includeThirdParty',
      schema: flag(false),
      description: text('Also read folders such as `third-party`.', '同时读取 `third-party` 之类的目录。'),
    },
  ],
};

const EDITOR: SettingGroup = {
  title: text('Editor', '编辑器'),
  settings: [
    {
      key: 'language',
      schema: { type: 'string', enum: ['auto', 'en', 'zh-cn'], default: 'auto' },
      description: text('Language of hovers, hints and lenses.', '悬停提示、内嵌提示和 CodeLens 的语言。'),
      values: [text('That of the editor.', '与编辑器相同。'), text('English', '英语'), text('Simplified Chinese', '简体中文')],
    },
    { key: 'codeLens.enabled', schema: flag(true), description: text('Show a lens over each kernel.', '在每个内核上方显示 CodeLens。') },
    {
      key: 'inlayHints.enabled',
      schema: flag(false),
      description: text('Show after each call that forms a peer pointer which team it is for and whether it can be null.', '在每个形成对端指针的调用后显示其 team 以及是否可能为空。'),
    },
    {
      key: 'semanticTokens',
      schema: { type: 'string', enum: ['auto', 'on', 'off'], default: 'auto' },
      description: text(
        'Mark peer pointers, the calls that form them and the predicates that guard them as semantic tokens, with the modifiers `peerPointer` and `reachability`.',
        '以语义标记（修饰符 `peerPointer` 和 `reachability`）标出对端指针、形成它们的调用以及保护它们的谓词。',
      ),
      values: [
        text('Unless a C++ extension is installed that colours the file itself: the editor shows the tokens of one extension only.', '除非已安装为文件着色的 C++ 扩展：编辑器只显示一个扩展的语义标记。'),
        text('Always.', '总是。'),
        text('Never.', '从不。'),
      ],
    },
    {
      key: 'inactiveRegions.enabled',
      schema: flag(true),
      description: text('Fade the lines that conditionals leave out.', '淡化条件编译排除的行。'),
    },
  ],
};

const TRACE: Setting = {
  key: 'trace.server',
  schema: { type: 'string', enum: ['off', 'messages', 'verbose'], default: 'messages' },
  description: text(
    'What of the messages between the extension and the server is logged when the log level of the SymScope output is Trace. For reports of defects.',
    '当 SymScope 输出的日志级别为 Trace 时，记录扩展与服务器之间消息的哪些内容。用于报告缺陷。',
  ),
  values: [text('Nothing.', '不记录。'), text('The messages.', '消息。'), text('The messages with their contents.', '消息及其内容。')],
};

const LEVELS = ['error', 'warning', 'information', 'hint', 'off'];
const LEVEL_TEXTS: readonly Text[] = [
  text('An error.', '错误。'),
  text('A warning.', '警告。'),
  text('An information.', '信息。'),
  text('A hint in the text.', '文本中的提示。'),
  text('Not reported.', '不报告。'),
];

/** One setting for each rule; the sentence is the rule's own. */
function ruleGroup(): SettingGroup {
  return {
    title: text('Rules', '规则'),
    settings: RULES.map(({ code, level, description }) => ({
      key: `rules.${code}`,
      schema: { type: 'string', enum: LEVELS, default: level },
      description: text(description, description),
      values: LEVEL_TEXTS,
    })),
  };
}

export function settingGroups(): readonly SettingGroup[] {
  return [ANALYSIS, EDITOR, ruleGroup(), { title: text('Troubleshooting', '故障排查'), settings: [TRACE] }];
}
