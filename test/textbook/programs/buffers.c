#include <stdio.h>
#include <stddef.h>

struct sink {
  int n;
  int v[64];
};
void log_(const char *);
int f(int);
int get(void);

/* ideal: n iterations · s += p[0] + … + p[n-1]; i = max(0, n) */
int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

/* ideal: s->n iterations, if log_() doesn't change s->n · sets s->v[0..n-1] to 0, calls log_() each time */
void clear(struct sink *s) {
  for (int i = 0; i < s->n; i++) {
    s->v[i] = 0;
    log_("x");
  }
}

/* ideal: n iterations · sets p[0..n-1] to c */
void fill(char *p, size_t n, char c) {
  for (size_t i = 0; i < n; i++)
    p[i] = c;
}

/* ideal: n iterations · copies src[0..n-1] to dst[0..n-1]; afterwards n is the greatest size_t: it wraps */
void copy_bytes(char *dst, const char *src, size_t n) {
  while (n--)
    *dst++ = *src++;
}

/* ideal: n iterations · copies the v[k] > 0 in their order to out; m += their number */
int keep_positive(const int *v, int n, int *out) {
  int m = 0;
  for (int i = 0; i < n; i++)
    if (v[i] > 0) out[m++] = v[i];
  return m;
}

/* ideal: n - 1 - at iterations · moves v[at+1..n-1] one place down */
void remove_at(int *v, int n, int at) {
  for (int i = at; i + 1 < n; i++)
    v[i] = v[i + 1];
}

/* ideal: until get() returns -1 · c = -1; n counts the calls before it */
int count_input(void) {
  int c, n = 0;
  while ((c = get()) != -1)
    n++;
  return n;
}

/* ideal: at most size - 1 iterations, until get() returns -1 or '\n' */
int read_line(char *buffer, int size) {
  int i = 0, c;
  while (i < size - 1 && (c = get()) != -1 && c != '\n')
    buffer[i++] = (char)c;
  buffer[i] = '\0';
  return i;
}

/* ideal: n iterations · calls f() each time; sets v[k] to what it returns */
void apply(int *v, int n) {
  for (int i = 0; i < n; i++)
    v[i] = f(v[i]);
}

/* ideal: at most n iterations · returns 0 where a[i] != b[i] */
int equal(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

/* ideal: count iterations · sum adds the count elements from head on around the ring; head = (head + count) % 16 */
int drain(const int ring[16], unsigned head, int count) {
  int sum = 0;
  while (count > 0) {
    sum += ring[head % 16];
    head++;
    count--;
  }
  return sum;
}

/* ideal: n iterations · sets out[k] to the sum of v[0..k] */
void prefix_sums(const int *v, int n, int *out) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += v[i];
    out[i] = s;
  }
}
