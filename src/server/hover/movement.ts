/** What is done with a peer pointer, in words. */
import type { Language, Text } from '../../core/knowledge/language.js';
import type { Consumer } from '../../core/schema.js';
import { code } from '../../core/markdown.js';
import { ACCESS_NAMES } from './phrases.js';

/** By how the instruction's name begins (PTX ISA "Data movement"). */
const MOVEMENTS: readonly (readonly [RegExp, Text])[] = [
  [/^cp\.async\.bulk(?:\.tensor)?(?:\.\w+)*\.global\b/u, { en: 'bulk store, shared → peer', 'zh-cn': 'bulk store，共享内存 → 对端' }],
  [/^cp\.reduce\.async\.bulk/u, { en: 'bulk reduction, shared → peer', 'zh-cn': 'bulk 归约，共享内存 → 对端' }],
  [/^cp\.async\.bulk(?:\.tensor)?(?:\.\w+)*\.shared/u, { en: 'bulk load, peer → shared', 'zh-cn': 'bulk load，对端 → 共享内存' }],
  [/^cp\.async/u, { en: 'asynchronous load, peer → shared', 'zh-cn': '异步 load，对端 → 共享内存' }],
  [/^(?:red|atom)\b/u, ACCESS_NAMES['remote-atomic']],
  [/^st\b/u, ACCESS_NAMES['remote-store']],
  [/^ld\b/u, ACCESS_NAMES['remote-load']],
];

export function movement({ mechanism, access }: Consumer, language: Language): string {
  // The direction of `cp.async.bulk` is in the order of the two spaces: the first is the destination.
  const known = MOVEMENTS.find(([pattern]) => pattern.test(mechanism))?.[1];
  return (known ?? ACCESS_NAMES[access])[language];
}

/** What a one-sided operation does at the peer, as a sentence without its subject. */
const ACTIONS: Readonly<Record<Consumer['access'], Text>> = {
  'remote-store': { en: '**Writes** the peer’s memory', 'zh-cn': '**写入**对端内存' },
  'remote-load': { en: '**Reads** the peer’s memory', 'zh-cn': '**读取**对端内存' },
  'remote-atomic': { en: '**Updates** the peer’s memory atomically', 'zh-cn': '**原子更新**对端内存' },
  'address-only': { en: '**Names** the peer’s memory', 'zh-cn': '**指明**对端内存' },
};
const THROUGH_NIC: Text = { en: ' through the NIC', 'zh-cn': '，经网卡' };

/** Operations of NCCL's GIN ("GPU-Initiated Networking") and work requests of InfiniBand; NVSHMEM's may go either way. */
function isThroughNic({ mechanism }: Consumer): boolean {
  return /^ncclGin\b|^work request\b/u.test(mechanism);
}

/** Of a one-sided operation: what it does, whether through the NIC, by which function. */
export function actionText(use: Consumer, language: Language): string {
  return `${ACTIONS[use.access][language]}${isThroughNic(use) ? THROUGH_NIC[language] : ''}${mechanismText(use)}`;
}

/** Through the NIC, where that is known; for a cell that says the direction. */
export function nicText(use: Consumer, language: Language): string {
  return isThroughNic(use) ? THROUGH_NIC[language] : '';
}

/** ` (instruction)`; empty where the analyser has only words (`ordinary store`) that say nothing new. */
export function mechanismText({ mechanism }: Consumer): string {
  return mechanism === '' || /^ordinary\b/u.test(mechanism) ? '' : ` (${code(mechanism, 60)})`;
}
