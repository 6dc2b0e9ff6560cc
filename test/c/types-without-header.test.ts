/** `(T)(x)` with a type that nothing declares, since its header is missing: a cast, not a call of a function `T`. */
import { expect, test } from 'vitest';
import type { Compilation } from '../../server/src/analysis/analysis-host.ts';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { ReadHeader } from '../../server/src/c/front-end.ts';
import { loopsIn } from '../termination/loops.ts';

test.each([
  ['word w = 0; for (int i = 0; i < n; i++) w = (word)(p[i] + 1);', 'a cast'],
  ['word w = 0; for (int i = 0; i < n; i++) p[0] += (word)(i) - w;', 'a cast'],
  ['for (int i = 0; i < n; i++) { word *w = 0; p[0] += (word)(i); }', 'a cast'],
  ['int w = 0; for (int i = 0; i < n; i++) w = (word)(p[i] + 1);', 'a call'],
  ['struct word *w = 0; int v; for (int i = 0; i < n; i++) v = (word)(p[i] + 1);', 'a call'],
])('%s: %s', async (body, what) => {
  const [loop] = await loopsIn(`void f(int n, char *p) { ${body} }`, 'c');
  const isCall = (loop?.reasons ?? []).some((r) => r.code === 'unknown-call');
  expect(isCall ? 'a call' : 'a cast').toBe(what);
});

const LOOP = 'for (int i = 0; i < n; i++)';

/** What the first loop is said to change beside what it is told to do. */
test.each([
  ['a loop of its own', `${LOOP} { struct when w; gettimeofday(&w, 0); p[0] = 1; }`, []],
  ['one outside', `struct when w; ${LOOP} { gettimeofday(&w, 0); p[0] = 1; }`, ['w']],
  ['a member', `struct when w; ${LOOP} w.seconds = i;`, ['w']],
  ['a name for a type', `when w; ${LOOP} w.seconds++;`, ['w']],
  ['no object', `${LOOP} time(0);`, []],
  ['a parameter', `${LOOP} o.seconds = 3;`, ['o']],
  ['behind a pointer', `struct when *w = find(); ${LOOP} w->seconds = 3;`, ['elements of `p`', 'memory']],
])('what is written to an object of such a type: %s', async (_, body, changed) => {
  const [loop] = await loopsIn(`void f(int n, int *p, struct when o) { ${body} }`, 'c');
  expect((loop?.unknown ?? []).map((u) => u.variable)).toEqual(changed);
});

/** By another name the change shows. */
test.each([
  ['struct when w; long *q = (long *)&w; *q = 5; gettimeofday(&w, 0);'],
  ['struct when w; long *q = (long *)&w; *q = 5; w.seconds = 7;'],
  ['struct when w; long *q = &w.seconds; *q = 5; w.seconds = 7;'],
  ['when w; long *q = (long *)w.parts; *q = 5; w.parts[0] = 7;'],
  ['long *q = (long *)w; *q = 5; memset(w, 0, 8);', 'when w'],
  ['struct when w; long *q = o ? o : (long *)&w; *q = 5; gettimeofday(&w, 0);', 'long *o'],
])('%s', async (body, parameters = 'void') => {
  const source = `void f(${parameters}) { ${body} assert(*q == 5); }`;
  const { assertions } = await analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false });
  expect(assertions.map((a) => a.verdict)).toEqual(['unknown']);
});

/** Upper-case names of types are no annotations that a header defines: qualifiers may stand behind them. */
test.each([
  ['const', 'static int\nf(NODE const *p)'],
  ['a qualified object', 'int f(NODEP const p)'],
  ['an annotation before', 'UNUSED int f(UNUSED const NODE *p)'],
  ['an annotation before a qualifier', 'HIDDEN static int f(HIDDEN const struct node *p)'],
])('a type in capitals, with headers that are not read: %s', async (_, head) => {
  const source = `#include "unread.h"
typedef struct node { struct node *next; } NODE, *NODEP;
${head} { int n = 0; while (p) { n++; p = p->next; } return n; }`;
  const [loop] = await loopsIn(source, 'c');
  expect(JSON.stringify(loop)).toContain('length(p)');
});

/** The implementation's names are annotations where no other name could stand, in small letters, too. */
test.each([
  ['before a function', 'static int __init f(int n) {'],
  ['before a type', 'static __noinline int f(int n) {'],
  ['with arguments', '__nonnull_params ((1, 2))\nint f(int n) {'],
  ['before a pointer', 'int f(int n, void __user *p, struct s __iomem *q, const char __rcu * const r) {'],
  [
    'before a declared name',
    'typedef __u32 __bitwise count; struct s { unsigned __bitwise a; count __rcu b; }; int f(int n) {',
  ],
  ['in a cast of a macro', '#define le(x) ((__force __le32)(__u32)(x))\nint f(int n) { __le32 x = le(n);'],
  [
    'parameters for new compilers',
    `static int (*table[3]) _((State, int)) = { 0 };\nextern int g _((caddr_t)), *h PROTO((void));\nint f(int n) {
      int (*k) _((char *, int)); if (n) DEBUG((n * 2));`,
  ],
  ['in small letters, before a keyword', 'export_it int a;\nexport_it struct s *b; int f(int n) {'],
  ['before a name, as elsewhere before a keyword', 'export_it int a;\nexport_it word_t g(word_t b); int f(int n) {'],
  ['behind a keyword', 'static int\ninternal_it\nf(int n) {'],
  ['behind a name, as elsewhere behind a keyword', 'int internal_it g(int n);\nstatic word_t\ninternal_it\nf(int n) {'],
  [
    'a type that a comment names behind a star',
    '#define own static\n/*\n *   word_t g (void)\n */\nown word_t g(void) { return 1; } int f(int n) {',
  ],
  ['behind an object', 'static int a __initdata = 3, b[2] __aligned_data; int f(int n) {'],
  ['calls that are a line each', 'int g(void);\nweak_alias (g, h)\nhidden_def (g)\n\nint f(int n) {'],
  ['the last line', 'int f(int n) { for (int i = 0; i < n; i++); return 0; }\nweak_alias (f, g)\n/*', '*/'],
])('an annotation in small letters, with headers that are not read: %s', async (_, head, end = '') => {
  const source = `#include "unread.h"\n${head} for (int i = 0; i < n; i++); return 0; } ${end}`;
  const { loops, syntaxErrors } = await analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false });
  expect(syntaxErrors).toEqual([]);
  expect(loops.map((loop) => [loop.function, loop.count.sentence])).toEqual([['f', 'n iterations']]);
});

test('an annotation that ends a header', async () => {
  const source = `#include "unread.h"\n#include "own.h"\ntypedef unsigned long count;
    int f(count n) { for (count i = 0; i < n; i++); return 0; }`;
  const read: ReadHeader = ({ name }) =>
    name === 'own.h'
      ? { path: name, directory: 0, text: 'BEGIN_DECLS\nint g(void);\nEND_DECLS\n', version: '1' }
      : null;
  const compilation = (): Compilation => ({ read, compiled: null, macros: [], before: [], messages: [] });
  const { loops } = await analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false, compilation });
  expect(loops.map((loop) => loop.count.sentence)).toEqual(['n iterations']);
});

test('what a file is built with counts as defined where all of it depends on that', async () => {
  const source = `#include "unread.h"\n#ifdef WITH_SETS\n#include "own.h"
    int f(struct set *s) { int k = 0; for (int i = 0; i < s->n; i++) k += i; return k; }
    int g(int n) { int k = 0;
    #ifndef WITH_SETS
    n = 5;
    #endif
    for (int i = 0; i < n; i++) k += i; return k; }
    typedef WITH_SETS word;
    #else\nint h(int n) { for (int i = 0; i < n; i++); return 0; }\n#endif
    #include "own.h"`;
  const text = '#ifdef WITH_SETS\nstruct set { int n; };\n#endif\n';
  const read: ReadHeader = ({ name }) =>
    name === 'own.h' ? { path: '/p/own.h', directory: 0, text, version: 'own' } : null;
  const compilation = (): Compilation => ({ read, compiled: null, macros: [], before: [], messages: [] });
  const { loops } = await analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false, compilation });
  expect(loops.map((loop) => loop.count.sentence)).toEqual(['s->n iterations', 'n iterations']);
});

test.each(['VOLATILE int', 'my_volatile int', 'int MY_ATOMIC'])('%s may be another type', async (type) => {
  const source = `#include "unread.h"\nstatic ${type} limit = 5;
    int f(void) { int i; for (i = 0; i < limit; i++); return i; }`;
  const loops = await loopsIn(source, 'c');
  expect(loops.map((l) => l.count.relation)).not.toContain('exactly');
});

/** What is named in it may be changed by what it stands for. */
test.each([
  ['static int limit = 5;\nregister_it (limit)'],
  ['static int limit = 5;\nREGISTER_IT (&limit, 3)'],
  ['static int limit = 5;\nint g(void);\nweak_alias (g, h)\n__register_it (limit)\nhidden_def (g)'],
])('a call by itself that names an object: %s', async (head) => {
  const source = `#include "unread.h"\n${head}\nint f(void) { int i; for (i = 0; i < limit; i++); return i; }`;
  const [loop] = await loopsIn(source, 'c');
  expect(loop?.function).toBe('f');
  expect(loop?.count.sentence).toBe('until i >= limit');
});

test.each([
  ['a type', 'static __u32 f(__u32 n) { for (__u32 i = 0; i < n; i++); return 0; }', ['f']],
  [
    'an object with a name for assemblers',
    'extern int g asm("h"); int f(int n) { for (int i = 0; i < n; i++); return g; }',
    ['f'],
  ],
  [
    'an object with an attribute',
    'int g aligned_to(16); int f(int n) { for (int i = 0; i < n; i++); return g; }',
    ['f'],
  ],
  ['a type behind an annotation', 'UNUSED __word_t w; int f(int n) { for (int i = 0; i < n; i++); return 0; }', ['f']],
  ['a function of old', 'f(n, p)\nint n;\nchar *p;\n{ for (int i = 0; i < n; i++); return 0; }', ['f']],
  ['a test', 'int g(void);\nmake_test (f, 1)\n{ int n = g(); for (int i = 0; i < n; i++); }', []],
  ['a keyword', '__inline int f(int n) { for (__signed__ int i = 0; i < n; i++); return 0; }', ['f']],
])('no annotation: %s', async (_, text, functions) => {
  const loops = await loopsIn(`#include "unread.h"\n${text}`, 'c');
  for (const name of functions) expect(loops.map((loop) => loop.function)).toContain(name);
  expect(loops.length).toBe(1);
});

test.each([
  ['that would be no function', '#define read_all(fd, p) read((fd), (p))', 'read_all'],
  ['that would be a call of a member', '#define read_all(fd, p) (api->call(own, fd, p))', 'read_all'],
  ['that would be a number', '#define read_all(fd, p) 0', 'read_all'],
  ['that names it', '#define read_all(fd, p) real_read(fd, p)', 'real_read'],
])('a macro where a function is defined: %s', async (_, macro, name) => {
  const source = `#include "unread.h"\n${macro}\nlong\nread_all(int fd, char *p)\n{ for (int i = 0; i < fd; i++) ; return 0; }`;
  expect((await loopsIn(source, 'c')).map((loop) => loop.function)).toEqual([name]);
});

test('a calling convention of a pointer to a function is an annotation', async () => {
  const source = `#include "unread.h"
BOOL (WINAPI *get)(HANDLE);
static UINT (WINAPI *size_of)(void) = NULL;
struct calls { BOOL (CALLBACK *on)(HANDLE, int); };
int f(int n) { for (int i = 0; i < n; i++) ; return n; }`;
  const { syntaxErrors, loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS },
    { now: () => 0, cancelled: () => false },
  );
  expect([syntaxErrors, loops.length]).toEqual([[], 1]);
});

test.each([
  ['the macro spells them', 'static void on_signal HANDLER_ARGS(n) { for (int i = 0; i < 9; i++) g = n; }', '9'],
  ['they hide what is outside', 'static void on_signal HANDLER_ARGS(k, g) { for (int i = 0; i < g; i++) ; }', ''],
  ['none', 'static int *on_signal HANDLER_ARGS() { for (int i = 0; i < g; i++) ; return 0; }', 'max(0, g)'],
])('parameters that are not read: %s', async (_, text, count) => {
  const loops = await loopsIn(`#include "unread.h"\nstatic int g = 5;\nvoid set(int n) { g = n; }\n${text}`, 'c');
  expect(loops.map((loop) => [loop.function, loop.count.text])).toEqual([['on_signal', count]]);
});

test('a macro with another number of arguments is a function in the build', async () => {
  const source = `#define add(buffer, text, size) real_add(buffer, text, size)
#define TEXT(x) x, sizeof(x) - 1
int f(int *b, int n) { int i; for (i = 0; i < n; i++) if (add(b, TEXT("a"))) break; return i; }`;
  const { loops, syntaxErrors } = await analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false });
  expect(syntaxErrors).toEqual([]);
  expect(loops.map((loop) => loop.count.sentence)).toEqual(['at most n iterations']);
});
