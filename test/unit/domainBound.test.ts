import { describe, expect, it } from 'vitest';
import { saysOneDomain } from '../../src/core/rules/domainBound.js';

describe('a bound on the number of ranks', () => {
  it.each([
    'assert(num_ranks <= num_ranks_per_domain);',
    'static_assert(kNumRanks == kNumGpusPerNode, "one node");',
    'CHECK(world_size > 1 && world_size <= local_world_size);',
    'CHECK(comm.lsaSize == comm.nRanks);',
    'CHECK(num_ranks <= NUM_MAX_NVL_PEERS);',
    'CHECK(num_ranks <= 8);',
    'assert(8 <= num_ranks_per_domain);',
    'CHECK(num_rdma_ranks == 1);',
    'if (kNumRanks > num_ranks_in_nvlink_domain)\n throw std::invalid_argument("");',
    'if (n_pes != node_npes or n_pes == 0) { return false; }',
  ])('is seen in %s', (text) => {
    expect(saysOneDomain(text, ['CHECK'])).toBe(true);
  });

  it.each([
    'assert(num_ranks <= kMaxRanks);',
    'assert(num_ranks <= 72);',
    'assert(num_ranks >= 1);',
    'assert(num_ranks == 1 or has_nic);',
    'assert(1 <= num_local_ranks);',
    'assert(num_ranks % 8 == 0);',
    'assert(num_tokens_per_rank <= 8);',
    'assert(local_rank < num_local_ranks);',
    'if (num_ranks == 1) return;',
    'if (num_ranks > 8 and not has_nic) throw 1;',
    'if (num_ranks <= num_local_ranks) direct();',
    'other(num_ranks <= num_local_ranks);',
  ])('is not seen in %s', (text) => {
    expect(saysOneDomain(text, ['CHECK'])).toBe(false);
  });
});
