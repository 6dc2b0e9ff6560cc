// VS Code in a browser, and the few things that a user of it does. E2E_DIR is what scripts/e2e-setup.sh has filled.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
];

/** A quiet workbench: nothing but the editor, so that pictures show what they are about. */
const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  'workbench.editor.enablePreview': false,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'compact',
  'chat.disableAIFeatures': true,
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'editor.fontFamily': '"DejaVu Sans Mono", monospace',
  'editor.fontSize': 14,
  'editor.scrollBeyondLastLine': false,
  'editor.occurrencesHighlight': 'off',
  'editor.guides.indentation': false,
  'editor.hover.above': false,
  'editor.lightbulb.enabled': 'off',
  'git.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'files.autoSave': 'off',
  'extensions.ignoreRecommendations': true,
};

/** Until the workbench shows the files. One that stalls as it starts, before any extension runs, is loaded anew. */
async function workbenchShown(page) {
  const files = '.explorer-folders-view .monaco-list-row';
  const isShown = await page.waitForSelector(files, { timeout: 45_000 }).then(
    () => true,
    () => false,
  );
  if (isShown) return;
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.waitForSelector(files);
}

/** `workspace`: a folder, or a file that names several. `settings`: beside those of a quiet workbench. */
export async function startEditor({ dir, workspace, viewport, settings = {}, trusted = true }) {
  const data = join(dir, 'run', 'data');
  mkdirSync(join(data, 'User'), { recursive: true });
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }, null, 2));
  const port = await freePort();
  const log = [];
  const server = spawn(
    join(dir, 'n24/node_modules/.bin/node'),
    [
      join(dir, 'app/node_modules/code-server/out/node/entry.js'),
      '--auth',
      'none',
      '--bind-addr',
      `127.0.0.1:${port}`,
      '--user-data-dir',
      data,
      '--extensions-dir',
      join(dir, 'run', 'ext'),
      '--disable-telemetry',
      '--disable-update-check',
      ...(trusted ? ['--disable-workspace-trust'] : []),
      '--disable-proxy',
      '--disable-getting-started-override',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  // VS Code misses native modules that it can do without, and says so at length.
  const note = (text) => /spdlog|bindings|watchdog|vsda|ERR_NAME_NOT_RESOLVED|open-vsx/.test(text) || log.push(text);
  server.stdout.on('data', (text) => note(String(text)));
  server.stderr.on('data', (text) => note(String(text)));
  await eventually(
    'the server of VS Code answers',
    60_000,
    async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok,
  );

  const { chromium } = createRequire(join(dir, 'app/'))('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env.E2E_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: BROWSER_FLAGS,
  });
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => log.push(`page error: ${String(error).slice(0, 500)}\n`));
  page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text().slice(0, 500)}\n`));
  await page.goto(
    `http://127.0.0.1:${port}/?${workspace.endsWith('.code-workspace') ? 'workspace' : 'folder'}=${encodeURIComponent(workspace)}`,
    {
      waitUntil: 'domcontentloaded',
      timeout: 180_000,
    },
  );
  await workbenchShown(page);

  return {
    page,
    log,
    async stop() {
      await browser.close().catch(() => {});
      server.kill('SIGTERM');
      const hard = setTimeout(() => server.kill('SIGKILL'), 5_000);
      await new Promise((resolve) =>
        server.exitCode !== null || server.signalCode !== null ? resolve() : server.once('exit', resolve),
      );
      clearTimeout(hard);
    },
    command: (title) => command(page, title),
    open: (name) => open(page, name),
    lenses: () => page.locator('.editor-group-container.active .codelens-decoration').allInnerTexts(),
    squiggles: () => page.locator('.squiggly-error').count(),
    hoverText: () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.monaco-hover:not(.hidden)')].map((element) => element.innerText).join('\n'),
      ),
    hoverOn: (word, line) => hoverOn(page, word, line),
    replaceLine: (line, text) => replaceLine(page, line, text),
    goTo: (line) => goTo(page, line),
    text: () =>
      page
        .locator('.editor-group-container.active .monaco-editor .view-lines')
        .first()
        .innerText()
        .then((text) => text.replace(/\u00a0/g, ' ')),
    /** The web view's frame whose text fits; null: there is none. */
    async frameWith(pattern) {
      for (const frame of page.frames()) {
        const text = await frame.evaluate(() => document.body?.innerText ?? '').catch(() => '');
        if (pattern.test(text)) return frame;
      }
      return null;
    },
    notifications: () => page.locator('.notifications-toasts').innerText(),
  };
}

/** Calls until it is true (or doesn't throw any more), and fails with the last state otherwise. */
export async function eventually(what, timeout, attempt) {
  const end = Date.now() + timeout;
  for (let last; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    try {
      last = await attempt();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end)
      throw new Error(
        `not seen within ${timeout / 1000} s: ${what}; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`,
      );
  }
}

async function quickInput(page, keys, text) {
  await eventually(`${keys} opens the input for ${text}`, 30_000, async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press(keys);
    await page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input', { timeout: 3_000 });
    return true;
  });
  await page.locator('.quick-input-widget input').first().fill(text);
}

async function command(page, title) {
  // a command of an extension comes with the extension
  await eventually(`the command ${title}`, 60_000, async () => {
    await quickInput(page, 'F1', `>${title}`);
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    await row.click({ timeout: 5_000 });
    return true;
  });
}

async function open(page, name) {
  await quickInput(page, 'Control+p', name);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
  await page.waitForSelector(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`);
  await page.waitForSelector('.editor-group-container.active .monaco-editor .view-line');
}

/** The element of a line (1-based), by what its margin says; all in one look, since lenses move lines. */
async function lineElement(page, line) {
  const found = await page.evaluateHandle((wanted) => {
    const editor = document.querySelector('.editor-group-container.active .monaco-editor');
    const top = (element) => element?.getBoundingClientRect().top ?? NaN;
    const number = [...editor.querySelectorAll('.margin .line-numbers')].find(
      (element) => element.textContent.trim() === String(wanted),
    );
    return [...editor.querySelectorAll('.view-line')].find((element) => Math.abs(top(element) - top(number)) < 3);
  }, line);
  const element = found.asElement();
  if (element === null) throw new Error(`line ${line} is not on the screen`);
  return element;
}

/** Rests the pointer on the first token of a line that is `word`. */
async function hoverOn(page, word, line) {
  await page.mouse.move(5, 5);
  const box = await (await lineElement(page, line)).evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    return null;
  }, word);
  if (!box) throw new Error(`no ${word} on line ${line}`);
  await page.mouse.move(box.x - 2, box.y);
  await page.mouse.move(box.x, box.y, { steps: 3 });
}

async function goTo(page, line) {
  await quickInput(page, 'Control+g', `:${line}`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.editor-group-container.active .monaco-editor.focused');
}

async function replaceLine(page, line, text) {
  await goTo(page, line);
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type(text, { delay: 5 });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
