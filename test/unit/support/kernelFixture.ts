/** Hand-made kernels for tests of the layout and the panel: plain data in the shape that the analyser gives. */
import type { Finding, GraphEdge, GraphNode, Kernel, Role, Space } from '../../../src/core/schema.js';

const FILE = 'kernels/dispatch_tokens.cuh';
const HANDLE = 'comm/window_handle.cuh';

type NodeSpec = readonly [id: string, label: string, space: Space, line: number, role?: string | undefined, more?: Partial<GraphNode>];
type EdgeSpec = readonly [from: string, to: string, label: string, line: number, more?: Partial<GraphEdge>];

export function node([id, label, space, line, role, more]: NodeSpec): GraphNode {
  const remote = space === 'peer' || space === 'remote';
  return { id, kind: 'memory', label, space, file: FILE, line, column: 5, remote, ...(role === undefined ? {} : { role }), ...more };
}

export function edge([from, to, label, line, more]: EdgeSpec): GraphEdge {
  return { from, to, label, file: FILE, line, ...more };
}

export function kernel(name: string, roles: readonly Role[], nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Kernel {
  return {
    name,
    file: FILE,
    line: 32,
    endLine: 409,
    column: 1,
    roles,
    graph: { nodes, edges },
    pipelines: [],
    barriers: nodes.filter((n) => n.kind === 'barrier').map(({ file, line, label }) => ({ file, line, column: 5, text: label })),
  };
}

const NOTIFY = 'Notify warps';
const DISPATCH = 'Dispatch warps';
const decision: Partial<GraphNode> = { kind: 'decision' };
const barrier: Partial<GraphNode> = { kind: 'barrier' };
const nvlink: Partial<GraphEdge> = { path: 'nvlink' };
const rdma: Partial<GraphEdge> = { path: 'rdma' };

const notifyNodes: readonly GraphNode[] = (
  [
    ['counts', 'expert_count', 'shared', 82, NOTIFY],
    ['reduction', 'notify_reduction', 'own-window', 114, NOTIFY],
    ['count_send', 'count_send', 'own-window', 132, NOTIFY],
    ['team', 'is_same_team<team_t>?', 'unknown', 150, NOTIFY, decision],
    ['rank_count_nvl', 'rank_count @ peer', 'peer', 206, NOTIFY, { file: HANDLE }],
    ['rank_count_rdma', 'rank_count @ peer', 'remote', 209, NOTIFY, { file: HANDLE }],
    ['expert_count_nvl', 'expert_count @ peer', 'peer', 167, NOTIFY],
    ['expert_count_rdma', 'expert_count @ peer', 'remote', 176, NOTIFY],
    ['own_counts', 'own counts', 'own-window', 189, NOTIFY],
    ['host_counts', 'host counters', 'host', 226, NOTIFY],
    ['psum', 'expert_psum', 'global', 253, NOTIFY],
  ] satisfies readonly NodeSpec[]
).map(node);

const notifyEdges: readonly GraphEdge[] = (
  [
    ['topk', 'counts', 'atomicAdd_block', 101, { role: NOTIFY }],
    ['topk', 'counts', 'atomicAdd_block', 106, { role: NOTIFY }],
    ['counts', 'reduction', 'red.gpu', 114, { mechanism: 'red.relaxed.gpu.global.add.s32' }],
    ['reduction', 'team', 'ld.volatile', 124, { condition: 'sm_idx == 0' }],
    ['counts', 'count_send', 'st.global', 132, { condition: 'not kIsScaleupNVLink' }],
    ['team', 'rank_count_nvl', 'st.relaxed.sys', 156, { ...nvlink, condition: 'rank in LSA team' }],
    ['team', 'rank_count_rdma', 'gin.putValue', 156, { ...rdma, condition: 'not in LSA team' }],
    ['counts', 'expert_count_nvl', 'st.relaxed.sys', 167, { ...nvlink, condition: 'kIsScaleupNVLink' }],
    ['count_send', 'expert_count_rdma', 'gin.put', 176, { ...rdma, condition: 'not kIsScaleupNVLink' }],
    ['own_counts', 'counts', 'ld.acquire.sys', 189, { condition: 'sm_idx == 0' }],
    ['counts', 'host_counts', 'st.global', 226, { condition: 'kDoCPUSync' }],
    ['counts', 'psum', 'st.global', 253, { condition: 'warp_idx == 0' }],
    ['counts', 'psum', 'st.global', 256, { condition: 'warp_idx == 1' }],
  ] satisfies readonly EdgeSpec[]
).map(edge);

const dispatchNodes: readonly GraphNode[] = (
  [
    ['x', 'x', 'global', 33],
    ['sf', 'sf', 'global', 33],
    ['topk', 'topk_idx, topk_weights', 'global', 33],
    ['tma', 'tma_buffer', 'shared', 264, DISPATCH, { detail: 'mbarrier: 1 arrival\nkNumHiddenBytes · 357' }],
    ['send', 'send_buffer', 'own-window', 363, DISPATCH],
    ['counter', 'sender_counter', 'own-window', 345, DISPATCH],
    ['slots', 'dst_slot_idx', 'global', 340],
    ['null', 'dst_ptr == nullptr?', 'unknown', 376, DISPATCH, { ...decision, detail: 'get_peer_ptr<team_t> · 374' }],
    ['recv_nvl', 'recv_buffer @ peer', 'peer', 374, DISPATCH],
    ['recv_rdma', 'recv_buffer @ peer', 'remote', 389, DISPATCH],
    ['start', 'gpu_barrier', 'unknown', 74, undefined, { ...barrier, detail: 'grid sync, then the LSA barrier' }],
    ['end', 'gpu_barrier', 'unknown', 398, undefined, { ...barrier, detail: 'bulk drain → grid sync → LSA: red.release.sys at every rank, acquire poll | world: QP flush, device-scope signal. Read by dispatch_copy:90 (next kernel)' }],
  ] satisfies readonly NodeSpec[]
).map(node);

const dispatchEdges: readonly GraphEdge[] = (
  [
    ['x', 'tma', 'bulk load', 289, { role: DISPATCH, mechanism: 'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes' }],
    ['sf', 'tma', 'cp.async', 303, { role: DISPATCH, condition: 'kNumSFPacks > 0' }],
    ['sf', 'tma', 'cp.async', 307, { role: DISPATCH, condition: 'kNumSFPacks > 0' }],
    ['topk', 'tma', 'st.shared', 321, { role: DISPATCH, condition: 'lane_idx < kNumTopk' }],
    ['topk', 'tma', 'st.shared', 323, { role: DISPATCH, condition: 'lane_idx < kNumTopk and topk_weights != nullptr' }],
    ['counter', 'slots', 'atomicAdd', 345, { role: DISPATCH, condition: 'not kReuseSlotIndices and is_first_of_rank' }],
    ['slots', 'null', 'ld.global', 340, { role: DISPATCH, condition: 'kReuseSlotIndices' }],
    ['tma', 'null', 'mbarrier wait', 358],
    ['tma', 'send', 'bulk store', 366, { condition: 'not kIsScaleupNVLink', mechanism: 'cp.async.bulk.global.shared::cta.bulk_group' }],
    ['null', 'recv_nvl', 'bulk store', 377, { ...nvlink, condition: 'dst_ptr != nullptr', mechanism: 'cp.async.bulk.global.shared::cta.bulk_group' }],
    ['null', 'send', 'yes', 388, { ...rdma, condition: 'dst_ptr == nullptr and slot >= 0' }],
    ['send', 'recv_rdma', 'gin.put', 389, { ...rdma, condition: 'not kIsScaleupNVLink and slot >= 0 and dst_ptr == nullptr', mechanism: 'GIN put, after bulk wait_group.read 1 (384)' }],
  ] satisfies readonly EdgeSpec[]
).map(edge);

const dispatchRoles: readonly Role[] = [
  { name: NOTIFY, condition: 'warp_idx < kNumNotifyWarps', line: 80, endLine: 258 },
  { name: DISPATCH, condition: 'else (warp_idx >= kNumNotifyWarps)', line: 260, endLine: 394 },
];

/** A dispatch kernel with two roles and, in each, an NVLink and an RDMA path. */
export const dispatchKernel: Kernel = kernel(
  'dispatch_tokens',
  dispatchRoles,
  [...dispatchNodes, ...notifyNodes],
  [...notifyEdges, ...dispatchEdges],
);

/** The same without an RDMA path: the null arm leads to nowhere. */
export const gapKernel: Kernel = kernel(
  'dispatch_without_fallback',
  dispatchRoles,
  [
    ...dispatchNodes.filter((n) => n.id !== 'recv_rdma' && n.id !== 'send'),
    node(['nowhere', 'no RDMA path', 'unknown', 376, DISPATCH, { kind: 'gap', detail: 'rows for ranks outside the NVLink domain are lost' }]),
  ],
  [
    ...dispatchEdges.filter((e) => e.to !== 'recv_rdma' && e.to !== 'send'),
    edge(['null', 'nowhere', 'nothing is written', 376, { gap: true, condition: 'dst_ptr == nullptr', role: DISPATCH }]),
  ],
);

const LOAD = 'Bulk-load warp';
const MMA = 'MMA warp';
const EPILOGUE = 'Epilogue warps';

/** A matrix-multiply kernel with three roles that hand shared and tensor memory on, and a peer write-back. */
export const gemmKernel: Kernel = kernel(
  'gemm_and_combine',
  [
    { name: LOAD, condition: 'warp_idx == 0', line: 120, endLine: 180 },
    { name: MMA, condition: 'warp_idx == 1', line: 181, endLine: 240 },
    { name: EPILOGUE, condition: 'warp_idx >= kNumNonEpilogueWarps', line: 260, endLine: 390 },
  ],
  (
    [
      ['a', 'tensor_map_a', 'global', 35],
      ['b', 'tensor_map_b', 'global', 36],
      ['smem_a', 'smem_a[kNumStages]', 'shared', 90],
      ['smem_b', 'smem_b[kNumStages]', 'shared', 91],
      ['tmem', 'accumulator', 'tensor', 95],
      ['acc', 'values', 'register', 300, EPILOGUE],
      ['smem_cd', 'smem_cd', 'shared', 92, EPILOGUE],
      ['peer', 'combine_buffer @ peer', 'peer', 372, EPILOGUE],
      ['odd', 'opaque pointer', 'unknown', 380, EPILOGUE],
      ['sync', 'bar.sync 1', 'unknown', 340, EPILOGUE, { kind: 'barrier', detail: 'epilogue warps only' }],
      ['cluster', 'cluster_sync', 'unknown', 110, undefined, { kind: 'barrier' }],
      ['final', 'nvlink_barrier', 'unknown', 400, undefined, { kind: 'barrier', detail: 'release at system scope, then poll' }],
    ] satisfies readonly NodeSpec[]
  ).map(node),
  (
    [
      ['a', 'smem_a', 'TMA load', 150, { role: LOAD }],
      ['b', 'smem_b', 'TMA load', 152, { role: LOAD }],
      ['smem_a', 'tmem', 'tcgen05.mma', 210, { role: MMA }],
      ['smem_b', 'tmem', 'tcgen05.mma', 210, { role: MMA }],
      ['tmem', 'acc', 'tcgen05.ld', 300, { role: EPILOGUE }],
      ['acc', 'smem_cd', 'st.shared', 330, { role: EPILOGUE }],
      ['smem_cd', 'peer', 'st.global', 372, { role: EPILOGUE, path: 'nvlink', condition: 'token_idx < num_tokens' }],
      ['smem_cd', 'odd', 'st.global', 380, { role: EPILOGUE }],
    ] satisfies readonly EdgeSpec[]
  ).map(edge),
);

/** A kernel with `count` memory nodes in a chain of stages, spread over `roleCount` roles. */
export function largeKernel(count: number, roleCount = 4): Kernel {
  const roles = Array.from({ length: roleCount }, (_, i) => ({ name: `role ${i}`, condition: `warp_idx == ${i}`, line: 50 + i * 80, endLine: 129 + i * 80 }));
  const spaces: readonly Space[] = ['global', 'shared', 'own-window', 'peer'];
  const nodes = Array.from({ length: count }, (_, i) =>
    node([`n${i}`, `object_${i}`, spaces[Math.floor(i / roleCount) % spaces.length] ?? 'unknown', 50 + i, `role ${i % roleCount}`]),
  );
  const edges = nodes.slice(roleCount).map((to, i) => {
    const from = nodes[i % 3 === 0 ? Math.max(0, i - roleCount) : i] ?? to;
    return edge([from.id, to.id, 'st.global', 60 + i, to.space === 'peer' ? nvlink : {}]);
  });
  return kernel(`large_${count}`, roles, nodes, edges);
}

export const findings: readonly Finding[] = [
  {
    rule: 'order.weak-flag',
    level: 'warning',
    confidence: 'approximate',
    why: 'the world team is one of two instantiations',
    file: FILE,
    line: 398,
    column: 9,
    endLine: 398,
    endColumn: 20,
    message: 'NVLink stores are not released at system scope before `gpu_barrier` signals on the world arm.',
    related: [
      { file: FILE, line: 377, column: 21, text: 'bulk store to the peer' },
      { file: HANDLE, line: 104, column: 9, text: 'signal at device scope' },
    ],
    fixes: ['Raise the scope to system'],
  },
];

export const gapFindings: readonly Finding[] = [
  {
    rule: 'null.missing-fallback',
    level: 'error',
    confidence: 'certain',
    file: FILE,
    line: 376,
    column: 13,
    endLine: 376,
    endColumn: 30,
    message: '`dst_ptr` can be null here, and no RDMA path writes the row for ranks outside this NVLink domain.',
    related: [{ file: FILE, line: 374, column: 30, text: '`get_peer_ptr<World>` returns null' }],
    fixes: ['Insert the RDMA fallback'],
  },
];
