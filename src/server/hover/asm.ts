/** A hover on an instruction in inline PTX: what it does, in which order and scope, through which proxy, how it completes. */
import type { Language, Text } from '../../core/knowledge/language.js';
import { effectsOf, parsePtx, type Completion, type PtxEffect, type PtxEffectKind } from '../../core/ptx/index.js';
import { code } from '../../core/markdown.js';

export interface AsmHover {
  readonly markdown: string;
  /** 0-based columns of the instruction's name in the line. */
  readonly start: number;
  readonly end: number;
  /** It joins threads, orders accesses or waits. */
  readonly synchronises: boolean;
}

const text = (en: string, zhCn: string): Text => ({ en, 'zh-cn': zhCn });

const KINDS: Readonly<Partial<Record<PtxEffectKind, Text>>> = {
  load: text('load', '读取'),
  store: text('store', '写入'),
  atomic: text('atomic, returns the old value', '原子操作，返回旧值'),
  reduction: text('reduction, returns nothing', '归约，无返回值'),
  'bulk-load': text('bulk load into shared memory', 'bulk load 到共享内存'),
  'bulk-store': text('bulk store out of shared memory', '从共享内存 bulk store'),
  'bulk-copy': text('bulk copy', 'bulk 拷贝'),
  'bulk-reduce': text('bulk reduction', 'bulk 归约'),
  'tensor-load': text('tensor load into shared memory', '张量 load 到共享内存'),
  'tensor-store': text('tensor store out of shared memory', '从共享内存张量 store'),
  'bulk-commit': text('closes a bulk group', '提交一个 bulk group'),
  'bulk-wait': text('waits for bulk groups', '等待 bulk group'),
  'async-copy': text('asynchronous copy', '异步拷贝'),
  'async-commit': text('closes a group of asynchronous copies', '提交一组异步拷贝'),
  'async-wait': text('waits for asynchronous copies', '等待异步拷贝'),
  'mbarrier-init': text('initialises an mbarrier', '初始化 mbarrier'),
  'mbarrier-arrive': text('arrives at an mbarrier', '到达 mbarrier'),
  'mbarrier-arrive-tx': text('arrives at an mbarrier and adds expected bytes', '到达 mbarrier 并增加期望字节数'),
  'mbarrier-expect-tx': text('adds expected bytes to an mbarrier', '增加 mbarrier 的期望字节数'),
  'mbarrier-wait': text('waits for a phase of an mbarrier', '等待 mbarrier 的相位'),
  fence: text('orders this thread\'s accesses', '使本线程的访存有序'),
  'fence-proxy': text('orders accesses of different proxies', '使不同 proxy 的访存有序'),
  'fence-mbarrier-init': text('makes mbarrier initialisations visible to the cluster', '使 mbarrier 的初始化对 cluster 可见'),
  'barrier-sync': text('joins threads of the block', '同步线程块内的线程'),
  'barrier-arrive': text('arrives at a barrier of the block, does not wait', '到达线程块屏障，不等待'),
  'warp-sync': text('joins threads of the warp', '同步 warp 内的线程'),
  'cluster-arrive': text('arrives at the cluster barrier, does not wait', '到达 cluster 屏障，不等待'),
  'cluster-wait': text('waits at the cluster barrier', '在 cluster 屏障处等待'),
  elect: text('elects one thread of the warp', '选出 warp 中的一个线程'),
};

const COMPLETIONS: Readonly<Record<Completion, Text | undefined>> = {
  none: undefined,
  mbarrier: text('completes on an mbarrier', '通过 mbarrier 完成'),
  'bulk-group': text('completes by bulk groups: commit, then wait', '通过 bulk group 完成：先 commit 再 wait'),
  'async-group': text('completes by groups: commit, then wait', '通过 group 完成：先 commit 再 wait'),
  'wgmma-group': text('completes by wgmma groups', '通过 wgmma group 完成'),
  'tcgen05-commit': text('completes by tcgen05.commit', '通过 tcgen05.commit 完成'),
};

const LABELS = {
  order: text('order', '内存序'),
  scope: text('scope', '作用域'),
  proxy: text('proxy', 'proxy'),
  bytes: text('bytes a thread', '字节/线程'),
  readOnly: text('only until the source may be overwritten', '只等到源可被覆盖'),
} as const;

/** `asm` stands at most so many lines above its text. */
const MAX_LINES_ABOVE = 12;

export function asmHover(lines: readonly string[], line: number, character: number, language: Language): AsmHover | undefined {
  const literal = literalAt(lines[line] ?? '', character);
  const above = lines.slice(Math.max(0, line - MAX_LINES_ABOVE), line + 1).join('\n');
  if (literal === undefined || !/\basm\b/u.test(above)) return undefined;
  // Escapes become blanks of the same length, so that offsets stay those of the line.
  const template = literal.text.replace(/\\[a-z"'\\]/gu, '  ');
  const instructions = parsePtx(template).filter(({ unknown }) => !unknown);
  const at = instructions.find(({ offset, opcode }) => offset <= character - literal.start && character - literal.start <= offset + opcode.length);
  if (at === undefined) return undefined;
  const next = instructions.find(({ offset }) => offset > at.offset)?.offset;
  const [effect] = effectsOf({ template: template.slice(at.offset, next), outputs: [], inputs: [], clobbers: [] });
  const words = effect && describe(effect, language);
  if (words === undefined) return undefined;
  return { markdown: `**${code(at.opcode)}** — ${words}`, start: literal.start + at.offset, end: literal.start + at.offset + at.opcode.length, synchronises: /sync|fence|wait/u.test(effect?.kind ?? '') };
}

function describe(effect: PtxEffect, language: Language): string | undefined {
  const kind = KINDS[effect.kind];
  if (kind === undefined) return undefined;
  const { order, scope, proxy, completion, width, readOnly } = effect;
  const space = (effect.destination ?? effect.source)?.space;
  const facts = [
    space === undefined || space === 'generic' ? '' : code(space),
    order === undefined || order === 'weak' ? '' : `${LABELS.order[language]}: ${order}`,
    scope === undefined ? '' : `${LABELS.scope[language]}: ${scope}`,
    proxy === undefined || proxy === 'generic' ? '' : `${LABELS.proxy[language]}: ${proxy}`,
    width === undefined ? '' : `${width} ${LABELS.bytes[language]}`,
    readOnly ? LABELS.readOnly[language] : '',
    // Commits and waits are themselves how a copy completes.
    /copy|load|store|reduce/u.test(effect.kind) ? (COMPLETIONS[completion]?.[language] ?? '') : '',
  ].filter((fact) => fact !== '');
  return [kind[language], ...facts].join(' · ');
}

/** The string literal around a column, without its quotes. */
function literalAt(line: string, character: number): { readonly text: string; readonly start: number } | undefined {
  for (const match of line.matchAll(/"((?:\\.|[^"\\])*)"/gu)) {
    const start = match.index + 1;
    const content = match[1] ?? '';
    if (start <= character && character <= start + content.length) return { text: content, start };
  }
  return undefined;
}
