/** What is said of the two approaches, in words that open source can be held against. */
import type { Text } from './language.js';
import { deepep, deepgemm, type Source } from './types.js';

/** What must hold in a project's source for the claim to hold there. */
export type ClaimCheck =
  | { readonly of: 'translation'; readonly team?: 'Lsa' | 'World' | 'Rail'; readonly nullness: 'never' | 'maybe' }
  | { readonly of: 'own-rank-returns-pointer' }
  /** The value is the pointer moved by an entry that the rank picks from a table. */
  | { readonly of: 'table-entry' }
  /** The function that stores one value for a peer does it by an atomic, where the peer has an address. */
  | { readonly of: 'value-is-atomic' }
  /** One function adds to one counter in two scopes. */
  | { readonly of: 'mixed-scopes' }
  /** The NIC sends from memory of the own window that the kernel fills first. */
  | { readonly of: 'send-buffer' }
  /** Who fills a stage waits for the phase before, inverted; who empties it waits for the phase itself. */
  | { readonly of: 'inverted-phase' }
  | { readonly of: 'accesses'; readonly sort: 'bulk-store' | 'bulk-load' | 'rdma'; readonly some: boolean }
  /** A translation takes no operation at all. */
  | { readonly of: 'no-cost' }
  /** No access to a peer is a plain expression. */
  | { readonly of: 'no-plain-access' }
  /** The newest instruction of the kernels that reach peers needs this target. */
  | { readonly of: 'target'; readonly sm: number }
  | { readonly of: 'barrier'; readonly signal: RegExp; readonly wait: RegExp };

export interface KnownClaim {
  readonly id: string;
  /** `checked`: the project whose translation may answer null; `assumed`: the one whose translation never asks. */
  readonly approach: 'checked' | 'assumed';
  readonly text: Text;
  readonly source: Source;
  readonly check: ClaimCheck;
}

const HANDLE = 'common/handle.cuh';
const SYM = 'layout/sym_buffer.cuh';
const study = (section: string): Source => ({ document: 'the study of the two projects', path: section });
const text = (en: string, zhCn: string): Text => ({ en, 'zh-cn': zhCn });

export const CLAIMS: readonly KnownClaim[] = [
  {
    id: 'lsa-never-null', approach: 'checked', source: deepep(HANDLE, '39-41'), check: { of: 'translation', team: 'Lsa', nullness: 'never' },
    text: text('For the LSA team the translation never returns null.', '对 LSA team，翻译从不返回空。'),
  },
  {
    id: 'world-may-be-null', approach: 'checked', source: deepep(HANDLE, '46-47'), check: { of: 'translation', team: 'World', nullness: 'maybe' },
    text: text('For the world team it returns null outside this NVLink domain.', '对 world team，目标在 NVLink 域外时返回空。'),
  },
  {
    id: 'rail-may-be-null', approach: 'checked', source: deepep(HANDLE, '68'), check: { of: 'translation', team: 'Rail', nullness: 'maybe' },
    text: text('For the rail team it returns null for every rank but the own one.', '对 rail team，除本 rank 外都返回空。'),
  },
  {
    id: 'own-rank', approach: 'checked', source: deepep(HANDLE, '84-85'), check: { of: 'own-rank-returns-pointer' },
    text: text('For the own rank the pointer comes back as it was given.', '目标为本 rank 时原样返回指针。'),
  },
  {
    id: 'two-paths', approach: 'checked', source: deepep('impls/dispatch.cuh', '376-389'), check: { of: 'accesses', sort: 'rdma', some: true },
    text: text('Ranks that NVLink does not reach are served by RDMA.', 'NVLink 无法到达的 rank 由 RDMA 承担。'),
  },
  {
    id: 'no-remote-bulk-load', approach: 'checked', source: deepep('impls/dispatch.cuh'), check: { of: 'accesses', sort: 'bulk-load', some: false },
    text: text('No kernel bulk-loads from a peer: data is pushed.', '没有内核从对端做 bulk load：数据以推送方式移动。'),
  },
  {
    id: 'study-remote-load', approach: 'checked', source: study('7.1'), check: { of: 'accesses', sort: 'bulk-load', some: true },
    text: text('Remote loads are bulk loads from the peer (`tma_load_1d`).', '远端 load 用 `tma_load_1d` 从对端读取。'),
  },
  {
    id: 'send-buffer', approach: 'checked', source: deepep('impls/dispatch.cuh', '363-389'), check: { of: 'send-buffer' },
    text: text('On the RDMA path tokens are first stored to a send buffer in the own window, then put.', '在 RDMA 路径上，token 先写入本地窗口的发送缓冲区，再由 put 发出。'),
  },
  {
    id: 'study-atomic-value', approach: 'checked', source: study('2.6'), check: { of: 'value-is-atomic' },
    text: text('One value is written to a peer by an atomic.', '单个值以原子操作写入对端。'),
  },
  {
    id: 'mixed-scopes', approach: 'checked', source: deepep(HANDLE, '103-107'), check: { of: 'mixed-scopes' },
    text: text('The release addition is of GPU scope for the own rank and of system scope for others, on one counter.', '带 release 的加对本 rank 用 GPU 作用域、对其他 rank 用系统作用域，作用于同一计数器。'),
  },
  {
    id: 'table-entry', approach: 'assumed', source: deepgemm(SYM, '38'), check: { of: 'table-entry' },
    text: text('The translation adds an entry of a table that the rank picks: nothing asks that mappings be equally spaced.', '翻译加上按 rank 取出的表项：不要求各映射等间距。'),
  },
  {
    id: 'inverted-phase', approach: 'assumed', source: deepgemm('impls/sm100_fp8_fp4_mega_moe.cuh', '695, 825'), check: { of: 'inverted-phase' },
    text: text('Who fills a stage waits on the empty barrier with the inverted phase, who uses it waits on the full barrier with the phase.', '填充方以反相相位等待 empty 屏障，使用方以相位等待 full 屏障。'),
  },
  {
    id: 'map-never-null', approach: 'assumed', source: deepgemm(SYM, '33-40'), check: { of: 'translation', nullness: 'never' },
    text: text('The translation never returns null, and nothing checks the rank.', '翻译从不返回空，也不检查 rank。'),
  },
  {
    id: 'no-rdma', approach: 'assumed', source: deepgemm(SYM, '33-40'), check: { of: 'accesses', sort: 'rdma', some: false },
    text: text('There is no RDMA path.', '没有 RDMA 路径。'),
  },
  {
    id: 'pull', approach: 'assumed', source: deepgemm('impls/sm100_fp8_fp4_mega_moe.cuh', '535-558'), check: { of: 'accesses', sort: 'bulk-load', some: true },
    text: text('Peers pull tokens by bulk loads.', '对端以 bulk load 拉取 token。'),
  },
  {
    id: 'study-bulk-store', approach: 'assumed', source: study('7.1'), check: { of: 'accesses', sort: 'bulk-store', some: true },
    text: text('Results are written to the peer by bulk stores (“pure TMA”).', '结果以 bulk store 写回对端（“纯 TMA”）。'),
  },
  {
    id: 'study-target-90', approach: 'checked', source: study('7.1'), check: { of: 'target', sm: 90 },
    text: text('It needs SM90 (Hopper).', '需要 SM90（Hopper）。'),
  },
  {
    id: 'study-target-100', approach: 'assumed', source: study('7.3'), check: { of: 'target', sm: 100 },
    text: text('It needs SM100 (Blackwell).', '需要 SM100（Blackwell）。'),
  },
  {
    id: 'study-direct-ptx', approach: 'assumed', source: study('7.3'), check: { of: 'no-plain-access' },
    text: text('Its abstraction is low: peers are reached by PTX and TMA directly.', '抽象层级低：直接以 PTX/TMA 访问对端。'),
  },
  {
    id: 'study-no-cost', approach: 'assumed', source: study('7.4'), check: { of: 'no-cost' },
    text: text('The translation has no overhead.', '地址翻译零开销。'),
  },
  ...(['checked', 'assumed'] as const).map((approach): KnownClaim => ({
    id: `barrier-${approach}`, approach, source: approach === 'checked' ? deepep('common/comm.cuh', '88-129') : deepgemm('comm/barrier.cuh', '46-89'),
    check: { of: 'barrier', signal: /^(?:red|atom|st)\b.*\.release\b.*\.sys\b|^(?:red|atom|st)\.release\.sys/u, wait: /\.acquire\.sys\b/u },
    text: text('The barrier of a domain signals with release at system scope and waits with acquire at system scope.', '域内屏障以系统作用域的 release 通知，以系统作用域的 acquire 等待。'),
  })),
];
