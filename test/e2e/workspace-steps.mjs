// What a user does with the view of the workspace.
import { eventually } from './editor.mjs';
import { READY } from './first-look.mjs';

export const VIEW = '.pane-body .monaco-list[aria-label*="Workspace"]';

/** The rows of the tree, with how deep they are. */
export const rows = (page) =>
  page.locator(`${VIEW} .monaco-list-row`).evaluateAll((list) =>
    list.map((row) => ({
      level: Number(row.getAttribute('aria-level')),
      text: row.querySelector('.label-name')?.textContent ?? '',
      more: row.querySelector('.label-description')?.textContent ?? '',
    })),
  );

export const drawn = async (page) =>
  (await rows(page)).map(({ level, text, more }) => `${'  '.repeat(level - 1)}${text} | ${more}`).join('\n');

export async function choose(page, label) {
  await page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
}

/** Shows the view, and starts the analysis by the link in it. */
export async function analyse(editor) {
  const { page } = editor;
  await editor.command('LoopLens: Focus on Workspace View');
  await page.locator('.welcome-view-content .monaco-button', { hasText: 'Analyse the Workspace' }).first().click();
  await eventually('findings in the tree', READY, async () => /^Found \|/m.test(await drawn(page)));
  await eventually(
    'the end of it',
    READY,
    async () => !/of \d+ files/.test(await editor.notifications().catch(() => '')),
  );
}
