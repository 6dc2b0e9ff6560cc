// What a user does with the view of the workspace.
import { eventually } from './editor.mjs';
import { READY } from './first-look.mjs';

export const VIEW = '.pane-body .monaco-list[aria-label*="Workspace"]';

/** The rows of the tree from the top down, with how deep they are. */
export const rows = (page) =>
  page.locator(`${VIEW} .monaco-list-row`).evaluateAll((list) =>
    list
      .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
      .map((row) => ({
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

/** The view's title offers it: stopping as long as the analysis runs, starting otherwise. */
const offers = (page, title) => page.locator(`.pane-header .action-label[aria-label^="${title}"]`);

/** Shows the view, starts the analysis by the link in it, and waits for the end; the tree may be drawn a little later. */
export async function analyse(editor) {
  const { page } = editor;
  await editor.command('LoopLens: Focus on Workspace View');
  await page.locator('.welcome-view-content .monaco-button', { hasText: 'Analyse the Workspace' }).first().click();
  await eventually('findings in the tree', READY, async () => /^Found \|/m.test(await drawn(page)));
  await eventually('the end of it', READY, async () => {
    const [stops, starts] = await Promise.all([
      offers(page, 'Stop').count(),
      offers(page, 'Analyse the Workspace').count(),
    ]);
    return stops === 0 && starts > 0;
  });
}

/** What is found in `drain.c`, as it is there from the beginning, is in the tree. */
export const drainIsThere = (page) =>
  eventually('what is found in drain.c', 30_000, async () => /^ *drain\.c \| 1 found$/m.test(await drawn(page)));
