// Two folders in one window of VS Code, each with its own settings, and one that comes and goes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './editor.mjs';
import { READY, specify } from './first-look.mjs';

const LOOP = `#include "limit.h"
void NAME(void) {
  unsigned long x = 0;
  do x++; while (x);
  for (int i = 0; i < LIMIT; i++) ;
}
`;

/** A folder with a C file of this name, a header of its own, and settings. */
function folder(path, name, settings) {
  mkdirSync(join(path, '.vscode'), { recursive: true });
  mkdirSync(join(path, 'inc'));
  writeFileSync(join(path, `${name}.c`), LOOP.replace('NAME', name));
  writeFileSync(join(path, 'inc', 'limit.h'), `#define LIMIT ${name.length}\n`);
  writeFileSync(join(path, '.vscode', 'settings.json'), JSON.stringify(settings));
}

function prepare(base) {
  rmSync(base, { recursive: true });
  folder(join(base, 'wide'), 'wide', { 'looplens.includePaths': ['inc'] });
  folder(join(base, 'narrow'), 'narrow', { 'looplens.includePaths': ['inc'], 'looplens.dataModel': 'ILP32' });
  const file = join(base, 'both.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: [{ path: 'wide' }, { path: 'narrow' }], settings: {} }));
  return file;
}

const options = { name: 'several folders', viewport: { width: 1280, height: 820 }, prepare };

await specify(options, async (editor, { saw, shots }) => {
  const { page } = editor;
  const counts = (name, wanted) =>
    eventually(`the counts in ${name}`, READY, async () => {
      const lenses = await editor.lenses();
      return JSON.stringify(lenses) === JSON.stringify(wanted.map((count) => `${count} iterations`));
    });
  await editor.open('wide.c');
  await counts('wide.c', ['18446744073709551616', '4']);
  await editor.open('narrow.c');
  await counts('narrow.c', ['4294967296', '6']);
  saw('each folder has its own data model and its own headers');

  const dir = process.env.E2E_DIR ?? '.e2e';
  const workspace = join(dir, 'run', options.name);
  const settings = (name, value) =>
    writeFileSync(join(workspace, name, '.vscode', 'settings.json'), JSON.stringify(value));
  settings('narrow', { 'looplens.includePaths': ['inc'] });
  await counts('narrow.c', ['18446744073709551616', '6']);
  saw('settings of one folder change');
  writeFileSync(join(workspace, 'narrow', 'looplens.json'), JSON.stringify({ dataModel: 'ILP32' }));
  await counts('narrow.c', ['4294967296', '6']);
  saw('its project file counts where the settings leave something open');

  await editor.command('LoopLens: Analyse the Workspace');
  const view = page.locator('.pane-body .monaco-list[aria-label*="Workspace"] .monaco-list-row');
  await eventually('bounded loops in the view', READY, async () =>
    (await view.allInnerTexts()).some((text) => /Bounded\s*4/.test(text)),
  );
  await editor.command('LoopLens: Group the Workspace View');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'By File' }).first().click();
  await eventually('both folders in the view', 30_000, async () =>
    /wide[^]*wide\.c[^]*narrow[^]*narrow\.c/.test((await view.allInnerTexts()).join('\n')),
  );
  await page.screenshot({ path: join(shots, 'several-folders.png') });
  saw('the view has both folders');

  writeFileSync(join(workspace, 'both.code-workspace'), JSON.stringify({ folders: [{ path: 'wide' }], settings: {} }));
  await eventually('the usual data model', READY, async () =>
    /^18446744073709551616 /.test((await editor.lenses())[0]),
  );
  await eventually(
    'one folder left in the view',
    READY,
    async () => !/narrow\.c/.test((await view.allInnerTexts()).join('\n')),
  );
  saw('a folder that is taken out takes its settings and its results along');
});
