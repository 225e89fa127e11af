/** Which names on a disk are sources of ours, and which directories are not worth entering. Shared by the CLI and the server. */

/** Lower-case extensions of C, C++ and CUDA sources, without the dot. */
export const SOURCE_EXTENSIONS: readonly string[] = [
  'cu', 'cuh', 'h', 'hpp', 'hh', 'hxx', 'inl', 'inc', 'ipp', 'c', 'cc', 'cpp', 'cxx',
];

/** Directories that hold copies of other projects. Entered only on request: they are large, and not the reader's to change. */
const THIRD_PARTY = new Set(['third-party', 'third_party', 'thirdparty', '3rdparty', '3rd-party', '3rd_party']);

/** Directories that hold installed packages or build products. */
const GENERATED = new Set(['node_modules', 'build', 'dist', '_build', '_deps', '_skbuild', '__pycache__', 'site-packages', 'venv']);
const GENERATED_PREFIXES = ['build-', 'build_', 'cmake-build', 'bazel-'];

export type DirectoryKind = 'sources' | 'third-party' | 'generated';

/** What a directory is, by its own name (not its path). Every hidden directory (`.git`, `.venv`, …) counts as generated. */
export function directoryKind(name: string): DirectoryKind {
  const lower = name.toLowerCase();
  if (THIRD_PARTY.has(lower)) return 'third-party';
  if (lower.startsWith('.') || GENERATED.has(lower)) return 'generated';
  return GENERATED_PREFIXES.some((prefix) => lower.startsWith(prefix)) ? 'generated' : 'sources';
}

export function isSourceName(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && SOURCE_EXTENSIONS.includes(name.slice(dot + 1).toLowerCase());
}
