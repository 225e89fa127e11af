/** Tests that never wait for anything would keep the runner's messages waiting, which it takes for a dead process after a minute. */
import { afterEach } from 'vitest';
import { setImmediate } from 'node:timers/promises';

afterEach(() => setImmediate());
