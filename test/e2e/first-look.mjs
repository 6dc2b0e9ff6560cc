// What every specification of the extension in VS Code begins and ends with, on a copy of the same workspace.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, startEditor } from './editor.mjs';

/** Milliseconds until the first answers are there. */
export const READY = 90_000;

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Runs the checks on an editor with a workspace of this name. Ends with status 1 and a picture where one fails.
 * `prepare` may change the folder before it is opened, and names another thing to open.
 * `checks` gets the editor, `saw` for what is as it should be, and the folder for pictures.
 */
export async function specify({ name, viewport, settings = {}, trusted = true, prepare }, checks) {
  const dir = process.env.E2E_DIR ?? join(here, '..', '..', '.e2e');
  const shots = join(dir, 'shots');
  const workspace = join(dir, 'run', name);
  rmSync(workspace, { recursive: true, force: true });
  cpSync(join(here, 'workspace'), workspace, { recursive: true });
  const opened = prepare?.(workspace) ?? workspace;
  mkdirSync(shots, { recursive: true });
  const started = performance.now();
  let seen = 0;
  const saw = (what) => {
    seen += 1;
    console.log(`ok ${seen} - ${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  };
  const editor = await startEditor({ dir, workspace: opened, viewport, settings, trusted });
  let failure = null;
  try {
    await checks(editor, { saw, shots });
  } catch (error) {
    failure = error;
    const { page } = editor;
    console.error(`FAILED after ${seen} checks: ${failure.stack ?? failure}`);
    await page.screenshot({ path: join(shots, 'failure.png') }).catch(() => {});
    console.error(`lenses: ${JSON.stringify(await editor.lenses().catch(() => null))}`);
    console.error(`hover: ${JSON.stringify(await editor.hoverText().catch(() => null))}`);
    console.error(`squiggles: ${await editor.squiggles().catch(() => null)}`);
    console.error(`workers: ${page.workers().map((w) => w.url().slice(0, 100))}`);
  }
  await editor.stop();
  if (failure === null) {
    console.log(`${seen} checks passed`);
    return;
  }
  console.error(`--- log of VS Code (end)\n${editor.log.join('').slice(-6_000)}`);
  console.error(`picture: ${join(shots, 'failure.png')}`);
  process.exitCode = 1;
}

/** The lens, the squiggle and the hover of `drain.c`; the hover's text, which is still shown. */
export async function firstLook(editor, saw) {
  await editor.open('drain.c');
  const [lens] = await eventually('a lens with the count', READY, async () => {
    const found = await editor.lenses();
    return found.length === 1 && /items.*iterations$/.test(found[0]) ? found : false;
  });
  saw(`lens: ${lens}`);
  await eventually('one squiggle', 30_000, async () => (await editor.squiggles()) === 1);
  saw('a squiggle under the assertion that fails, and none under the one that holds');
  await eventually('the hover on the loop', 30_000, async () => {
    await editor.hoverOn('while', 12);
    await editor.page.waitForTimeout(700);
    return /^[^\n]*items[^\n]*iterations/.test(await editor.hoverText());
  });
  const hover = await editor.hoverText();
  saw(`hover: ${hover.split('\n')[0]}`);
  return hover;
}

/** A click on the lens of `drain.c` opens the detail. */
export async function openDetail(editor) {
  await editor.page.locator('.codelens-decoration a', { hasText: 'iterations' }).first().click();
  return eventually('the detail beside the code, with a run', 60_000, () =>
    editor.frameWith(/Loop at line 12[^]*drain returns/),
  );
}

/** An edit mends the assertion of `drain.c` that fails. */
export async function mend(editor, saw) {
  await editor.replaceLine(18, 'assert(taken <= items + 1);');
  await eventually('no squiggle after the fix', 30_000, async () => (await editor.squiggles()) === 0);
  saw('an edit that fixes the bug removes the squiggle');
}

/** The two loops of `copy.c` have their lenses again. */
export async function restart(editor, saw) {
  await editor.command('LoopLens: Restart Language Server');
  await editor.page.waitForTimeout(500);
  await eventually(
    'the lenses after a restart',
    READY,
    async () => (await editor.lenses()).filter((text) => /iterations/.test(text)).length === 2,
  );
  saw('the server can be restarted');
}
