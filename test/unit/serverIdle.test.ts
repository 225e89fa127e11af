import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdle } from '../../src/server/analysis/idle.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work is done once for each rest that is long enough', () => {
  const work = vi.fn();
  const idle = createIdle(2000, work);
  idle.rest();
  vi.advanceTimersByTime(1999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('what begins meanwhile puts it off until the next rest', () => {
  const work = vi.fn();
  const idle = createIdle(2000, work);
  idle.rest();
  vi.advanceTimersByTime(1500);
  idle.busy();
  vi.advanceTimersByTime(60_000);
  expect(work).not.toHaveBeenCalled();
  idle.rest();
  vi.advanceTimersByTime(2000);
  expect(work).toHaveBeenCalledTimes(1);
});
