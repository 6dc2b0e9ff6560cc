// Makes media/icon.png of media/icon.svg, in the browser that scripts/e2e-setup.sh has installed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SIZE = 256;
const { chromium } = createRequire(join(process.env.E2E_DIR ?? join(root, '.e2e'), 'app/'))('playwright-core');
const browser = await chromium.launch({
  executablePath: process.env.E2E_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(
  `<body style="margin:0;line-height:0">${readFileSync(join(root, 'media/icon.svg'), 'utf8')}</body>`,
);
await page.screenshot({ path: join(root, 'media/icon.png'), omitBackground: true });
await browser.close();
