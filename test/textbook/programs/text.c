#include <stddef.h>

/* ideal: at most 10 iterations, one for each decimal digit of u · u = 0; writes the digits before p, which moves to the first */
char *write_decimal(unsigned u, char *p) {
  do {
    *--p = '0' + u % 10;
    u /= 10;
  } while (u != 0);
  return p;
}

/* ideal: blanks: until *s isn't ' ', at most strlen(s) · digits: at most strlen(s), value = 10 * value + the digit each time */
int read_signed(const char *s) {
  int value = 0, negative = 0;
  while (*s == ' ')
    s++;
  if (*s == '-') {
    negative = 1;
    s++;
  }
  while (*s >= '0' && *s <= '9') {
    value = 10 * value + (*s - '0');
    s++;
  }
  return negative ? -value : value;
}

/* ideal: until *p is a blank or the end, at most strlen(p) · p moves to the first ' ' or the terminating zero */
const char *end_of_word(const char *p) {
  while (*p != '\0' && *p != ' ')
    p++;
  return p;
}

/* ideal: at most n iterations, until src[i] == 0 · copies src[0..i-1] to dst[0..i-1] · then n - i iterations, sets dst[i..n-1] to 0 */
char *copy_padded(char *dst, const char *src, size_t n) {
  size_t i;
  for (i = 0; i < n && src[i] != '\0'; i++)
    dst[i] = src[i];
  for (; i < n; i++)
    dst[i] = '\0';
  return dst;
}

/* ideal: n iterations each · downwards: moves src[0..n-1] to dst[0..n-1], last first; n wraps · upwards: copies src[0..n-1] to dst[0..n-1] */
void move_bytes(char *dst, const char *src, size_t n) {
  if (dst > src) {
    while (n-- > 0)
      dst[n] = src[n];
  } else {
    for (size_t i = 0; i < n; i++)
      dst[i] = src[i];
  }
}

/* ideal: n - i iterations at most, until in[j] != in[i] · j is the first one that differs, or n */
int run_length(const unsigned char *in, int i, int n) {
  int j = i + 1;
  while (j < n && in[j] == in[i])
    j++;
  return j - i;
}

/* ideal: strlen(s) iterations · n counts the bytes that begin a character: (*s & 0xC0) != 0x80 */
int utf8_length(const char *s) {
  int n = 0;
  for (; *s != '\0'; s++)
    if ((*s & 0xC0) != 0x80) n++;
  return n;
}

/* ideal: strlen(s) iterations · n counts the lines: how often *s == '\n' */
int count_lines(const char *s) {
  int n = 0;
  while (*s != '\0')
    if (*s++ == '\n') n++;
  return n;
}

/* ideal: at most strlen(s) / 2 iterations · returns 0 where the two ends differ */
int is_palindrome(const char *s, int length) {
  int i = 0, j = length - 1;
  while (i < j) {
    if (s[i] != s[j]) return 0;
    i++;
    j--;
  }
  return 1;
}

/* ideal: n / 3 iterations · writes four characters of 6 bits for each three bytes; out += 4 * (n / 3) */
char *encode_groups(const unsigned char *in, size_t n, char *out, const char *alphabet) {
  for (size_t i = 0; i + 2 < n; i += 3) {
    unsigned group = in[i] << 16 | in[i + 1] << 8 | in[i + 2];
    out[0] = alphabet[group >> 18];
    out[1] = alphabet[group >> 12 & 63];
    out[2] = alphabet[group >> 6 & 63];
    out[3] = alphabet[group & 63];
    out += 4;
  }
  return out;
}

/* ideal: n iterations · writes two hexadecimal digits of each in[i] to out[2 * i] and out[2 * i + 1] */
void to_hex(const unsigned char *in, int n, char *out) {
  static const char digits[] = "0123456789abcdef";
  for (int i = 0; i < n; i++) {
    out[2 * i] = digits[in[i] >> 4];
    out[2 * i + 1] = digits[in[i] & 15];
  }
}
