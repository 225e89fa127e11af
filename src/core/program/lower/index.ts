export { lowerFile } from './lowerFile.js';
export type { TreeSource } from './treeSource.js';
