/**
 * The other data model: what expressions are worth with 32-bit pointers, checked by `gcc -m32`, which needs no library
 * for that.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { run } from '../../server/src/interpret/interpreter.ts';
import { lower } from './lower.ts';

const gcc32 = (source: string): boolean =>
  spawnSync('gcc', ['-m32', '-w', '-std=gnu11', '-fsyntax-only', '-x', 'c', '-'], { input: source }).status === 0;
const hasGcc32 = ((): boolean => {
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' });
    return gcc32('int x;');
  } catch {
    return false;
  }
})();

const TYPES = ['char', 'unsigned short', 'int', 'unsigned', 'long', 'unsigned long', 'long long', 'unsigned long long'];

const EXPRESSIONS = [
  ...TYPES.flatMap((a) =>
    TYPES.flatMap((b) => [
      `sizeof((${a})1 + (${b})1)`,
      `(${a})1 * 0 + (${b})0 - 1 < 0`,
      `(${a})-1 < (${b})1`,
      `(long long)(1 ? (${a})-1 : (${b})0)`,
      `(${a})(${b})0xfedcba9876543210`,
    ]),
  ),
  'sizeof(long)',
  'sizeof(void *)',
  'sizeof 2147483648',
  'sizeof 4294967296',
  'sizeof 0xffffffff',
  'sizeof 1L',
  'sizeof 1ul',
  'sizeof 1ll',
  '-1 < 1ul',
  '-1L < 1u',
  '-1LL < 1u',
  '2147483648 > 0',
  '~0ul == 0xffffffff',
  'sizeof(struct { char a; long long b; })',
  'sizeof(struct { char a; double b; })',
  'sizeof(struct { short a; char *b; char c; })',
  'sizeof(struct { long long a : 40; int b : 3; })',
  'sizeof(struct { char a; int b : 17; int c : 17; char d; })',
  'sizeof(union { long long a; char b[9]; })',
  '(long)0xffffffff < 0',
  'sizeof(sizeof 1)',
  "sizeof L'a'",
  'sizeof((char *)0 - (char *)0)',
  '__INT_MAX__ + 0',
  '__LONG_MAX__ + 0',
  'sizeof(long double)',
];

describe.skipIf(!hasGcc32)('32-bit types', () => {
  it('are what gcc -m32 says', () => {
    const source = EXPRESSIONS.map((e, i) => `long long t${i}(void) { return ${e}; }`).join('\n');
    const program = lower(source, { dataModel: 'ILP32' });
    const values = EXPRESSIONS.map((e, i) => {
      const outcome = run(program.functions.find((f) => f.name === `t${i}`)!, {
        mode: 'c',
        inputs: new Map(),
        maxSteps: 100,
      });
      return { e, value: outcome.kind === 'returned' ? outcome.value : null };
    });
    const assertions = values.map(
      ({ e, value }) =>
        `_Static_assert((long long)(${e}) == ${value === -(1n << 63n) ? '-9223372036854775807LL - 1' : `${value}LL`}, "");`,
    );
    const wrong = gcc32(assertions.join('\n'))
      ? []
      : values.filter((_, i) => !gcc32(assertions[i]!)).map(({ e, value }) => `${e} is not ${value}`);
    expect(wrong).toEqual([]);
  }, 60_000);
});
