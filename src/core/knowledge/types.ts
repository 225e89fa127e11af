/** The shape of what is known about the two approaches. Every statement carries where it was read. */
import type { Text } from './language.js';

/** DeepEP translates and may answer null; DeepGEMM adds an offset and never does. */
export type Project = 'deepep' | 'deepgemm';

export const PROJECT_NAMES: Readonly<Record<Project, string>> = { deepep: 'DeepEP', deepgemm: 'DeepGEMM' };

/** A place in a public repository at a commit, or a section of a public document. */
export interface Source {
  readonly document: string;
  readonly commit?: string;
  readonly path?: string;
  readonly lines?: string;
}

/** A statement in our own words. Its text is Markdown: code in backticks, nothing else. */
export interface Fact {
  readonly text: Text;
  readonly source: Source;
}

/** Short for the sources below. */
export const deepep = (path: string, lines?: string): Source => ({
  document: 'deepseek-ai/DeepEP',
  commit: 'dd758ca',
  path: `deep_ep/include/deep_ep/${path}`,
  ...(lines === undefined ? {} : { lines }),
});

export const deepgemm = (path: string, lines?: string): Source => ({
  document: 'deepseek-ai/DeepGEMM',
  commit: '54e2261',
  path: `deep_gemm/include/deep_gemm/${path}`,
  ...(lines === undefined ? {} : { lines }),
});

export const nccl = (path: string): Source => ({ document: 'NVIDIA/nccl 2.30 device headers', path });
export const ptx = (section: string): Source => ({ document: 'PTX ISA 9.0', path: section });
export const nvshmem = (section: string): Source => ({ document: 'NVSHMEM API reference', path: section });

export const fact = (source: Source, en: string, zhCn: string): Fact => ({ text: { en, 'zh-cn': zhCn }, source });
