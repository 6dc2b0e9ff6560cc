// Lens and hover of ten everyday loops in the themes that people use. Each theme has one picture with all of them:
// .e2e/shots/ten-loops-THEME.png.
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './editor.mjs';
import { READY, specify } from './first-look.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const THEMES = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'high-contrast': 'Default High Contrast',
};

/** Line, keyword, what the hover says. */
const LOOPS = [
  [7, 'for', /n iterations[^]*Adds up a\[0\.\.n - 1\] in sum/],
  [14, 'while', /at most n iterations[^]*a\[k\] == wanted/],
  [20, 'while', /n iterations[^]*to\[0\.\.n - 1\]/],
  [26, 'while', /strlen\(s\) iterations/],
  [33, 'for', /length\(list\) iterations/],
  [39, 'while', /b == 0/],
  [48, 'for', /Reverses a\[0\.\.n - 1\]/],
  [56, 'while', /slow = max\(slow, limit\)/],
  [65, 'for', /n \* \(n - 1\) \/ 2/],
  [73, 'while', /at most 31 iterations, endless if wanted >= 2147483649/],
];

const hovers = '.monaco-hover:not(.hidden)';

for (const [name, theme] of Object.entries(THEMES)) {
  const options = {
    name: `ten loops, ${name}`,
    viewport: { width: 1100, height: 1800 },
    settings: { 'workbench.colorTheme': theme },
    prepare: (workspace) => copyFileSync(join(here, 'files', 'ten.c'), join(workspace, 'ten.c')),
  };
  await specify(options, async (editor, { saw, shots }) => {
    const { page } = editor;
    await editor
      .command('View: Close Primary Side Bar')
      .catch(() => editor.command('View: Toggle Primary Side Bar Visibility'));
    await editor.open('ten.c');
    await eventually('a lens on each loop', READY, async () => {
      const told = (await editor.lenses()).filter((text) => /iterations|formula/.test(text));
      return told.length === LOOPS.length + 1;
    });
    const pictures = [];
    for (const [line, word, says] of LOOPS) {
      await eventually(`the hover on line ${line}`, 30_000, async () => {
        await editor.hoverOn(word, line);
        await page.waitForTimeout(500);
        return says.test((await editor.hoverText()).replaceAll('\u00a0', ' '));
      });
      const box = await page.locator(hovers).first().boundingBox();
      const top = Math.max(0, box.y - 110);
      const clip = { x: 0, y: top, width: 820, height: Math.min(1800, box.y + box.height + 6) - top };
      pictures.push((await page.screenshot({ clip })).toString('base64'));
    }
    assert.equal(await editor.squiggles(), 0);
    await sheet(page, pictures, join(shots, `ten-loops-${name}.png`));
    saw(`ten hovers, ${name}`);
  });
}

/** Pictures in two columns, in one. */
async function sheet(page, pictures, path) {
  const context = await page
    .context()
    .browser()
    .newContext({ viewport: { width: 1660, height: 400 } });
  const other = await context.newPage();
  await other.setContent(
    `<body style="margin:0;background:#888;display:grid;grid-template-columns:820px 820px;gap:8px;align-items:start">${pictures
      .map((data) => `<img style="width:820px" src="data:image/png;base64,${data}">`)
      .join('')}</body>`,
  );
  await other.screenshot({ path, fullPage: true });
  await context.close();
}
