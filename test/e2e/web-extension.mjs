// The extension as it runs in editors of a browser alone, without Node: VS Code is told to run it in its worker for
// web extensions. Ends with status 1 and a picture where something is not as it should be.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, startEditor } from './editor.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dir = process.env.E2E_DIR ?? join(here, '..', '..', '.e2e');
const shots = join(dir, 'shots');
const workspace = join(dir, 'run', 'web project');
const READY = 90_000;

rmSync(workspace, { recursive: true, force: true });
cpSync(join(here, 'workspace'), workspace, { recursive: true });
mkdirSync(shots, { recursive: true });

let checks = 0;
const saw = (what) => {
  checks += 1;
  console.log(`ok ${checks} - ${what}`);
};

const editor = await startEditor({
  dir,
  workspace,
  viewport: { width: 1100, height: 740 },
  settings: { 'remote.extensionKind': { 'looplens.looplens': ['web'] } },
});
const { page } = editor;
let failure = null;
try {
  await editor.open('drain.c');
  const [lens] = await eventually('a lens with the count', READY, async () => {
    const found = await editor.lenses();
    return found.length === 1 && /iterations$/.test(found[0]) ? found : false;
  });
  saw(`lens: ${lens}`);
  await eventually('one squiggle', 30_000, async () => (await editor.squiggles()) === 1);
  saw('a squiggle under the assertion that fails');
  await eventually('the hover on the loop', 30_000, async () => {
    await editor.hoverOn('while', 12);
    await page.waitForTimeout(700);
    return /^[^\n]*items[^\n]*iterations/.test(await editor.hoverText());
  });
  await page.screenshot({ path: join(shots, 'web-extension.png') });
  saw('the hover on the loop');
  await page.keyboard.press('Escape');
  await page.locator('.codelens-decoration a', { hasText: 'iterations' }).first().click();
  await eventually('the detail, with a run', 60_000, () => editor.frameWith(/Loop at line 12[^]*drain returns/));
  await page.screenshot({ path: join(shots, 'web-extension-detail.png') });
  saw('the detail beside the code');
  await editor.command('View: Close Editors in Other Groups');
  await editor.replaceLine(18, 'assert(taken <= items + 1);');
  await eventually('no squiggle after the fix', 30_000, async () => (await editor.squiggles()) === 0);
  saw('an edit that fixes the bug removes the squiggle');
  await editor.command('LoopLens: Restart Language Server');
  await editor.open('copy.c');
  await eventually(
    'two lenses after a restart',
    READY,
    async () => (await editor.lenses()).filter((text) => /iterations/.test(text)).length === 2,
  );
  saw(`the server can be restarted; lenses: ${(await editor.lenses()).join(' | ')}`);
  assert.deepEqual(
    editor.log.filter((line) => /looplens/i.test(line)),
    [],
    'the extension has nothing to complain of',
  );
} catch (error) {
  failure = error;
}
if (failure) {
  console.error(`FAILED after ${checks} checks: ${failure.stack ?? failure}`);
  await page.screenshot({ path: join(shots, 'failure.png') }).catch(() => {});
  console.error(`lenses: ${JSON.stringify(await editor.lenses().catch(() => null))}`);
  console.error(`workers: ${page.workers().map((w) => w.url().slice(0, 100))}`);
}
await editor.stop();
if (failure) {
  console.error(`--- log of VS Code (end)\n${editor.log.join('').slice(-6_000)}`);
  process.exitCode = 1;
} else console.log(`${checks} checks passed`);
