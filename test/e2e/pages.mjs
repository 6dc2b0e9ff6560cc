// The report's page and the playground in Chromium: light, dark and as wide as a phone, without violations of
// accessibility rules, sorted and filtered, and with the answers that are expected. Pictures: .e2e/shots.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PATIENCE, SIZES, accessible, browser, isAsWide, open, root, saw, shots } from './chromium.mjs';

const report = join(shots, 'report.html');
const made = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'report', 'examples', '-o', report], {
  cwd: root,
});
assert.ok(existsSync(report), String(made.stderr));

/** A static server, on this machine alone. */
const TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  wasm: 'application/wasm',
};
const server = createServer(({ url }, answer) => {
  const path = join(
    root,
    'dist/playground',
    normalize(new URL(url, 'http://here').pathname).replace(/\/$/, '/index.html'),
  );
  if (!existsSync(path)) return answer.writeHead(404).end();
  answer.writeHead(200, { 'content-type': TYPES[path.split('.').pop()] ?? 'text/plain' });
  createReadStream(path).pipe(answer);
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const playground = `http://127.0.0.1:${server.address().port}/`;

try {
  for (const [name, size] of SIZES) {
    const { page, wrong, close } = await open(pathToFileURL(report).href, size);
    await accessible(page, name);
    assert.ok(await isAsWide(page), 'nothing is wider than the page');
    await page.screenshot({ path: join(shots, `report-${name}.png`) });
    await page.locator('#loops').scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(shots, `report-${name}-loops.png`) });
    assert.deepEqual(wrong, []);
    await close();
    saw(`the report, ${name}`);
  }
  {
    // here with its policy
    const page = await browser.newPage();
    const refused = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await page.goto(pathToFileURL(report).href);
    const all = await page.locator('#loops tbody tr').count();
    await page.fill('#filter-text', 'everyday.c');
    const shown = await page.locator('#loops tbody tr:visible').count();
    assert.ok(shown > 0 && shown < all);
    assert.equal(await page.textContent('#shown'), `${shown} of ${all} loops`);
    await page.selectOption('#filter-answer', 'exact');
    assert.ok((await page.locator('#loops tbody tr:visible').count()) < shown);
    await page.fill('#filter-text', '');
    await page.selectOption('#filter-answer', '');
    await page.click('#loops th:nth-child(2) button');
    const names = await page.locator('#loops tbody tr td[data-name=function]').allTextContents();
    assert.deepEqual(
      names,
      [...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    );
    assert.deepEqual(refused, []);
    await page.close();
    saw('its list is sorted and filtered');
  }
  for (const [name, size] of SIZES) {
    const { page, wrong, close } = await open(playground, size);
    await page.waitForFunction(() => document.getElementById('status').textContent === 'ready', null, {
      timeout: PATIENCE,
    });
    await accessible(page, name);
    assert.ok(await isAsWide(page), 'nothing is wider than the page');
    await page.screenshot({ path: join(shots, `playground-${name}.png`) });
    assert.deepEqual(wrong, []);
    await close();
    saw(`the playground, ${name}`);
  }
  {
    const { page, wrong, close } = await open(playground, SIZES[0][1]);
    const answers = async (text) => {
      await page.fill('#source', text);
      const entry = page.locator('#answer li', {
        hasText: text.includes('a[10]') ? 'writes element 10' : '7 iterations',
      });
      await entry.first().waitFor({ timeout: PATIENCE });
    };
    await answers('void f(void) { for (int i = 0; i < 7; i++) ; }\n');
    await answers('int a[10];\nvoid g(void) { for (int i = 0; i <= 10; i++) a[i] = i; }\n');
    await page.click('#link');
    await page.waitForFunction(() => location.hash.length > 10);
    const link = page.url();
    const other = await open(link, SIZES[0][1]);
    await other.page.waitForFunction(() => document.getElementById('source').value.startsWith('int a[10];'));
    await other.close();
    await page.locator('#answer li button').first().click();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'source');
    assert.deepEqual(wrong, []);
    await close();
    saw('it answers what is typed, and its link holds the text');
  }
} finally {
  await browser.close();
  server.close();
}
