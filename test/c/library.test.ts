/** The library's functions: what they write, who they may be, what they return. */
import { describe, expect, it } from 'vitest';
import { libraryFunction, libraryNames } from '../../server/src/c/syntax/library-functions.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { printExpr } from '../../server/src/program/dump-program.ts';
import { lower } from './lower.ts';

/** What may change in the last function, by name, and the reasons for it. */
function changed(source: string): string[] {
  const program = lower(source);
  const fn = inlineCalls(program, program.functions.at(-1)!);
  const all = fn.blocks.flatMap((b) =>
    b.stmts.flatMap((s) => {
      if (s.kind === 'havoc') return [`${fn.variables[s.target]!.name} ${s.reason.code}`];
      return s.kind === 'havoc-array' ? [`${fn.arrays[s.array]!.name}[] ${s.reason.code}`] : [];
    }),
  );
  return [...new Set(all)].filter((c) => !c.startsWith('$'));
}

/** The bounds of the last result of the last function. */
function bounds(source: string): string | null {
  const fn = lower(source).functions.at(-1)!;
  const found = fn.blocks
    .flatMap((b) => b.stmts.flatMap((s) => (s.kind === 'havoc' && s.within ? [s.within] : [])))
    .at(-1);
  return found === undefined ? null : `${found.least} .. ${printExpr(found.most, fn)}`;
}

it('the table is large, and its rows make sense', () => {
  const names = [...libraryNames()];
  expect(names.length).toBeGreaterThan(900);
  for (const name of names) {
    const { bounds: found, params, leads } = libraryFunction(name)!;
    if (found?.most.kind === 'argument') expect(params[found.most.index]!.words, name).not.toBe('in');
    if (leads === 'first') expect(['in', 'out'], name).toContain(params[0]!.kind);
  }
  expect(libraryFunction('__builtin_memcpy')).toBe(libraryFunction('memcpy'));
});

describe('what a call writes', () => {
  const PARTS = 'int g; int a[8]; ';
  it.each<[string, string, string[]]>([
    ['nothing', 'int f(char *s) { int n = atoi(s); return n + g + a[0]; }', ['n library-result']],
    ['its argument', 'int f(char *s) { char b[4]; strcpy(b, s); return b[0] + g; }', ['b[] library-call']],
    [
      'what it completes',
      `
        struct tm { int tm_sec, tm_mon; };
        long mktime(struct tm *);
        int f(void) {
          struct tm t;
          t.tm_sec = 1;
          t.tm_mon = 2;
          mktime(&t);
          return t.tm_mon;
        }`,
      ['t.tm_sec library-call', 't.tm_mon library-call'],
    ],
    ['a count in a format', 'int f(void) { int n = 1; printf("x%n", &n); return n; }', ['n library-call']],
    ['no count in a format', 'int f(void) { int n = 1; printf("x%p%%n", &n); return n; }', []],
    [
      'a count in a format that is not known',
      'int f(char *s) { int n = 1; printf(s, &n); return n; }',
      ['n library-call'],
    ],
    ['nothing, in such a format', 'int f(char *s) { int n = 1; printf(s, n); return n; }', []],
    [
      'errno where it is a variable',
      'extern int errno; int f(void) { errno = 0; strdup("a"); return errno + g; }',
      ['errno library-result'],
    ],
    [
      'errno by no function that leaves it alone in every library',
      'extern int errno; int f(void) { errno = 0; strlen("a"); __builtin_ctz(g | 1); return errno + g; }',
      [],
    ],
    [
      'options',
      `
        extern int optind;
        int getopt(int, char *const *, const char *);
        int f(int n, char **v) {
          getopt(n, v, "a");
          return optind + g;
        }`,
      ['optind library-result', '*v library-call', 'optind library-call', 'g library-call'],
    ],
    ['what others do meanwhile', 'int f(void) { int r = fork(); return r + g; }', ['g unknown-call', 'r unknown-call']],
  ])('%s', (_, source, expected) => {
    expect(changed(PARTS + source).filter((c) => !c.startsWith('a['))).toEqual(expected);
  });

  it('an object of the library changes with every call that hands it out', () => {
    const source = `struct tm { int tm_sec; }; struct tm *localtime(const long *); void __VERIFIER_assert(int);
      int f(long a, long b) {
        struct tm *t = localtime(&a); int first = t->tm_sec; localtime(&b); int then = t->tm_sec;
        return first == then; }`;
    const fn = lower(source).functions.at(-1)!;
    const kinds = fn.blocks.flatMap((b) => b.stmts.map((s) => s.kind));
    expect(kinds.join(' ')).toMatch(/note|havoc/);
    expect(
      changed(
        source.replace('struct tm *t = localtime(&a)', 'struct tm *t = g').replace('int f(', 'struct tm *g; int f('),
      ),
    ).toContain('t->tm_sec library-call');
  });
});

describe('what a call writes shows by every name', () => {
  const S = 'struct s { int n; char b[8]; }; int g; ';
  it.each<[string, string, string]>([
    [
      'an array of the same type',
      'int f(int *p, int *r) { r[0] = 1; read(0, p, 4); return r[0]; }',
      'r[] library-call',
    ],
    ['bytes', 'int f(int *p, char *r) { r[0] = 1; read(0, p, 4); return r[0]; }', 'r[] library-call'],
    [
      'another type in memory that has none of its own',
      'int f(int *p, short *r) { r[0] = 1; memset(p, 0, 4); return r[0]; }',
      'r[] library-call',
    ],
    ['a member', 'int f(struct s *p, struct s *r) { r->n = 1; read(0, p, 4); return r->n; }', 'r->n library-call'],
    [
      'an array in a struct',
      'int f(struct s *p, struct s *r, char *q) { r->b[0] = 1; strcpy(p->b, q); return r->b[0]; }',
      'r->b[] library-call',
    ],
    ['a global', 'int f(int *p) { g = 1; read(0, p, 4); return g; }', 'g library-call'],
    [
      'what a global is called elsewhere',
      'int f(int *p) { p[0] = 1; read(0, &g, 4); return p[0]; }',
      'p[] library-call',
    ],
    [
      'a member that the callee never names',
      `
        static void fill(struct s *p) {
          read(0, p, 4);
        }
        int f(void) {
          struct s o;
          o.n = 1;
          fill(&o);
          return o.n;
        }`,
      'o.n call-effects',
    ],
  ])('%s', (_, source, expected) => {
    expect(changed(S + source)).toContain(expected);
  });

  it.each<[string, string, string]>([
    ['a member', 'int f(struct s *p, struct s *r) { r->n = 1; p->n = getchar(); return r->n; }', 'r->n alias'],
    ['a global', 'int f(int *p) { p[0] = 1; g = getchar(); return p[0]; }', 'p[] alias'],
    [
      'a member, from behind pointers',
      `
        struct t { int v; struct t *next; };
        int f(struct s *p, struct s *r, struct t *q) {
          r->n = 1;
          p->n = q->next->next->v;
          return r->n;
        }`,
      'r->n alias',
    ],
  ])('so does a value that is not known and put into %s', (_, source, expected) => {
    expect(changed(S + source)).toContain(expected);
  });

  it('but not by names of other objects', () => {
    const source = 'int f(struct s *p) { int l[2]; l[1] = 1; p->n = 2; read(0, l, 4); return p->n; }';
    expect(changed(S + source)).toEqual(['l[] library-call']);
  });
});

describe('who is not the library', () => {
  it.each<[string, string]>([
    ['another type', 'int g; struct r; int read(struct r *p, int n); int f(struct r *p) { read(p, 1); return g; }'],
    ['another kind of parameter', 'int g; int close(void *); int f(void *p) { close(p); return g; }'],
    ['other arguments', 'int g; int f(void *p) { strlen(p, 3); return g; }'],
    ['a result of another kind', 'int g; char *strlen(char *); int f(char *p) { strlen(p); return g; }'],
    [
      'a stream that may be anything',
      `
        int g;
        void *fopencookie(void *, char *, int);
        void o(void *p) {
          fopencookie(p, "", 1);
        }
        int f(FILE *p) {
          fputs("", p);
          return g;
        }`,
    ],
  ])('%s', (_, source) => {
    expect(changed(source)).toContain('g unknown-call');
  });

  it('takes what it is handed away', () => {
    const of = (declared: string): string[] =>
      changed(`${declared} int g(void); int f(void) { int x = 1; write(1, &x, 4); g(); return x; }`);
    expect(of('')).toEqual([]);
    expect(of('void *write(int, int *, long);')).toEqual(['x unknown-call']);
  });
});

describe('what a result is at least and at most', () => {
  it.each<[string, string, string | null]>([
    ['a character', 'int f(FILE *s) { int c = getc(s); return c; }', '-1 .. 255'],
    ['an argument', 'long f(char *b, unsigned long n) { long r = read(0, b, n); return r; }', '-1 .. n'],
    [
      'an argument, converted',
      'long f(char *b, int n) { long r = read(0, b, n); return r; }',
      '-1 .. (unsigned long)n',
    ],
    [
      'a constant',
      'long f(FILE *s) { char b[4]; long r = fread(b, 1, sizeof b, s); return r; }',
      '0 .. 4:unsigned long',
    ],
    ['an argument that the call may change', 'long f(void) { int n = 4; long r = read(0, &n, n); return r; }', null],
    [
      'a global that the call may write',
      'unsigned long n; long f(char *b) { long r = read(0, b, n); return r; }',
      null,
    ],
    [
      'a string',
      'unsigned long f(char *s) { unsigned long n = strlen(s); return n; }',
      '0 .. 9223372036854775807:unsigned long',
    ],
    ['nothing for letters', 'int f(int c) { int d = toupper(c); return d; }', null],
    ['a declaration of another type', 'char getc(FILE *); int f(FILE *s) { int c = getc(s); return c; }', null],
  ])('%s', (_, source, expected) => {
    expect(bounds(source)).toBe(expected);
  });
});
