/**
 * Oracle of generated tests: each is compiled with the sanitizers on and run. One that says that it fails an assertion
 * fails it, any other gets to its end (or to the assertion), and none is undefined.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_OPTIONS, reach } from '../../server/src/analysis/analyze-file.ts';

export interface DriversOutcome {
  readonly asked: number;
  readonly written: number;
  readonly failing: number;
  readonly wrong: readonly string[];
}

type Pick = (n: number) => number;

/** So many functions, each with an assertion about what is handed to it. */
export async function run(seed: number, count: number): Promise<DriversOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'looplens-drivers-'));
  const wrong: string[] = [];
  let written = 0;
  let failing = 0;
  try {
    for (let i = 0; i < count; i++) {
      const source = functionWith(picker(seed + i));
      const line = source.split('\n').findIndex((l) => l.includes('assert(')) + 1;
      const answer = await reach(
        source,
        { line, driver: 'subject.c', options: { ...DEFAULT_OPTIONS, fileBudget: 4000 } },
        { now: () => performance.now(), cancelled: () => false },
      );
      if ('missing' in answer) wrong.push(`${answer.missing}\n${source}`);
      else if (answer.driver !== undefined) {
        written++;
        const expected = answer.driver.includes('where the assertion fails');
        if (expected) failing++;
        const problem = problemOf(folder, source, answer.driver, line, expected);
        if (problem !== null) wrong.push(`seed ${seed + i}: ${problem}\n${source}\n${answer.driver}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { asked: count, written, failing, wrong };
}

function problemOf(folder: string, source: string, driver: string, line: number, isFailing: boolean): string | null {
  writeFileSync(join(folder, 'subject.c'), source);
  writeFileSync(join(folder, 'test.c'), driver);
  try {
    execFileSync(
      'gcc',
      [
        '-w',
        '-g',
        '-fsanitize=undefined,address',
        '-fno-sanitize-recover=all',
        '-o',
        join(folder, 'test'),
        join(folder, 'test.c'),
      ],
      { stdio: 'pipe' },
    );
  } catch (e) {
    return `does not compile: ${e instanceof Error ? e.message : ''}`;
  }
  const { status, signal, stderr } = spawnSync(join(folder, 'test'), {
    timeout: 10_000,
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' },
  });
  const said = stderr.toString();
  const fails = signal === 'SIGABRT' && said.includes(`subject.c:${line}:`) && said.includes('Assertion');
  if (fails || (!isFailing && status === 0)) return null;
  return `${isFailing ? 'does not fail the assertion' : 'does not get there'}: status ${status}, signal ${signal}, ${said.slice(0, 300)}`;
}

const TYPES = [
  'int',
  'char',
  'signed char',
  'unsigned char',
  'short',
  'unsigned short',
  'unsigned',
  'long',
  '_Bool',
  'unsigned long',
  'long long',
];

function functionWith(pick: Pick): string {
  const one = <T>(of: readonly T[]): T => of[pick(of.length)] as T;
  const parameters: string[] = [];
  const values: string[] = [];
  const before: string[] = [];
  const body: string[] = [];
  const kinds = 1 + pick(3);
  for (let i = 0; i < kinds; i++) {
    const type = one(TYPES);
    switch (pick(9)) {
      case 0:
      case 1:
        parameters.push(`${type} v${i}`);
        values.push(`v${i}`);
        break;
      case 2:
        parameters.push(`${one(['', 'const '])}${type} v${i}[]`);
        values.push(`v${i}[${pick(3)}]`);
        break;
      case 3:
        parameters.push(`${one(['', 'const '])}${type} *v${i}`);
        values.push(`*v${i}`, `v${i}[1]`);
        break;
      case 4:
        parameters.push(`const char *v${i}`);
        body.push(`int n${i} = 0; while (v${i}[n${i}]) n${i}++;`);
        values.push(`n${i}`, `v${i}[0]`);
        break;
      case 5:
        before.push(`struct s${i} { ${type} a; short b; };`);
        parameters.push(`struct s${i} *v${i}`);
        values.push(`v${i}->a`, `v${i}->b`);
        break;
      case 6:
        before.push(`struct s${i} { ${type} a; short b; };`);
        parameters.push(`struct s${i} v${i}`);
        values.push(`v${i}.a`, `v${i}.b`);
        break;
      case 7:
        before.push(`${one(['', 'static '])}${type} v${i}; void set${i}(${type} x) { v${i} = x; }`);
        values.push(`v${i}`);
        break;
      default:
        before.push(`${type} v${i}[4];`);
        values.push(`v${i}[${pick(4)}]`);
    }
  }
  if (pick(3) === 0) body.push(`if (${one(values)} ${one(['<', '>', '=='])} ${pick(5)}) return 0;`);
  if (pick(3) === 0)
    body.push(`int t = 0; for (int i = 0; i < 3; i++) t += ${one(values)} & 7;`, `if (t == ${pick(9)}) return 1;`);
  const condition = (): string =>
    `${one(values)} ${one(['!=', '==', '<', '>', '<='])} ${one(['0', '1', '5', "'a'", '-3', '100', '7'])}`;
  return `#include <assert.h>\n${before.map((b) => `${b}\n`).join('')}int f(${parameters.join(', ') || 'void'}) {\n${body.map((b) => `  ${b}\n`).join('')}  assert(${condition()}${pick(2) === 0 ? ` ${one(['||', '&&'])} ${condition()}` : ''});\n  return 0;\n}\n`;
}

/** Integers below n, the same for the same seed. */
function picker(seed: number): Pick {
  let s = Math.imul(seed, 2_654_435_761) >>> 0;
  const next = (): number => (s = (Math.imul(s, 1_664_525) + 1_013_904_223) >>> 0);
  for (let i = 0; i < 4; i++) next();
  return (n) => Math.floor((next() / 4_294_967_296) * n);
}
