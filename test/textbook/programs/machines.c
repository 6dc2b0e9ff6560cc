int next(void);
int less(const void *, const void *);

struct tower {
  struct tower *next[8];
};

/* ideal: until a return in line 8, 9 or 10 */
int dispatch(void) {
  for (;;) {
    switch (next()) {
    case 0:
      return 0;
    case 1:
      return 1;
    case -1:
      return -1;
    default:
      break;
    }
  }
}

/* ideal: n iterations · state: 0 if n is even, else the other one */
int toggle(int state, int n) {
  state = 0;
  for (int i = 0; i < n; i++)
    state = !state;
  return state;
}

/* ideal: strlen(s) iterations · words: number of words that begin */
int count_words(const char *s) {
  int words = 0, inside = 0;
  for (; *s; s++)
    if (*s == ' ')
      inside = 0;
    else if (!inside) {
      inside = 1;
      words++;
    }
  return words;
}

/* ideal: n iterations · light = (light + n) % 3 */
int traffic_light(int n) {
  int light = 0;
  for (int i = 0; i < n; i++)
    switch (light) {
    case 0: light = 1; break;
    case 1: light = 2; break;
    default: light = 0; break;
    }
  return light;
}

/* ideal: top iterations · inner: until the next node isn't less than k; sets u[0..top-1] */
void find_path(struct tower *x, const void *k, int top, struct tower **u) {
  for (int i = top - 1; i >= 0; i--) {
    while (x->next[i] && less(x->next[i], k))
      x = x->next[i];
    u[i] = x;
  }
}

/* ideal: spare iterations · done = max(done, ...) */
int drip(int done, int spare) {
  while (spare > 0) {
    spare--;
    done += 2;
  }
  return done;
}

/* ideal: never ends: i >= 0 always holds (i is unsigned) */
void count_down(unsigned n, int *v) {
  for (unsigned i = n; i >= 0; i--)
    v[i % 8] = 0;
}

/* ideal: 101 iterations; writes a[100], a has 100 elements */
int overrun(void) {
  int a[100];
  int i;
  for (i = 0; i <= 100; i++) a[i] = i;
  return i;
}

/* ideal: n iterations · depth: opening less closing ones; at most n */
int balance(const char *s, int n) {
  int depth = 0;
  for (int i = 0; i < n; i++) {
    if (s[i] == '(') depth++;
    if (s[i] == ')') depth--;
  }
  return depth;
}
