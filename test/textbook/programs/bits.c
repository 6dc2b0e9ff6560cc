/* ideal: popcount(x) iterations, at most 32 · c += popcount(x); x = 0 */
int bits_set(unsigned x) {
  int c = 0;
  while (x) {
    x &= x - 1;
    c++;
  }
  return c;
}

/* ideal: at most 32 iterations (bits of x) · x = 0; c grows by popcount(x) */
int bits_shifted(unsigned x) {
  int c = 0;
  while (x) {
    c += x & 1;
    x >>= 1;
  }
  return c;
}

/* ideal: at most 31 iterations · x <= 1; n is the number of the highest bit that is set */
int log2_floor(unsigned x) {
  int n = 0;
  while (x > 1) {
    x >>= 1;
    n++;
  }
  return n;
}

/* ideal: 8 iterations · k = 8; c: eight steps of a shift register (not written as a formula) */
unsigned crc_byte(unsigned c) {
  for (int k = 0; k < 8; k++)
    c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
  return c;
}

/* ideal: n iterations · c: exclusive or of p[0..n-1] */
unsigned char checksum(const unsigned char *p, int n) {
  unsigned char c = 0;
  for (int i = 0; i < n; i++)
    c ^= p[i];
  return c;
}

/* ideal: 32 iterations · r: the bits of x turned around; x = 0; i = 32 */
unsigned reverse_bits(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) {
    r = r << 1 | (x & 1);
    x >>= 1;
  }
  return r;
}

/* ideal: at most 32 iterations · p is the least power of two >= n */
unsigned next_power(unsigned n) {
  unsigned p = 1;
  while (p < n && p < 0x80000000u)
    p <<= 1;
  return p;
}

/* ideal: 256 - counter iterations, if counter isn't 0: until it wraps around to 0 · counter = 0; ticks += 256 - counter */
int ticks_to_wrap(unsigned char counter) {
  int ticks = 0;
  do {
    counter++;
    ticks++;
  } while (counter);
  return ticks;
}
