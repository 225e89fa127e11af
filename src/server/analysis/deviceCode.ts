/** Which files are worth an analysis. Most C++ has nothing to do with GPUs, and must not cost its editor anything. */

/** What device code is written with, and the names of the libraries that give symmetric memory. */
const MARKS = /__(?:global|device|shared)__|__launch_bounds__|\b(?:CUTLASS|CUTE|NVSHMEMI?|NCCL)_\w+|nvshmem|nccl|rocshmem/u;
const CUDA_NAME = /\.cuh?$/iu;

export function isDeviceCode(path: string, text: string): boolean {
  return CUDA_NAME.test(path) || MARKS.test(text);
}
