// Chromium for pages of our own: light, dark and as wide as a phone; what a page logs or asks for elsewhere fails.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dir = process.env.E2E_DIR ?? join(root, '.e2e');
const load = createRequire(join(dir, 'app', 'package.json'));
const { chromium } = load('playwright-core');
const axe = readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');
export const shots = join(dir, 'shots');
mkdirSync(shots, { recursive: true });

export const PATIENCE = 120_000;
export const SIZES = [
  ['light', { colorScheme: 'light', viewport: { width: 1200, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1200, height: 900 } }],
  ['phone', { colorScheme: 'light', viewport: { width: 375, height: 700 } }],
];

let checks = 0;
export const saw = (what) => {
  checks += 1;
  console.log(`ok ${checks} - ${what}`);
};

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** A page in this size; what it logs as an error, or asks for elsewhere, is in `wrong`. */
export async function open(url, size) {
  // the policy of the pages forbids the rules' script, and nothing else is to get past it
  const context = await browser.newContext({ ...size, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('crash', () => wrong.push('the page crashed'));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin === 'null' ? 'file:' : new URL(url).origin))
      wrong.push(request.url());
  });
  await page.goto(url);
  return { page, wrong, close: () => context.close() };
}

export async function accessible(page, name) {
  await page.evaluate(axe);
  // all that axe tells of a large page is more than goes from one process to the other
  const violations = await page.evaluate(async () => {
    const found = await globalThis.axe.run({ resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  assert.deepEqual(violations, [], name);
}

export const isAsWide = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
