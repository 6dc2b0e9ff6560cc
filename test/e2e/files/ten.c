#include <stddef.h>

struct node { int value; struct node *next; };

int total(const int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

int find(const int *a, int n, int wanted) {
  int at = 0;
  while (at < n && a[at] != wanted)
    at++;
  return at;
}

void fill(char *to, char c, size_t n) {
  while (n--)
    *to++ = c;
}

size_t length(const char *s) {
  size_t n = 0;
  while (s[n] != '\0')
    n++;
  return n;
}

int entries(const struct node *list) {
  int n = 0;
  for (; list != NULL; list = list->next)
    n++;
  return n;
}

unsigned gcd(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

void reverse(int *a, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int kept = a[i];
    a[i] = a[j];
    a[j] = kept;
  }
}

int settle(int slow, int fast, int limit) {
  while (slow < limit) {
    if (fast > slow) fast -= 2;
    else slow += 1;
  }
  return fast;
}

long triangle(int n) {
  long pairs = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      pairs++;
  return pairs;
}

int next_power(unsigned wanted) {
  unsigned power = 1;
  while (power < wanted)
    power *= 2;
  return (int)power;
}
