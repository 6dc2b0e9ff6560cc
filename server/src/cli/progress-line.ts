/** How far a call has got, on a line of its own on standard error that comes and goes. */
import type { World } from './world.ts';

/** Files behind which a rate means something. */
const FIRST_RATE = 3;

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
  if (done < FIRST_RATE || !(seconds > 0)) return '';
  const rate = done / seconds;
  return ` ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} files/s, ${clock(left / rate)} left`;
}

/** `1:33`, `2:05:00`. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
