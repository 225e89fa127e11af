export { lowerFile, type LowerOptions } from './lowerFile.js';
export type { TreeSource } from './treeSource.js';
