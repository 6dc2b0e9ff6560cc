// The product as its users meet it: lens, hover, squiggle, fix and detail in VS Code. Ends with status 1 and a picture
// where something is not as it should be.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './editor.mjs';
import { READY, firstLook, mend, openDetail, restart, specify } from './first-look.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
mkdirSync(join(root, 'docs', 'images'), { recursive: true });

// paths are not always as tame as one's own
const options = { name: 'my project é', viewport: { width: 1100, height: 740 } };

await specify(options, async (editor, { saw, shots }) => {
  const { page } = editor;
  console.log('workbench is up');
  await editor
    .command('View: Close Primary Side Bar')
    .catch(() => editor.command('View: Toggle Primary Side Bar Visibility'));

  await editor.open('picture.c');
  await eventually(
    'two lenses and a squiggle',
    READY,
    async () => (await editor.lenses()).length === 2 && (await editor.squiggles()) === 1,
  );
  await eventually('the hover for the picture', 30_000, async () => {
    await editor.hoverOn('while', 18);
    await page.waitForTimeout(1_000);
    return /max\(slow, limit\)/.test(await editor.hoverText());
  });
  await page.screenshot({ path: join(root, 'docs', 'images', 'editor.png') });
  await page.keyboard.press('Escape');
  await editor.command('View: Close All Editors');
  saw('docs/images/editor.png');

  const hover = await firstLook(editor, saw);
  assert.match(hover, /taken/);
  assert.match(hover, /rounds/);

  await eventually('the hover on the failing assertion', 30_000, async () => {
    await editor.hoverOn('assert', 18);
    await page.waitForTimeout(700);
    return /taken == items[^]*items = \d+/.test(await editor.hoverText());
  });
  assert.match(await editor.hoverText(), /looplens\W*assertion-violated/);
  await page.screenshot({ path: join(shots, 'assertion.png') });
  saw('the squiggle says which inputs make it fail, and has a code');

  await page.keyboard.press('Escape');
  await eventually('the status bar counts', 10_000, async () =>
    /1 loop\b/.test(await page.locator('.statusbar-item', { hasText: 'loop' }).first().innerText()),
  );
  saw('the status bar');

  const detail = await openDetail(editor);
  assert.equal(await detail.locator('.automaton .state').count(), 2);
  const active = await page
    .locator('.editor-group-container.active .tab.active')
    .first()
    .getAttribute('data-resource-name');
  assert.equal(active, 'drain.c', 'the detail took the focus');
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(shots, 'detail.png') });
  saw('a click on the lens opens the detail, and the focus stays');
  await editor.command('View: Close Editors in Other Groups');

  await mend(editor, saw);
  await editor.replaceLine(18, 'assert(taken < items + 1);');
  await eventually('a squiggle after breaking it again', 30_000, async () => (await editor.squiggles()) === 1);
  saw('and one that breaks it again brings it back');

  await editor.goTo(18);
  await editor.command('LoopLens: Can This Line Be Reached?');
  await eventually('inputs that reach the line', 30_000, async () => /items = \d+/.test(await editor.notifications()));
  await page.screenshot({ path: join(shots, 'reach.png') });
  saw(`reach: ${(await editor.notifications()).match(/Line[^\n]*/)?.[0]}`);
  await page.locator('.notifications-toasts .monaco-button', { hasText: 'Generate Test' }).first().click();
  await eventually(
    'a test driver in an editor of its own',
    30_000,
    async () => /int main/.test(await editor.text()) && /drain\(/.test(await editor.text()),
  );
  await page.screenshot({ path: join(shots, 'testgen.png') });
  saw('a test that gets there is generated from the answer');
  await editor.command('View: Revert and Close Editor');
  await editor.open('drain.c');
  await editor.goTo(18);
  await eventually('the quick fixes of the failing assertion', 30_000, async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+.');
    await page.waitForSelector('.action-widget', { timeout: 3_000 });
    return /generate a test/i.test(await page.locator('.action-widget').first().innerText());
  });
  saw('the failing assertion offers a test as a quick fix');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Show the run' }).first().click();
  const run = await eventually('the run that fails', 60_000, () => editor.frameWith(/items( \+ 1)? fails/));
  await page.locator('.editor-actions a[aria-label^="Next Iteration"]').first().click();
  await eventually('the second iteration', 30_000, async () =>
    /^2\b/.test(await run.locator('tr.current').first().innerText()),
  );
  await page.screenshot({ path: join(root, 'docs', 'images', 'run.png') });
  saw('the run is stepped through, in the page and beside the lines');
  await editor.command('View: Close Editors in Other Groups');

  await editor.open('stuck.c');
  await eventually(
    'faded code behind a loop that never ends',
    30_000,
    async () => (await page.locator('.editor-group-container.active .squiggly-inline-unnecessary').count()) > 0,
  );
  await page.screenshot({ path: join(shots, 'stuck.png') });
  saw('what is behind a loop that never ends is faded');
  await editor.goTo(8);
  await editor.command('LoopLens: Can This Line Be Reached?');
  await eventually('that no run reaches the line', 30_000, async () =>
    /can’t be reached/.test(await editor.notifications()),
  );
  await page.screenshot({ path: join(shots, 'unreachable.png') });
  saw(`reach: ${(await editor.notifications()).match(/Line[^\n]*/)?.[0]}`);

  await editor.open('chase.c');
  await eventually('a lens on the loop that chases', 30_000, async () =>
    (await editor.lenses()).some((text) => /iterations|formula/.test(text)),
  );
  saw(`lens: ${(await editor.lenses()).join(' | ')}`);
  await page.waitForTimeout(1_000);
  assert.equal(await editor.squiggles(), 0, 'an assertion that holds has a squiggle');
  await eventually('the hover on an assertion that holds', 30_000, async () => {
    await editor.hoverOn('assert', 14);
    await page.waitForTimeout(700);
    return /holds/.test(await editor.hoverText());
  });
  saw('no squiggle where assertions hold, and a hover that says so');
  await page.screenshot({ path: join(shots, 'chase.png') });

  await editor.open('copy.c');
  await eventually(
    'two lenses',
    30_000,
    async () => (await editor.lenses()).filter((text) => /iterations/.test(text)).length === 2,
  );
  saw(`lenses: ${(await editor.lenses()).join(' | ')}`);

  await restart(editor, saw);
});
