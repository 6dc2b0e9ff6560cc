/**
 * Counting alone, of walks through a string whose test looks the character up: what the table says of the zero is
 * known, or said. And of walks beside stores to objects that no pointer leads to.
 */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const HEAD = `
extern const unsigned char classes[257]; unsigned char mine[256];
static const unsigned char own[257] = {0, 1, 2}, other[257] = {1, 1, 2};
static _Bool quiet, seen; static unsigned char letters[9]; _Bool open; _Bool *to_seen(void) { return &seen; }
static int rows; int *to_rows(void) { return &rows; } void use(int);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const source = `${HEAD}int f(const char *s, const unsigned char *u, const int *v, int k, int *w) { int i = 0; ${body} return i; }`;
  const options = { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' as const };
  const { loops } = await analyze(source, options, { now: () => 0, cancelled: () => false });
  return loops[0]?.count.sentence;
}

const STORE = "if the store in line 6 doesn't change what";
const ENDS = "if it ends at '\\0'";

describe('a walk whose test looks a character up', () => {
  test.each([
    ['while (classes[(unsigned char)*s + 1] & 8) s++;', `at most strlen(s) iterations, ${ENDS}`],
    ['for (; classes[u[i]]; i++) ;', `at most strlen(u) iterations, ${ENDS}`],
    ['do s++; while (classes[(unsigned char)*s] & 8);', `at most strlen(s + 1) + 1 iterations, ${ENDS}`],
    // what is there is known
    ['for (; own[u[i]]; i++) ;', 'at most strlen(u) iterations'],
    ['for (; other[u[i]]; i++) ;', 'until other[u[i]] == 0'],
    // the table changes; these are no characters; two of them; the place moves by itself
    ['for (; mine[u[i]]; i++) mine[i] = 3;', 'until mine[u[i]] == 0'],
    ['for (; classes[v[i]]; i++) ;', 'until classes[v[i]] == 0'],
    ['for (; classes[u[i + 1] - u[i]]; i++) ;', 'until classes[u[i + 1] - u[i]] == 0'],
    ['for (; classes[u[i] + k]; i++, k++) ;', 'at most 257 - k iterations'],
    ['for (; classes[u[i]]; i += 2) ;', 'until classes[u[i]] == 0'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('a walk beside stores to objects of the file', () => {
  test.each([
    ['for (; *s; s++) quiet = 1;', 'strlen(s) iterations'],
    ['for (; *s; s++) letters[3] = 1;', 'strlen(s) iterations'],
    // a pointer may lead there
    ['for (; *s; s++) seen = 1;', `strlen(s) iterations, ${STORE} s points to`],
    ['for (; *s; s++) open = 1;', `strlen(s) iterations, ${STORE} s points to`],
    ['for (; i < *w; i++) rows = i;', "*w iterations, if the store in line 6 doesn't change *w"],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});
