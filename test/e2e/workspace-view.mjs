// The view of the whole workspace in VS Code: from nothing to a tree, places that it leads to, groups, filters, edits,
// what is cancelled, and what is there in the next session.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './editor.mjs';
import { READY, specify } from './first-look.mjs';
import { VIEW, analyse, choose, drainIsThere, drawn, rows } from './workspace-steps.mjs';

function prepare(folder) {
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.gitignore'), 'generated/\n');
  mkdirSync(join(folder, 'generated'));
  writeFileSync(join(folder, 'generated', 'left-out.c'), 'void out(int n) { while (n > 0) n--; }\n');
}

const here = dirname(fileURLToPath(import.meta.url));
const run = join(process.env.E2E_DIR ?? '.e2e', 'run');
const options = { name: 'whole project é', viewport: { width: 1280, height: 820 }, prepare };

await specify(options, async (editor, { saw, shots }) => {
  const { page } = editor;
  await analyse(editor);
  await drainIsThere(page);
  await page.screenshot({ path: join(shots, 'workspace-view.png') });
  const tree = await drawn(page);
  console.log(tree);
  assert.match(tree, /^ {2}drain\.c \| 1 found$/m);
  assert.match(tree, /^ {4}Assertion fails: taken == items, with items = \d+ \| drain · line 18$/m);
  assert.doesNotMatch(tree, /left-out/);
  saw('the empty view starts the analysis; findings come first, what git leaves out is left out');

  // rows move while results come in, and a click may miss
  let before = '';
  await eventually('a tree that stays as it is', READY, async () => {
    const now = await drawn(page);
    const isStill = now === before;
    before = now;
    if (!isStill) await page.waitForTimeout(2_000);
    return isStill;
  });
  await page.locator(`${VIEW} .monaco-list-row`, { hasText: 'Assertion fails' }).first().click();
  await page.waitForSelector('.editor-group-container.active .tab.active[data-resource-name="drain.c"]');
  await eventually('the place in the status bar', 30_000, async () =>
    /Ln 18, Col/.test(await page.locator('.statusbar').innerText()),
  );
  saw('a click leads to the place');

  await eventually('the squiggle', READY, async () => (await editor.squiggles()) === 1);
  await page
    .locator(`${VIEW} .monaco-list-row`, { hasText: /^Bounded/ })
    .first()
    .click();
  await page
    .locator(`${VIEW} .monaco-list-row`, { hasText: /^copy\.c/ })
    .first()
    .click();
  await page.mouse.move(640, 700);
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: join(here, '..', '..', 'docs', 'images', 'workspace.png') });
  await editor.replaceLine(18, 'assert(taken <= items + 1);');
  await eventually('no finding in drain.c', 30_000, async () => !/drain\.c \| 1 found/.test(await drawn(page)));
  saw('an edit that mends it takes the finding out of the tree');

  await editor.command('LoopLens: Group the Workspace View');
  await choose(page, 'By File');
  await eventually('a list of files', 30_000, async () => /^chase\.c \| 1 loop/m.test(await drawn(page)));
  await editor.command('LoopLens: Search the Workspace View');
  await page.locator('.quick-input-widget input').first().fill('SPARE');
  await page.keyboard.press('Enter');
  await eventually('one file that has it', 30_000, async () => (await rows(page)).length === 1);
  const message = page.locator('.pane .message').first();
  await eventually('how many are shown', 30_000, async () => /1 of \d+ shown/.test(await message.innerText()));
  await page.screenshot({ path: join(shots, 'workspace-filtered.png') });
  await editor.command('LoopLens: Search the Workspace View');
  await page.locator('.quick-input-widget input').first().fill('nowhere');
  await page.keyboard.press('Enter');
  await page.locator('.welcome-view-content .monaco-button', { hasText: 'Show Everything' }).first().click();
  await eventually('all files again', 30_000, async () => (await rows(page)).length > 3);
  saw('the tree is grouped by file, and filtered by text');

  await editor.command('LoopLens: Filter the Workspace View');
  await page
    .locator('.quick-input-list .monaco-list-row', { hasText: /^Bounded\d/ })
    .first()
    .click();
  await page.keyboard.press('Enter');
  await eventually('no loop with a bound', 30_000, async () => !/^copy\.c/m.test(await drawn(page)));
  await editor.command('LoopLens: Show Everything in the Workspace View');
  saw('and by status');

  await editor.command('File: Save');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.monaco-workbench .part.editor');
  await editor.command('LoopLens: Focus on Workspace View');
  await eventually('the tree without an analysis', READY, async () => /^copy\.c \| \d loops/m.test(await drawn(page)));
  const stored = readdirSync(join(run, 'data', 'User', 'workspaceStorage'), { recursive: true });
  assert.ok(stored.some((path) => /looplens.*results/.test(String(path))));
  saw('in the next session the results are there again');

  const text = readFileSync(join(here, 'workspace', 'drain.c'), 'utf8');
  mkdirSync(join(run, options.name, 'many'));
  for (let k = 0; k < 4000; k++)
    writeFileSync(join(run, options.name, 'many', `many${k}.c`), text.replaceAll('items', `items${k}`));
  await editor.command('LoopLens: Analyse the Workspace');
  await eventually('the first of many', READY, async () => /^many\d+\.c/m.test(await drawn(page)));
  await page.screenshot({ path: join(shots, 'workspace-many.png') });
  await editor.command('LoopLens: Stop Analysing the Workspace');
  await eventually('how many are not there', READY, async () =>
    /\d+ files are not analysed yet/.test(await page.locator('.pane .message').first().innerText()),
  );
  const left = await drawn(page);
  assert.match(left, /^copy\.c \| \d loops/m);
  assert.match(left, /^many\d+\.c/m);
  await page.screenshot({ path: join(shots, 'workspace-stopped.png') });
  saw('it is stopped, and what is there stays');
});
