/** Loops that count far: what is undefined in a late round is found without following those before it. */
import { beforeAll, expect, test } from 'vitest';
import { loadParser } from '../../server/src/c/front-end.ts';
import { misstepsIn } from './lower.ts';

beforeAll(() => loadParser());

const HEAD = `
int a[5000], s, get(void);
struct { int n; } limit;
char c[70000];
`;

/** `text iteration`, counted from 1. */
const foundIn = (body: string): readonly string[] =>
  misstepsIn(`${HEAD}void f(void) { ${body} }`)
    .found.filter((m) => !/^(unreachable|suspicion)$/.test(m.kind))
    .map(({ text, iteration }) => `${text}${iteration.map((i) => ` ${i + 1}`).join('')}`);

test.each([
  ['one too far', 'for (int i = 0; i <= 5000; i++) a[i] = 1;', 'a[i] 5001'],
  ['the first of several', 'for (int i = 0; i < 7000; i++) a[i] = 1;', 'a[i] 5001'],
  ['the first of all', 'for (int i = 0; i < 7000; i++) { a[i] = 1; a[i + 40] = 2; }', 'a[i + 40] 4961'],
  ['from another number', 'for (int i = 99; i <= 5000; i++) a[i] = 1;', 'a[i] 4902'],
  ['by steps', 'for (int i = 0; i <= 5000; i = i + 2) a[i] = 1;', 'a[i] 2501'],
  ['steps that pass the end by', 'for (int i = 0; i < 5001; i += 2) a[i + 1] = 1;', 'a[i + 1] 2501'],
  ['downwards', 'for (int i = 4999; i >= -1; i--) a[i] = 1;', 'a[i] 5001'],
  ['until another number', 'for (unsigned i = 0; i != 5001; i++) a[i] = 1;', 'a[i] 5001'],
  ['the number first', 'for (int i = 0; 5000 >= i; i++) a[i] = 1;', 'a[i] 5001'],
  ['the test behind', 'int i = 0; do { a[i] = 1; i++; } while (i <= 5000);', 'a[i] 5001'],
  ['a member as its limit', 'limit.n = 70000; for (int i = 0; i <= limit.n; i++) c[i] = 1;', 'c[i] 70001'],
  ['two counters', 'for (int i = 0, j = 4000; i <= 4001; i++, j--) a[j] = 1;', 'a[j] 4002'],
  ['the other counter', 'int j = 0; for (long i = 0; i < 40000; i += 4, j++) a[j] = 1;', 'a[j] 5001'],
  ['with more than it counts', 'int k = 0; for (int i = 0; i < 5001; i++) { k = (k + i) % 7; a[i] = k; }', 'a[i] 5001'],
  ['a call that comes back', 'for (int i = 0; i <= 5000; i++) a[i] = get();', 'a[i] 5001'],
  [
    'many rounds',
    'for (long i = 0; i < 4000000000; i++) s = 1 / (int)(i - 3999999999);',
    '1 / (int)(i - 3999999999) 4000000000',
  ],
  ['at least so many', 'int n = get(); if (n < 6000) return; for (int i = 0; i < n; i++) a[i] = 1;', 'a[i] 5001'],
  ['as far down at least', 'int n = get(); if (n > -9) return; for (int i = 4999; i > n; i--) a[i] = 1;', 'a[i] 5001'],
  ['a nest', 'for (int i = 0; i < 3; i++) for (int j = 0; j <= 5000; j++) a[j] = i;', 'a[j]'],
  ['behind the loop', 'int i; for (i = 0; i < 5000; i++) a[i] = 0; a[i] = 1;', 'a[i]'],
])('%s', (_, body, found) => {
  expect(foundIn(body)).toEqual([found]);
});

test.each([
  ['up to its end', 'for (int i = 0; i < 5000; i++) a[i] = 1;'],
  ['left before', 'for (int i = 0; i <= 5000; i++) { if (get()) break; a[i] = 1; }'],
  ['a return', 'for (int i = 0; i <= 5000; i++) { if (get()) return; a[i] = 1; }'],
  ['changed twice', 'for (int i = 0; i <= 5000; i++) { a[i] = 1; if (get()) i += 10; }'],
  ['not in every round', 'int i = 0; while (i <= 5000) { if (get()) continue; a[i] = 1; i++; }'],
  ['not evaluated in every round', 'int k = 0; for (int i = 0; i <= 5000; i++) get() && (a[k++] = i);'],
  ['on one way only', 'int k = 0; for (int i = 0; i <= 5000; i++) if (get()) a[k++] = i;'],
  ['a pointer that is set back', 'int *p = a; for (int i = 0; i <= 5000; i++) { *p++ = i; if (get()) p = a; }'],
  ['a limit that moves', 'int n = 6000; for (int i = 0; i <= n; i++) { a[i / 2] = 1; n--; }'],
  ['a limit that another sets', 'int n = 6000, *p = &n; for (int i = 0; i <= n; i++) { *p = 4000; a[i] = 1; }'],
  ['one that others have', 'int i, *p = &i; for (i = 0; i <= 6000; i++) { if (i > 4000) *p = 7000; a[i % 5000] = 1; }'],
  ['perhaps too many', 'int n = get(); if (n < 4000) return; for (int i = 0; i < n; i++) a[i] = 1;'],
  ['perhaps not that number', 'int n = get(); if (n < 4000) return; for (int i = 0; i != n; i++) a[i] = 1;'],
  ['at most so many', 'int n = get(); if (n > 6000) return; for (int i = 0; i < n; i++) a[i] = 1;'],
  [
    'one that others get in a later round',
    'int *p = 0; for (int i = 0; i <= 6000; i++) { if (i == 4000) p = &i; if (p) *p = 7000; if (i < 5000) a[i] = 1; }',
  ],
  [
    'one whose address is handed out later',
    'void set(int *); for (int i = 0; i <= 6000; i++) { if (i == 4000) set(&i); a[i] = 1; }',
  ],
  ['a test of its own', 'for (int i = 0; i <= 6000; i++) if (i < 5000) a[i] = 1;'],
  ['what others decide', 'int n = get(); for (int i = 0; i <= 6000; i++) if (i < n) a[i] = 1;'],
  ['below zero as unsigned', 'for (int i = 4000; i > 10u; i--) a[i] = 1;'],
])('nothing: %s', (_, body) => {
  expect(foundIn(body)).toEqual([]);
});
