/**
 * The two approaches, row by row: what a comparison shows for the side that is not in the workspace. It is said
 * of a project as a whole, never of a site: what a site does comes from the source at hand, or from its function's own facts.
 */
import type { Text } from './language.js';
import { deepep, deepgemm, fact, type Fact, type Project } from './types.js';

/** `barrier`: among ranks; `levels`: barriers of one GPU, level by level. */
export type Topic = 'pointer' | 'reachability' | 'one-sided' | 'barrier' | 'levels';
export type Aspect =
  | 'translate' | 'null' | 'cost' | 'direction' | 'no-nvlink' | 'published'
  | 'asks' | 'lsa' | 'world' | 'rail'
  | 'address' | 'source' | 'arrival'
  | 'joins' | 'before' | 'signal' | 'waits' | 'other-domains'
  | 'ranks' | 'grid' | 'cluster' | 'block';

/** What the data movement is for; found by role, since each project does the same in another way. */
export type Purpose = 'dispatch' | 'combine' | 'control';

export const ASPECT_LABELS: Readonly<Record<Aspect, Text>> = {
  translate: { en: 'translate', 'zh-cn': '地址翻译' },
  null: { en: 'null', 'zh-cn': '空值' },
  cost: { en: 'cost', 'zh-cn': '开销' },
  direction: { en: 'data', 'zh-cn': '数据方向' },
  'no-nvlink': { en: 'no NVLink', 'zh-cn': '无 NVLink 时' },
  published: { en: 'published by', 'zh-cn': '由谁发布' },
  asks: { en: 'asked', 'zh-cn': '如何判断' },
  lsa: { en: 'LSA', 'zh-cn': 'LSA' },
  world: { en: 'world', 'zh-cn': 'world' },
  rail: { en: 'rail', 'zh-cn': 'rail' },
  address: { en: 'address', 'zh-cn': '地址' },
  source: { en: 'source', 'zh-cn': '源缓冲区' },
  arrival: { en: 'arrival', 'zh-cn': '到达' },
  joins: { en: 'joins', 'zh-cn': '同步范围' },
  before: { en: 'before it', 'zh-cn': '之前' },
  signal: { en: 'signal', 'zh-cn': '信号' },
  waits: { en: 'waits for', 'zh-cn': '等待' },
  'other-domains': { en: 'other domains', 'zh-cn': '其他域' },
  ranks: { en: 'ranks', 'zh-cn': 'rank 间' },
  grid: { en: 'grid', 'zh-cn': 'grid' },
  cluster: { en: 'CTA pair', 'zh-cn': 'CTA 对' },
  block: { en: 'warps of a block', 'zh-cn': '块内 warp' },
};

/** Rows of each topic, in the order in which they are shown. */
export const TOPIC_ASPECTS: Readonly<Record<Topic, readonly Aspect[]>> = {
  pointer: ['translate', 'null', 'cost', 'direction', 'no-nvlink', 'published'],
  reachability: ['asks', 'lsa', 'world', 'rail', 'no-nvlink'],
  'one-sided': ['direction', 'address', 'source', 'arrival'],
  barrier: ['joins', 'before', 'signal', 'waits', 'other-domains'],
  levels: ['ranks', 'grid', 'cluster', 'block'],
};

type Cells = Readonly<Partial<Record<Aspect, Fact>>>;

const HANDLE = 'common/handle.cuh';
const COMM = 'common/comm.cuh';
const SYM = 'layout/sym_buffer.cuh';
const BARRIER = 'comm/barrier.cuh';
const MEGA_MOE = 'impls/sm100_fp8_fp4_mega_moe.cuh';

const CELLS: Readonly<Record<Project, Readonly<Record<Topic, Cells>>>> = {
  deepep: {
    pointer: {
      translate: fact(deepep(HANDLE, '87-90'), 'window offset → `ncclGetLsaPointer`', '窗口偏移 → `ncclGetLsaPointer`'),
      null: fact(deepep(HANDLE, '63-92'), 'world: outside the NVLink domain; rail: any rank but its own; LSA: never', 'world：不在 NVLink 域内；rail：除自身外全部；LSA：从不'),
      cost: fact(deepep(HANDLE, '76-90'), 'range test, constant loads, multiply-add', '范围判断、常量读取、乘加'),
      'no-nvlink': fact(deepep('impls/dispatch.cuh', '381-393'), 'send buffer + `gin.put`', '发送缓冲区 + `gin.put`'),
      published: fact(deepep(COMM, '208-264'), '`gpu_barrier`', '`gpu_barrier`'),
    },
    reachability: {
      asks: fact(deepep(HANDLE, '37-54'), '`is_nvlink_accessible<team>`', '`is_nvlink_accessible<team>`'),
      lsa: fact(deepep(HANDLE, '39-41'), 'always', '总是可达'),
      world: fact(deepep(HANDLE, '46-47'), 'ranks of this NVLink domain', '本 NVLink 域内的 rank'),
      rail: fact(deepep(HANDLE, '52'), 'only this rank itself', '仅本 rank 自身'),
      'no-nvlink': fact(deepep('impls/dispatch.cuh', '381-393'), 'RDMA: `gin.put`', 'RDMA：`gin.put`'),
    },
    'one-sided': {
      direction: fact(deepep(HANDLE, '175-198'), 'push through the NIC: `gin.put`', '经网卡推送：`gin.put`'),
      address: fact(deepep(HANDLE, '187-188'), '(window, offset) of both sides', '两端均为（窗口，偏移）'),
      source: fact(deepep('impls/dispatch.cuh', '363-386'), 'own send buffer, bulk store waited for first', '本地发送缓冲区，先等待 bulk store 完成'),
      arrival: fact(deepep(COMM, '131-181'), 'flush + signal, polled with acquire', 'flush + signal，以 acquire 轮询'),
    },
    barrier: {
      joins: fact(deepep(COMM, '232-259'), 'grid; LSA or world; rail', 'grid；LSA 或 world；rail'),
      before: fact(deepep(COMM, '219-229'), 'bulk stores drained, grid sync', '排空 bulk store，grid 同步'),
      signal: fact(deepep(COMM, '102-106'), '±1 to every rank, `red.release.sys`', '向每个 rank 加 ±1，`red.release.sys`'),
      waits: fact(deepep(COMM, '115-119'), 'own word = number of ranks or 0, acquire load', '本地信号字 = rank 数或 0，acquire 读取'),
      'other-domains': fact(deepep(COMM, '131-181'), 'GIN signals', 'GIN signal'),
    },
    levels: {
      ranks: fact(deepep(COMM, '208-264'), '`gpu_barrier`', '`gpu_barrier`'),
      grid: fact(deepep(COMM, '226, 263'), '`this_grid().sync()`', '`this_grid().sync()`'),
      block: fact(deepep('common/ptx.cuh'), '`named_barrier` (`bar.sync id, n`)', '`named_barrier`（`bar.sync id, n`）'),
    },
  },
  deepgemm: {
    pointer: {
      translate: fact(deepgemm(SYM, '38'), '`p + offsets[r]`', '`p + offsets[r]`'),
      null: fact(deepgemm(SYM, '33-40'), 'never; must be inside the domain', '从不；必须在域内'),
      cost: fact(deepgemm(SYM, '38'), 'indexed parameter load, one add', '带下标的参数读取、一次加法'),
      'no-nvlink': fact(deepgemm(SYM, '33-40'), 'not supported', '不支持'),
      published: fact(deepgemm(BARRIER, '46-89'), '`nvlink_barrier`', '`nvlink_barrier`'),
    },
    reachability: {
      asks: fact(deepgemm(SYM, '33-40'), 'not at all: all ranks must share the domain', '不判断：所有 rank 必须同域'),
      lsa: fact(deepgemm(SYM, '33-40'), 'always', '总是可达'),
      world: fact(deepgemm(SYM, '33-40'), 'taken for granted', '视为可达'),
      rail: fact(deepgemm(SYM, '33-40'), 'no such team', '没有该 team'),
      'no-nvlink': fact(deepgemm(SYM, '33-40'), 'not supported', '不支持'),
    },
    'one-sided': {
      direction: fact(deepgemm(MEGA_MOE, '535-558'), 'no RDMA; peers pull through NVLink', '没有 RDMA；对端经 NVLink 拉取'),
      address: fact(deepgemm(SYM, '38'), 'a mapped pointer', '映射后的指针'),
      source: fact(deepgemm(MEGA_MOE, '535-558'), 'the peer\'s input buffer, no copy', '对端的输入缓冲区，无中间拷贝'),
      arrival: fact(deepgemm(MEGA_MOE, '535-558'), 'mbarrier of the bulk load', 'bulk load 的 mbarrier'),
    },
    barrier: {
      joins: fact(deepgemm(BARRIER, '46-89'), 'grid; the NVLink domain', 'grid；NVLink 域'),
      before: fact(deepgemm(BARRIER, '55-57'), 'grid sync, unless switched off', 'grid 同步，可关闭'),
      signal: fact(deepgemm(BARRIER, '67-68'), '±1 to every rank, `red.release.sys`', '向每个 rank 加 ±1，`red.release.sys`'),
      waits: fact(deepgemm(BARRIER, '72-82'), 'own word = number of ranks or 0, acquire load', '本地信号字 = rank 数或 0，acquire 读取'),
      'other-domains': fact(deepgemm(BARRIER, '46-89'), 'none', '无'),
    },
    levels: {
      ranks: fact(deepgemm(BARRIER, '46-89'), '`nvlink_barrier`', '`nvlink_barrier`'),
      grid: fact(deepgemm(BARRIER, '21-44'), '`grid_sync`: one counter, its top bit flips', '`grid_sync`：一个计数器，最高位翻转'),
      cluster: fact(deepgemm(BARRIER, '14-19'), '`cluster_sync_with_relaxed_arrive`', '`cluster_sync_with_relaxed_arrive`'),
      block: fact(deepgemm('ptx/utils.cuh'), '`sync_aligned`, `sync_unaligned`', '`sync_aligned`、`sync_unaligned`'),
    },
  },
};

/** How each project moves data through a translated pointer. */
const MOVEMENT: Readonly<Record<Project, Readonly<Record<Purpose, Fact>>>> = {
  deepep: {
    dispatch: fact(deepep('impls/dispatch.cuh', '371-378'), 'push: bulk store, shared → peer', '推送：bulk store，共享内存 → 对端'),
    combine: fact(deepep('impls/combine.cuh', '94-143'), 'push: bulk store, shared → peer', '推送：bulk store，共享内存 → 对端'),
    control: fact(deepep(HANDLE, '96-120, 199-222'), '`st.relaxed.sys`, `red.release.sys`', '`st.relaxed.sys`、`red.release.sys`'),
  },
  deepgemm: {
    dispatch: fact(deepgemm(MEGA_MOE, '535-558'), 'pull: bulk load, peer → shared', '拉取：bulk load，对端 → 共享内存'),
    combine: fact(deepgemm(MEGA_MOE, '1213-1231'), 'push: ordinary 16-byte stores', '推送：普通 16 字节 store'),
    control: fact(deepgemm(MEGA_MOE, '378-399'), 'ordinary stores, `atom.sys.add`', '普通 store、`atom.sys.add`'),
  },
};

/** A cell of the comparison; undefined: nothing is known for that row. */
export function knownCell(project: Project, topic: Topic, aspect: Aspect, purpose: Purpose): Fact | undefined {
  if (topic === 'pointer' && aspect === 'direction') return MOVEMENT[project][purpose];
  return CELLS[project][topic][aspect];
}

export function otherProject(project: Project): Project {
  return project === 'deepep' ? 'deepgemm' : 'deepep';
}
