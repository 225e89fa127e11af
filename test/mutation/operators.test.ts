/** What operators change, and where they leave the code alone. */
import { describe, expect, it } from 'vitest';
import { testParser } from '../unit/support/grammar.js';
import { applyEdits, parseCode } from './code.js';
import { OPERATORS } from './operators/index.js';

const HEADER = `
MINI_DEVICE void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
MINI_DEVICE void wait() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
MINI_DEVICE void store(void* dst, const void* src) { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;" ::"l"(dst), "r"(src) : "memory"); }
MINI_DEVICE void red_add_rel_sys(int* ptr, int value) { asm volatile("red.release.sys.global.add.s32 [%0], %1;" ::"l"(ptr), "r"(value) : "memory"); }
`;

/** The lines that the mutants of an operator change, as they are afterwards; white space made one blank. */
async function mutants(name: string, body: string): Promise<string[]> {
  const text = `${HEADER}__global__ void kernel(Gin gin, int* cell, int dst_rank, int value) {\n${body}\n}\n`;
  const code = parseCode(await testParser(), 'kernel.cu', new Map([['kernel.cu', text]]));
  const changes = OPERATORS.find((operator) => operator.name === name)?.changes(code) ?? [];
  const flat = (whole: string): string[] => whole.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const before = flat(text);
  const found = changes.filter(({ length }) => length > 0).map((edits) => flat(applyEdits(text, edits)).filter((line, i) => line !== before[i]).join(' | '));
  code.dispose();
  return found;
}

const WORLD = 'int* const peer = gin.get_sym_ptr<ncclTeamTagWorld>(cell, dst_rank);\n';
const LSA = 'int* const peer = gin.get_sym_ptr<ncclTeamTagLsa>(cell, dst_rank);\n';

describe('applyEdits', () => {
  it('keeps the lines where they are', () => {
    expect(applyEdits('a\nb\nc', [{ start: 0, end: 4, text: 'x' }])).toBe('x\n\nc');
  });
});

describe('drop-null-test', () => {
  const drop = (body: string): Promise<string[]> => mutants('drop-null-test', body);

  it.each([
    ['keeps the arm for the pointer', `${WORLD}if (peer != nullptr) *peer = value; else gin.put(1);`, '*peer = value;'],
    ['takes an exit out', `${WORLD}if (peer == nullptr) return;\n*peer = value;`, ';'],
    ['makes a part of a condition true', `${WORLD}if (value > 0 and peer != nullptr) *peer = value;`, 'if (value > 0 and true) *peer = value;'],
    ['keeps a pointer that the condition declares', 'if (int* p = gin.get_sym_ptr<ncclTeamTagWorld>(cell, dst_rank)) *p = value;', 'if (int* p = gin.get_sym_ptr<ncclTeamTagWorld>(cell, dst_rank); true) *p = value;'],
    ['knows a bool that asked', 'const bool direct = gin.is_nvlink_accessible<ncclTeamTagWorld>(dst_rank);\nif (direct) *gin.get_sym_ptr<ncclTeamTagWorld>(cell, dst_rank) = value;', '*gin.get_sym_ptr<ncclTeamTagWorld>(cell, dst_rank) = value;'],
  ])('%s', async (_, body, after) => {
    expect(await drop(body)).toEqual([after]);
  });

  it.each([
    ['a pointer that is never null', `${LSA}if (peer != nullptr) *peer = value;`],
    ['a test that guards nothing', `${WORLD}if (peer != nullptr) ++value;`],
    ['another pointer', `${WORLD}if (cell != nullptr) *cell = value;`],
  ])('leaves alone %s', async (_, body) => {
    expect(await drop(body)).toEqual([]);
  });
});

describe('invert-null-test', () => {
  it.each([['peer != nullptr', 'peer == nullptr'], ['peer', 'not peer']])('%s', async (before, after) => {
    expect(await mutants('invert-null-test', `${WORLD}if (${before}) *peer = value;`)).toEqual([`if (${after}) *peer = value;`]);
  });
});

describe('rank spaces', () => {
  it('swaps a bound, and leaves what is reduced again', async () => {
    const body = 'for (int i = 0; i < gin.team_lsa.nRanks; ++i)\n*gin.get_sym_ptr<ncclTeamTagLsa>(cell, i) = value;\nconst int next = (gin.team_lsa.rank + 1) % gin.team_lsa.nRanks;\n*gin.get_sym_ptr<ncclTeamTagLsa>(cell, next) = value;';
    expect(await mutants('world-rank-in-the-domain', body)).toEqual([
      'for (int i = 0; i < gin.team_world.nRanks; ++i)', 'const int next = (gin.team_lsa.rank + 1) % gin.team_world.nRanks;',
    ]);
  });
});

describe('bulk groups', () => {
  it('drops a commit that the wait rests on', async () => {
    expect(await mutants('drop-commit', 'store(cell, row);\ncommit();\nwait();')).toEqual([';']);
  });

  it('leaves a commit that another stands in for', async () => {
    expect(await mutants('drop-commit', 'store(cell, row);\ncommit();\ncommit();\nwait();')).toEqual([]);
  });

  it('lets as many groups stay open as there are', async () => {
    expect(await mutants('raise-count-before-put', 'store(send, row);\ncommit();\nstore(cell, row);\ncommit();\nwait();\ngin.put(cell, send, 16, dst_rank);')).toEqual(['asm volatile("cp.async.bulk.wait_group 2;" ::: "memory");']);
  });
});

describe('scopes', () => {
  it('narrows a release at a peer', async () => {
    expect(await mutants('release-in-device-scope', `${LSA}red_add_rel_sys(peer, 1);`)).toEqual(['asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(peer), "r"(1) : "memory");']);
  });

  it.each([['the own memory', 'red_add_rel_sys(cell, 1);'], ['the own rank', 'red_add_rel_sys(gin.get_sym_ptr<ncclTeamTagLsa>(cell, gin.team_lsa.rank), 1);']])('leaves alone %s', async (_, body) => {
    expect(await mutants('release-in-device-scope', body)).toEqual([]);
  });
});

describe('barriers', () => {
  it('keeps some threads away, unless the count may be theirs', async () => {
    expect(await mutants('barrier-for-some', '__syncthreads();\nasm volatile("bar.sync 1, 64;" ::: "memory");\nnamed_barrier(value);')).toEqual([
      'if (threadIdx.x % 32 == 3) __syncthreads();', 'if (threadIdx.x % 32 == 3) asm volatile("bar.sync 1, 64;" ::: "memory");',
    ]);
  });

  it('takes one of two that match', async () => {
    expect(await mutants('drop-matching-barrier', 'if (value > 0) {\n__syncthreads();\n} else {\n__syncthreads();  // second\n}')).toEqual([';', '; // second']);
  });
});

describe('texts', () => {
  it('takes the clobber with its colon', async () => {
    expect(await mutants('drop-memory-clobber', 'asm volatile("fence.acq_rel.sys;" ::: "memory");')).toContain('asm volatile("fence.acq_rel.sys;" ::);');
  });

  it('widens the product', async () => {
    expect(await mutants('widen-the-product', '*(cell + static_cast<int64_t>(value) * dst_rank) = 1;')).toEqual(['*(cell + static_cast<int64_t>((value) * dst_rank)) = 1;']);
  });
});
