/**
 * Witnesses, checked by a script that knows nothing of the analysis (check-witness.mjs), which also has to reject what
 * is wrong.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { witnessDocument } from '../../server/src/render/witness-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
// @ts-expect-error a script without types
import { problemOf } from './check-witness.mjs';

afterAll(() => unloadSolver());

const HEAD = `extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
void __VERIFIER_assert(int c) { if (!c) { reach_error(); } }
`;

const problem = problemOf as (program: string, witness: string) => string | null;

async function witness(source: string): Promise<string> {
  const options = { ...DEFAULT_OPTIONS, loops: false, invariants: true, fileBudget: 60_000 };
  const report = await analyze(source, options, { now: () => performance.now(), cancelled: () => false });
  const task = { file: 'a.c', hash: '0', dataModel: 'LP64', version: '0', uuid: '0', created: '2000-01-01T00:00:00Z' };
  return witnessDocument(task, report) ?? `none: ${report.assertions.map((a) => a.reason?.message).join()}`;
}

describe('invariants', () => {
  test.each([
    [
      'paths in any order',
      `int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  unsigned x = 0, y = 0;
  while (i < n) {
    if (__VERIFIER_nondet_int()) { x++; y += 2; }
    else { x += 2; y += 4; }
    i++;
  }
  __VERIFIER_assert(y == 2 * x);
  return 0;
}
`,
    ],
    [
      'a counted loop, proven otherwise',
      `int main(void) {
  int s = 0;
  for (int i = 0; i < 50; i++) {
    s += 3;
  }
  __VERIFIER_assert(s == 150);
  return 0;
}
`,
    ],
    [
      'a nest',
      `int main(void) {
  int n = __VERIFIER_nondet_int(), k = 0, i, j;
  __VERIFIER_assume(n >= 0 && n < 60);
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) {
      if (__VERIFIER_nondet_int()) k++;
    }
  }
  __VERIFIER_assert(k >= 0);
  return 0;
}
`,
    ],
    [
      'a remainder',
      `int main(void) {
  int a = 4;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) a += 6;
    else a -= 9;
    if (a > 100000 || a < -100000) break;
  }
  __VERIFIER_assert(a % 3 != 0);
  return 0;
}
`,
    ],
  ])(
    '%s',
    async (_, body) => {
      const source = HEAD + body;
      const text = await witness(source);
      expect(text).toContain('entry_type: "invariant_set"');
      expect(text).toContain('loop_invariant');
      expect(problem(source, text)).toBeNull();
      // nothing is less than itself
      expect(problem(source, text.replace(/value: "(.*)"/, 'value: "0 * ($1) > 0"'))).toMatch(/broken/);
    },
    240_000,
  );
});

describe('violations', () => {
  test.each([
    [
      'one value',
      `int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i += 3;
  __VERIFIER_assert(i != 33);
  return 0;
}
`,
    ],
    [
      'values in a loop',
      `int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int() == 5) s += 2;
  }
  __VERIFIER_assert(s != 6);
  return 0;
}
`,
    ],
    [
      'many values',
      `int main(void) {
  int s = 0;
  for (int i = 0; i < 300; i++) {
    if (__VERIFIER_nondet_int() != 3) return 0;
    s++;
  }
  __VERIFIER_assert(s != 300);
  return 0;
}
`,
    ],
    [
      'none',
      `int main(void) {
  int s = 0;
  for (int i = 0; i < 9; i++) s += i;
  __VERIFIER_assert(s != 36);
  return 0;
}
`,
    ],
  ])(
    '%s',
    async (_, body) => {
      const source = HEAD + body;
      const text = await witness(source);
      expect(text).toContain('entry_type: "violation_sequence"');
      expect(problem(source, text)).toBeNull();
      const other = text.replace(/result == -?\d+/, 'result == 1');
      if (other !== text) expect(problem(source, other)).toMatch(/ends with/);
    },
    240_000,
  );
});

test('of a run that reads very many values the first ones are given, which is said', async () => {
  const text = await witness(
    `${HEAD}int main(void) {
  int s = 0;
  for (int i = 0; i < 5000; i++) {
    if (__VERIFIER_nondet_int() != 3) return 0;
    s++;
  }
  __VERIFIER_assert(s != 5000);
  return 0;
}
`,
  );
  expect(text).toMatch(
    /^# Only the first 2000 of the 5000 values that the run reads are given\.\n- entry_type: "violation_sequence"/,
  );
}, 240_000);

test('nothing is witnessed where nothing was decided', async () => {
  expect(
    await witness(`${HEAD}int unknown(void);\nint main(void) { __VERIFIER_assert(unknown()); return 0; }`),
  ).toMatch(/^none/);
});

describe('the command line', () => {
  const source = `${HEAD}int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) i += 1;
  __VERIFIER_assert(n < 0 || i == n);
  return 0;
}
`;
  const check = async (change: (text: string) => string): Promise<readonly [number | null, string]> => {
    const directory = await mkdtemp(join(tmpdir(), 'witness '));
    try {
      const [program, text] = [join(directory, 'a.c'), join(directory, 'a.witness.yml')];
      await writeFile(program, source);
      await writeFile(
        text,
        change(
          (await witness(source)).replace(/"a\.c": 0/, `"a.c": "${createHash('sha256').update(source).digest('hex')}"`),
        ),
      );
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(import.meta.dirname, '../../scripts/witness.mjs'), program, text, '--runs', '5'],
        { encoding: 'utf8' },
      );
      return [status, stdout];
    } finally {
      await rm(directory, { recursive: true });
    }
  };
  test('confirms', async () => {
    const [status, out] = await check((text) => text);
    expect(out).toMatch(/^confirmed: main: \d+ invariants?, inductive.*\nconfirmed: nothing wrong in 5 random runs\n$/);
    expect(status).toBe(0);
  }, 120_000);
  test('refutes', async () => {
    const [status, out] = await check((text) => text.replace(/value: "(.*)"/, 'value: "($1) && i < 4"'));
    expect(out).toMatch(/^refuted: main: .* the loop at 8:3 goes on/);
    expect(status).toBe(1);
  }, 120_000);
  test(
    'looks at the right text',
    async () =>
      expect(await check((text) => text.replace(/"a\.c": "\w+"/, '"a.c": "00"'))).toEqual([
        1,
        'refuted: a.c is not the text that the witness is about\n',
      ]),
    120_000,
  );
});
