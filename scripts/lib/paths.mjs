/** Where things are, relative to the repository. */
import path from 'node:path';
import { readFileSync } from 'node:fs';

export const root = path.resolve(import.meta.dirname, '../..');
export const dist = path.join(root, 'dist');
export const cache = path.join(root, '.cache');
export const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
export const vsix = path.join(root, `${manifest.name}-${manifest.version}.vsix`);

export function fromRoot(...parts) {
  return path.join(root, ...parts);
}
