/**
 * `npm run walkthrough`: prints the page, or that of `FILE.c FUNCTION`; with `--write` it takes the place of the
 * committed one, and the outputs in docs/engines/ are made anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { enginePages, withOutputs } from './engine-pages.ts';
import { PAGE, walkthrough } from './walkthrough.ts';

async function main(): Promise<void> {
  const [first, name] = process.argv.slice(2);
  if (first !== '--write') {
    process.stdout.write(await walkthrough(first, name));
    return;
  }
  writeFileSync(PAGE, await walkthrough());
  for (const path of enginePages()) {
    const text = await withOutputs(path);
    if (text !== readFileSync(path, 'utf8')) writeFileSync(path, text);
  }
}

void main();
