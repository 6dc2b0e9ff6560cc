/** Verdicts about elements of arrays: small programs of the usual kinds, and what must never be said of them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AssertionReport } from '../../server/src/report/report.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { ARRAY_TASKS, programOf } from './array-tasks.ts';
import type { ArrayTask } from './array-tasks.ts';
import { compiled } from './gcc.ts';

async function verdicts(source: string): Promise<readonly AssertionReport[]> {
  return (
    await analyze(
      source,
      { ...DEFAULT_OPTIONS, loops: false, fileBudget: 60_000 },
      { now: () => performance.now(), cancelled: () => false },
    )
  ).assertions;
}

async function verdict(task: ArrayTask): Promise<string> {
  const all = (await verdicts(programOf(task))).map((a) => a.verdict);
  return all.includes('violated') ? 'violated' : all.every((v) => v === 'holds') ? 'holds' : 'unknown';
}

const named = (kind: string, name: string): ArrayTask => {
  const found = ARRAY_TASKS.find((t) => t.kind === kind && t.name === name);
  if (!found) throw new Error(`no task ${kind}: ${name}`);
  return found;
};

afterAll(() => unloadSolver());

describe('decided', () => {
  const decided: readonly (readonly [string, string])[] = [
    ['fill', 'constant'],
    ['fill', 'twice'],
    ['fill', 'by index, wrong once'],
    ['parity', 'by remainder'],
    ['copy', 'plain'],
    ['copy', 'with an offset'],
    ['copy', 'through a third'],
    ['swap', 'two arrays'],
    ['swap', 'two arrays, without the aside'],
    ['extreme', 'maximum'],
    ['extreme', 'strictly larger'],
    ['reverse', 'into another'],
    ['sum', 'of ones'],
    ['sum', 'of ones, one missing'],
    ['partition', 'small ones kept'],
    ['change', 'rising'],
    ['matrix', 'of variable size, filled'],
    ['matrix', 'of variable size, largest element'],
    ['matrix', 'of variable size, larger than all'],
    ['matrix', 'filled by row'],
    ['zero', 'by initialiser'],
    ['zero', 'by initialiser, but for one'],
    ['equal', 'compared'],
    ['reverse', 'in place'],
    ['partition', 'small and large'],
  ];
  for (const [kind, name] of decided) {
    const task = named(kind, name);
    test(`${kind}: ${name}`, async () => expect(await verdict(task)).toBe(task.holds ? 'holds' : 'violated'), 120_000);
  }
});

/** Values from a seed, small ones more often. */
const RUNTIME = `#include <stdlib.h>
static unsigned long x = SEED * 2654435761UL + 88172645463325252UL;
static int first = 1;
static unsigned next(void) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; return (unsigned)(x >> 11); }
int __VERIFIER_nondet_int(void) { if (first) { first = 0; return 1 + next() % 6; }
  return SEED % 2 ? (int)(next() % 3) : (int)(next() % 25) - 8; }
char __VERIFIER_nondet_char(void) { return SEED % 2 ? 'a' : (char)(next() % 3); }
void __VERIFIER_assert(int c) { if (!c) exit(1); }
`;

describe('expected answers', () => {
  test('no run fails what is said to hold', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'arrays-'));
    try {
      for (const seed of [1, 2]) {
        // all in one program, each in a function of its own
        const holding = ARRAY_TASKS.filter((t) => t.holds);
        const functions = holding.map((t, i) => `static int f${i}(void) { first = 1; ${t.body} return 0; }`);
        const file = join(dir, `all${seed}.c`);
        await writeFile(
          file,
          `#define SEED ${seed}UL\n${RUNTIME}\n${functions.join('\n')}\nint main(void) { for (int k = 0; k < 20; k++) { ${holding.map((_, i) => `f${i}();`).join(' ')} } return 0; }\n`,
        );
        expect(await compiled(file)).toBe(0);
      }
    } finally {
      await rm(dir, { recursive: true });
    }
  }, 120_000);
});

describe('counterexamples', () => {
  test('fail when they are compiled', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'arrays-'));
    try {
      let shown = 0;
      for (const [i, task] of ARRAY_TASKS.filter((t) => !t.holds).entries()) {
        const violated = (await verdicts(programOf(task))).find((a) => a.verdict === 'violated');
        if (violated === undefined) continue;
        shown++;
        const values = (violated.nondet ?? []).flatMap((v) =>
          typeof v === 'string' ? [v] : Array.from({ length: v[1] }, () => v[0]),
        );
        const file = join(dir, `${i}.c`);
        await writeFile(
          file,
          `#include <stdlib.h>
static long long given[] = { ${[...values, '0'].join(', ')} };
static unsigned long next;
static long long take(void) { return next < ${values.length} ? given[next++] : 0; }
int __VERIFIER_nondet_int(void) { return take(); }
char __VERIFIER_nondet_char(void) { return take(); }
void __VERIFIER_assert(int c) { if (!c) exit(42); }
int main(void) { ${task.body} return 0; }
`,
        );
        expect(`${task.kind}, ${task.name}: ${await compiled(file)}`).toBe(`${task.kind}, ${task.name}: 42`);
      }
      expect(shown).toBeGreaterThan(8);
    } finally {
      await rm(dir, { recursive: true });
    }
  }, 600_000);
});
