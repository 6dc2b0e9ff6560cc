/** Counters that go in steps of more than one to an end that they have to meet. */
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const HEAD = 'typedef unsigned long size_t; void use(int); void *memcpy(void *, const void *, size_t); void exit(int);';

test.each([
  [
    'blocks of text',
    'const void *key, int n',
    'const unsigned char *p = (const unsigned char *)key, *e = p + (n - (n & 7)); while (p != e) { unsigned long k; memcpy(&k, p, 8); p += 8; }',
    '(e - p) / 8 iterations',
  ],
  ['a mask', 'unsigned n', 'unsigned e = n & ~3u; for (unsigned i = 0; i != e; i += 4) use(i);', 'e / 4 iterations'],
  [
    'a quotient',
    'unsigned n',
    'unsigned e = n / 16 * 16; for (unsigned i = 0; i < e; i += 16) use(i);',
    'e / 16 iterations',
  ],
  ['a remainder', 'size_t n', 'size_t e = n - n % 8; for (size_t i = 0; i != e; i += 8) use(3);', 'e / 8 iterations'],
  [
    'by less than it is a multiple of',
    'unsigned n',
    'unsigned e = n & ~15u; for (unsigned i = 0; i != e; i += 4) use(i);',
    'e / 4 iterations',
  ],
  [
    'by more than it is a multiple of',
    'unsigned n',
    'unsigned e = n & ~3u; for (unsigned i = 0; i != e; i += 8) use(i);',
    'until i == e',
  ],
  [
    'set anew in between',
    'unsigned n',
    'unsigned e = n & ~3u; e++; for (unsigned i = 0; i != e; i += 4) use(i);',
    'until i == e',
  ],
  ['an odd start', 'unsigned n', 'unsigned e = n & ~3u; for (unsigned i = 1; i != e; i += 4) use(i);', 'until i == e'],
  ['defined runs meet it', 'int n', 'for (int i = 0; i != n; i += 2) use(i);', 'n / 2 iterations'],
  ['so do pointers', 'char *p, char *e', 'for (; p != e; p += 2) use(*p);', '(e - p) / 2 iterations'],
  ['what wraps around may not', 'unsigned n', 'for (unsigned i = 0; i != n; i += 2) use(i);', 'until i == n'],
  [
    'nor what is left otherwise',
    'int n',
    'for (int i = 0; i != n; i += 2) { if (use(i), n > 7) break; }',
    'until i == n, or sooner',
  ],
  ['nor where the run may end', 'int n', 'for (int i = 0; i != n; i += 2) if (n > 7) exit(1);', 'no bound known'],
])('%s', async (_, parameters, body, sentence) => {
  expect(await sentencesIn(`${HEAD}\nvoid f(${parameters}) {\n${body}\n}`)).toEqual([sentence]);
});
