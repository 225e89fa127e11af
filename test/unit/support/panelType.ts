/** The view type of the panel, read from the source: importing it would need VS Code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = readFileSync(join(import.meta.dirname, '../../../src/extension/panel/index.ts'), 'utf8');
export const KERNEL_PANEL_TYPE = /KERNEL_PANEL = '([^']+)'/u.exec(source)?.[1] ?? '';
