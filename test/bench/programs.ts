/** Sources to measure with: generated, the same in every run. */
import { random } from '../differential/random.ts';
import { generate } from '../differential/shapes.ts';

/** Classes whose loops have one path, and those with several. */
export const PLAIN = ['counted'];
export const MULTI_PATH = ['phases', 'chase', 'leapfrog', 'flags', 'resets', 'exits'];

/** So many functions of the classes in turn. */
export function functions(count: number, shapes: readonly string[], seed: string): readonly string[] {
  const source = random(seed);
  return Array.from({ length: count }, (_, k) => generate(shapes[k % shapes.length] ?? '', `f${k}`, source.fork(String(k))).source);
}

/** A file of about so many lines, with plain loops and, one in ten, loops with several paths; other code between them. */
export function file(lines: number, multiPath: boolean, seed = 'file'): string {
  const plain = functions(lines, PLAIN, `${seed} plain`);
  const several = functions(lines, MULTI_PATH, `${seed} several`);
  const parts: string[] = [];
  for (let k = 0, length = 0; length < lines; k++) {
    const function_ = (multiPath && k % 10 === 9 ? several[k] : plain[k]) ?? '';
    const other = `static int other${k}(int a, int b) {\n  int c = a;\n  if (a > b)\n    c = b;\n  else if (a < 0)\n    c = -b;\n  return c * 2 + 1;\n}\n\n`;
    parts.push(`${function_}\n`, other);
    length += function_.split('\n').length + 9;
  }
  return parts.join('');
}
