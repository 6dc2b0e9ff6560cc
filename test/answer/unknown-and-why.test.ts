/** What may change, by names of the source, and why not more is known. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { toldParts } from '../../server/src/render/told-loop.ts';

const host = { now: () => performance.now(), cancelled: () => false };
const DECLARATIONS = `
#define NEXT() get(0)
struct M { int level; struct { int len; } capture[32]; };
int get(int); int put(int);
int found; extern int errno; long strtol(const char *, char **, int);
static int fill(int *to, int n) { for (int i = 0; i < n; i++) to[i] = get(i); return n; }
`;

async function toldOf(parameters: string, loop: string): Promise<readonly string[]> {
  const source = `${DECLARATIONS}int f(${parameters}) {\n${loop}\nreturn 0;\n}\n`;
  const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host);
  const own = loops.find((l) => l.function === 'f');
  return own ? toldParts(own).flatMap(({ kind, text }) => (kind === 'sentence' ? [text] : [])) : [];
}

test.each([
  [
    'an array of structs is spelled as in C',
    'struct M *m, int n',
    'for (int i = 0; i < n; i++) m->capture[i].len = get(i);',
    'May change elements of `m->capture[].len` and other memory by the call of `get()`.',
  ],
  [
    'a write through a pointer by what it writes',
    'struct M **m, int n',
    'for (int i = 0; i < n; i++) m[i]->level = 0;',
    'May change `level` behind a pointer by the write to `m[i]->level` (line 8).',
  ],
  ['a macro that calls', 'int n', 'for (int i = 0; i < n; i++) NEXT();', 'May change memory by the call of `NEXT()`.'],
  [
    'several calls',
    'int n',
    'for (int i = 0; i < n; i++) { get(i); put(i); }',
    'May change memory by calls of `get()` and `put()`.',
  ],
  [
    'calls that may reach an array which the loop has nothing to do with',
    'int n',
    'char b[9]; keep(b); for (int i = 0; i < n; i++) get(i);',
    'May change memory by the call of `get()`.',
  ],
  [
    'calls that get an array',
    'int n',
    'char b[9]; for (int i = 0; i < n; i++) hand(b, i);',
    'May change elements of `b` and other memory by the call of `hand()`.',
  ],
  [
    'a way out',
    'int *v, int n, int x',
    'for (int i = 0; i < n; i++) { if (v[i] == x) return i; }',
    'May be left by `return i` (line 8, if `v[i] == x`).',
  ],
  [
    'writes and calls on the way out',
    'struct M *m, int n, int x',
    'for (int i = 0; i < n; i++) { if (m[i].level == x) { put(i); if (x) m->capture[x].len = 2; break; } }',
    'May change elements of `m->capture[].len` and other memory by the call of `put()`.',
  ],
  [
    'a global that is set on the way out',
    'char *v, int n, char x',
    'for (int i = 0; i < n; i++) { if (v[i] == x) { if (i > 3) found = i; else found = -i; break; } }',
    'Not more is known: no formula says what `found` is in the end.',
  ],
  [
    'ends never from some states, at length',
    'unsigned remaining, unsigned verbosity, unsigned step',
    'while (remaining > 1000 && verbosity > 3000) remaining -= step % 2;',
    'Never ends if `remaining >= 1001 && verbosity >= 3001 && (step & 1) == 0`.',
  ],
  [
    'there is one way only',
    'unsigned x, int d',
    'do { d++; x /= 10; } while (x);',
    'Adds `1` to `d` in each iteration.',
  ],
  [
    'a call on every way',
    'int n, int x',
    'while (n-- > 0) { if (x) get(n); else { get(x); } }',
    'May change memory by the call of `get()`.',
  ],
  [
    'a call in the body',
    'int n',
    'for (int i = 0; i < n; i++) { if (n == 7) continue; put(i); }',
    'May change memory by the call of `put()`.',
  ],
  ['a call each time', 'int n', 'do { get(n); if (n == 3) break; } while (--n);', 'Calls `get()` in each iteration.'],
  [
    'a closed form is missing',
    'int x, int n',
    'for (int i = 0; i < n; i++) { x = x * x + 1; for (int k = 0; k < x; k++) x--; }',
    'Not more is known: no formula says what `x` is in the end.',
  ],
  [
    'a call sets `errno` by the way',
    'char **v, int n, long s',
    'for (int i = 0; i < n; i++) s += strtol(v[i], 0, 10);',
    'Not more is known: no formula says what `s` is in the end.',
  ],
  [
    'a call may set a global by the way',
    'int n, int x',
    'for (int i = 0; i < n; i++) { x = x * x + 1; for (int k = 0; k < x; k++) x--; get(x); }',
    'Not more is known: no formula says what `x` is in the end.',
  ],
  [
    'the loop looks at the global',
    'int n, int x',
    'for (int i = 0; i < n; i++) { x = x * x + found; for (int k = 0; k < x; k++) x--; get(x); }',
    'Not more is known: no formula says what `x` and `found` are in the end.',
  ],
  [
    'two ways out in one line',
    'int n, int x',
    'for (int i = 0; i < n; i++) { if (x == n) goto out; if (get(x)) goto out; } get(0); out:',
    'May be left by `goto out` (line 8).',
  ],
  [
    'the loop looks at `errno`',
    'char **v, int n, long s',
    'for (int i = 0; i < n; i++) { s += strtol(v[i], 0, 10); n -= errno; }',
    'Not more is known: no formula says what `n`, `s` and `errno` are in the end.',
  ],
])('%s', async (_, parameters, loop, said) => expect(await toldOf(parameters, loop)).toContain(said));

test.each([
  ['one that a condition governs', 'int n, int x', 'while (n-- > 0) if (x) get(n);', /Calls/],
  ['one behind a way out', 'int n, int x', 'while (n-- > 0) { if (x == n) break; get(n); }', /Calls/],
  ['one in an inner loop', 'int n, int x', 'while (n-- > 0) for (int i = 0; i < x; i++) get(i);', /Calls/],
  [
    'a search that has been told',
    'int *v, int n, int x, int i',
    'while (i < n && v[i] != x) i++;',
    /Not more is known/,
  ],
])('nothing of %s', async (_, parameters, loop, words) =>
  expect((await toldOf(parameters, loop)).filter((text) => words.test(text))).toEqual([]),
);
