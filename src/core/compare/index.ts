/** Two projects compared: read them, compare them, render the comparison. Also two kernels side by side, and which place does what another does. */
export { counterpartsOf, representative, type AroundOf } from './counterparts.js';
export { aroundIn, exchangeKernels, forPicture, movementsOf } from './exchange.js';
export { counterpartKernels, workOf, type KernelCounterpart, type KernelIn } from './kernelCounterparts.js';
export { purposeOf, type Around } from './purpose.js';
export { projectReader, readProject, readProjects, type ProjectInput } from './input.js';
export type { Block, Cell, Claim, Claims, ComparedKernel, ComparisonReport, Diagram, Flow, KernelComparison, ProjectSummary, Section, SideRow, SideTable, Step, Steps, Table } from './model.js';
export { counterpartAt, type PlaceCounterpart, type Span } from './placeCounterparts.js';
export { compareProjects } from './report.js';
export { compareKernels } from './sideBySide.js';
export { renderHtml, type HtmlOptions } from './render/html.js';
export { renderMarkdown, type RenderOptions } from './render/markdown.js';
export { below, href as lineAddress, pieces, type AddressOf } from './render/words.js';
