/** Two projects compared: read them, compare them, render the comparison. Also which site does what another does. */
export { counterpartsOf, representative, type AroundOf } from './counterparts.js';
export { forPicture } from './exchange.js';
export { purposeOf, type Around } from './purpose.js';
export { readProject, readProjects, type ProjectInput } from './input.js';
export type { Block, Cell, Claim, Claims, ComparisonReport, Diagram, Flow, ProjectSummary, Section, Step, Steps, Table } from './model.js';
export { compareProjects } from './report.js';
export { renderHtml, type HtmlOptions } from './render/html.js';
export { renderMarkdown, type RenderOptions } from './render/markdown.js';
export { href as lineAddress } from './render/words.js';
