/**
 * Which kernels' graphs have been made. A graph is made on first use and can take as long as the analysis of the file, so that
 * what must answer at once (a hover) asks here first, for kernels other than its own.
 */
import type { Kernel } from '../../core/schema.js';
import type { Guard } from '../guard.js';

export interface Drawn {
  readonly isDrawn: (kernel: Kernel) => boolean;
  /** Makes the graph; a failure counts as made, since another try would fail again. */
  readonly draw: (kernel: Kernel) => void;
}

export function createDrawn(guard: Guard): Drawn {
  const drawn = new WeakSet<Kernel>();
  return Object.freeze({
    isDrawn: (kernel: Kernel) => drawn.has(kernel),
    draw(kernel: Kernel) {
      drawn.add(kernel);
      guard.run('kernel graph', undefined, () => kernel.graph);
    },
  });
}
