/** Terms that a hover explains where they stand in code or comments. */
import { deepep, fact, nccl, nvshmem, ptx, type Fact } from './types.js';

export interface Term {
  /** The words that mean it, as written in code and comments; compared exactly. */
  readonly names: readonly string[];
  readonly title: string;
  readonly fact: Fact;
}

export const GLOSSARY: readonly Term[] = [
  {
    names: ['LSA', 'lsa', 'ncclTeamTagLsa', 'ncclTeamLsa'],
    title: 'LSA, load/store accessible',
    fact: fact(
      nccl('nccl_device/core.h'),
      'NCCL\'s team of the ranks whose memory this GPU can load and store directly: one NVLink domain. A rank of this team is an index in the domain, not a world rank.',
      'NCCL 的一个 team：本 GPU 可以直接 load/store 其内存的所有 rank，即一个 NVLink 域。该 team 的 rank 是域内编号，不是 world rank。',
    ),
  },
  {
    names: ['ncclTeamTagWorld', 'ncclTeamWorld'],
    title: 'World team',
    fact: fact(
      nccl('nccl_device/core.h'),
      'All ranks of the communicator. Only some of them can be loaded and stored directly: a translation for a world rank can have no answer.',
      '通信域中的全部 rank。其中只有一部分可以直接 load/store，因此对 world rank 的指针翻译可能没有结果。',
    ),
  },
  {
    names: ['ncclTeamTagRail', 'ncclTeamRail'],
    title: 'Rail team',
    fact: fact(
      nccl('nccl_device/core.h'),
      'The ranks with the same index in their own LSA team (stride = LSA size). A rank of this team is therefore the index of the NVLink domain; no rail peer but this rank itself is reachable through NVLink.',
      '在各自 LSA team 中编号相同的 rank（步长 = LSA 大小）。因此该 team 的 rank 就是 NVLink 域的编号；除本 rank 外，没有任何 rail 对端可以经 NVLink 访问。',
    ),
  },
  {
    names: ['GIN', 'Gin', 'ncclGin', 'ncclGin_t'],
    title: 'GIN, GPU-initiated networking',
    fact: fact(
      nccl('nccl_device/gin.h'),
      'NCCL\'s device API for one-sided puts, gets and signals through the NIC from inside a kernel. It addresses memory as (window, offset), not by pointer.',
      'NCCL 的设备端 API：在 kernel 内部经网卡发起单边 put、get 和 signal。它用（window，偏移）寻址，而不是用指针。',
    ),
  },
  {
    names: ['IBGDA', 'ibgda'],
    title: 'IBGDA, InfiniBand GPUDirect Async',
    fact: fact(
      nvshmem('IBGDA transport'),
      'The GPU itself writes the NIC\'s work queue and rings its doorbell; no CPU thread takes part in a transfer.',
      'GPU 自己写网卡的工作队列并敲门铃，传输过程中没有 CPU 线程参与。',
    ),
  },
  {
    names: ['TMA', 'tma'],
    title: 'TMA, tensor memory accelerator',
    fact: fact(
      ptx('Data movement: cp.async.bulk'),
      'The asynchronous copy engine behind `cp.async.bulk…`. Loads into shared memory complete on an mbarrier; stores out of it complete by bulk groups (`commit_group`, then `wait_group`).',
      '`cp.async.bulk…` 背后的异步拷贝引擎。写入共享内存的 load 通过 mbarrier 完成；从共享内存写出的 store 通过 bulk group 完成（`commit_group`，然后 `wait_group`）。',
    ),
  },
  {
    names: ['mbarrier'],
    title: 'mbarrier',
    fact: fact(
      ptx('Parallel synchronization: mbarrier'),
      'A barrier object in shared memory: a phase bit, an arrival count and a count of outstanding transaction bytes. A phase completes when both counts reach zero; a waiter names the parity of the phase it waits for.',
      '共享内存中的屏障对象：一个相位位、一个到达计数、一个未完成事务字节计数。两个计数都归零时该相位完成；等待方需指明所等待相位的奇偶。',
    ),
  },
  {
    names: ['elect_one_sync'],
    title: 'elect_one_sync',
    fact: fact(
      ptx('Parallel synchronization: elect.sync'),
      'True in one thread of the warp, chosen by the hardware. All threads of the mask must reach it.',
      '在 warp 中恰有一个由硬件选出的线程得到真。掩码中的所有线程都必须执行到这里。',
    ),
  },
  {
    names: ['lsa_base_ptr'],
    title: 'lsa_base_ptr',
    fact: fact(
      deepep('common/handle.cuh', '34, 60'),
      'One address: this rank\'s own base of the symmetric window. Subtracted from a local pointer it gives the offset in the window; it is not a table of the peers\' bases.',
      '一个地址：本 rank 对称窗口的基址。本地指针减去它得到窗口内偏移；它不是各对端基址的表。',
    ),
  },
  {
    names: ['symmetric_memory', 'SymmetricMemory'],
    title: 'Symmetric memory',
    fact: fact(
      nvshmem('Memory model'),
      'One allocation on each rank with the same layout, mapped into every peer that can reach it. The mappings of the peers have different addresses: that is why pointers are translated.',
      '各 rank 上布局相同的一块分配，并映射到每个可达的对端。各对端映射的地址不同，因此指针需要翻译。',
    ),
  },
  {
    names: ['NVLink'],
    title: 'NVLink',
    fact: fact(
      { document: 'NVIDIA data sheets of H100, H200 and B200' },
      'The link between GPUs of a domain. About 900 GB/s both ways on H100 and H200 (18 links), about 1.8 TB/s on B200 (18 links); links are not peers: through switches a domain has 8 to 72 GPUs. A store takes about 1 to 2 µs. The source shows none of this.',
      '域内 GPU 之间的链路。H100、H200 双向约 900 GB/s（18 条链路），B200 约 1.8 TB/s（18 条链路）；链路数不是对端数：经交换机一个域可有 8 至 72 个 GPU。一次 store 约 1～2 µs。源码中看不出这些。',
    ),
  },
  {
    names: ['RDMA', 'InfiniBand'],
    title: 'RDMA',
    fact: fact(
      { document: 'InfiniBand Trade Association, roadmap' },
      'Access to memory of another node through the NIC, without its processors. About 25 GB/s for each port of HDR InfiniBand, about 50 GB/s of NDR; a put takes about 5 to 10 µs. The source shows none of this.',
      '经网卡访问另一节点的内存，对方处理器不参与。HDR InfiniBand 每端口约 25 GB/s，NDR 约 50 GB/s；一次 put 约 5～10 µs。源码中看不出这些。',
    ),
  },
  {
    names: ['proxy'],
    title: 'Proxy',
    fact: fact(
      ptx('Memory consistency model: proxies'),
      'The way that an access takes to memory: generic for ordinary instructions, async for copy engines. A barrier does not order accesses of different proxies; a proxy fence does.',
      '访问内存所走的通路：普通指令为 generic，拷贝引擎为 async。屏障不对不同 proxy 的访问定序，proxy fence 才会。',
    ),
  },
];
