/** Loops that go on while all of several tests hold, of which each iteration brings at least one nearer to its end. */
import { toldIn } from './sentences.ts';

toldIn(
  (loop) => `int use(int); void f(int n, int m, unsigned u, unsigned v, size_t k, size_t l, int *a, int *b) {
    int i = 0, j = 0; ${loop} }`,
)([
  ['while (i < n && j < m) { if (a[i] < b[j]) i++; else j++; }', 'at most m + n - 1 iterations'],
  [
    'while (i < n && j < m) { if (a[i] == b[j]) i++, j++; else if (a[i] < b[j]) i++; else j++; }',
    'at most m + n - 1 iterations',
  ],
  ['while (i < n && j < m) use(a[i] < b[j] ? i++ : j++);', 'at most m + n - 1 iterations'],
  ['for (;;) { if (i >= n || j >= m) break; if (use(i)) i++; else j++; }', 'at most max(1, m + n) iterations'],
  ['while (k > 0 && l > 0) { if (use(1)) k--; else l--; }', 'at most k + l - 1 iterations'],
  ['while (u && v) { if (use(1)) u--; else v--; }', 'at most u + v - 1 iterations'],
  ['while (i < n && j < m) { if (use(i)) i += 2, j--; else j++; }', 'at most m + n - 1 iterations'],
  ['while (i < n && j < m && n + m < 50) { if (use(i)) i++; else j++; }', 'at most m + n - 1 iterations'],
  // one that moves each time says more
  ['while (i < n && j < m) { i++; if (use(i)) j++; }', 'at most n iterations'],
  // none moves on some way, or one moves back
  ['while (i < n && j < m) { if (use(i)) i++; else if (use(j)) j++; }', 'until i >= n || j >= m'],
  ['while (i < n && j < m) { if (use(i)) i++, j--; else j++; }', 'until i >= n || j >= m'],
  ['while (i < n || j < m) { if (use(i)) i++; else j++; }', 'until i >= n && j >= m'],
]);
