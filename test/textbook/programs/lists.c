#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

/* ideal: length of the list l, if it has no cycle · l = NULL; n += that length */
int list_length(struct node *l) {
  int n = 0;
  while (l) {
    n++;
    l = l->next;
  }
  return n;
}

/* ideal: length of the list l · s += the values of its nodes */
int list_sum(struct node *l) {
  int s = 0;
  for (; l != NULL; l = l->next)
    s += l->value;
  return s;
}

/* ideal: at most the length of the list l · l is the first node with value == key, or NULL */
struct node *list_find(struct node *l, int key) {
  while (l != NULL && l->value != key)
    l = l->next;
  return l;
}

/* ideal: length of the list l · turns the list around: done is its last node */
struct node *list_reverse(struct node *l) {
  struct node *done = NULL;
  while (l) {
    struct node *next = l->next;
    l->next = done;
    done = l;
    l = next;
  }
  return done;
}

/* ideal: length of the list l - 1 · l moves to its last node */
struct node *list_last(struct node *l) {
  while (l->next)
    l = l->next;
  return l;
}

/* ideal: min(n, length of the list l) iterations · l is n nodes further, or NULL */
struct node *list_nth(struct node *l, int n) {
  while (l && n > 0) {
    l = l->next;
    n--;
  }
  return l;
}
