/** How fast files are done, and when all of them will be. */

/** Files behind which a rate means something. */
const FIRST_RATE = 3;

export interface Pace {
  /** Files in a second. */
  readonly rate: string;
  /** `1:33`, `2:05:00`. */
  readonly left: string;
}

/** Null: there is no telling yet. */
export function paceOf(done: number, left: number, seconds: number): Pace | null {
  if (done < FIRST_RATE || !(seconds > 0)) return null;
  const rate = done / seconds;
  return { rate: rate < 10 ? rate.toFixed(1) : String(Math.round(rate)), left: clock(left / rate) };
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
