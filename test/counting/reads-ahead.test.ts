/**
 * Counts of walks over what the loop writes as well: what is read is what was there before, where no write comes before
 * it.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
extern char *text; extern int *numbers; char names[4][8]; int table[20];
int *get(long); void use(int);
#define CARRY(p) do { unsigned long *p_ = (p); if (*p_ == 0) while (++*p_++ == 0) ; else while (++*(++p_) == 0) ; } \\
while (0)
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const loops = await loopsIn(
    `${HEAD}void f(char *s, char *t, int *a, unsigned long *v, int n) { int i, j = 0; ${body} }`,
    'c',
  );
  return loops.filter((l) => !l.pseudo).at(-1)?.count.sentence;
}

describe('a walk is told by what is there before it', () => {
  test.each([
    // the element itself is written, or one that has been read
    ["while (*s) *s++ = 'x';", 'strlen(s) iterations'],
    ["for (; *s; s++) if (*s == '\\t') *s = ' ';", 'strlen(s) iterations'],
    ['for (i = 0; s[i]; i++) s[i] = s[i] + 1;', 'strlen(s) iterations'],
    ['for (i = 1; s[i]; i++) s[i - 1] = s[i];', 'strlen(s + 1) iterations'],
    ["char *q = s; for (; *s; s++) if (*s != ' ') *q++ = *s; *q = 0;", 'strlen(s) iterations'],
    ["for (i = 0; s[i]; i++) if (s[i] != ' ') s[j++] = s[i];", 'strlen(s) iterations'],
    ["char *p, *q; for (p = q = t; *p; p++) if (*p != ' ') *q++ = *p;", 'strlen(t) iterations'],
    // what is looked at ahead, in some iterations, is there as well
    ["char *q = s; for (; *s; s++) { if (*s == '\\\\' && s[1]) s++; *q++ = *s; }", 'at most strlen(s) iterations'],
    [
      "char *q = s; for (; *s; s++) { if (*s == '\\\\') { s++; if (!*s) break; } *q++ = *s; }",
      'at most strlen(s) iterations',
    ],
    [
      "char *q = s; while (*s) { if (*s == '%' && s[1] && s[2]) { *q++ = s[1] * n + s[2]; s += 3; } else *q++ = *s++; }",
      'at most strlen(s) iterations',
    ],
    ["for (i = 0; s[i]; i++) { if (s[i] == '^' && s[i + 1]) i++; s[j++] = s[i]; }", 'at most strlen(s) iterations'],
    // it may pass the end; it writes in front of itself
    ["char *q = s; for (; *s; s++) { if (*s == '^') s++; *q++ = *s; }", 'until *s == 0'],
    ["char *q = s; for (; *s; s++) { if (*s == '^' && s[1]) { s[1] = 0; s++; } *q++ = *s; }", 'until *s == 0'],
    ["char *q = s; for (; *s; s++) { if (*s == '^') { q[1] = n; if (s[1]) s++; } *q++ = *s; }", 'until *s == 0'],
    ["char *q = s; for (; *s; s++) { if (*s == '^') *q++ = n; if (s[1]) s++; *q++ = *s; }", 'until *s == 0'],
    // with the next one, or one in front, the end may move
    ['for (i = 0; s[i]; i++) s[i + 1] = 0;', 'until s[i] == 0'],
    ["char *q = s + 1; for (; *s; s++) if (*s != ' ') *q++ = *s;", 'until *s == 0'],
    ['while (*s) { *s = 0; s++; *s = 0; }', 'at most strlen(s) iterations'],
    ['while (*s) { *s = 1; if (*s) s++; s++; }', 'until *s == 0'],
    // where it leads is not known
    ['for (; *s; s++) *t++ = *s;', "strlen(s) iterations, if the store in line 6 doesn't change what s points to"],
    // elements with one value, or before one
    ['for (i = 0; a[i] != n; i++) ;', 'elements_before(a, n) iterations'],
    ['for (i = n; a[i] == 3; i++) ;', 'leading(a + n, 3) iterations'],
    ["while (*s != '\\n') s++;", "elements_before(s, '\\n') iterations"],
    ["while (*s == ' ') s++;", 'at most strlen(s) iterations'],
    [
      "while (*s == ' ') if (use(1), *s++ == n) break;",
      "at most strlen(s) iterations, if use() doesn't change what s points to",
    ],
    ['do s++; while (*s != 7);', 'elements_before(s + 1, 7) + 1 iterations'],
    ['for (i = 0; table[i] != n; i++) ;', 'at most 20 iterations'],
    ['for (i = 0; names[1][i]; i++) ;', 'strlen(names[1]) iterations'],
    ['while (*a) a++;', 'entries(a) iterations'],
    // an element is tested as it has just become
    ['CARRY(v + n);', 'leading(v + n + 1, (unsigned long long)-1) iterations'],
    ['while ((*v++)-- == 0) ;', 'leading(v, 0) iterations'],
    ['for (i = 0; ++a[i] == 0; i++) ;', 'leading(a, -1) iterations'],
    ['int *p, *q; q = get(n); p = q + n; while (*p++ == 5) ;', 'leading(p, 5) iterations'],
    ['while (a[n] == n) n++;', 'until a[n] != n'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});
