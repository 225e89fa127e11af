import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';

/** `copy` has another one of its name, with fewer arguments, that writes its first one: it is not the one that is meant. */
const SOURCE = `
struct Registers { __device__ static void copy(const void*& into, int& second) { into = nullptr; second = 1; } };
struct Stage { float rows[4][128]; uint64_t full[4]; };

__device__ void load(const void* map, uint64_t* barrier, float* rows, int row) {
  for (int i = 0; i < 4; ++i)
    cute::SM90_TMA_LOAD_2D::copy(map, barrier, 0, rows + i * 32, i, row);
}

__global__ void stage_rows(const __grid_constant__ CUtensorMap first, const __grid_constant__ CUtensorMap second, const __grid_constant__ CUtensorMap out, int phase) {
  extern __shared__ uint8_t raw[];
  auto& stage = *reinterpret_cast<Stage*>(raw);
  const auto map = phase == 1 ? &second : &first;
  load(map, &stage.full[0], stage.rows[0], 0);
  cute::SM90_TMA_STORE_2D::copy(&out, stage.rows[0], 0, 0);
}
`;

describe('copies through tensor maps', () => {
  it('are edges between shared memory and the memory that the map is of, for each map that it can be', async () => {
    const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
    analyzer.setFile('stage.cu', SOURCE);
    const [kernel] = analyzer.analyze('/').kernels;
    analyzer.dispose();
    const node = (id: string) => kernel?.graph.nodes.find((each) => each.id === id);
    const shown = (id: string): string => `${node(id)?.label ?? ''} (${node(id)?.space ?? ''})`;
    expect(kernel?.graph.edges.map(({ line, from, to, condition }) => `${line} ${shown(from)} -> ${shown(to)} ${condition ?? ''}`.trim()).sort()).toEqual([
      '14 first (global) -> stage (shared) not phase == 1', '14 second (global) -> stage (shared) phase == 1', '15 stage (shared) -> out (global)',
    ]);
  });
});
