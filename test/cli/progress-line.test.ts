/** What is said of how far a call has got. */
import { expect, it } from 'vitest';
import { progressLine } from '../../server/src/cli/progress-line.ts';
import { processWorld } from '../../server/src/cli/world.ts';

it.each([
  [1, 300, 2, '[1/300]'],
  [12, 300, 4, '[12/300] 3.0 files/s, 1:36 left'],
  [100, 100_100, 2, '[100/100100] 50 files/s, 33:20 left'],
  [100, 360_100, 100, '[100/360100] 1.0 files/s, 100:00:00 left'],
  [5, 300, 0, '[5/300]'],
])('%d of %d after %d s', (done, total, seconds, expected) => {
  let [now, told] = [0, ''];
  const world = { ...processWorld(), progress: true, now: () => now, err: (text: string) => (told = text) };
  const line = progressLine(total, world);
  now = seconds * 1000;
  line.show(done);
  expect(told).toBe(`\r${expected}\u001b[K`);
});
