import { expect, test } from 'vitest';
import { relativeAddress } from '../../src/server/workspace/relativeAddress.js';

test.each([
  ['file:///a/b', 'file:///a/b/c.cuh', 'c.cuh'],
  ['file:///a/b/', 'file:///a/d/e%20f.cuh', '../d/e%20f.cuh'],
  ['file:///a/b', 'file:///x.cuh', '../../x.cuh'],
  ['file:///a/b', 'file:///a/b', '../b'],
  ['file:///C%3A/a', 'file:///c:/b/x.cuh', '../b/x.cuh'],
  ['file:///c:/a', 'file:///d:/a/x.cuh', 'file:///d%3A/a/x.cuh'],
  ['file:///a', 'vscode-vfs://github/a/x.cuh', 'vscode-vfs://github/a/x.cuh'],
  ['vscode-vfs://github/a', 'vscode-vfs://github/b/中#.cuh', '../b/%E4%B8%AD%23.cuh'],
])('from %s to %s', (folder, document, expected) => {
  expect(relativeAddress(folder, document.replace('#', '%23'))).toBe(expected);
});
