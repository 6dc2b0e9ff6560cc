#include <stddef.h>

/* ideal: strlen(p) iterations · p moves to the terminating zero */
const char *end_of(const char *p) {
  while (*p) p++;
  return p;
}

/* ideal: strlen(s) iterations · n = strlen(s) */
size_t length(const char *s) {
  size_t n = 0;
  while (s[n] != '\0')
    n++;
  return n;
}

/* ideal: strlen(src) iterations (the condition passes once more) · copies the string at src, with its zero, to dst */
char *copy(char *dst, const char *src) {
  char *d = dst;
  while ((*d++ = *src++) != '\0')
    ;
  return dst;
}

/* ideal: at most strlen(s) iterations · returns s where *s == c; else s moves to the terminating zero */
const char *find_char(const char *s, char c) {
  for (; *s; s++)
    if (*s == c) return s;
  return NULL;
}

/* ideal: at most strlen(a) iterations · until the strings differ */
int compare(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return (unsigned char)*a - (unsigned char)*b;
}

/* ideal: strlen(s) iterations · counts in n how often c occurs in the string at s */
int count_char(const char *s, char c) {
  int n = 0;
  for (; *s; s++)
    if (*s == c) n++;
  return n;
}

/* ideal: strlen(s) iterations · makes each 'a'..'z' in s upper case */
void upper(char *s) {
  for (; *s; s++)
    if (*s >= 'a' && *s <= 'z') *s -= 'a' - 'A';
}

/* ideal: at most strlen(s) iterations, one for each leading digit · value is the number that they write */
int parse_number(const char *s) {
  int value = 0;
  while (*s >= '0' && *s <= '9')
    value = 10 * value + (*s++ - '0');
  return value;
}

/* ideal: at most strlen(s) iterations · s moves behind leading blanks */
const char *skip_blanks(const char *s) {
  while (*s == ' ' || *s == '\t')
    s++;
  return s;
}

/* ideal: strlen(s) iterations · h: a hash of the string (not written as a formula) */
unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s)
    h = 33 * h + (unsigned char)*s++;
  return h;
}
