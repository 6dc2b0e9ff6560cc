/** A question that nothing but the solver decides: whether `i * i < n * m` wraps around is one of products. */
export const FOR_THE_SOLVER = `#include <assert.h>
int h(int n, int m) {
  int i = 0;
  if (n < 0 || n > 50 || m < 2 || m > 50) return 0;
  while (i * i < n * m) i++;
  assert(i * i >= n);
  return i;
}
`;
