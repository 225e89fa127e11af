/** V8 complains on the standard error about flags that it does not know. */
import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMPACT, garbageCollection, lateOptimization, SMALL_HEAP, smallHeap } from '../../src/host/tiering.js';

const set = (v8: string, electron?: string): readonly string[] => [...lateOptimization({ v8, electron }), ...smallHeap({ v8, electron })].map((flag) => flag.split('=')[0] ?? '');

describe('collection of garbage on demand', () => {
  afterEach(() => { vi.unstubAllGlobals(); });

  it('is not there in a process without the flags', () => {
    vi.stubGlobal('gc', undefined);
    expect(garbageCollection()).toBeUndefined();
  });

  it('is not done again while the heap has not grown', () => {
    const gc = vi.fn();
    vi.stubGlobal('gc', gc);
    const memory = vi.spyOn(process, 'memoryUsage');
    const heap = (heapTotal: number): void => { memory.mockReturnValue({ rss: 0, heapTotal, heapUsed: 0, external: 0, arrayBuffers: 0 }); };
    const collect = garbageCollection();
    heap(100);
    collect?.();
    heap(101);
    collect?.();
    expect(gc).toHaveBeenCalledTimes(1);
    heap(103);
    collect?.();
    expect(gc).toHaveBeenCalledTimes(2);
    memory.mockRestore();
  });
});

describe('flags of the virtual machine', () => {
  it.each([
    ['Node 20', '11.3.244.8-node.33', '--interrupt-budget'],
    ['Node 21', '11.8.172.17-node.20', '--invocation-count-for-turbofan'],
    ['Node 22', '12.4.254.21-node.57', '--invocation-count-for-turbofan'],
    ['Node 24', '13.6.233.17-node.63', '--invocation-count-for-turbofan'],
    ['Node 26', '14.6.202.34-node.34', '--invocation-count-for-turbofan'],
  ])('of %s', (_, v8, flag) => {
    expect(set(v8)).toEqual([flag, '--heap-growing-percent', '--liftoff-only']);
  });

  it('are left alone in Electron, and where they may have other names', () => {
    expect(set('13.6.233.17-electron.0', '37.2.3')).toEqual([]);
    expect(set('10.2.154.26-node.39')).toEqual([]);
    expect(set('14.7.1.1')).toEqual([]);
    expect(set('')).toEqual([]);
  });

  it('are known to the Node that runs this', () => {
    const known = new Set(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).match(/^ +--[\w-]+/gmu)?.map((line) => line.trim()));
    expect(known.size).toBeGreaterThan(100);
    const flags = [...set(process.versions.v8), ...SMALL_HEAP.map((flag) => flag.split('=')[0] ?? ''), `--${COMPACT}`];
    expect(flags.filter((flag) => !known.has(flag))).toEqual([]);
  });
});
