/** What the global set-up hands to the tests. */
import { inject } from 'vitest';

export interface Environment {
  /** Of the VS Code host, without a path. */
  readonly address: string;
  /** Process that the host's other processes descend from. */
  readonly pid: number;
  /** Private to this run; workspaces of tests go below it. */
  readonly folder: string;
  /** A copy of examples/. */
  readonly workspace: string;
  /** Screenshots and logs, kept after the run. */
  readonly artifacts: string;
  readonly browser: string;
  readonly browserFlags: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    e2e: Environment;
  }
}

export const environment: Environment = inject('e2e');
