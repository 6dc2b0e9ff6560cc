/** Sources to measure with: generated, the same in every run. */
import { random } from '../differential/random.ts';
import { generate } from '../differential/shapes.ts';
import { ordinary } from './ordinary.ts';

/** Classes whose loops have one path, over all integer types with their wrap-around, and those with several. */
export const COUNTED = ['counted'];
export const MULTI_PATH = ['phases', 'chase', 'leapfrog', 'flags', 'resets', 'exits'];

/** So many functions of the classes in turn. */
export function functions(count: number, shapes: readonly string[], seed: string): readonly string[] {
  const source = random(seed);
  return Array.from(
    { length: count },
    (_, k) => generate(shapes[k % shapes.length] ?? '', `f${k}`, source.fork(String(k))).source,
  );
}

/** A file of about so many lines with ordinary loops; one in ten has several paths where that is wanted. */
export function file(lines: number, multiPath: boolean, seed = 'file'): string {
  const plain = ordinary(lines, seed);
  const several = multiPath ? functions(Math.ceil(lines / 100), MULTI_PATH, `${seed} several`) : [];
  const parts: string[] = [];
  for (let k = 0, length = 0; length < lines; k++) {
    const text = `${(k % 10 === 9 ? several[(k - 9) / 10] : undefined) ?? plain[k] ?? ''}\n`;
    parts.push(text);
    length += text.split('\n').length - 1;
  }
  return parts.join('');
}
