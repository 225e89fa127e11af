import type { Node } from '../../source/parser.js';

/**
 * Gives the root of the file's tree for the length of a call. The owner may have dropped the tree and parse anew;
 * undefined: there is no tree (parsing was given up). No Node may leave `use`.
 */
export interface TreeSource {
  withTree<T>(use: (root: Node) => T): T | undefined;
}
