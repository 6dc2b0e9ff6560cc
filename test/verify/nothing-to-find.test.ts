/** Nothing certain: what a walk doesn't follow to its end, or what another build has otherwise, is no finding. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

async function kindsFound(source: string): Promise<readonly string[]> {
  const report = await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, { now: () => 0, cancelled: () => false });
  return (report.findings ?? []).map((f) => `${f.kind}@${f.range.start.line}`);
}

const rows = (count: number): string => Array.from({ length: count }, (_, k) => `{ ${k + 1}, "n${k}" },`).join('\n');
const TABLE = (count: number): string => `
struct entry { int id; const char *name; };
static const struct entry table[] = { ${rows(count)} { 0, "" } };
const struct entry *find(int id) {
  const struct entry *e = table;
  while (e->id != 0) {
    if (e->id == id) return e;
    e++;
  }
  return 0;
}`;

test.each([
  ['a short table', TABLE(3), []],
  ['a constant table of more values than are followed', TABLE(900), []],
  [
    'a constant string of more characters than are followed',
    `static const char text[5000] = "${'x'.repeat(4990)}";
int f(void) { int n = 0; for (int i = 0; text[i] == 'x'; i++) n++; if (n == 0) return 1; return text[0] == 'x' ? 5 : 6; }`,
    [],
  ],
  ['what nothing declares may be a macro that assigns', 'int f(void) { char *p; START(p); return *p; }', []],
  ['within its arguments, too', 'int f(int n) { int k; if (n) SET(&k, k + 1); else k = 0; return k; }', []],
  ['an element', 'int f(void) { int a[3]; SET(a[1]); return a[1]; }', []],
  [
    'a declared function assigns to no argument',
    'int g(int); int f(void) { int k; return g(k); }',
    ['uninitialised@1'],
  ],
  [
    'a function of the library that a header declares for systems that lack it',
    'long sysconf(int) __attribute__((__noreturn__)); int f(void) { long k = sysconf(2); int z; z = k + 1; return z; }',
    [],
  ],
  [
    'a table whose rows another build chooses',
    '#if defined(WIDE)\n#define K(x) x,\n#else\n#define K(x)\n#endif\nstatic const int k[] = { 1, 2,\n#ifdef WIDE\n3, 4,\n#endif\n};\nint f(void) { int s = 0; for (int i = 0; i < 4; i++) s += k[i]; return s; }',
    [],
  ],
  [
    'the size of a type',
    'int f(void) { typedef long lw; int a[3], i = 5; if (8 < sizeof (lw)) a[i] = 1; return 0; }',
    [],
  ],
  [
    'the size of a type of a header that is not read',
    '#include "types.h"\nint f(void) { int a[3], i = 5; if (8 < sizeof (uint64_t)) a[i] = 1; return 0; }',
    [],
  ],
  ['a constant of a type', 'int g; int f(void) { typedef unsigned long lw; if ((lw)-1 < 8) g = 2; return g; }', []],
  [
    'any other that does not return',
    'void stop(void) __attribute__((__noreturn__)); int f(int n) { stop(); n = n * 2; return n + 1; }',
    ['unreachable@1'],
  ],
])('%s', async (_, source, kinds) => {
  expect(await kindsFound(source)).toEqual(kinds);
});

test.each([
  ['int g; int f(int a, int b) { assert(a > 0 && b < 4 || g > 3); return 1; }', 'precondition'],
  ['int g; int f(int a, int b) { if (a > 5) assert(a ? b > 3 : g); return 1; }', 'precondition'],
  ['int f(unsigned long n) { assert(0 < n && n <= undeclared.bytes); return 1; }', 'precondition'],
  ['int f(int a, int b) { a++; assert(a > 0 && b < 4); return 1; }', 'violated'],
  ['int main(void) { int a = __VERIFIER_nondet_int(), b = 3; assert(a > 0 && b < 4); return 1; }', 'violated'],
])('whose fault it is: %s', async (source, verdict) => {
  const text = `#include <assert.h>\nint __VERIFIER_nondet_int(void);\n${source}`;
  const report = await analyze(text, { ...DEFAULT_OPTIONS, loops: false }, { now: () => 0, cancelled: () => false });
  expect(report.assertions.map((a) => a.reason?.code ?? a.verdict)).toEqual([verdict]);
});
