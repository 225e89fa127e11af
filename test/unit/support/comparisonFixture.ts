/** A hand-made comparison for the Compare view, with text of a hostile source in it. */
import type { Cell } from '../../../src/core/compare/model.js';
import type { TemplateValue } from '../../../src/core/schema.js';
import type { KernelComparisonAnswer, KernelPlace } from '../../../src/panel/compare/model.js';
import { pullKernel } from './syncFixture.js';

const { file } = pullKernel;
const OTHER = 'peer/impls/dispatch.cuh';
const both = (words: string) => ({ en: words, 'zh-cn': words });
const cell = (words: string, place?: KernelPlace, more?: readonly Cell[]): Cell => ({ text: both(words), places: place ? [{ ...place, column: 3 }] : [], ...(more ? { more } : {}) });

export const HOSTILE = '<img src=x onerror=alert(1)>';

const choices = [
  { name: 'dispatch_kernel', project: 'mini-ep', file: OTHER, line: 20, work: ['dispatch', 'control'], alike: true },
  { name: 'combine_kernel', project: 'mini-ep', file: 'peer/impls/combine.cuh', line: 12, work: ['combine'], alike: true },
  { name: 'send_counts_kernel', project: 'mini-ep', file: 'peer/impls/counts.cuh', line: 9, work: ['control'], alike: false },
] as const;

export function comparisonWith(other?: KernelPlace, given?: readonly TemplateValue[]): KernelComparisonAnswer {
  const chosen = Math.max(0, choices.findIndex((each) => each.file === other?.file && each.line === other.line));
  const partner = choices[chosen] ?? choices[0];
  return {
    state: 'compared', work: ['dispatch', 'combine'], counterparts: choices, chosen,
    comparison: {
      kernels: [
        { project: 'mini-gemm', name: pullKernel.name, place: { file, line: pullKernel.line, column: 1 }, ...(given ? { given } : {}) },
        { project: partner.project, name: partner.name, place: { file: partner.file, line: partner.line, column: 1 } },
      ],
      tables: [
        {
          id: 'translation', title: { en: 'Translating a pointer', 'zh-cn': '指针翻译' },
          rows: [{ aspect: { en: 'null', 'zh-cn': '空值' }, cells: [cell('never'), cell('when `rank != self`', { file: 'peer/handle.cuh', line: 56 })], differs: true }],
        },
        {
          id: 'paths', title: { en: 'Paths to and from peers', 'zh-cn': '与对端之间的路径' },
          rows: [{
            aspect: both('NVLink'), differs: true,
            cells: [cell(`\`${HOSTILE}\` → \`staged\`: \`cp.async.bulk\``, { file, line: 108 }), cell('`staged` → `recv_buffer @ peer`', { file: partner.file, line: 103 }, [cell('`count` → `recv_count @ peer`', { file: partner.file, line: 51 })])],
          }],
        },
        { id: 'barriers', title: { en: 'Barriers', 'zh-cn': '屏障' }, rows: [{ aspect: { en: 'all threads of a block', 'zh-cn': '线程块内的全部线程' }, cells: [cell('`__syncthreads`', { file, line: 52 }), cell('`__syncthreads`', { file: partner.file, line: 39 })], differs: false }] },
      ],
    },
  };
}
