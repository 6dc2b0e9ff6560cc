/** The interpreter by itself: how runs end, what can be supplied, and how fast it is. */
import { describe, expect, it } from 'vitest';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import { interpret, lower, lowerOne, outcome } from '../c/lower.ts';

describe('runs', () => {
  it('gives the values at the end', () => {
    const o = interpret('int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }', { n: 10 });
    const fn = lowerOne('int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }');
    expect(Object.fromEntries(fn.variables.map((v) => [v.name, o.env.values[v.id]]))).toEqual({
      n: 10n,
      s: 45n,
      i: 10n,
    });
    expect(o.kind).toBe('returned');
  });

  it.each([
    [
      `
        int f(int n) {
          for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) if (i == 2 && j == 1) assert(0);
        }`,
      'assertion-failed 0 at 2,1',
    ],
    [
      `
        int f(int n) {
          int i = 0;
          while (i < 3) {
            i++;
            int j = 0;
            do {
              j++;
              assert(i * j < 6);
            } while (j < 3);
          }
        }`,
      'assertion-failed 0 at 1,2',
    ],
    [
      'int g(int k) { while (k-- > 0) assert(k != 3); } int f(int n) { for (int i = 0; i < 9; i++) g(i); }',
      'assertion-failed 0 at 4,0',
    ],
  ])('counts iterations: %s', (source, expected) => {
    expect(outcome(source)).toBe(expected);
  });

  it('lets a hook jump over a loop', () => {
    const fn = lowerOne('int f(int n) { int i = 0; while (i < n) i++; return i; }');
    const i = fn.variables.find((v) => v.name === 'i')!.id;
    const header = fn.blocks[fn.loops[0]!.header]!.end;
    const exit = header.kind === 'branch' ? header.else : -1;
    const o = run(fn, {
      mode: 'c',
      inputs: new Map([[fn.params[0]!, 2000000000n]]),
      maxSteps: 100,
      onLoopHeader: (_, state) => {
        state.set(i, state.get(fn.params[0]!)!);
        return exit;
      },
    });
    expect(o).toMatchObject({ kind: 'returned', value: 2000000000n });
  });

  it('asks for what is not modelled', () => {
    const fn = lowerOne('int f(int n) { int a = ext(); return a + ext(); }');
    let next = 40n;
    expect(run(fn, { mode: 'c', inputs: new Map(), maxSteps: 100, havoc: () => next++ })).toMatchObject({
      kind: 'returned',
      value: 81n,
    });
    expect(run(fn, { mode: 'c', inputs: new Map(), maxSteps: 100 })).toMatchObject({
      kind: 'not-modelled',
      reason: { code: 'unknown-call' },
    });
  });

  it('takes contents of arrays', () => {
    const fn = lowerOne('int f(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }');
    expect(
      run(fn, {
        mode: 'c',
        inputs: new Map([[fn.params[1]!, 3n]]),
        maxSteps: 100,
        arrays: new Map([[0, [5n, 6n, 7n]]]),
      }),
    ).toMatchObject({ kind: 'returned', value: 18n });
  });

  it('runs calls without inlining, recursion too', () => {
    const program = lower(
      `
        int g;
        int fib(int n) {
          g++;
          if (n < 2) return n;
          return fib(n - 1) + fib(n - 2);
        }
        int f(int n) {
          return fib(n) * 1000 + g;
        }`,
    );
    const fn = program.functions[1]!;
    expect(run(fn, { mode: 'c', inputs: new Map([[fn.params[0]!, 10n]]), maxSteps: 100_000, program })).toMatchObject({
      kind: 'returned',
      value: 55177n,
    });
    expect(inlineCalls(program, fn).reasons.map((r) => r.code)).toContain('recursion');
  });
});

describe('inlining', () => {
  it('copies loops, assertions and variables of callees', () => {
    const program = lower(
      `
        static int g = 2;
        int inner(int k) {
          int s = 0;
          while (k > 0) {
            s += g;
            k--;
          }
          assert(s >= 0);
          return s;
        }
        int f(int n) {
          int r = 0;
          for (int i = 0; i < n; i++) r += inner(i) + inner(1);
          g = 5;
          return r;
        }`,
    );
    const fn = inlineCalls(program, program.functions[1]!);
    expect(fn.loops.map((l) => `${l.id} ${l.kind} ${l.nested}`)).toEqual(['0 for 0', '1 while 1', '2 while 1']);
    expect(fn.assertions.map((a) => a.loops)).toEqual([[0], [0]]);
    expect(fn.variables.filter((v) => v.name === 'g').length).toBe(1);
    expect(fn.variables.filter((v) => v.name === 'inner.s').length).toBe(2);
    expect(fn.blocks.some((b) => b.stmts.some((s) => s.kind === 'call'))).toBe(false);
    fn.blocks.forEach((b, i) => expect(b.id).toBe(i));
  });

  it('keeps calls that are too large sound', () => {
    const program = lower(
      'int g, h; void big(int n) { if (n) g = 1; } int f(int n) { g = 3; h = 4; big(n); return g + h; }',
    );
    const fn = inlineCalls(program, program.functions[1]!, { maxBlocks: 3, maxDepth: 5 });
    const havocked = fn.blocks
      .flatMap((b) => b.stmts)
      .filter((s) => s.kind === 'havoc')
      .map((s) => fn.variables[s.target]!.name);
    expect(havocked).toEqual(['g']);
    expect(fn.reasons.map((r) => r.code)).toEqual(['call-too-large']);
  });
});
