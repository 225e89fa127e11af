/** PTX in asm strings has the theme's colours in CUDA's real grammar. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gotoLine, lineColours } from './support/editor.js';
import { environment } from './support/environment.js';
import { useTheme } from './support/theme.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, screenshot, type Workbench } from './support/workbench.js';
import { workspaceAt } from './support/workspace.js';

const PTX = 'mini-ep/include/mini_ep/ptx.cuh';
const LOAD = 'ld.acquire.sys.global.s32 %0, [%1];';

let window: Workbench;
let line: number;

beforeAll(async () => {
  window = await openWorkbench({ file: PTX });
  ({ line } = workspaceAt(environment.workspace).find(PTX, LOAD));
});
afterAll(async () => {
  await window.close();
});

describe.each(['light', 'dark', 'contrast'] as const)('%s theme', (theme) => {
  test('opcode, qualifiers, type, operand and constraint differ', async () => {
    await useTheme(window.page, theme);
    await gotoLine(window.page, line);
    const colours = await waitFor(
      'colours of the PTX',
      () => lineColours(window.page, line),
      (found) => found.get('ld') !== undefined && found.get('ld') !== found.get('.s32'),
    );
    await screenshot(window.page, `highlight-${theme}`);
    // Neighbours of one colour are one piece.
    const parts = ['ld', '.acquire.sys.global', '.s32', '%0', '"=r"'].map((text) => colours.get(text));
    expect(parts).not.toContain(undefined);
    expect(new Set(parts).size).toBe(parts.length);
  });
});
