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

describe('what is not known', () => {
  const end = (body: string, x = 3): string => {
    const source = `int memcmp(const void *, const void *, unsigned long);
      int f(int x) { char a[9] = { 0 }, b[9] = { 0 }; int u = memcmp(a, b, 9); ${body} }`;
    const { kind, ...rest } = interpret(source, { x });
    return 'value' in rest ? `${kind} ${rest.value}` : kind;
  };

  it.each([
    ['is copied, and compared', 'int c = u; int d = c == 4; (void)d; return x;', 'returned 3'],
    ['is masked and divided', 'unsigned c = u; c = (c & 7) / 2 % 3 << 1 >> 2; return x;', 'returned 3'],
    ['is stored and written over', 'a[1] = u; a[1] = 2; return a[1] + x;', 'returned 5'],
    ['is stored beside what is read', 'a[1] = u; return a[2] + x;', 'returned 3'],
    ['decides nothing that is evaluated', 'return x || u;', 'returned 1'],
    ['is read', 'a[1] = u; int c = a[1]; return c + x;', 'not-modelled'],
    ['decides', 'if (u == 4) x++; return x;', 'not-modelled'],
    ['is added to, which may overflow', 'int c = u + 1; (void)c; return x;', 'not-modelled'],
    ['is divided by', 'int c = 8 / u; (void)c; return x;', 'not-modelled'],
    ['is an index', 'a[u] = 1; return x;', 'not-modelled'],
  ])('goes on where it %s', (_, body, expected) => {
    expect(end(body)).toBe(expected);
  });

  it('is no excuse for what was never set', () => {
    expect(end('int c, d = u; d = c; return x;')).not.toBe('returned 3');
  });
});

describe('functions of bits', () => {
  const VALUES = [1n, 2n, 3n, 0x80n, 0xff00n, 0x12345678n, 0x7fffffffn, 0x80000000n, 0xfffffffen, 0xffffffffn];
  const WIDE = [...VALUES, 0x123456789abcdef0n, 1n << 63n, (1n << 64n) - 1n];
  const ones = (v: bigint): number => v.toString(2).replaceAll('0', '').length;
  const trailing = (v: bigint): number => (/0*$/.exec(v.toString(2)) as RegExpExecArray)[0].length;
  const leading = (v: bigint, bits: number): number => bits - v.toString(2).length;
  const alike = (v: bigint, bits: number): number => {
    const text = v.toString(2).padStart(bits, '0');
    return (/^(0+|1+)/.exec(text) as RegExpExecArray)[0].length - 1;
  };
  const bytes = (v: bigint, bits: number): bigint =>
    BigInt(
      `0x${v
        .toString(16)
        .padStart(bits / 4, '0')
        .replace(/../g, '$& ')
        .trim()
        .split(' ')
        .reverse()
        .join('')}`,
    );
  const result = (name: string, type: string, value: bigint): string => {
    const o = interpret(`${type} f(unsigned long x) { return ${name}(x); }`, { x: value });
    return o.kind === 'returned' ? String(o.value) : o.kind;
  };

  it.each([
    ['__builtin_popcount', 32, (v: bigint) => ones(v)],
    ['__builtin_popcountll', 64, (v: bigint) => ones(v)],
    ['__builtin_parity', 32, (v: bigint) => ones(v) % 2],
    ['__builtin_ctz', 32, (v: bigint) => trailing(v)],
    ['__builtin_ctzl', 64, (v: bigint) => trailing(v)],
    ['__builtin_clz', 32, (v: bigint) => leading(v, 32)],
    ['__builtin_clzll', 64, (v: bigint) => leading(v, 64)],
    ['__builtin_ffs', 32, (v: bigint) => trailing(v) + 1],
    ['ffsll', 64, (v: bigint) => trailing(v) + 1],
    ['__builtin_clrsb', 32, (v: bigint) => alike(v, 32)],
    ['__builtin_clrsbl', 64, (v: bigint) => alike(v, 64)],
  ] as const)('%s', (name, bits, expected) => {
    for (const v of bits === 32 ? VALUES : WIDE) expect(result(name, 'int', v), `${v}`).toBe(String(expected(v)));
  });

  it('of zero', () => {
    expect(result('__builtin_ctz', 'int', 0n)).toBe('undefined');
    expect(result('__builtin_clzl', 'int', 0n)).toBe('undefined');
    expect(result('__builtin_ffs', 'int', 0n)).toBe('0');
    expect(result('__builtin_popcount', 'int', 0n)).toBe('0');
    expect(result('__builtin_clrsb', 'int', 0n)).toBe('31');
  });

  it.each([16, 32, 64])('bytes in the opposite order: %s bits', (bits) => {
    for (const v of WIDE) {
      const low = BigInt.asUintN(bits, v);
      expect(result(`__builtin_bswap${bits}`, 'unsigned long', v)).toBe(String(bytes(low, bits)));
    }
  });

  it('of constants are constants', () => {
    const { blocks } = lowerOne('int f(void) { return __builtin_popcount(-1) + __builtin_ctz(8); }');
    expect(blocks.flatMap((b) => b.stmts)).toEqual([]);
  });
});
