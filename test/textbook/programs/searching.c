#include <stddef.h>

/* ideal: until v[i] == key, at most n iterations · i is the first index with v[i] == key, or n */
int linear_search(const int *v, int n, int key) {
  int i = 0;
  while (i < n && v[i] != key)
    i++;
  return i;
}

/* ideal: at most n iterations · returns i where v[i] == key; else i = max(0, n) */
int find_index(const int *v, int n, int key) {
  for (int i = 0; i < n; i++)
    if (v[i] == key) return i;
  return -1;
}

/* ideal: at most n iterations · last index with v[i] == key, else -1 */
int find_last(const int *v, int n, int key) {
  int i = n - 1;
  while (i >= 0 && v[i] != key)
    i--;
  return i;
}

/* ideal: at most 31 iterations (log2 n + 1) · returns mid where v[mid] == key, else ends with lo == hi + 1 */
int binary_search(const int *v, int n, int key) {
  int lo = 0, hi = n - 1;
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (v[mid] == key) return mid;
    if (v[mid] < key)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return -1;
}

/* ideal: at most 31 iterations · afterwards lo == hi, between 0 and n: the first place where key can stand */
int lower_bound(const int *v, int n, int key) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (v[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* ideal: n - 1 iterations · m = the largest of v[0..n-1]; i = max(1, n) */
int max_of(const int *v, int n) {
  int m = v[0];
  for (int i = 1; i < n; i++)
    if (v[i] > m) m = v[i];
  return m;
}

/* ideal: n - 1 iterations · at is the index of the least of v[0..n-1] */
int index_of_min(const int *v, int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (v[i] < v[at]) at = i;
  return at;
}

/* ideal: n iterations · counts in c the k from 0 to n - 1 with v[k] == key */
int occurrences(const int *v, int n, int key) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (v[i] == key) c++;
  return c;
}
