/** Counting alone: members of a large global struct that another file defines, and names that a function has twice. */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const MEMBERS = Array.from({ length: 90 }, (_, i) => `int m${i};`).join(' ');
const HEAD = `
struct server { ${MEMBERS} int count; int *list; mutex_t lock; };
struct list { mutex_t lock; int n; struct list *next; };
extern struct server server;
void act(void); void use(int); int may(int);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  return (await loopsIn(`${HEAD}void f(int *p, struct list **l, char *c) { int i; ${body} }`, 'c')).at(-1)?.count
    .sentence;
}

describe('a large global struct', () => {
  test.each([
    ['for (i = 0; i < server.count; i++) use(i);', "server.count iterations, if use() doesn't change server.count"],
    ['for (i = 0; i < server.count; i++) i++;', 'server.count / 2 iterations'],
    ['for (i = 0; i < server.count; i++) server.m3 = i;', 'server.count iterations'],
    [
      'for (i = 0; i < server.count; i++) server.list[i] = 0;',
      "server.count iterations, if the store in line 6 doesn't change server.count",
    ],
    ['for (i = 0; i < server.count; i++) server.count--;', 'server.count / 2 iterations'],
    [
      'struct server *s = &server; for (i = 0; i < server.count; i++) s->count = 7;',
      '(server.count > 0 ? 7 : 0) iterations',
    ],
  ])('%s', async (body, sentence) => {
    expect((await sentenceOf(body))?.replace('(server.count + 1) / 2', 'server.count / 2')).toBe(sentence);
  });
});

test('a struct with a member whose type is not known is one all the same', async () => {
  expect(await sentenceOf('for (i = 0; i < (*l)->n; i++) (*l)->next = 0;')).toMatch(/^\(\*l\)->n iterations/);
});

test('a pointer whose name another one has, too, by what the loop reads through it', async () => {
  const body = `{ struct list *q = l[1]; q->n = 2; } if (may(1)) { struct list *q = l[2];
    for (i = 0; i < q->n; i++) act(); }`;
  expect(await sentenceOf(body)).toBe("q->n iterations, if act() doesn't change q->n");
});

describe('a limit that a function of the file', () => {
  test.each([
    [
      'only lowers',
      'static void log_(int i) { if (i > 9) limit = i; }',
      "at most limit iterations, if use() doesn't change limit",
    ],
    ['sets', 'static void log_(int i) { if (i > 9) limit = i + 7; }', 'until i >= limit'],
    [
      'sets through another one',
      'static void in(void) { limit++; } static void log_(int i) { in(); }',
      'until i >= limit',
    ],
    [
      'only looks at',
      'static void log_(int i) { if (limit > i) use(i); }',
      "limit iterations, if log_() and use() don't change limit",
    ],
  ])('%s', async (_, callee, sentence) => {
    const text = `int limit; void use(int); ${callee} void f(void) { int i; for (i = 0; i < limit; i++) { log_(i); use(i); } }`;
    const count = (await loopsIn(text, 'c')).at(-1)?.count;
    expect(count?.sentence).toBe(sentence);
  });
});
