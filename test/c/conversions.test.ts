/** Every conversion between two types, and every operator on every pair of types, at the edges, against gcc. */
import { describe, expect, it } from 'vitest';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import { compileAndRun, hasGcc } from './gcc.ts';
import { PRELUDE, TYPES, edgeValues } from './generate.ts';
import { lower } from './lower.ts';

const BINARY = ['+', '-', '*', '/', '%', '&', '|', '^', '<', '<=', '>', '>=', '==', '!=', '<<', '>>', '&&', '||'];
const ASSIGN = ['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='];

const types = TYPES.filter((t) => t.name !== 'signed char' && t.name !== 'u16' && t.name !== 'int64_t');

/**
 * Functions of two parameters; each is run on all pairs of edge values, those without undefined behaviour are compared.
 */
function compare(
  functions: readonly {
    readonly name: string;
    readonly text: string;
    readonly a: (typeof TYPES)[number];
    readonly b: (typeof TYPES)[number];
  }[],
): string[] {
  const source = PRELUDE + functions.map((f) => f.text).join('\n');
  const program = lower(source);
  const calls: string[] = [];
  const expected: string[] = [];
  for (const f of functions) {
    const fn = inlineCalls(program, program.functions.find((x) => x.name === f.name)!);
    for (const x of edgeValues(f.a))
      for (const y of edgeValues(f.b)) {
        const outcome = run(fn, {
          mode: 'c',
          inputs: new Map([
            [fn.params[0]!, x],
            [fn.params[1]!, y],
          ]),
          maxSteps: 100,
        });
        if (outcome.kind === 'undefined') continue;
        expected.push(outcome.kind === 'returned' ? `${f.name} ${x} ${y} ${outcome.value}` : outcome.kind);
        calls.push(`{ ${f.name}, ${constant(x)}, ${constant(y)}, "${f.name} ${x} ${y}" }`);
      }
  }
  const wrappers = functions
    .map(
      (f) =>
        `${f.text.replaceAll(f.name, `${f.name}_`)}static long long ${f.name}(long long a, long long b) { return ${f.name}_(a, b); }`,
    )
    .join('\n');
  const main = `#include <stdio.h>
${PRELUDE}${wrappers}
static struct { long long (*f)(long long, long long); long long a, b; const char *s; } calls[] = {
${calls.join(',\n')} };
int main(void) { for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) printf("%s %lld\\n", calls[i].s,
  calls[i].f(calls[i].a, calls[i].b)); return 0; }
`;
  const lines = compileAndRun(main);
  return expected.flatMap((e, i) => (e === lines[i] ? [] : [`we: ${e}, gcc: ${lines[i]}`])).slice(0, 20);
}

function constant(v: bigint): string {
  const signed = BigInt.asIntN(64, v);
  return signed === -(1n << 63n) ? '(-9223372036854775807LL - 1)' : `${signed}LL`;
}

describe.skipIf(!hasGcc())('against gcc', () => {
  it('converts between all types', () => {
    const functions = types.flatMap((a, i) =>
      types.map((b, j) => ({
        name: `f${i}_${j}`,
        a,
        b,
        text: `
          static long long f${i}_${j}(${a.name} a, ${b.name} b) { ${b.name} x = a; ${a.name} y = b;
            return (long long)x * 3 ^ (${b.name})a ^ y; }`,
      })),
    );
    expect(compare(functions)).toEqual([]);
  }, 60_000);

  it.each(BINARY)(
    'a %s b',
    (op) => {
      const functions = types.flatMap((a, i) =>
        types.map((b, j) => ({
          name: `f${i}_${j}`,
          a,
          b,
          text: `static long long f${i}_${j}(${a.name} a, ${b.name} b) { return a ${op} b; }`,
        })),
      );
      expect(compare(functions)).toEqual([]);
    },
    60_000,
  );

  it.each(ASSIGN)(
    'a %s b',
    (op) => {
      const functions = types.flatMap((a, i) =>
        types.map((b, j) => ({
          name: `f${i}_${j}`,
          a,
          b,
          text: `static long long f${i}_${j}(${a.name} a, ${b.name} b) { long long r = (a ${op} b); return r ^ a; }`,
        })),
      );
      expect(compare(functions)).toEqual([]);
    },
    60_000,
  );

  it.each(['-a', '+a', '~a', '!a', 'a++', '++a', 'a--', '--a', 'b ? a : b', '(a, b)', 'sizeof(a + b)'])(
    '%s',
    (text) => {
      const functions = types.flatMap((a, i) =>
        types.map((b, j) => ({
          name: `f${i}_${j}`,
          a,
          b,
          text: `static long long f${i}_${j}(${a.name} a, ${b.name} b) { long long r = ${text}; return r ^ a; }`,
        })),
      );
      expect(compare(functions)).toEqual([]);
    },
    60_000,
  );

  it('the type of a choice, also where the condition is a constant', () => {
    const values = ["'a'", '1', '1u', '1l', '(char)1', '(short)1', '1.5', '1.5f', '0.0', 's->f', 's->d'];
    const sizes = ['0', '1', 'n'].flatMap((c) =>
      values.flatMap((x) => values.map((y) => `sizeof(${c} ? ${x} : ${y})`)),
    );
    const head = 'struct s { float f; double d; };\n';
    const own = lower(
      head + sizes.map((size, i) => `long f${i}(int n, struct s *s) { return (long)${size}; }`).join('\n'),
    );
    const results = sizes.map((_, i) => {
      const fn = inlineCalls(own, own.functions.find((f) => f.name === `f${i}`)!);
      const outcome = run(fn, { mode: 'c', inputs: new Map(), maxSteps: 100 });
      return outcome.kind === 'returned' ? `${outcome.value}` : outcome.kind;
    });
    const prints = sizes.map((size) => `printf("%d\\n", (int)${size});`).join('\n');
    const source = `#include <stdio.h>\n${head}int main(void) { int n = 1; struct s o, *s = &o; ${prints} return 0; }`;
    expect(results).toEqual(compileAndRun(source));
  });
});
