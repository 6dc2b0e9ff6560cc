/** Sums and differences of unsigned numbers that are compared as C reduces them. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const inFunction = (loop: string): string => `int get(void);
struct ring { unsigned head, tail; unsigned long off, len; };
void f(unsigned a, unsigned b, unsigned c, unsigned k, unsigned long off, unsigned long len, unsigned char x, unsigned char y, struct ring *r) { ${loop} }`;

const told = toldIn(inFunction);

describe('a difference is a counter of its own', () => {
  told([
    ['while (b - a > k) a++;', '(unsigned)(b - a) - k iterations'],
    ['while (b - a++ > k) ;', '(unsigned)(b - a) - k iterations'],
    ['while (b - a > k) if (get()) a++; else b--;', '(unsigned)(b - a) - k iterations'],
    ['while (b - a < k) b++;', 'k - (unsigned)(b - a) iterations'],
    ['while (r->head - r->tail > 0) r->tail++;', '(unsigned)(r->head - r->tail) iterations'],
    ['while (len - off >= 4) off += 4;', '(unsigned long long)(len - off) / 4 iterations'],
    ['do a++; while (b - a > k);', 'max(1, (unsigned)(b - a - 1) - k + 1) iterations'],
    ['while ((int)(b - a) > 0) a++;', '(int)(b - a) iterations'],
    ['while ((unsigned char)(y - x) > 3) x++;', '(unsigned char)(y - x) - 3 iterations'],
    ['while (b - a >= 8) { a += 8; if (get()) break; }', 'at most (unsigned)(b - a) / 8 iterations'],
  ]);
});

describe('behind its first step one that is taken from is a counter that may have gone around', () => {
  told([
    ['do a -= 3; while (a > 2);', '(unsigned)(a - 3) / 3 + 1 iterations'],
    ['do a -= 3; while (a >= 3 && get());', 'at most (unsigned)(a - 3) / 3 + 1 iterations'],
    ['do x -= 2; while (x >= 2);', '(unsigned char)(x - 2) / 2 + 1 iterations'],
    ['do ; while (--a >= 4);', 'max(1, (unsigned)(a - 1) - 2) iterations'],
    ['if (a >= 3) do a -= 3; while (a > 2);', 'a / 3 iterations'],
    // it may go around the end again
    ['do a -= 3; while (a > 1);', "max(1, (a + 1) / 3) iterations, if a doesn't wrap around"],
    ['do a += 3; while (a < 100);', "max(1, (102 - a) / 3) iterations, if a doesn't wrap around"],
  ]);
});

describe('a sum is one', () => {
  told([
    ['while (a + b > k) if (a) a--; else b--;', '(unsigned)(a + b) - k iterations'],
    ['while (a + b + c > k) if (c) c--; else if (b) b--; else a--;', '(unsigned)(a + b + c) - k iterations'],
    ['while (a + b > 64 && get()) a--;', 'at most (unsigned)(a + b) - 64 iterations'],
  ]);
});

describe('the last step may go around the end of the type', () => {
  told([
    ['while (b - a >= k) a++;', '(unsigned)(b - a) - k + 1 iterations, endless if k == 0'],
    ['while (b - a >= k) { a++; if (get()) break; }', 'at most (unsigned)(b - a) - k + 1 iterations, if k >= 1'],
    ['if (k > 0) while (b - a >= k) a++;', '(unsigned)(b - a) - k + 1 iterations'],
    ['while (b - a >= k) a += 4;', '((unsigned)(b - a) - k + 4) / 4 iterations, if k >= 4'],
    ['while (b - a <= k) b++;', 'k - (unsigned)(b - a) + 1 iterations, if k <= 4294967294'],
    // it never gets to zero from an odd number
    ['while (len - off > 0) { len--; off++; }', 'no bound known'],
  ]);
});

describe('steps that are no number', () => {
  told([
    ['while (b - a >= k) a += k;', '(unsigned)(b - a) / k iterations, endless if k == 0'],
    ['while (b >= k) b -= k;', 'b / k iterations, endless if k == 0'],
    // what is left may be less than the step, and go around
    ['while (a + k <= b) a += k;', "(b - a) / k iterations, if a doesn't wrap around and k >= 1"],
  ]);
});
