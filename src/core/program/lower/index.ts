export { lowerFile, type LowerableView } from './lowerFile.js';
export type { TreeSource } from './treeSource.js';
