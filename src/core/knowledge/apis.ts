/**
 * What is known about a function by its name, for hovers: beyond what the analysis finds out from its body or the catalog.
 * Nothing here decides a finding.
 */
import type { Aspect } from './comparison.js';
import { deepep, deepgemm, fact, nccl, nvshmem, ptx, type Fact, type Project } from './types.js';

export type BarrierLevel = 'ranks' | 'grid' | 'cluster' | 'block';

export interface ApiFacts {
  readonly names: readonly string[];
  readonly kind: 'peer-pointer' | 'reachability' | 'one-sided' | 'barrier';
  /** Whose way of doing it this is, for the comparison. */
  readonly approach?: Project;
  readonly summary: Fact;
  /** Whom a barrier joins. */
  readonly level?: BarrierLevel;
  /** What a comparison says of this very function, where the source at hand does not. */
  readonly cells?: Readonly<Partial<Record<Aspect, Fact>>>;
  /** Which address and which rank space it wants. */
  readonly wants?: Fact;
  /** A trap that the signature does not show. */
  readonly caution?: Fact;
}

const WANTS_LOCAL = (source: Fact['source']): Fact =>
  fact(source, 'the local address of a symmetric object', '对称对象在本 rank 上的地址');

export const APIS: readonly ApiFacts[] = [
  {
    names: ['get_sym_ptr'],
    kind: 'peer-pointer',
    approach: 'deepep',
    summary: fact(
      deepep('common/handle.cuh', '63-92'),
      'The address of the same object in the rank\'s window, or null if the team says that it cannot be reached through NVLink. The own rank gets the pointer back.',
      '返回同一对象在目标 rank 窗口中的地址；若按 team 判断无法经 NVLink 到达，则返回空。目标为本 rank 时原样返回该指针。',
    ),
    cells: {
      translate: fact(deepep('common/handle.cuh', '87-90'), 'window offset → `ncclGetLsaPointer`', '窗口偏移 → `ncclGetLsaPointer`'),
      cost: fact(deepep('common/handle.cuh', '76-90'), 'a range test, constant loads, a multiply-add', '一次范围判断、几次常量读取、一次乘加'),
    },
    wants: WANTS_LOCAL(deepep('common/handle.cuh', '60')),
  },
  {
    names: ['map'],
    kind: 'peer-pointer',
    approach: 'deepgemm',
    summary: fact(
      deepgemm('layout/sym_buffer.cuh', '33-39'),
      'Adds this rank\'s distance to the other rank\'s buffer. Never null and never checked.',
      '加上本 rank 与目标 rank 缓冲区之间的距离。结果从不为空，也从不检查。',
    ),
    cells: {
      translate: fact(deepgemm('layout/sym_buffer.cuh', '37'), '`p + offsets[r]`', '`p + offsets[r]`'),
      cost: fact(deepgemm('layout/sym_buffer.cuh', '37'), 'one indexed parameter load, one add', '一次带下标的参数读取、一次加法'),
    },
    wants: WANTS_LOCAL(deepgemm('layout/sym_buffer.cuh', '37')),
    caution: fact(
      deepgemm('layout/sym_buffer.cuh', '33-39'),
      'valid only if the rank is in the same NVLink domain; nothing tests that',
      '仅当目标 rank 在同一 NVLink 域内才有效，而代码中没有任何检查',
    ),
  },
  {
    names: ['ncclGetLsaPointer'],
    kind: 'peer-pointer',
    summary: fact(
      nccl('nccl_device/impl/core__funcs.h'),
      'The address of a window offset in the memory of a rank of the LSA team. Inline arithmetic without a null test.',
      '窗口偏移在 LSA team 某 rank 内存中的地址。内联算术，不做空值判断。',
    ),
    cells: {
      translate: fact(nccl('nccl_device/impl/core__funcs.h'), 'base of the window + rank × stride + offset', '窗口基址 + rank × 步长 + 偏移'),
      cost: fact(nccl('nccl_device/impl/core__funcs.h'), 'constant loads, a multiply-add', '几次常量读取、一次乘加'),
    },
    wants: fact(nccl('nccl_device/impl/core__funcs.h'), 'an offset in the window, and an index in the NVLink domain', '窗口内偏移，以及 NVLink 域内编号'),
    caution: fact(nccl('nccl_device/impl/core__funcs.h'), 'an index outside the LSA team gives a wild address, not null', '超出 LSA team 的编号得到的是野地址，而不是空'),
  },
  {
    names: ['ncclGetPeerPointer'],
    kind: 'peer-pointer',
    summary: fact(
      nccl('nccl_device/impl/core__funcs.h'),
      'The guide promises null outside the LSA team; the header does plain arithmetic without a test. Ask `ncclTeamRankIsMember` first.',
      '文档称 LSA team 之外返回空，但头文件只做算术而不判断。请先用 `ncclTeamRankIsMember` 判断。',
    ),
    wants: fact(nccl('nccl_device/impl/core__funcs.h'), 'an offset in the window', '窗口内偏移'),
    caution: fact(nccl('nccl_device/impl/core__funcs.h'), 'the null of the documentation does not come', '文档所说的空值不会出现'),
  },
  {
    names: ['nvshmem_ptr'],
    kind: 'peer-pointer',
    approach: 'deepep',
    summary: fact(
      nvshmem('nvshmem_ptr'),
      'The address of a symmetric object in another PE\'s memory; null for a bad PE, an address outside the heap, or a PE without a P2P mapping.',
      '对称对象在另一个 PE 内存中的地址；PE 非法、地址不在对称堆内或没有 P2P 映射时为空。',
    ),
    cells: {
      translate: fact(nvshmem('nvshmem_ptr'), 'table of the peers\' heap bases', '各对端堆基址的表'),
    },
    wants: WANTS_LOCAL(nvshmem('nvshmem_ptr')),
  },
  {
    names: ['nvshmemi_get_p2p_ptr'],
    kind: 'peer-pointer',
    approach: 'deepep',
    summary: fact(
      { document: 'deepseek-ai/DeepEP', commit: 'dd758ca', path: 'legacy kernels' },
      'The address in a peer\'s heap as an integer; 0 if the peer can only be reached through RDMA. The own rank gets the pointer back.',
      '以整数形式返回对端堆中的地址；若只能经 RDMA 到达则为 0。目标为本 rank 时原样返回。',
    ),
    cells: {
      translate: fact({ document: 'deepseek-ai/DeepEP', commit: 'dd758ca', path: 'legacy kernels' }, 'table of the peers\' heap bases', '各对端堆基址的表'),
    },
    wants: WANTS_LOCAL({ document: 'deepseek-ai/DeepEP', commit: 'dd758ca', path: 'legacy kernels' }),
  },
  {
    names: ['is_nvlink_accessible'],
    kind: 'reachability',
    approach: 'deepep',
    summary: fact(
      deepep('common/handle.cuh', '37-54'),
      'Whether the rank\'s memory can be loaded and stored directly. The answer depends on the team: it is what makes `get_sym_ptr` null or not.',
      '目标 rank 的内存能否直接 load/store。答案取决于 team，并决定 `get_sym_ptr` 是否为空。',
    ),
    cells: {
      asks: fact(deepep('common/handle.cuh', '37-54'), 'by team and rank', '按 team 与 rank 判断'),
      lsa: fact(deepep('common/handle.cuh', '39-41'), 'always', '总是可达'),
      world: fact(deepep('common/handle.cuh', '46-47'), 'ranks of this NVLink domain', '本 NVLink 域内的 rank'),
      rail: fact(deepep('common/handle.cuh', '52'), 'only this rank itself', '仅本 rank 自身'),
    },
  },
  {
    names: ['ncclTeamRankIsMember'],
    kind: 'reachability',
    summary: fact(nccl('nccl_device/core.h'), 'Whether a rank of one team is a member of another.', '一个 team 的 rank 是否属于另一个 team。'),
  },
  {
    names: ['put'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      deepep('common/handle.cuh', '175-198'),
      'Asks the NIC to copy from this rank\'s window into the other rank\'s. Returns at once: the source must be complete before the call, and may be reused only after a flush.',
      '让网卡把数据从本 rank 的窗口拷贝到目标 rank 的窗口。立即返回：调用前源数据必须已完成，flush 之后才能复用源缓冲区。',
    ),
    wants: fact(deepep('common/handle.cuh', '187-188'), 'two local addresses of symmetric objects, **not** a translated peer pointer', '两个对称对象的本地地址，**不能**是翻译后的对端指针'),
    cells: {
      address: fact(deepep('common/handle.cuh', '187-188'), '(window, offset) of both sides', '两端均为（窗口，偏移）'),
      source: fact(deepep('impls/dispatch.cuh', '363-386'), 'must be complete before, unchanged until a flush', '之前必须完成，flush 之前不得改动'),
      arrival: fact(deepep('common/comm.cuh', '131-181'), 'told by a later signal or barrier', '由之后的 signal 或屏障告知'),
    },
  },
  {
    names: ['put_value', 'putValue'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      deepep('common/handle.cuh', '199-222'),
      'Writes one value: a relaxed system-scope store through NVLink where the rank can be reached, else a GIN value put. Neither is an atomic, and neither publishes other data.',
      '写一个值：可达时经 NVLink 做 system 作用域的 relaxed store，否则做 GIN putValue。两者都不是原子操作，也都不发布其他数据。',
    ),
    wants: WANTS_LOCAL(deepep('common/handle.cuh', '211')),
    cells: {
      address: fact(deepep('common/handle.cuh', '204, 211'), 'translated, or (window, offset)', '翻译后的指针，或（窗口，偏移）'),
      source: fact(deepep('common/handle.cuh', '199-222'), 'none: the value travels in the request', '无：值随请求一起发送'),
      arrival: fact(deepep('common/handle.cuh', '206'), 'polled by the reader', '由读取方轮询'),
    },
  },
  {
    names: ['red_add_rel'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      deepep('common/handle.cuh', '96-120'),
      'Adds with release: `red.release.sys` through NVLink, `.gpu` for the own rank and the rail team, else a GIN signal (VA add).',
      '带 release 的加：经 NVLink 为 `red.release.sys`，本 rank 与 rail team 为 `.gpu`，否则为 GIN signal（VA add）。',
    ),
    wants: WANTS_LOCAL(deepep('common/handle.cuh', '113')),
    caution: fact(deepep('common/handle.cuh', '104-107'), 'one counter can get additions of different scope', '同一计数器可能收到不同作用域的加'),
    cells: {
      address: fact(deepep('common/handle.cuh', '100, 113'), 'translated, or (window, offset)', '翻译后的指针，或（窗口，偏移）'),
      source: fact(deepep('common/handle.cuh', '96-120'), 'none: the value travels in the request', '无：值随请求一起发送'),
      arrival: fact(deepep('common/handle.cuh', '96-120'), 'polled by the reader with acquire', '由读取方以 acquire 轮询'),
    },
  },
  {
    names: ['signal'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      deepep('common/comm.cuh', '155-158'),
      'Adds to a counter of the other rank through the NIC. Orders the puts that this thread made to that rank on this context, nothing else.',
      '经网卡给目标 rank 的计数器加值。只对本线程在同一 context 上发往该 rank 的 put 有序，不保证其他数据。',
    ),
    cells: {
      address: fact(deepep('common/comm.cuh', '158'), 'a signal slot, or (window, offset)', 'signal 槽，或（窗口，偏移）'),
      arrival: fact(deepep('common/comm.cuh', '161-170'), 'polled by the reader with acquire', '由读取方以 acquire 轮询'),
    },
  },
  {
    names: ['flush'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      nccl('nccl_device/gin.h'),
      'Waits until the puts of this context have left the source buffers. It does not tell that the peer has seen them.',
      '等待本 context 的 put 离开源缓冲区。它不表示对端已经看到数据。',
    ),
  },
  {
    names: ['nvshmemx_putmem_nbi_block', 'nvshmemx_putmem_nbi_warp', 'nvshmem_putmem_nbi', 'nvshmemi_ibgda_put_nbi_warp'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      nvshmem('Remote memory access: put'),
      'Starts a copy into the symmetric object on another PE and returns at once. The source may be reused, and the data is at the peer, only after a quiet.',
      '发起到另一个 PE 对称对象的拷贝并立即返回。quiet 之后才能复用源缓冲区，数据也才到达对端。',
    ),
    wants: WANTS_LOCAL(nvshmem('Remote memory access: put')),
  },
  {
    names: ['nvshmem_quiet'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      nvshmem('Memory ordering: quiet'),
      'Waits until all puts that this PE has issued are complete at their targets.',
      '等待本 PE 发起的所有 put 在目标端完成。',
    ),
  },
  {
    names: ['nvshmem_fence'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      nvshmem('Memory ordering: fence'),
      'Orders the puts to each PE before it against those after it. Nothing is complete afterwards.',
      '使发往同一 PE 的 put 按 fence 前后有序。它不表示任何 put 已经完成。',
    ),
  },
  {
    names: ['flush_async', 'flushAsync'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(deepep('common/handle.cuh', '152-163'), 'Starts a flush; `wait` on the request completes it.', '发起一次 flush；对该请求调用 `wait` 才算完成。'),
  },
  {
    names: ['get'],
    kind: 'one-sided',
    approach: 'deepep',
    summary: fact(
      deepep('common/handle.cuh', '126-144'),
      'Asks the NIC to copy from the other rank\'s window into this one. The data is there only after the request is waited for.',
      '让网卡把数据从目标 rank 的窗口拷贝到本 rank。等待该请求之后数据才可用。',
    ),
    wants: fact(deepep('common/handle.cuh', '134-136'), 'two local addresses of symmetric objects', '两个对称对象的本地地址'),
    cells: {
      direction: fact(deepep('common/handle.cuh', '126-144'), 'pull through the NIC', '经网卡拉取'),
      address: fact(deepep('common/handle.cuh', '135-136'), '(window, offset) of both sides', '两端均为（窗口，偏移）'),
      source: fact(deepep('common/handle.cuh', '135'), 'the other rank\'s window', '目标 rank 的窗口'),
      arrival: fact(deepep('common/handle.cuh', '124'), 'after `wait` on the request', '对请求 `wait` 之后'),
    },
  },
  {
    names: ['gpu_barrier'],
    kind: 'barrier',
    approach: 'deepep',
    summary: fact(
      deepep('common/comm.cuh', '208-264'),
      'Drains this thread\'s bulk stores, joins the grid, then the ranks: LSA or world for scale-up, rail for scale-out, each only if its flag and its rank count say so. With both, they run side by side on different SMs and do not make one barrier of all ranks.',
      '先排空本线程的 bulk store，再同步整个 grid，然后同步各 rank：scale-up 为 LSA 或 world，scale-out 为 rail，每一步只在其标志与 rank 数满足时执行。两者同时启用时在不同 SM 上并行执行，并不构成所有 rank 的整体屏障。',
    ),
    level: 'ranks',
    cells: {
      joins: fact(deepep('common/comm.cuh', '232-259'), 'grid; LSA or world; rail', 'grid；LSA 或 world；rail'),
      before: fact(deepep('common/comm.cuh', '219-229'), 'bulk stores drained, grid sync', '排空 bulk store，grid 同步'),
      waits: fact(deepep('common/comm.cuh', '115-119'), 'own word = number of ranks or 0, acquire load', '本地信号字 = rank 数或 0，acquire 读取'),
      'other-domains': fact(deepep('common/comm.cuh', '131-181'), 'GIN signals', 'GIN signal'),
    },
  },
  {
    names: ['nvlink_barrier_wo_local_sync'],
    kind: 'barrier',
    approach: 'deepep',
    summary: fact(
      deepep('common/comm.cuh', '88-129'),
      'Joins the ranks of the NVLink domain: each adds ±1 to a signal word of every rank, and waits for the sum on its own. One SM takes part; the others of the grid are not joined.',
      '同步 NVLink 域内的 rank：每个 rank 给所有 rank 的信号字加 ±1，并在自己的信号字上等待总和。只有一个 SM 参与，grid 中的其他 SM 不被同步。',
    ),
    level: 'ranks',
    cells: {
      joins: fact(deepep('common/comm.cuh', '88-129'), 'the NVLink domain; one SM of each rank', 'NVLink 域；每个 rank 一个 SM'),
      before: fact(deepep('common/comm.cuh', '88-129'), 'nothing: the caller joins the grid', '无：由调用者同步 grid'),
      waits: fact(deepep('common/comm.cuh', '115-119'), 'own word = number of ranks or 0, acquire load', '本地信号字 = rank 数或 0，acquire 读取'),
      'other-domains': fact(deepep('common/comm.cuh', '88-129'), 'none', '无'),
    },
  },
  {
    names: ['gin_barrier_wo_local_sync'],
    kind: 'barrier',
    approach: 'deepep',
    summary: fact(
      deepep('common/comm.cuh', '131-181'),
      'Joins ranks through the NIC: flush, a signal to every rank, then a poll with acquire for the expected count. It releases nothing that was stored through NVLink.',
      '经网卡同步各 rank：flush，向每个 rank 发 signal，再以 acquire 轮询期望值。它不发布经 NVLink 写出的数据。',
    ),
    level: 'ranks',
    cells: {
      joins: fact(deepep('common/comm.cuh', '131-181'), 'world or rail team', 'world 或 rail team'),
      before: fact(deepep('common/comm.cuh', '143-150'), 'flush of all contexts, grid sync', 'flush 所有 context，grid 同步'),
      signal: fact(deepep('common/comm.cuh', '155-158'), 'GIN signal to every rank', '向每个 rank 发 GIN signal'),
      waits: fact(deepep('common/comm.cuh', '161-170'), 'one signal of each rank, acquire load', '每个 rank 一个 signal，acquire 读取'),
      'other-domains': fact(deepep('common/comm.cuh', '131-181'), 'all, through the NIC', '全部经网卡'),
    },
  },
  {
    names: ['scaleup_barrier_wo_local_sync'],
    kind: 'barrier',
    approach: 'deepep',
    summary: fact(deepep('common/comm.cuh', '183-196'), 'The NVLink barrier if scale-up is all NVLink, else the GIN barrier of the world team.', 'scale-up 全为 NVLink 时是 NVLink 屏障，否则是 world team 的 GIN 屏障。'),
    level: 'ranks',
  },
  {
    names: ['scaleout_barrier_wo_local_sync'],
    kind: 'barrier',
    approach: 'deepep',
    summary: fact(deepep('common/comm.cuh', '198-206'), 'The GIN barrier of the rail team.', 'rail team 的 GIN 屏障。'),
    level: 'ranks',
  },
  {
    names: ['nvlink_barrier'],
    kind: 'barrier',
    approach: 'deepgemm',
    summary: fact(
      deepgemm('comm/barrier.cuh', '46-89'),
      'Joins the ranks of the NVLink domain, with a grid sync before and after unless the arguments switch them off. The tag is for the timeout message only: all tags share one counter and two signal words.',
      '同步 NVLink 域内的 rank；除非参数关闭，前后各有一次 grid 同步。tag 只用于超时信息：所有 tag 共用一个计数器和两个信号字。',
    ),
    level: 'ranks',
    cells: {
      joins: fact(deepgemm('comm/barrier.cuh', '46-89'), 'grid; the NVLink domain', 'grid；NVLink 域'),
      before: fact(deepgemm('comm/barrier.cuh', '55-57'), 'grid sync, unless switched off', 'grid 同步，可关闭'),
      waits: fact(deepgemm('comm/barrier.cuh', '72-82'), 'own word = number of ranks or 0, acquire load', '本地信号字 = rank 数或 0，acquire 读取'),
      'other-domains': fact(deepgemm('comm/barrier.cuh', '46-89'), 'none', '无'),
    },
  },
  {
    names: ['grid_sync'],
    kind: 'barrier',
    approach: 'deepgemm',
    summary: fact(
      deepgemm('comm/barrier.cuh', '21-44'),
      'Joins all SMs of this GPU through one counter: SM 0 adds tag − (N − 1), the others 1, and the tag bit flips when all came. No other rank takes part.',
      '经一个计数器同步本 GPU 的所有 SM：SM 0 加 tag − (N − 1)，其余各加 1，全部到达后 tag 位翻转。不涉及其他 rank。',
    ),
    level: 'grid',
  },
  {
    names: ['cluster_sync_with_relaxed_arrive', 'cluster_sync', 'cluster_arrive_relaxed', 'cluster_wait', 'cluster_arrive'],
    kind: 'barrier',
    approach: 'deepgemm',
    summary: fact(
      ptx('barrier.cluster'),
      'Joins the CTAs of the cluster. A relaxed arrive orders no memory: what the other CTA is to see needs a fence or a release of its own.',
      '同步 cluster 内的 CTA。relaxed 的 arrive 不对内存排序：要让另一 CTA 看到数据，需要单独的 fence 或 release。',
    ),
    level: 'cluster',
  },
  {
    names: ['named_barrier', 'sync_aligned', 'sync_unaligned'],
    kind: 'barrier',
    summary: fact(ptx('bar.sync / barrier.sync'), 'Joins some warps of the block at a numbered hardware barrier.', '在编号的硬件屏障上同步线程块中的若干 warp。'),
    level: 'block',
  },
  {
    names: ['__syncthreads'],
    kind: 'barrier',
    summary: fact(ptx('bar.sync 0'), 'Joins all threads of the block, and orders their memory accesses of the generic proxy for each other.', '同步线程块的所有线程，并使它们的 generic proxy 访存相互有序。'),
    level: 'block',
  },
  {
    names: ['nvshmem_barrier_all', 'nvshmemx_barrier_all_block', 'nvshmem_sync_all'],
    kind: 'barrier',
    summary: fact(nvshmem('Collective communication: barrier'), 'Joins all PEs; `barrier` also completes this PE\'s puts, `sync` does not.', '同步所有 PE；`barrier` 还会完成本 PE 的 put，`sync` 不会。'),
    level: 'ranks',
  },
];

const BY_NAME = new Map(APIS.flatMap((facts) => facts.names.map((name) => [name, facts] as const)));

export function apiFacts(name: string): ApiFacts | undefined {
  return BY_NAME.get(name);
}
