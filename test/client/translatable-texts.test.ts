/**
 * All that a user of the extension reads can be translated: package.nls.json and l10n/bundle.l10n.json leave nothing
 * out.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../server/src/lsp/severities.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;

/** Names of members that are shown to people. */
const SHOWN =
  /^(title|description|markdownDescription|enumDescriptions|markdownEnumDescriptions|viewsWelcome|contents)$/;
/** The same in all languages. */
const NAMES = new Set(['LoopLens']);

/** Texts below members that are shown, in what the manifest contributes. */
function shownIn(value: unknown, isShown: boolean): readonly string[] {
  if (typeof value === 'string') return isShown && !NAMES.has(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((v: unknown) => shownIn(v, isShown));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, v]) =>
    shownIn(v, typeof v === 'object' && !Array.isArray(v) ? false : SHOWN.test(key)),
  );
}

test('the manifest has keys for all texts, and package.nls.json no others', () => {
  const shown = [
    ...shownIn({ description: manifest['description'] }, false),
    ...shownIn(manifest['capabilities'], false),
    ...shownIn(manifest['contributes'], false),
  ];
  expect(shown.filter((text) => !/^%[\w.-]+%$/.test(text))).toEqual([]);
  const used = new Set([...read('package.json').matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key));
  expect([...used].sort()).toEqual(Object.keys(texts).sort());
});

test('the bundle has the texts of the sources', () => {
  const { status } = spawnSync(process.execPath, [`${root}/scripts/strings.mjs`, '--check'], { stdio: 'inherit' });
  expect(status).toBe(0);
});

test('no sentence in the sources is left out', () => {
  const files = ['client/src', 'client/webview'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const left = files.flatMap((file) => {
    const source = read(file).replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, '');
    const literals = [...source.matchAll(/(?<!\.t\(\s*|\btext\(\s*)'((?:[^'\\\n]|\\.)*)'/g)].map(
      ([, text]) => text ?? '',
    );
    return literals
      .filter((text) => /^[A-Z][a-z]+ [a-z]|^[A-Z][a-z]+ [A-Z][a-z]/.test(text))
      .map((text) => `${file}: ${text}`);
  });
  expect(left).toEqual([]);
});

test('the settings know every code of a diagnostic', () => {
  const { configuration } = manifest['contributes'] as { readonly configuration: { readonly properties: object } };
  const severity = (configuration.properties as Record<string, { readonly properties?: object }>)['looplens.severity'];
  expect(Object.keys(severity?.properties ?? {}).sort()).toEqual([...DIAGNOSTIC_CODES].sort());
});
