#include <stddef.h>

enum { SLOTS = 64 };
struct entry {
  struct entry *next;
  unsigned key;
  int used;
};
struct ring {
  int items[SLOTS];
  unsigned head, tail;
};

/* ideal: at most the length of the chain table[key % 64] · e is the first entry with that key, or NULL */
struct entry *chain_find(struct entry *table[SLOTS], unsigned key) {
  struct entry *e = table[key % SLOTS];
  while (e != NULL && e->key != key)
    e = e->next;
  return e;
}

/* ideal: until head == tail: (tail - head) mod 64 iterations · head = tail; sum adds the elements between them */
int ring_sum(const struct ring *r) {
  int sum = 0;
  for (unsigned i = r->head; i != r->tail; i = (i + 1) % SLOTS)
    sum += r->items[i];
  return sum;
}

/* ideal: at most the length of the list · link is where the new node belongs: at the first key >= e->key, or at the end */
void insert_sorted(struct entry **list, struct entry *e) {
  struct entry **link = list;
  while (*link != NULL && (*link)->key < e->key)
    link = &(*link)->next;
  e->next = *link;
  *link = e;
}

/* ideal: n - 1 iterations · oldest is the index of the least used[i] */
int least_recent(const unsigned used[], int n) {
  int oldest = 0;
  for (int i = 1; i < n; i++)
    if (used[i] < used[oldest]) oldest = i;
  return oldest;
}

/* ideal: at most log2(n) iterations · moves heap[i] down until no child is larger */
void sift_down(int *heap, int n, int i) {
  while (2 * i + 1 < n) {
    int child = 2 * i + 1;
    if (child + 1 < n && heap[child + 1] > heap[child]) child++;
    if (heap[i] >= heap[child]) break;
    int t = heap[i];
    heap[i] = heap[child];
    heap[child] = t;
    i = child;
  }
}

/* ideal: at most log2(i) + 1 iterations · moves heap[i] up until its parent isn't less */
void sift_up(int *heap, int i) {
  while (i > 0 && heap[(i - 1) / 2] < heap[i]) {
    int parent = (i - 1) / 2;
    int t = heap[parent];
    heap[parent] = heap[i];
    heap[i] = t;
    i = parent;
  }
}

/* ideal: 64 iterations at most, until a slot is free or has the key · slot = (slot + 1) % 64 each time */
unsigned probe(const struct entry table[SLOTS], unsigned key) {
  unsigned slot = key % SLOTS;
  while (table[slot].used && table[slot].key != key)
    slot = (slot + 1) % SLOTS;
  return slot;
}

/* ideal: outer: n iterations · inner: (n - 1) / p - 1 iterations, sets composite[k] to 1 for the multiples of p */
void sieve(char *composite, int n) {
  for (int p = 2; p < n; p++)
    if (!composite[p])
      for (int k = 2 * p; k < n; k += p)
        composite[k] = 1;
}

/* ideal: at most n - 1 iterations · until lo >= hi or v[lo] + v[hi] == sum */
int has_pair(const int *v, int n, int sum) {
  int lo = 0, hi = n - 1;
  while (lo < hi) {
    if (v[lo] + v[hi] == sum) return 1;
    if (v[lo] + v[hi] < sum)
      lo++;
    else
      hi--;
  }
  return 0;
}

/* ideal: n iterations · keeps the elements that differ from the one before; m counts them */
int unique(int *v, int n) {
  int m = 1;
  for (int i = 1; i < n; i++)
    if (v[i] != v[m - 1]) v[m++] = v[i];
  return m;
}

/* ideal: top iterations · top = min(top, 0); sum of the popped elements */
int pop_all(const int *stack, int top) {
  int sum = 0;
  while (top > 0)
    sum += stack[--top];
  return sum;
}
