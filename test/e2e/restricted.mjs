// A workspace that isn't trusted: everything is analysed, and nothing of it is kept.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstLook, specify } from './first-look.mjs';
import { analyse, drainIsThere } from './workspace-steps.mjs';

const options = {
  name: 'restricted',
  viewport: { width: 1100, height: 740 },
  trusted: false,
  settings: { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' },
};

/** What the extension has kept of workspaces; those of other specifications are trusted. */
function results() {
  const storage = join(process.env.E2E_DIR ?? '.e2e', 'run', 'data', 'User', 'workspaceStorage');
  if (!existsSync(storage)) return [];
  return readdirSync(storage, { recursive: true })
    .map(String)
    .filter((path) => /looplens.*results/.test(path));
}

await specify(options, async (editor, { saw, shots }) => {
  const { page } = editor;
  const before = results();
  await editor.command('LoopLens: Focus on Workspace View');
  await page.locator('.welcome-view-content', { hasText: 'not trusted: results are not kept' }).first().waitFor();
  await page.screenshot({ path: join(shots, 'restricted.png') });
  saw('the view says that results are not kept');
  await analyse(editor);
  await drainIsThere(page);
  await page.screenshot({ path: join(shots, 'restricted-found.png') });
  await firstLook(editor, saw);
  assert.deepEqual(
    results().filter((path) => !before.includes(path)),
    [],
  );
  saw('the workspace is analysed, and nothing is kept');
});
