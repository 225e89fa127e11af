/**
 * What marks code that drives the NIC itself (IBGDA: the GPU writes work requests and rings the doorbell). The bodies are
 * in the workspace; the types, the device state and the opcodes of the work requests say what they are for.
 * Facts: NVSHMEM `device_host_transport/nvshmem_common_ibgda.h`; rdma-core `providers/mlx5/mlx5dv.h`.
 */
import type { CatalogData, SymbolEntry, TypeEntry } from './types.js';
import type { OneSidedOperation } from './types.js';
import type { Access } from '../schema.js';

const IBGDA = 'NVSHMEM device_host_transport/nvshmem_common_ibgda.h';
const MLX5 = 'rdma-core providers/mlx5/mlx5dv.h';

type Role = 'queue-pair' | 'completion-queue' | 'state' | 'key' | 'request';
const type = (name: string, role: Role, source: string): TypeEntry => ({ name, family: 'ibgda', role: { kind: 'rdma', role }, source });

const IBGDA_TYPES: Readonly<Record<string, Role>> = {
  nvshmemi_ibgda_device_qp: 'queue-pair', nvshmemi_ibgda_device_qp_v1: 'queue-pair', nvshmemi_ibgda_device_qp_t: 'queue-pair',
  nvshmemi_ibgda_device_qp_management: 'queue-pair', nvshmemi_ibgda_device_qp_management_t: 'queue-pair',
  nvshmemi_ibgda_device_cq: 'completion-queue', nvshmemi_ibgda_device_cq_t: 'completion-queue',
  nvshmemi_ibgda_device_dct: 'queue-pair', nvshmemi_ibgda_device_dct_t: 'queue-pair',
  nvshmemi_ibgda_device_state: 'state', nvshmemi_ibgda_device_state_t: 'state',
  nvshmemi_ibgda_device_key: 'key', nvshmemi_ibgda_device_key_t: 'key',
};
const MLX5_TYPES: Readonly<Record<string, Role>> = {
  mlx5_wqe_ctrl_seg: 'request', mlx5_wqe_raddr_seg: 'request', mlx5_wqe_data_seg: 'request', mlx5_wqe_inl_data_seg: 'request',
  mlx5_wqe_atomic_seg: 'request', mlx5_cqe64: 'completion-queue',
};

const opcode = (name: string, operation: OneSidedOperation, access: Access): SymbolEntry => ({
  name, family: 'ibgda', role: { kind: 'rdma-opcode', operation, access }, source: MLX5,
});

export const RDMA: CatalogData = {
  entries: [],
  types: [
    ...Object.entries(IBGDA_TYPES).map(([name, role]) => type(name, role, IBGDA)),
    ...Object.entries(MLX5_TYPES).map(([name, role]) => type(name, role, MLX5)),
  ],
  symbols: [
    { name: 'nvshmemi_ibgda_device_state_d', family: 'ibgda', role: { kind: 'rdma-state' }, source: IBGDA },
    opcode('MLX5_OPCODE_RDMA_WRITE', 'put', 'remote-store'),
    opcode('MLX5_OPCODE_RDMA_WRITE_IMM', 'put-signal', 'remote-store'),
    opcode('MLX5_OPCODE_RDMA_READ', 'get', 'remote-load'),
    opcode('MLX5_OPCODE_ATOMIC_CS', 'atomic', 'remote-atomic'),
    opcode('MLX5_OPCODE_ATOMIC_FA', 'atomic', 'remote-atomic'),
    opcode('MLX5_OPCODE_ATOMIC_MASKED_CS', 'atomic', 'remote-atomic'),
    opcode('MLX5_OPCODE_ATOMIC_MASKED_FA', 'atomic', 'remote-atomic'),
  ],
};
