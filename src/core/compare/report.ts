/** The whole comparison of two projects, computed from their source. */
import { text } from './cells.js';
import type { ProjectInput } from './input.js';
import type { ComparisonReport, ProjectSummary } from './model.js';
import { barrierSection } from './sections/barriers.js';
import { claimSection } from './sections/claims.js';
import { designSection } from './sections/design.js';
import { fileSection } from './sections/files.js';
import { kernelSection } from './sections/kernels.js';
import { lengthSection } from './sections/lengths.js';
import { movementSection } from './sections/movement.js';
import { overviewSection } from './sections/overview.js';
import { pipelineSection } from './sections/pipelines.js';
import { termSection } from './sections/terms.js';
import { translationSection } from './sections/translation.js';

export function compareProjects(projects: readonly [ProjectInput, ProjectInput], version: string): ComparisonReport {
  const [first, second] = projects;
  return {
    schema: 1, tool: { name: 'symscope', version },
    title: text(`${first.name} and ${second.name}: symmetric memory, from source`, `${first.name} 与 ${second.name}：由源码得出的对称内存对比`),
    projects: [summaryOf(first), summaryOf(second)],
    sections: [
      overviewSection(projects), translationSection(projects), kernelSection(first, 0), kernelSection(second, 1), movementSection(projects),
      barrierSection(projects), pipelineSection(projects), claimSection(projects), lengthSection(projects), designSection(projects), fileSection(projects), termSection(),
    ],
  };
}

function summaryOf({ name, prefix, files, kernels, sites }: ProjectInput): ProjectSummary {
  return { name, prefix, files: files.length, kernels: kernels.length, sites: sites.length };
}
