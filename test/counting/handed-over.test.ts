/** What is handed over by its address is what the call is there to set: nobody assumes that it stays. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

async function sentenceOf(loop: string): Promise<string | undefined> {
  const source = `int get(int *); int look(void); int walk(char const **); int fill(struct s *);
struct s { int n, m; }; int limit;
static int next(char const **p) { return *(*p)++; }
void f(int n, char const *s) { int i = 0; struct s t = { 3, n }; ${loop} }`;
  return (await sentencesIn(source))[0];
}

describe('a call with the address', () => {
  test.each([
    ['get(&n); for (; i < n; i++) look();', "n iterations, if look() doesn't change n"],
    ['for (; i < n; i++) get(&n);', 'until i >= n'],
    ['for (; i < n; i++) get(&i);', 'until i >= n'],
    ['for (; i < limit; i++) get(&limit);', 'until i >= limit'],
    ['for (; i < limit; i++) look();', "limit iterations, if look() doesn't change limit"],
    ["while (*s) { if (*s == 'a') walk(&s); else s++; }", 'until *s == 0'],
    ["while (*s) { if (*s == 'a') next(&s); else s++; }", 'until *s == 0'],
    // the loop looks at something else
    ['for (; *s; s++) get(&n);', "strlen(s) iterations, if get() doesn't change what s points to"],
    // a struct may be handed over for another member's sake
    ['for (; i < t.m; i++) fill(&t);', "t.m iterations, if fill() doesn't change t.m"],
  ])('%s', async (loop, sentence) => expect(await sentenceOf(loop)).toBe(sentence));
});
