import { describe, expect, it } from 'vitest';
import { sentencesIn } from './sentences.ts';

/** Of the loop behind a call that gets an address; `keep`: what the callee does with it. */
async function behind(keep: string, call = 'f(&n, 1);', local = 'int n;', limit = 'n'): Promise<string | undefined> {
  const found = await sentencesIn(`
    #include <string.h>
    struct s { int n; int *q; struct s *next; };
    int *kept, *table[4];
    struct s shown;
    long number;
    void save(int *);
    void act(void);
    static int g(int *p, int k) { ${keep} return 0; }
    static int f(int *p, int k) { int *q = p + 1; if (p == 0) return -1; q[-1] = k; g(p, k); return *p; }
    static void h(long at) { kept = (int *)at; }
    static void set(struct s *p, int k) { p->n = k; p->q = 0; g(&p->n, k); }
    void t(void) { ${local} ${call} for (int i = 0; i < ${limit}; i++) act(); }
  `);
  return found.at(-1);
}

describe('locals whose addresses are only lent', () => {
  it('aren’t changed by other calls', async () => {
    expect(await behind('*p += k;')).toBe('n iterations');
    expect(await behind('*p += k;', 'if (f((int *)&n, 2) < 0) return;')).toBe('n iterations');
    expect(await behind('memset(p, 0, sizeof *p);')).toBe('n iterations');
    expect(await behind('switch (*p) { case 1: *p = 2; }', 'set(&v, 3);', 'struct s v;', 'v.n')).toBe('v.n iterations');
    expect(await behind('p[0] = k;', 'f(a, 2); f(&a[1], 3);', 'int a[4];', 'a[1]')).toBe('a[1] iterations');
    expect(await behind('if (k > 0) f(p, k - 1);')).toBe('n iterations');
  });

  it('unless somebody keeps them', async () => {
    const kept = "n iterations, if act() doesn't change n";
    for (const keep of [
      'kept = p;',
      'int *q; q = p; kept = q;',
      'table[k & 3] = p;',
      'shown.q = p;',
      'number = (long)p;',
      'save(p);',
      'memcpy(&kept, &p, sizeof p);',
      'int **pp = &p; kept = *pp;',
      'static int *last; last = p; kept = last;',
      'kept = k ? p : 0;',
      'kept = (k++, p);',
      'kept = ({ int *z = p; z; });',
      'struct s v = { .q = p }; shown = v;',
      'kept = &p[0];',
      'kept = p++;',
      '{ int *kept; (void)kept; } kept = p;',
    ])
      expect([keep, await behind(keep)]).toEqual([keep, kept]);
    expect(await behind('', 'h((long)&n);')).toBe(kept);
    expect(await behind('', 'int *b = &n; f(b, 1); kept = b;')).toBe(kept);
    expect(await behind('', 'f(&n, 1); save(&n);')).toBe(kept);
    expect(await behind('', 'f(a, 1); kept = a;', 'int a[4];', 'a[1]')).toBe(
      "a[1] iterations, if act() doesn't change a[1]",
    );
    expect(await behind('kept = p;', 'set(&v, 3);', 'struct s v;', 'v.n')).toBe(
      "v.n iterations, if act() doesn't change v.n",
    );
  });

  it('and are changed by those that get them', async () => {
    const [, sentence] = await sentencesIn(`
      void act(void);
      static void next(int *p, int k) { while (k--) { *p += 1; act(); } }
      void t(void) { int n = 3; for (int i = 0; i < n; i++) next(&n, i); }
    `);
    expect(sentence).toBe('until i >= n');
  });

  it('of a library’s function only what it keeps is known elsewhere', async () => {
    expect(
      await sentencesIn(`
        #include <stdlib.h>
        void act(void);
        void t(const char *s) { char *end; strtol(s, &end, 10); for (int k = 9; end - s > k; k++) act(); }
      `),
    ).toEqual(['end - s - 9 iterations']);
  });

  it('nor in other builds', async () => {
    const given = `
      #include "conf.h"
      int *kept;
      void act(void);
    `;
    const kept = '\n#ifdef HAVE_KEPT\nkept = p;\n#endif\n';
    expect(
      await sentencesIn(`${given}
        static void get(int *p) { *p = 4; ${kept} }
        void t(void) { int n; get(&n); for (int i = 0; i < n; i++) act(); }
      `),
    ).toEqual(["n iterations, if act() doesn't change n"]);
    expect(
      await sentencesIn(`${given}
        void t(int n) { int *p; ${kept.replace('p;', '&n;')} for (int i = 0; i < n; i++) act(); }
      `),
    ).toEqual(['n iterations, if HAVE_KEPT is not defined']);
  });
});
