/**
 * Findings that are accepted: by a baseline, recognised where the code has moved, or by a comment. Beside it: what
 * counts as wrong.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { looplens } from './command-line.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'looplens baseline '));
});
afterAll(() => rm(directory, { recursive: true }));

async function check(source: string, ...more: string[]): Promise<{ status: number; out: string; err: string }> {
  const path = join(directory, 'a.c');
  await writeFile(path, source);
  return looplens('check', path, '--timeout', '60', ...more);
}

const FAILS = `#include <assert.h>
int f(int n) {
  int k = n - 3;
  assert(k != 38);
  return k;
}
`;
const OVERFLOWS = `int g(void) {
  int i = 1;
  while (i > 0) i++;
  return i;
}
`;

describe('a baseline', () => {
  it('is written, and accepts what it names, moved or not', async () => {
    const baseline = join(directory, 'accepted.json');
    expect((await check(FAILS)).status).toBe(1);
    expect((await check(FAILS, '--write-baseline', baseline)).status).toBe(1);
    expect(JSON.parse(await readFile(baseline, 'utf8'))).toEqual({
      schema: 'looplens/baseline/1',
      findings: [{ file: 'a.c', finding: 'violated:f:k != 38', count: 1 }],
    });
    const moved = `\n\n${FAILS}`;
    const again = await check(moved, '--baseline', baseline);
    expect(again.status).toBe(0);
    expect(again.out).toContain('(f) accepted');
    expect(again.out).toContain('1 violated, 0 unknown; 1 accepted');
    const twice = `${FAILS}${FAILS.replace('#include <assert.h>\n', '').replace(' f(', ' h(')}`;
    expect((await check(twice, '--baseline', baseline)).status).toBe(1);
    const sarif = JSON.parse((await check(moved, '--baseline', baseline, '--format', 'sarif')).out);
    expect(sarif.runs[0].results[0]).toMatchObject({
      suppressions: [{ kind: 'external' }],
      partialFingerprints: { 'looplens/v1': 'violated:f:k != 38' },
    });
    expect(
      sarif.runs[0].results[0].codeFlows[0].threadFlows[0].locations.map(
        (l: { location: { message: { text: string } } }) => l.location.message.text,
      ),
    ).toEqual(['f is entered with n = 41', 'the assertion fails with n = 41, k = 38']);
  }, 120_000);

  it.each([
    ['nonsense', 'x'],
    ['another document', '{"schema":"other"}'],
  ])('that is %s can not be used', async (_, text) => {
    const path = join(directory, 'bad.json');
    await writeFile(path, text);
    const { status, err } = await check(FAILS, '--baseline', path);
    expect(status).toBe(2);
    expect(err).toContain('bad.json');
  });
});

it('a comment accepts what stands beside or below it', async () => {
  expect((await check(FAILS.replace('38);', '38); // looplens: ignore'))).status).toBe(0);
  expect((await check(FAILS.replace('  assert', '  /* looplens: ignore */\n  assert'))).status).toBe(0);
  expect((await check(FAILS.replace('  int k', '  // looplens: ignore\n  int k'))).status).toBe(1);
}, 120_000);

it('overflow and what is unknown count where that is asked for', async () => {
  expect((await check(OVERFLOWS)).status).toBe(0);
  const { status, out } = await check(OVERFLOWS, '--fail-on', 'overflow', '--format', 'json');
  expect(status).toBe(1);
  expect(JSON.parse(out).overflows).toMatchObject([
    { line: 3, column: 17, function: 'g', expression: 'i++', must: true, iteration: [2147483646] },
  ]);
  expect((await check(OVERFLOWS, '--fail-on', 'overflow', '--overflow', 'off')).status).toBe(0);
  const open = `extern void __VERIFIER_assert(int);
int unknown(void);
int f(void) {
  int x = unknown();
  __VERIFIER_assert(x);
  return 0;
}
`;
  expect((await check(open)).status).toBe(0);
  expect((await check(open, '--fail-on', 'unknown,overflow')).status).toBe(1);
}, 120_000);

it('names of a project’s own assertions and assumptions', async () => {
  const source = `void VERIFY(int);
void GIVEN(int);
int f(int n) {
  GIVEN(n > 4);
  int k = n + 1;
  VERIFY(k > 6);
  return k;
}
`;
  expect((await check(source)).out).toContain('no assertions');
  expect((await check(source, '--assert-name', 'VERIFY', '--assume-name', 'GIVEN')).out).toMatch(
    /violated {2}k > 6.*\n {4}inputs: n = 5/,
  );
}, 120_000);
