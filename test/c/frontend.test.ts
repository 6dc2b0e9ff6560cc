/** Files as they come: positions, encodings, edits, errors, and things that are no C at all. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_FRONTEND_OPTIONS, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { printFunction, printRange } from '../../server/src/program/dump-program.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
import { lower, lowerOne, parser } from './lower.ts';
import { PRELUDE, generateFunction } from './generate.ts';
import type { GeneratedFunction } from './generate.ts';

/** Kind, range and head of each loop. */
function loops(source: string): string[] {
  return lower(source).functions.flatMap((f) =>
    f.loops.map(
      (l) => `${l.kind} ${printRange(l.range)} head ${printRange(l.head)}${l.nested > 0 ? ` in ${l.nested}` : ''}`,
    ),
  );
}

describe('loops and their places', () => {
  it.each([
    ['int f(int n) { while (n > 0) n--; return n; }', ['while 1:16-1:34 head 1:16-1:29']],
    ['int f(int n) {\n\tfor (int i = 0; i < n; i++)\n\t{\n\t}\n}', ['for 2:2-4:3 head 2:2-2:29']],
    ['void f(int n) { do n--; while (n); }', ['do 1:17-1:35 head 1:17-1:19']],
    ['void f(int n) { L: n--; if (n) goto L; }', ['goto 1:17-1:39 head 1:17-1:18']],
    [
      'void f(int n) { while (n) for (;;) do ; while (0); }',
      ['while 1:17-1:51 head 1:17-1:26', 'for 1:27-1:51 head 1:27-1:35 in 1', 'do 1:36-1:51 head 1:36-1:38 in 2'],
    ],
    ['void f(void) { return; while (1) ; }', ['while 1:24-1:35 head 1:24-1:33']],
    [
      'void f(int n) { while (n) { return; } if (0) for (;;) break; }',
      ['while 1:17-1:38 head 1:17-1:26', 'for 1:46-1:61 head 1:46-1:54'],
    ],
    ['/* 😀 é */ void f(int n) { while (n) n--; }', ['while 1:28-1:42 head 1:28-1:37']],
    ['// x\r\nvoid f(int n)\r\n{\r\n  while (n)\r\n    n--;\r\n}\r\n', ['while 4:3-5:9 head 4:3-4:12']],
    ['\uFEFFvoid f(int n) { while (n) n--; }', ['while 1:18-1:32 head 1:18-1:27']],
    ['#define LOOP(n) while (n) n--\nvoid f(int n) { LOOP(n); }', ['while 2:17-2:25 head 2:17-2:24']],
    [
      '#define BEGIN {\n#define END }\nvoid f(int n) BEGIN while (n) BEGIN n--; END END',
      ['while 3:21-3:45 head 3:21-3:30'],
    ],
    ['#define FOREVER for (;;)\nvoid f(int n) { FOREVER { if (n--) break; } }', ['for 2:17-2:44 head 2:17-2:24']],
    [
      `void f(int n) {
#if A
while (n) {
#else
while (n > 1) {
#endif
n--; } }`,
      ['while 5:1-7:7 head 5:1-5:14'],
    ],
    ['void f(int n) { switch (n) { case 1: while (n) n--; default: ; } }', ['while 1:38-1:52 head 1:38-1:47']],
    ['int f(n) int n; { while (n) n--; }', ['while 1:19-1:33 head 1:19-1:28']],
  ])('%j', (source, expected) => {
    expect(loops(source)).toEqual(expected);
  });

  it('points assertions at their calls', () => {
    const fn = lowerOne(`#define N 3
int f(int n) {
  __VERIFIER_assert(n <=
    N);
  if (n) reach_error();
}`);
    expect(fn.assertions.map((a) => `${printRange(a.range)} ${a.text}`)).toEqual(['3:3-4:7 n <= N', '5:10-5:23 ']);
  });

  it('leaves primitives that a file defines alone', () => {
    const source = `
        void reach_error() {
        }
        void __VERIFIER_assert(int c) {
          if (!c) reach_error();
        }
        void assume_abort_if_not(int c) {
          if (!c) abort();
        }
        int main() {
          __VERIFIER_assert(1);
        }`;
    expect(lower(source).functions.map((f) => f.name)).toEqual(['main']);
    expect(
      lower('void CHECK(int c) {} int f(int n) { CHECK(n); }', { assertNames: ['CHECK'] }).functions.map(
        (f) => `${f.name} ${f.assertions.length}`,
      ),
    ).toEqual(['f 1']);
  });
});

describe('edits', () => {
  /** The same as if lowered from nothing. */
  function check(before: string, after: string): { readonly reused: number } {
    const first = parseC(parser, before);
    const old = lowerC(first, DEFAULT_FRONTEND_OPTIONS).functions;
    const second = parseC(parser, after, first);
    first.dispose();
    const { functions } = lowerC(second, DEFAULT_FRONTEND_OPTIONS);
    second.dispose();
    const fresh = lower(after).functions;
    expect(functions).toEqual(fresh);
    expect(functions.map(printFunction)).toEqual(fresh.map(printFunction));
    return { reused: functions.filter((f) => old.includes(f)).length };
  }

  const functions: GeneratedFunction[] = [];
  for (let i = 0; i < 12; i++) functions.push(generateFunction(77_000 + i, `f${i}`, functions.slice(-2)));
  const base = PRELUDE + functions.map((f) => f.text).join('\n');
  const at = base.indexOf('int64_t') > 0 ? base.indexOf('return', base.indexOf(' f6(')) : 0;

  it('reuses what an edit did not touch', () => {
    const { reused } = check(base, `${base.slice(0, at)}return 1; ${base.slice(at)}`);
    expect(reused).toBe(11);
  });

  it('moves what stands below an edit', () => {
    check(base, `${base.slice(0, at)}\n\n;${base.slice(at)}`);
    check(base, `\n// new\n${base}`);
    check(base, base.slice(base.indexOf('typedef')));
  });

  it('notices changes of types, globals, macros and effects', () => {
    check(base, base.replace('typedef unsigned short u16', 'typedef signed char u16'));
    check(base, base.replace('#define TWO 2', '#define TWO 3'));
    check(base, base.replace('static unsigned g2 = 4000000000u', 'static unsigned g2 = 5'));
    check(
      'int g; void a(void) { g++; } int b(void) { g = 1; a(); return g; }',
      'int g; void a(void) { ext(); } int b(void) { g = 1; a(); return g; }',
    );
    check(
      'int g; void a(int n) { n++; } int b(int *p) { g = 1; *p = 2; return g; }',
      'static int g; void a(int n) { n++; } int b(int *p) { g = 1; *p = 2; return g; }',
    );
    check('int f(int n) { return n; }', '');
    check('', 'int f(int n) { return n; }');
  });

  it('survives random edits', () => {
    let text = base;
    for (let i = 0; i < 20; i++) {
      const from = (i * 7919) % text.length;
      const next =
        text.slice(0, from) + ['', ';', '}', '{ int q; ', '\n', '(', 'x'][i % 7]! + text.slice(from + (i % 3));
      const first = parseC(parser, text);
      const second = parseC(parser, next, first);
      first.dispose();
      const names = lowerC(second, DEFAULT_FRONTEND_OPTIONS).functions.map((f: IrFunction) => f.name);
      second.dispose();
      expect(names.length).toBeGreaterThan(5);
      text = next;
    }
  });
});

describe('broken input', () => {
  const names = (source: string): string =>
    lower(source)
      .functions.map((f) => `${f.name}:${f.loops.length}`)
      .join(' ');

  it.each([
    ['int f(int n){ while(n>0){ n--;\nint g(int n){ for(;;) n++; }\nint h(int n){ return n; }', 'f:1 g:1 h:0'],
    ['int f(int n){ while(n>0){ n--; }}}}}\nint g(int n){ for(;;) n++; }', 'f:1 g:1'],
    ['int f(int n) { n = = 3; while (n) n--; }\nint g(int n) { return n; }', 'f:1 g:0'],
    ['int f(int n) { while (n @ 3) n--; for (;;) n++; }', 'f:2'],
    ['#define X(a\nint f(int n){ X( return n; } /* ', 'f:0'],
    ['int f(int n) { for (int i = 0; i < n; i++) FOREACH(x, y) { n--; } while (n) n--; }', 'f:2'],
    ['', ''],
    ['\n\r\n', ''],
    [';;;', ''],
  ])('%j', (source, expected) => {
    expect(names(source)).toBe(expected);
  });

  it('says where a function has an error, and claims nothing behind it', () => {
    const fn = lowerOne('int f(int n) { int k = 1; k = = 3; assert(k == 1); return k; }');
    expect(fn.reasons.map((r) => r.code)).toContain('syntax-error');
    expect(printFunction(fn)).toContain('halt because syntax-error');
  });

  it.each([
    ['nested loops', `int f(int n) {${'while (n > 0) {'.repeat(200)}n--;${'}'.repeat(200)}}`, 200],
    ['nested deeper than the stack', `int f(int n) {${'while (n > 0) {'.repeat(5000)}n--;${'}'.repeat(5000)}}`, 5000],
    ['nested parentheses', `int f(int n) { while (${'('.repeat(20_000)}n${')'.repeat(20_000)}) n--; }`, 1],
    ['a long sum', `int f(int n) { while (${'n + '.repeat(5000)}n) n--; }`, 1],
    ['nested negations with effects', `int f(int n) { while (${'!('.repeat(200)}n-- && n${')'.repeat(200)}) ; }`, 1],
    [
      'a chain of else if',
      `int f(int n) {${Array.from({ length: 500 }, (_, i) => `if (n == ${i}) n += 2; else `).join('')} while (n) n--; }`,
      1,
    ],
  ])('%s', (_, source, count) => {
    expect(lowerOne(source).loops.length).toBe(count);
  });

  it.each([
    ['noise', Array.from({ length: 50_000 }, (_, i) => String.fromCharCode((i * 7919) % 256)).join('')],
    ['brackets without end', 'a(;{'.repeat(500_000)],
    ['words on one line', 'foo bar '.repeat(20_000)],
    [
      'a macro that explodes',
      `
        #define A B B B B B B B B B B
        #define B C C C C C C C C C C
        #define C D D D D D D D D D D
        #define D E E E E E E E E E E
        #define E n++;
        int f(int n) { A A A A }`,
    ],
    ['a macro of itself', '#define f f(f)\n#define g(x) g(g(x))\nint h(int n) { return f + g(n); }'],
  ])(
    '%s',
    (_, source) => {
      expect(() => lower(source)).not.toThrow();
    },
    30_000,
  );
});
