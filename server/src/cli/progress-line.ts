/** How far a call has got, on a line of its own on standard error that comes and goes. */
import { paceOf } from '../render/index.ts';
import type { World } from './world.ts';

export interface Progress {
  show(done: number): void;
  clear(): void;
}

/** `[12/300] 3.1 files/s, 1:33 left`. Nothing where standard error is no terminal, or for a single file. */
export function progressLine(total: number, world: World): Progress {
  const started = world.now();
  let shown = false;
  return {
    show(done) {
      if (!world.progress || total < 2 || done >= total) return;
      world.err(`\r[${done}/${total}]${rateText(done, total - done, (world.now() - started) / 1000)}\u001b[K`);
      shown = true;
    },
    clear() {
      if (shown) world.err('\r\u001b[K');
      shown = false;
    },
  };
}

function rateText(done: number, left: number, seconds: number): string {
  const pace = paceOf(done, left, seconds);
  return pace === null ? '' : ` ${pace.rate} files/s, ${pace.left} left`;
}
