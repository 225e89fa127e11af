import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../examples');

/** The sources of an example project: paths relative to it, with their text. */
export function readExample(project: string): readonly (readonly [file: string, text: string])[] {
  const root = path.join(EXAMPLES, project);
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:cuh|hpp)$/.test(file)).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]);
}
