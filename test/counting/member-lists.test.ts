import { describe, expect, it } from 'vitest';
import { sentencesIn } from './sentences.ts';

const CONTAINERS = [
  '({ const typeof(((T *)0)->m) *link_ = (e); (T *)((char *)link_ - offsetof(T, m)); })',
  '((T *)((char *)(e) - offsetof(T, m)))',
  '((T *)((char *)(e) - (size_t)&((T *)0)->m))',
  '(__typeof__(T) *)((unsigned long)(e) - __builtin_offsetof(T, m))',
] as const;

async function told(
  loop: string,
  { container = CONTAINERS[0] as string, given = '', header = '' } = {},
): Promise<string> {
  const found = await sentencesIn(`
    ${header}
    #include <stddef.h>
    struct link { struct link *next, *prev; };
    struct item { int id; struct link list; struct link other; };
    struct queue { int n; struct link items; struct { struct link deep; } in; };
    struct link all;
    #define container(e, T, m) ${container}
    #define first(h, T, m) container((h)->next, T, m)
    #define next(p, m) container((p)->m.next, typeof(*(p)), m)
    #define each(p, h, m) for (p = first(h, typeof(*p), m); &p->m != (h); p = next(p, m))
    #define each_until(p, h, m) for (p = first(h, typeof(*p), m); !(&p->m == (h)); p = next(p, m))
    #define each_safe(p, n, h, m) \\
      for (p = first(h, typeof(*p), m), n = next(p, m); &p->m != (h); p = n, n = next(n, m))
    void use(struct item *);
    int t(struct link *head, struct queue *q, struct item *x, void *data) {
      struct item *p, *n; int k = 0; ${given} ${loop} return k;
    }
  `);
  return found.at(-1) ?? '';
}

describe('lists whose links are members', () => {
  it('are walked to their heads', async () => {
    for (const container of CONTAINERS)
      expect(await told('each(p, head, list) k++;', { container })).toBe('nodes_before(head->next, head) iterations');
    expect(await told('each_until(p, head, list) k++;')).toBe('nodes_before(head->next, head) iterations');
    expect(await told('each(p, &all, other) k += p->id;')).toBe('nodes_before(all.next, &all) iterations');
    expect(await told('each(p, &q->items, list) if (p->id == k) break;')).toBe(
      'at most nodes_before(q->items.next, &q->items) iterations',
    );
    expect(await told('each(p, &q->in.deep, list) use(p);')).toBe(
      "nodes_before(q->in.deep.next, &q->in.deep) iterations, if use() doesn't relink the list at q->in.deep.next",
    );
  });

  it('also where the next element is looked up first', async () => {
    expect(await told('each_safe(p, n, head, list) k++;')).toBe('nodes_before(head->next, head) iterations');
    expect(await told('each_safe(p, n, head, list) { if (p->id) continue; k++; }')).toBe(
      'nodes_before(head->next, head) iterations',
    );
  });

  it('if a store to a link that may be in it changes nothing there', async () => {
    for (const body of ['x->list.next = head;', 'x->list = *head;'])
      expect(await told(`each(p, head, list) { ${body} }`)).toMatch(
        /^nodes_before\(head->next, head\) iterations, if the store in line \d+ doesn't relink the list at head->next$/,
      );
  });

  it('not where something else is done', async () => {
    for (const body of ['p = x;', 'if (k++) p++;', 'again: k++;'])
      expect([body, await told(`each(p, head, list) { ${body} }`)]).toEqual([body, 'until &p->list == head']);
    for (const from of ['data', '(char *)head + k'])
      expect([
        from,
        await told(`for (p = container(${from}, struct item, list); &p->list != head; p = next(p, list)) k++;`),
      ]).toEqual([from, 'until &p->list == head']);
    // not in bytes
    for (const container of [
      '((T *)((unsigned long *)(e) - offsetof(T, m)))',
      '((T *)((char **)(e) - offsetof(T, m)))',
    ])
      expect([container, await told('each(p, head, list) k++;', { container })]).toEqual([
        container,
        'until &p->list == head',
      ]);
    expect(await told('each(p, &q->items, list) q = 0;')).toBe('until &p->list == &q->items');
    expect(await told('for (p = first(head, struct item, list); &p->other != head; p = next(p, other)) k++;')).toBe(
      'until &p->other == head',
    );
    expect(await told('each(p, head, list) k++;', { given: 'struct item **pp = &p; use(*pp);' })).toBe(
      'until &p->list == head',
    );
  });

  it('nor where another build, or a macro that isn’t there, may do it', async () => {
    const given = '#include "conf.h"\n';
    const undecided = (code: string): string => `\n#ifdef HAVE_ANOTHER\n${code}\n#endif\n`;
    const walk = (body: string): Promise<string> => told(`each(p, head, list) { k++; ${body} }`, { header: given });
    expect(await walk(undecided('p = x;'))).toBe('until &p->list == head');
    expect(await walk('MOVE(p, x);')).toBe('until &p->list == head, or sooner');
    expect(await walk(undecided('k = 3;'))).toBe('nodes_before(head->next, head) iterations');
  });
});
