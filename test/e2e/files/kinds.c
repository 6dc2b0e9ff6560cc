int rows[100];

void past_the_end(void) {
  for (int i = 0; i <= 100; i++)
    rows[i] = i;
}

int countdown(unsigned n) {
  int odd = 0;
  for (unsigned i = n; i >= 0; i--)
    odd += i & 1;
  return odd;
}

int narrow(void) {
  int seen = 0;
  for (unsigned char c = 0; c < 256; c++)
    seen += c & 1;
  return seen;
}

int overflow(void) {
  int product = 1;
  for (int i = 1; i <= 20; i++)
    product *= i;
  return product;
}

int division(int total) {
  int share = 0;
  for (int i = 3; i >= 0; i--)
    share += total / i;
  return share;
}

unsigned shift(void) {
  unsigned bits = 0;
  for (int i = 0; i <= 32; i++)
    bits |= 1u << i;
  return bits;
}

int uninitialised(void) {
  int best;
  for (int i = 0; i < 4; i++)
    if (i > best) best = i;
  return best;
}

void clear(int n) {
  for (int i = 0; i < n; i++)
    rows[i] = 0;
}

void too_many(void) {
  clear(101);
}
