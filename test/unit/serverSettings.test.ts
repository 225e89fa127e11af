import { expect, test } from 'vitest';
import { isDeviceCode } from '../../src/server/analysis/deviceCode.js';
import { createRestartPolicy } from '../../src/extension/restartPolicy.js';
import { parseSettings } from '../../src/server/settings.js';

test('settings are taken as they are meant', () => {
  const settings = parseSettings({
    analyze: 'workspace', language: 'zh-cn', cudaArch: 900, timeLimit: 1000, defines: ['A=1'], attributeMacros: ['MY_DEVICE'], exclude: ['gen/**'],
    includeThirdParty: true, codeLens: { enabled: false }, inlayHints: { enabled: true }, inactiveRegions: { enabled: false },
    rules: { pointer: { unchecked: 'off', 'rank-space': 'hint' }, order: { 'weak-flag': 'error' } },
  });
  expect(settings).toEqual({
    analyze: 'workspace', language: 'zh-cn', codeLens: false, inlayHints: true, semanticTokens: 'auto', inactiveRegions: false, exclude: ['gen/**'], includeThirdParty: true,
    analysis: {
      cudaArch: 900, timeLimit: 1000, defines: ['A=1'], attributeMacros: ['MY_DEVICE'],
      levels: { 'pointer.unchecked': 'off', 'pointer.rank-space': 'hint', 'order.weak-flag': 'error' },
    },
  });
});

test.each([undefined, null, 3, 'x', [], {}, { rules: 'off', exclude: 'x', cudaArch: 'sm_90', timeLimit: -1, codeLens: 1, language: 'fr', defines: [1, null] }])(
  'of the wrong type they count as absent: %j',
  (section) => {
    expect(parseSettings(section)).toEqual(parseSettings(undefined));
  },
);

test('a settings tree that is nested without end is cut', () => {
  const rules: Record<string, unknown> = {};
  rules['a'] = rules;
  expect(parseSettings({ rules }).analysis.levels).toEqual({});
});

test('device code is known by its name or by what is in it', () => {
  expect(isDeviceCode('a/b.cu', '')).toBe(true);
  expect(isDeviceCode('a/b.CUH', '')).toBe(true);
  expect(isDeviceCode('a/b.h', 'CUTLASS_DEVICE void f();')).toBe(true);
  expect(isDeviceCode('a/b.hpp', '#include <nvshmem.h>')).toBe(true);
  expect(isDeviceCode('a/b.cpp', 'int device = 3; // a __device')).toBe(false);
});

test('a server that crashes is started again, but not for ever', () => {
  let time = 0;
  const policy = createRestartPolicy(() => time);
  expect([1, 2, 3, 4, 5].map(() => policy.crashed())).toEqual([true, true, true, true, false]);
  policy.forget();
  expect(policy.crashed()).toBe(true);
  for (let i = 0; i < 20; i++) {
    time += 60_000;
    expect(policy.crashed()).toBe(true);
  }
});
