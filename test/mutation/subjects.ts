/** The correct code that faults are seeded into: repaired fixtures, traps, cases and the samples without their gaps. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadFixtures, sharedHeaders, type SourceText } from '../unit/support/fixtures.js';

export interface Workspace {
  readonly name: string;
  /** All its files. */
  readonly files: readonly SourceText[];
  /** Those that are mutated; each is judged by what is found in any file that includes it. */
  readonly subjects: readonly SourceText[];
}

/** A header that is code of the kernels rather than an API under them: a fault there is one of each kernel that includes it. */
const HELPER = 'include/mini/stage.cuh';

/** A fixture is a workspace of its own, with the headers that it may include; the samples are one. */
export function workspaces(): readonly Workspace[] {
  const shared = sharedHeaders();
  const isClean = (path: string): boolean => path.endsWith('.good.cu') || path.startsWith('traps/');
  const fixtures = loadFixtures().filter(({ path }) => isClean(path));
  const samples = readSamples();
  return [
    ...fixtures.map((fixture) => ({ name: fixture.path, files: [...shared, ...fixture.headers, fixture], subjects: [fixture, ...shared.filter(({ path }) => path === HELPER && fixture.text.includes(path.replace('include/', '')))] })),
    { name: 'examples', files: samples, subjects: samples.filter(({ path }) => !path.includes('/gaps/')) },
  ];
}

function readSamples(): readonly SourceText[] {
  const root = fileURLToPath(new URL('../../examples', import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:cuh|hpp)$/u.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));
}
