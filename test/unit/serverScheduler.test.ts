import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScheduler } from '../../src/server/analysis/scheduler.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(wanted: readonly string[], onVisit: (path: string) => void = () => undefined) {
  const events: string[] = [];
  const scheduler = createScheduler({
    delay: 150,
    wanted: () => wanted,
    visit(path) {
      events.push(path);
      onVisit(path);
    },
    afterwards: () => wanted.slice(0, 2).map((path) => () => void events.push(`after ${path}`)),
    onStart: () => events.push('start'),
    onEnd: (finished) => events.push(finished ? 'end' : 'cut'),
    onIdle: () => events.push('idle'),
  });
  return { events, scheduler };
}

test('waits for a pause, then visits the edited file before the others', async () => {
  const { events, scheduler } = setUp(['a', 'b', 'c']);
  scheduler.touch('b');
  await vi.advanceTimersByTimeAsync(100);
  scheduler.touch('c');
  await vi.advanceTimersByTimeAsync(149);
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(events).toEqual(['start', 'c', 'b', 'a', 'end', 'after a', 'after b', 'idle']);
});

test('an edit during a run ends it after the file at hand, and a new run follows', async () => {
  const { events, scheduler } = setUp(['a', 'b', 'c'], (path) => {
    if (path === 'b' && !events.includes('cut')) scheduler.touch('c');
  });
  scheduler.touch('a');
  await vi.advanceTimersByTimeAsync(400);
  expect(events).toEqual(['start', 'a', 'b', 'cut', 'start', 'c', 'a', 'b', 'end', 'after a', 'after b', 'idle']);
});

test('idle resolves when everything is visited; nothing runs after dispose', async () => {
  const { events, scheduler } = setUp(['a']);
  await scheduler.idle();
  scheduler.touch();
  const idle = scheduler.idle();
  await vi.advanceTimersByTimeAsync(200);
  await idle;
  expect(events).toEqual(['start', 'a', 'end', 'after a', 'idle']);
  scheduler.touch();
  scheduler.dispose();
  await vi.advanceTimersByTimeAsync(1000);
  expect(events).toHaveLength(5);
});
