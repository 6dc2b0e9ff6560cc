/** Tables that another file defines, up to an entry that ends them. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const HEAD = `int strcmp(char const *, char const *); void use(char const *); void other(void);
struct row { char const *name; int id; };
extern struct row table[]; extern struct row const fixed[]; extern char const *names[]; extern int limit;
extern struct row later[];
struct row later[] = { { "a", 1 }, { "b", 2 } };
static void set_id(void) { table[3].id = 0; }
static void set_name(void) { table[3].name = 0; }
static void set_limit(void) { limit = 3; }
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const source = `${HEAD}int f(struct row *q, char const *key) { int i, n = 0; struct row const *p; ${body} return n; }`;
  return (await sentencesIn(source))[0];
}

describe('a walk through one', () => {
  test.each([
    ['for (i = 0; table[i].name; i++) n++;', 'entries(table, name) iterations'],
    ['for (i = 0; names[i] != 0; i++) n++;', 'entries(names) iterations'],
    [
      'for (p = fixed; p->name; p++) if (strcmp(p->name, key) == 0) return 1;',
      'at most entries(fixed, name) iterations',
    ],
    ['for (p = table; p->id; p++) n += p->id;', 'entries(table, id) iterations'],
    ['for (p = table; p < table + 10; p++) n += p->id;', '10 iterations'],
    ['for (i = 0; i < sizeof later / sizeof *later; i++) n++;', '2 iterations'],
    // somebody may change it
    [
      'for (i = 0; table[i].name; i++) other();',
      "entries(table, name) iterations, if other() doesn't change what table points to",
    ],
    [
      'for (i = 0; table[i].name; i++) set_name();',
      "entries(table, name) iterations, if set_name() doesn't change what table points to",
    ],
    [
      'for (i = 0; table[i].id; i++) set_id();',
      "entries(table, id) iterations, if set_id() doesn't change what table points to",
    ],
    ['for (i = 0; table[i].name; i++) q->id = 3;', 'entries(table, name) iterations'],
    ['for (i = 0; table[i].id; i++) q->id = 3;', 'until table[i].id == 0'],
    ['for (i = 0; i < table[0].id; i++) table[i].id = 7;', 'until i >= table[0].id'],
  ])('%s', async (body, sentence) => expect(await sentenceOf(body)).toBe(sentence));
});
