import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from './editing.ts';
import { applied, changeOf } from './editing/text.ts';

const server = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));

it('changes are what the protocol says', () => {
  const text = 'a\r\nb😀c\rd\n';
  expect(
    applied(text, { range: { start: { line: 1, character: 1 }, end: { line: 1, character: 3 } }, text: 'x' }),
  ).toBe('a\r\nbxc\rd\n');
  expect(applied(text, changeOf(text, 1, 4, ''))).toBe('a😀c\rd\n');
  expect(applied(text, changeOf(text, 2, 3, '-'))).toBe('a\r\n-b😀c\rd\n');
});

it('after an editing session everything shown is what a fresh server shows', async () => {
  if (!existsSync(server)) throw new Error('dist/ is missing: npm run build');
  const seed = String(Date.now() % 1_000_000_000);
  console.log(`editing: seed ${seed}`);
  const { wrong, compared } = await run({ seed, count: 2, events: 12, server });
  expect({ seed, wrong, some: compared > 2 }).toEqual({ seed, wrong: [], some: true });
}, 180_000);
