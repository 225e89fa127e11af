/** Draws the kernels of a report. A bundle of its own: it brings the layout engine. */
import { forPicture, lineAddress, type ComparisonReport, type Diagram, type ProjectInput, type RenderOptions } from '../core/compare/index.js';
import type { Kernel } from '../core/schema.js';
import { toSvg } from '../panel/export/svg.js';
import { layoutKernel } from '../server/layout.js';
import { flowPicture } from './flowPicture.js';
import { ON_PAPER } from './paper.js';
import { kernelPicture } from './picture.js';

export { DRAWING_STYLE } from './picture.js';

/** One kernel as a file of its own: what the panel exports at the level that suits the kernel's size, in colours for paper. */
export async function drawKernel(kernel: Kernel): Promise<string> {
  return toSvg(await layoutKernel(kernel, { toggled: [] }), kernel.name, ON_PAPER);
}

/** SVG by the id of the diagram. */
export async function drawReport(report: ComparisonReport, projects: readonly Pick<ProjectInput, 'kernels'>[], { language, addressOf }: RenderOptions): Promise<ReadonlyMap<string, string>> {
  const kernels = projects.flatMap((project) => project.kernels);
  const drawings = new Map<string, string>();
  for (const diagram of diagramsOf(report)) {
    const { id, caption, kernel: place } = diagram;
    const kernel = kernels.find(({ file, line }) => file === place?.file && line === place.line);
    const options = { title: caption[language].replaceAll('`', ''), href: ({ file, line }: { readonly file: string; readonly line: number }): string => lineAddress({ file, line }, addressOf) };
    if (kernel) drawings.set(id, await kernelPicture(forPicture(kernel), { detail: 'overview', language, ...options }));
    else if (diagram.spaces) drawings.set(id, await flowPicture(diagram, options));
  }
  return drawings;
}

function diagramsOf({ sections }: ComparisonReport): Diagram[] {
  return sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'diagram'));
}
