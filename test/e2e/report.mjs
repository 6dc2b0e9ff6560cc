// The report of a whole run in Chromium: without violations of accessibility rules, light, dark and as wide as a phone;
// each of its numbers is that of the document of the same run, and so is what its list shows. Pictures: .e2e/shots.
//   node test/e2e/report.mjs [PATH... and options of report | PART.json, what --shard 1/1 has printed]
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SIZES, accessible, browser, isAsWide, open, root, saw, shots } from './chromium.mjs';

const ROWS_SHOWN = 200;

/** The command line; what it prints goes to a file. Findings are no failure. */
function looplens(...args) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], { encoding: 'utf8' });
  assert.ok(status === 0 || status === 1, `looplens ${args[0]} ended with status ${status}: ${stderr}`);
}

/** More loops than are shown at a time, in files of hostile names. */
function ownTree() {
  const folder = join(shots, 'many loops');
  mkdirSync(folder, { recursive: true });
  const loop = (k) => `int f${k}(int n) { int s = 0; for (int i = 0; i < n; i += ${1 + (k % 3)}) s += i; return s; }\n`;
  for (const name of ['plain.c', `it's "quoted" <b>&amp;.c`, 'two\nlines.c'])
    writeFileSync(join(folder, name), Array.from({ length: 90 }, (_, k) => loop(k)).join(''));
  writeFileSync(join(folder, 'wrong.c'), 'int a[10];\nvoid g(void) { for (int i = 0; i <= 10; i++) a[i] = i; }\n');
  return folder;
}

const given = process.argv.slice(2);
const isPart = given.length === 1 && given[0].endsWith('.json');
const part = isPart ? given[0] : join(shots, 'part.json');
if (!isPart)
  looplens('report', ...(given.length > 0 ? given : [ownTree()]), '--shard', '1/1', '--format', 'json', '-o', part);
const [report, document] = ['html', 'json'].map((format) => {
  const file = join(shots, `whole-run.${format}`);
  looplens('merge', part, '--format', format, '-o', file);
  return file;
});

const { figures, totals, loops, findings } = JSON.parse(readFileSync(document, 'utf8'));
const url = pathToFileURL(report).href;
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

try {
  {
    const started = performance.now();
    const { page, wrong, close } = await open(url, SIZES[0][1]);
    await page.evaluate(frame);
    const usable = performance.now() - started;
    const elements = await page.evaluate(() => document.getElementsByTagName('*').length);
    const megabytes = statSync(report).size / 1e6;
    console.log(
      `${figures.files} files, ${loops.length} loops: ${megabytes.toFixed(2)} MB, ${elements} elements, usable after ${usable.toFixed(0)} ms`,
    );

    const told = await page.evaluate(() =>
      [...document.querySelectorAll('[data-figure]')].map((cell) => [cell.dataset.figure, cell.textContent]),
    );
    const known = {
      ...figures,
      totals,
      findings: findings.length,
      reasons: Object.fromEntries(figures.reasons.map(({ code, count }) => [code, count])),
    };
    const at = (name) => name.split('.').reduce((value, key) => value[key], known);
    assert.ok(told.length > 40);
    for (const [name, text] of told) assert.equal(text, String(at(name)), name);
    assert.equal(await page.locator('article.card').count(), figures.assertions.violated + findings.length);
    saw(`${told.length} numbers are those of the document`);

    const shown = () => page.textContent('#shown');
    const took = async (what, act) => {
      const before = performance.now();
      await act();
      await page.evaluate(frame);
      console.log(`${what}: ${(performance.now() - before).toFixed(0)} ms`);
    };
    const listed = loops.filter(({ pseudo }) => !pseudo);
    const all = listed.length;
    assert.equal(await shown(), `${all} of ${all} loops`);
    for (const [name, value] of await page.evaluate(() =>
      [...document.querySelectorAll('#filter-answer option')].slice(1).map(({ value }) => [value, value]),
    )) {
      await page.selectOption('#filter-answer', value);
      const [, count] = Object.entries(totals).find(([key]) => key.toLowerCase() === name);
      assert.equal(await shown(), `${count} of ${all} loops`, name);
    }
    await page.selectOption('#filter-answer', '');
    for (const [name, { loops: count }] of Object.entries(figures.classes)) {
      await page.selectOption('#filter-class', name);
      assert.equal(await shown(), `${count} of ${all} loops`, name);
    }
    await page.selectOption('#filter-class', '');
    const some = listed[Math.floor(all / 2)].function.toLowerCase();
    await took('filter by text', () => page.fill('#filter-text', some));
    const fitting = Number.parseInt(await shown(), 10);
    assert.ok(fitting >= listed.filter((loop) => loop.function.toLowerCase() === some).length && fitting <= all);
    await page.fill('#filter-text', '');
    saw('the list is filtered by answer, class and text');

    await took('sort by function', () => page.click('#loops th:nth-child(2) button'));
    const names = [];
    for (;;) {
      names.push(...(await page.locator('#loops tbody tr td[data-name=function]').allTextContents()));
      const next = page.locator('#pages button').last();
      if (!(await next.isVisible()) || (await next.isDisabled())) break;
      if (names.length > 20 * ROWS_SHOWN) break;
      await next.click();
    }
    const { compare } = new Intl.Collator('en', { numeric: true });
    const expected = listed.map((loop) => loop.function).sort(compare);
    assert.deepEqual(names, expected.slice(0, names.length));
    assert.ok((await page.locator('#loops tbody tr').count()) <= ROWS_SHOWN);
    saw(`and sorted, ${names.length} of ${all} loops seen page by page`);
    assert.deepEqual(wrong, []);
    await close();
  }
  for (const [name, size] of SIZES) {
    const { page, wrong, close } = await open(url, size);
    await accessible(page, name);
    assert.ok(await isAsWide(page), 'nothing is wider than the page');
    await page.screenshot({ path: join(shots, `whole-run-${name}.png`) });
    await page.locator('#loops').scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(shots, `whole-run-${name}-loops.png`) });
    // as it is with a loop's source open, and at the end of a page of the list
    await page.locator('#loops details').first().locator('summary').click();
    await page.locator('#loops tbody tr').first().scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(shots, `whole-run-${name}-open.png`) });
    await accessible(page, `${name}, a loop's source open`);
    await page.locator('#pages').scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(shots, `whole-run-${name}-pages.png`) });
    assert.deepEqual(wrong, []);
    await close();
    saw(`${name}: no violations`);
  }
} finally {
  await browser.close();
}
