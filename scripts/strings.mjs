// The texts of the editor's side that can be translated: writes l10n/bundle.l10n.json from the sources.
//   node scripts/strings.mjs [--check]     --check: status 1 where the file is another one.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const BUNDLE = join(root, 'l10n', 'bundle.l10n.json');

/** Literals handed to `l10n.t` in the extension, and to `text` in its page. */
function textsInSources() {
  const found = new Set();
  for (const [folder, call] of [
    ['client/src', String.raw`l10n\s*\.t`],
    ['client/webview', String.raw`\btext`],
  ])
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'))) {
      const source = readFileSync(join(root, folder, file), 'utf8');
      for (const [, literal] of source.matchAll(new RegExp(String.raw`${call}\(\s*'((?:[^'\\\n]|\\.)*)'`, 'g')))
        found.add(literal.replace(/\\(.)/g, '$1'));
    }
  return [...found].sort();
}

const bundleText = () =>
  `${JSON.stringify(Object.fromEntries(textsInSources().map((text) => [text, text])), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(BUNDLE, bundleText());
else if (readFileSync(BUNDLE, 'utf8') !== bundleText()) {
  console.error('l10n/bundle.l10n.json is not what the sources have: npm run strings');
  process.exitCode = 1;
}
