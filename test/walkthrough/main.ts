/** `npm run walkthrough`: prints the page; with `--write` it takes the place of the committed one, and the outputs in docs/engines/ are made anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { enginePages, withOutputs } from './engine-pages.ts';
import { PAGE, walkthrough } from './walkthrough.ts';

async function main(): Promise<void> {
  const page = await walkthrough();
  if (!process.argv.includes('--write')) {
    process.stdout.write(page);
    return;
  }
  writeFileSync(PAGE, page);
  for (const path of enginePages()) {
    const text = await withOutputs(path);
    if (text !== readFileSync(path, 'utf8')) writeFileSync(path, text);
  }
}

void main();
