/** Types that may stand for others: what is read as them is not followed, but they have a size. */
import { describe } from 'vitest';
import { toldIn } from '../counting/sentences.ts';

const inFunction = (body: string): string => `
#include <stddef.h>
typedef size_t __attribute__((__may_alias__)) word;
typedef __attribute__((may_alias)) int flag;
typedef size_t aligned_word __attribute__((aligned(16)));
struct flags { flag all[4]; };
typedef int far_flag __attribute__((may_alias, aligned(16)));
struct apart { char c; far_flag f; };
flag known;
int f(char *d, const char *s, long *l, struct flags *fs, flag *p, flag n, size_t k) { int i; ${body} return 0; }
`;
const told = toldIn(inFunction);

describe('sizes', () => {
  told([
    ['for (; k >= sizeof(word); k -= sizeof(word)) ;', 'k / 8 iterations'],
    ['for (; k >= sizeof(aligned_word); k -= sizeof(aligned_word)) ;', 'k / 8 iterations'],
    ['for (; k >= sizeof(word); k -= sizeof(word), d += 8, s += 8) *(word *)d = *(word *)s;', 'k / 8 iterations'],
    ['for (; k >= sizeof(far_flag); k -= sizeof(far_flag)) ;', 'k / 4 iterations'],
    [
      'for (; k >= sizeof(struct apart); k -= sizeof(struct apart)) ;',
      'k / sizeof(struct apart) iterations, if sizeof(struct apart) >= 1',
    ],
    ['for (i = 0; i < sizeof(struct flags) / sizeof(flag); i++) ;', '4 iterations'],
  ]);
});

describe('values of such types are integers, and what pointers to them lead to may be anything', () => {
  told([
    ['for (i = 0; i < n; i++) l[i] = 0;', 'n iterations'],
    ['for (i = 0; i < known; i++) l[i] = 0;', 'known iterations'],
    ['for (i = 0; i < *p; i++) l[i] = 0;', 'until !(i < *p)'],
    ['for (i = 0; i < p[1]; i++) l[i] = 0;', 'until !(i < p[1])'],
    ['for (i = 0; i < fs->all[0]; i++) l[i] = 0;', 'until !(i < fs->all[0])'],
    // strict aliasing says that an int is no long
    ['int *q = p ? 0 : (int *)l; for (i = 0; i < *q; i++) l[i] = 0;', '*q iterations'],
  ]);
});
