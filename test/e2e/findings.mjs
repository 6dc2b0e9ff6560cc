// Findings beside assertions: each kind is underlined where it happens; quick fixes mend it or silence it; a function's
// contract stands in its hover; the run that fails is stepped through.
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './editor.mjs';
import { READY, specify } from './first-look.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const options = {
  name: 'findings',
  viewport: { width: 1100, height: 1240 },
  prepare: (workspace) => copyFileSync(join(here, 'files', 'kinds.c'), join(workspace, 'kinds.c')),
};

/** Line, a word on it, what its squiggle's hover says. */
const KINDS = [
  [5, 'rows', /rows\[i\] writes element 100, behind the end of rows[^]*in iteration 101/, 'index-outside'],
  [10, 'for', /never ends: i >= 0 always holds/, 'never-ends'],
  [17, 'for', /never ends: c < 256 always holds/, 'never-ends'],
  [25, 'product', /product \*= i is 6227020800, which int can’t hold/, 'overflow'],
  [32, 'total', /total \/ i divides by i, which is 0, in iteration 4/, 'division-by-zero'],
  [39, '1u', /1u << i shifts by 32/, 'shift-too-far'],
  [46, 'best', /best is read before it has a value/, 'uninitialised'],
  [52, 'rows', /rows\[i\] writes element 100/, 'index-outside'],
];

await specify(options, async (editor, { saw, shots }) => {
  const { page } = editor;
  const warnings = () => page.locator('.editor-group-container.active .squiggly-warning').count();
  const marked = (n) => eventually(`${n} squiggles`, READY, async () => (await warnings()) === n);
  const apply = async (line, pattern) => {
    await editor.goTo(line);
    const widget = page.locator('.action-widget:visible').first();
    await eventually(`an action like ${pattern} in line ${line}`, 30_000, async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+.');
      await page.waitForSelector('.action-widget:visible', { timeout: 3_000 });
      return pattern.test(await widget.innerText());
    });
    await widget.locator('.monaco-list-row', { hasText: pattern }).first().click();
  };

  await editor
    .command('View: Close Primary Side Bar')
    .catch(() => editor.command('View: Toggle Primary Side Bar Visibility'));
  await editor.open('kinds.c');
  await marked(KINDS.length);
  for (const [line, word, says, code] of KINDS) {
    await eventually(`what is wrong in line ${line}`, 30_000, async () => {
      await editor.hoverOn(word, line);
      await page.waitForTimeout(600);
      return says.test((await editor.hoverText()).replaceAll("'", '’').replaceAll('`', ''));
    });
    const text = await editor.hoverText();
    assert.match(text, new RegExp(`looplens\\W*${code}`));
    assert.doesNotMatch(text, /π| returns after/, 'a hover speaks of paths, or of a run that does not fail');
    saw(`line ${line}: ${code}`);
  }
  await page.screenshot({ path: join(shots, 'findings.png') });
  await page.keyboard.press('Escape');

  await eventually('the contract of clear', 30_000, async () => {
    await editor.hoverOn('clear', 50);
    await page.waitForTimeout(600);
    return /n <= 100/.test(await editor.hoverText());
  });
  await page.screenshot({ path: join(shots, 'contract.png') });
  saw(`the contract of a function: ${(await editor.hoverText()).match(/[^\n]*n <= 100[^\n]*/)?.[0]}`);

  await apply(5, /<=.*<|< .*<=|'<'|`<`/);
  await marked(KINDS.length - 1);
  assert.match(await editor.text(), /for \(int i = 0; i < 100; i\+\+\)/);
  saw('a limit off by one is mended by its fix');
  await apply(10, /i-- > 0/);
  await marked(KINDS.length - 2);
  saw('a countdown of an unsigned counter is mended by its fix');
  await apply(17, /int/);
  await marked(KINDS.length - 3);
  saw('a counter that is too narrow is mended by its fix');
  await apply(25, /accept/i);
  await marked(KINDS.length - 4);
  assert.match(await editor.text(), /looplens: ignore/);
  saw('a finding is accepted by a comment');
  await page.screenshot({ path: join(shots, 'findings-mended.png') });

  // the comment moved what is below it
  await apply(33, /Show the run/i);
  const run = await eventually('the run that fails', 60_000, () => editor.frameWith(/Division by zero/));
  await page.locator('.editor-actions a[aria-label^="Previous Iteration"]').first().click();
  await eventually('the iteration before the one that fails', 30_000, async () =>
    /^3\b/.test(await run.locator('tr.current').first().innerText()),
  );
  await page.screenshot({ path: join(shots, 'findings-run.png') });
  saw('the run that divides by zero is stepped through');
});
