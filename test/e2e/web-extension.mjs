// The extension as it runs in editors of a browser alone, without Node: VS Code is told to run it in its worker for
// web extensions.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { eventually } from './editor.mjs';
import { READY, firstLook, mend, openDetail, restart, specify } from './first-look.mjs';
import { analyse, drawn } from './workspace-steps.mjs';

const options = {
  name: 'web project',
  viewport: { width: 1100, height: 740 },
  settings: { 'remote.extensionKind': { 'looplens.looplens': ['web'] } },
};

await specify(options, async (editor, { saw, shots }) => {
  const { page } = editor;
  await firstLook(editor, saw);
  await page.screenshot({ path: join(shots, 'web-extension.png') });
  await page.keyboard.press('Escape');
  await openDetail(editor);
  await page.screenshot({ path: join(shots, 'web-extension-detail.png') });
  saw('the detail beside the code');
  await editor.command('View: Close Editors in Other Groups');
  await mend(editor, saw);
  await editor.open('copy.c');
  await restart(editor, saw);
  await analyse(editor);
  await eventually('all loops in the view, and what is found', READY, async () =>
    /picture\.c \| 1 found[^]*^Bounded \| 6$/m.test(await drawn(page)),
  );
  await page.screenshot({ path: join(shots, 'web-extension-workspace.png') });
  saw('the view of the workspace, whose files the editor reads');
  const complaints = editor.log.filter((line) => /looplens/i.test(line));
  assert.deepEqual(complaints, [], 'the extension has nothing to complain of');
});
