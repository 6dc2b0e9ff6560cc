/**
 * Tests that ask small functions, tables of structs that are gone through, and pointers to text that other functions
 * may move.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
struct row { const char *name; int bit; };
static const struct row rows[] = { { "a", 1 }, { "b", 2 }, { "c", 2 }, { 0, 0 } };
static const char *const names[3] = { "a", "b", 0 };
static const char *const pairs[3][2] = { { "a", "b" }, { "c", "d" }, { 0, 0 } };
extern char *current;
int strcmp(const char *, const char *);
int isspace(int);
void act(void); struct place { const char *at; }; struct tight { char c; const char *at; } __attribute__((packed));
const struct row *any_row(void);
void set(const char **);
static inline unsigned char to_uchar(char c) { return c; }
static int is_word(char c) { switch (c) { case 'a': case 'b': case '-': return 1; default: return 0; } }
static int is_anything(char c) { return c < 'z'; }
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const parameters = 'const char *s, int n, int i, const char *t, struct place *c, struct tight *d';
  return (await loopsIn(`${HEAD}int f(${parameters}) { ${body} return i; }`, 'c')).at(-1)?.count.sentence;
}

describe('a function that is little more than an expression', () => {
  test.each([
    ['while (isspace(to_uchar(*s))) s++;', 'at most strlen(s) iterations'],
    ['while (is_word(*s)) s++;', 'at most strlen(s) iterations'],
    // true of the terminating zero, too
    ['while (is_anything(*s)) s++;', 'until is_anything(*s) == 0'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

describe('a function that uses objects of the file by their names', () => {
  const OF_OBJECTS = `
int depth, width, top, stack[100], room; static char *text;
static const unsigned char kinds[256] = { ['a'] = 1, ['b'] = 3 };
static void deeper(void) { depth++; }
static void wider(int by) { if (by > 3) width += 2; else width++; }
static int pop(void) { return stack[--top]; }
static void push(int v) { if (top < 100) stack[top++] = v; }
static int is_kind(char c) { return kinds[(unsigned char)c] & 1; }
static int count(void) { static int calls; return ++calls; }
static void put(char c) { text[room++] = c; }
static void tell(void) { act(); depth++; }
`;
  test.each([
    ['while (depth < width) deeper();', 'width - depth iterations'],
    ['while (width < n) wider(i);', 'at most n - width iterations'],
    ['while (top > 0) i += pop();', 'top iterations'],
    ['while (n > 0) { push(n); n--; }', 'n iterations'],
    ['while (top < 100) push(i);', '100 - top iterations'],
    ['while (is_kind(*s)) s++;', 'at most strlen(s) iterations'],
    // a static object of its own has no name here
    ['while (count() < n) ;', 'until count() >= n'],
    ['int *p = &depth; while (*p < n) deeper();', 'n - depth iterations'],
    // what is behind a pointer, or calls what isn't seen, isn't followed
    ['while (room < n) put(*s);', 'until room >= n'],
    ['while (depth < n) tell();', 'until depth >= n'],
  ])('%s', async (body, sentence) => {
    const source = `${HEAD}${OF_OBJECTS}int f(const char *s, int n, int i) { ${body} return i; }`;
    expect((await loopsIn(source, 'c')).at(-1)?.count.sentence).toBe(sentence);
  });
});

describe('an element of an array of pointers or structs lies in it', () => {
  test.each([
    ['for (i = 0; names[i]; i++) act();', 'at most 3 iterations'],
    ['for (i = 0; pairs[i][0]; i++) act();', 'at most 3 iterations'],
    ['for (i = 0; rows[i].name; i++) act();', 'at most 4 iterations'],
    ['for (i = 0; strcmp(s, rows[i].name); i++) act();', 'at most 4 iterations'],
    ['for (i = 0; i < n && strcmp(s, rows[i].name); i++) act();', 'at most 4 iterations'],
    // whatever the body does before it reads the element, it has been begun
    [
      'for (;; i++) { if (i == n) break; if (strcmp(s, rows[i].name) == 0) return 1; }',
      'at most max(1, 5 - i) iterations',
    ],
    // only some iterations read it
    ['for (i = 0; i < n; i++) if (s) if (rows[i].name) act();', 'n iterations'],
    ['for (i = 0; i < 200; i++) if (rows[i % 3].name) act();', '200 iterations'],
    ['const struct row *p; for (p = rows; p->name; p++) act();', 'at most 4 iterations'],
    // 1, 3
    ['const struct row *p; for (p = rows + 1; p->name; p += 2) act();', 'at most 2 iterations'],
    ['const struct row *p = rows; while (p->name) { p++; if (n) p = any_row(); }', 'until p->name == NULL'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

// its bytes but the first are the same wherever in itself it leads to
describe('a pointer to text that might lead to itself', () => {
  test.each([
    ['set(&s); while (*s == 32) s++;', 'at most strlen(s) iterations'],
    ['while (*current == 32) current++;', 'at most strlen(current) iterations'],
    ['while (isspace((unsigned char)*optarg)) optarg++;', 'at most strlen(optarg) iterations'],
    [
      'for (char **e = environ; *e; e++) use(*e);',
      "entries(environ) iterations, if use() doesn't change what e points to",
    ],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

describe('a pointer that another one leads to, or one in a struct', () => {
  test.each([
    ['while (*t == 32) current++;', 'until *t != 32'],
    ['while (*c->at == 32) c->at++;', 'at most strlen(c->at) iterations'],
    [
      'while (*d->at == 32) d->at++;',
      "at most strlen(d->at) iterations, if the store in line 15 doesn't change what d->at points to",
    ],
    ['set(&s); while (*s == 32) { s++; if (t) s--; }', 'until *s != 32'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});
