/** What differs between the processes that the server runs in (Node, a web worker, a test). */
import type { Analyzer } from '../core/analyzer.js';
import type { FileSystem } from './workspace/fileSystem.js';

export interface ServerHost {
  readonly version: string;
  createAnalyzer(): Promise<Analyzer>;
  /** The file system for a scheme that the process can read by itself. */
  fileSystem(scheme: string): FileSystem | undefined;
  /** Collects garbage now and gives memory back, which takes some 0.1 s; undefined where the process cannot. */
  readonly collectGarbage?: (() => void) | undefined;
}
