/** The inputs that are told fail the assertion when all else is as it is initialised. */
import { marked } from '../marks/marked.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze, reach } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

test('a member that is 0 is told where it is initialised with something else', async () => {
  const source = `#include <assert.h>
struct s { signed char a; long b; };
struct s g = { 1, 60 }, z;
int h;
int f(int n) { h = n; assert(g.a == 1 || h != 5); return 0; }
int k(int n) { h = n; assert(z.a != 0 || h != 5); return 0; }`;
  const { assertions } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  expect(assertions.map((a) => a.verdict)).toEqual(['violated', 'violated']);
  const [initialised, zero] = assertions;
  expect(initialised?.inputs?.['g.a']).toBeDefined();
  expect(initialised?.inputs?.['g.a']).not.toBe('1');
  expect(zero?.inputs?.['z.a'] ?? '0').toBe('0');
}, 60_000);

const host = { now: () => performance.now(), cancelled: () => false };
const options = { ...DEFAULT_OPTIONS, loops: false };

test('a pointer that has to be null is told, and nothing of what is behind it', async () => {
  const source = `#include <assert.h>
struct s { int n; };
int f(struct s *p, int n) { int k = n + 1; if (p && p->n > 3) return 0; if (!p) assert(k != 8); return 0; }`;
  const { assertions } = await analyze(source, options, host);
  expect(assertions[0]).toMatchObject({ verdict: 'violated', inputs: { p: '0', n: '7' } });
  expect(Object.keys({ ...assertions[0]?.inputs, ...assertions[0]?.values })).not.toContain('p->n');
});

test.each([
  ['an element that is initialised with something else', 'if (g[0] == 300 && g[1] == 0)'],
  [
    'elements that are overwritten as a whole afterwards',
    'n = g[0] == 300 && g[1] == 0; memset(g, 0, sizeof g); if (n)',
  ],
])('a run to a line tells %s', async (_, way) => {
  const source = marked(`
#include <string.h>
int g[3] = { 9, 7, 5 };
int f(int n) { ${way}
  $0n = 1;
  return n; }`);
  const answer = await reach(source.text, { line: source.at('$0').line + 1, options }, host);
  expect('missing' in answer ? answer.missing : answer.inputs).toMatchObject({ 'g[0]': '300', 'g[1]': '0' });
});

test('an element is told as it is initialised where the run finds that', async () => {
  const source = marked(`
int g[3] = { 9, 7, 5 };
static int own[3] = { 9, 7, 5 };
int f(int n) {
  int *p = own;
  if (n < 0 || n > 5 || g[2] != 5 || p[1] != 7) return 0;
  $0n = 1;
  return n; }`);
  const answer = await reach(source.text, { line: source.at('$0').line + 1, options }, host);
  const inputs = 'missing' in answer ? {} : (answer.inputs ?? {});
  expect(inputs['g[2]'] ?? '5').toBe('5');
  // no caller chooses what is static and nobody stores to
  expect(Object.keys(inputs).filter((name) => name.startsWith('own'))).toEqual([]);
});

describe('a constructor of the file runs first:', () => {
  test.each([
    ['a global is told as it is initialised', 'int g = 9;', 'g = 26;', 'g == 9', 'g'],
    ['a static that is stored to elsewhere', 'static int g = 9; void up(void) { g++; }', 'g = 26;', 'g == 9', 'g'],
    ['an element', 'int g[3] = { 1, 9, 3 };', 'g[1] = 26;', 'g[1] == 9', 'g[1]'],
    ['a member that is 0', 'struct s { int m, k; }; struct s g;', 'g.k = 26;', 'g.k == 0', 'g.k'],
  ])('%s', async (...[, globals, body, condition, told]) => {
    const source = marked(`
${globals}
__attribute__((constructor)) static void boot(void) { ${body} }
int f(int n) {
  int t[2] = { 0, 1 };
  if (t[n & 1] < 2 && ${condition})
    $0return 1;
  return 0; }`);
    const answer = await reach(source.text, { line: source.at('$0').line + 1, options }, host);
    expect('missing' in answer ? answer.missing : answer.verdict).toBe('reachable');
    const value = 'missing' in answer ? undefined : answer.inputs?.[told];
    expect(value).toBe(condition.slice(-1));
  });

  test.each(['own[1] == 7', 'one == 3'])(
    'a static that only it stores to, through a pointer: %s',
    async (condition) => {
      const source = marked(`
static int own[3] = { 9, 7, 5 }, one = 3;
static int *p = own, *q = &one;
__attribute__((constructor)) static void boot(void) { p[1] = 8; *q = 4; }
int f(int n) {
  int t[2] = { 0, 1 };
  if (t[n & 1] < 2 && ${condition})
    $0return 1;
  return 0; }`);
      const answer = await reach(source.text, { line: source.at('$0').line + 1, options }, host);
      expect('missing' in answer ? answer.missing : answer.verdict).toBe('unknown');
    },
  );
});

test('a static object that nobody stores to is not told', async () => {
  const source = marked(`
static int at = 15;
short g[5];
int f(int n) {
  if (!g[2] >= g[(unsigned)at % 5])
    return 1;
  $0n = 2;
  return n; }`);
  const answer = await reach(source.text, { line: source.at('$0').line + 1, options }, host);
  expect('missing' in answer ? answer.missing : answer.verdict).toBe('reachable');
  const inputs = 'missing' in answer ? {} : (answer.inputs ?? {});
  expect(Object.keys(inputs)).not.toContain('at');
  // 15 % 5
  expect(Number(inputs['g[0]'])).toBeGreaterThan(inputs['g[2]'] === '0' ? 1 : 0);
});

test('what stands behind the assertion alone is of no interest', async () => {
  const source = `#include <assert.h>
#include <errno.h>
struct s { unsigned short p; };
extern int verbose, limit; extern void read_on(void);
int f(unsigned len, const struct s *h) {
  unsigned size = 1u << (h->p & 15);
  if (limit == 3) return 0;
  assert(size == len);
  if (verbose) { errno = EINVAL; return -1; }
  read_on();
  return 0;
}`;
  const { assertions } = await analyze(source, options, host);
  expect(assertions[0]?.verdict).toBe('violated');
  expect(Object.keys(assertions[0]?.inputs ?? {}).sort()).toEqual(['h->p', 'len', 'limit']);
  expect(Object.keys(assertions[0]?.values ?? {}).sort()).toEqual(['h->p', 'len', 'limit', 'size']);
});
