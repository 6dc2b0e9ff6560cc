/** What assignments before a loop say of its limits. */
import { describe, expect, test } from 'vitest';
import { countedLoopsIn } from '../termination/loops.ts';
import { sentencesIn } from './sentences.ts';

const HEAD = `
struct s { char *at; unsigned long left; int seen; };
int d(int);
int g[9];
`;

describe('an end that is so many further on', () => {
  test.each([
    [
      'const char *p, unsigned n',
      'const char *end = p + n; while (p != end && d(*p)) p++;',
      'at most end - p iterations',
    ],
    [
      'struct s *s, int n',
      'const char *p = s->at, *end = p + s->left; s->seen = n; for (; p != end && d(*p); p++) s->seen++;',
      'at most end - p iterations',
    ],
    [
      'const char *p, unsigned char n',
      'const char *end = p + n; if (d(n)) d(1); for (; p != end && d(*p); p++) ;',
      'at most end - p iterations',
    ],
    ['int i, unsigned short n', 'int end = i + n; while (i != end && d(i)) i++;', 'at most end - i iterations'],
    [
      'struct s *s, unsigned n',
      'const char *p = s->at, *end = s->at + n; while (p != end && *p != 3) p++;',
      'at most end - p iterations',
    ],
    // what both read is another one by then
    [
      'struct s *s, const char *q, unsigned n',
      'const char *p = s->at; s->at = q; const char *end = s->at + n; while (p != end && *p != 3) p++;',
      'at most end - p iterations, if end >= p',
    ],
    [
      'int k, unsigned char n',
      'int p = g[k]; g[2] = n; int end = g[k] + n; while (p != end && (p & 7) != 3) p++;',
      'at most end - p iterations, if end >= p',
    ],
    // it may lie before
    [
      'const char *p, int n',
      'const char *end = p + n; while (p != end && d(*p)) p++;',
      'at most end - p iterations, if end >= p',
    ],
    [
      'const char *p, unsigned n',
      'const char *end = p + n; p += d(1); while (p != end && d(*p)) p++;',
      'at most end - p iterations, if end >= p',
    ],
    [
      'const char *p, unsigned n',
      'const char *end = p + n; if (d(2)) end--; while (p != end && d(*p)) p++;',
      'at most end - p iterations, if end >= p',
    ],
    [
      'const char *p, unsigned n, const char *q',
      'const char *end = p + n; if (d(2)) p = q; while (p != end && d(*p)) p++;',
      'at most end - p iterations, if end >= p',
    ],
    [
      'const char *p, unsigned n',
      'const char *end = p + n; for (int i = 0; i < 3; i++) { while (p != end && d(*p)) p++; p++; }',
      'at most end - p iterations, if end >= p',
    ],
    [
      'unsigned i, unsigned n',
      'unsigned end = i + n; while (i != end && d(i)) i++;',
      'at most (unsigned)(end - i) iterations',
    ],
  ])('%s: %s', async (parameters, body, sentence) => {
    expect((await sentencesIn(`${HEAD} void f(${parameters}) { ${body} }`)).at(-1)).toBe(sentence);
  });
});

describe('what is a number at the loop and was none before it', () => {
  test.each([
    ['int n', 'int m = n; n = 5; int i = 0; while (i < m) i += 1 + 0 * n;', 'max(0, m)'],
    ['int n, int m', 'if (m < n) return; n = 5; for (int i = 0; i < m; i++) d(n);', 'max(0, m)'],
  ])('%s: %s', async (parameters, body, text) => {
    const [loop] = await countedLoopsIn(`${HEAD} void f(${parameters}) { ${body} }`);
    expect(loop?.count.text).toBe(text);
  });
});

describe('what an outer loop only counts up', () => {
  test.each([
    ['for (int i = 2; i < n; i++) for (int j = n; j >= 2; j /= i) d(j);', 'at most 30 iterations'],
    ['for (int i = n; i > 2; i--) for (int j = i; j > 1; j /= 2) d(j);', 'at most 30 iterations'],
    // it may be set again
    [
      'for (int i = 2; i < n; i++) { if (d(i)) i = d(n); for (int j = n; j >= 2; j /= i) d(j); }',
      'at most 30 iterations, if i >= 2',
    ],
    // or counted down
    [
      'for (int i = 2; i < n; i++) { if (d(i)) i -= 2; for (int j = n; j >= 2; j /= i) d(j); }',
      'at most 30 iterations, if i >= 2',
    ],
  ])('%s', async (loop, sentence) => {
    const sentences = await sentencesIn(`${HEAD}void f(int n) { ${loop} }`);
    expect(sentences.at(-1)).toBe(sentence);
  });
});
