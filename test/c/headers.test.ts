/** `#include`: what headers bring, how they are found, and what can be wrong with them. */
import { spanOf } from '../marks/marked.ts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_FRONTEND_OPTIONS, loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import type { FrontendOptions, ParsedSource, ReadHeader } from '../../server/src/c/front-end.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { IrProgram } from '../../server/src/program/program.ts';

const parser = await loadParser();

type Files = Readonly<Record<string, string>>;

/** A reader over texts by name; directories don't matter. `asked` gets what was looked for. */
function reader(files: Files, asked: string[] = []): ReadHeader {
  return ({ name }) => {
    asked.push(name);
    const text = files[name];
    if (text === undefined) return null;
    return text.includes('\0')
      ? { path: name, problem: 'is not a text file' }
      : { path: name, text, version: text, directory: 0 };
  };
}

function lower(
  source: string,
  files: Files,
  options: Partial<FrontendOptions> = {},
  previous?: ParsedSource,
): { readonly program: IrProgram; readonly parsed: ParsedSource } {
  const all = { ...DEFAULT_FRONTEND_OPTIONS, ...options };
  const parsed = parseC(parser, source, previous, all, { read: reader(files), compiled: null });
  return { program: lowerC(parsed, all), parsed };
}

/** What `f` returns. */
function result(source: string, files: Files, options: Partial<FrontendOptions> = {}): string {
  const { program } = lower(source, files, options);
  const f = program.functions.find(({ name }) => name === 'f')!;
  const outcome = run(inlineCalls(program, f), {
    mode: 'c',
    inputs: new Map(),
    nondet: () => 0n,
    maxSteps: 100_000,
    program,
  });
  return outcome.kind === 'returned' ? String(outcome.value) : outcome.kind;
}

const CASES: readonly (readonly [string, Files, string, string])[] = [
  ['macros', { 'a.h': '#define N 7' }, '#include "a.h"\nint f(void) { return N; }', '7'],
  [
    'macros of nested headers',
    { 'a.h': '#include "b.h"\n#define N (M + 1)', 'b.h': '#define M 6' },
    '#include "a.h"\nint f(void) { return N; }',
    '7',
  ],
  [
    'types of nested headers, in the order of all',
    {
      'a.h': 'typedef int number;\n#include "b.h"\ntypedef struct pair both;\n#include "c.h"\nstatic both last;\n',
      'b.h': 'struct pair { number a, b; };\n',
      'c.h': '#include "d.h"\nstatic number second(both *p) { return p->b + one; }\n',
      'd.h': 'enum { one = 1 };\n',
    },
    '#include "a.h"\nint f(void) { both p = { 3, 4 }; last = p; return second(&last); }',
    '5',
  ],
  [
    'a nested header within a declaration, and one that ends within one',
    {
      'a.h':
        'static int const table[] = {\n#include "rows.h"\n};\nstatic\n#include "int.h"\nnext(void) { return 5; }\n#include "half.h"\n { return 2; }\n',
      'rows.h': '1, 2,\n3\n',
      'int.h': 'int\n',
      'half.h': 'static int half(void)\n',
    },
    '#include "a.h"\nint f(void) { return table[2] + next() + half() + sizeof table / sizeof table[0]; }',
    '13',
  ],
  [
    'a nested header within a function',
    { 'a.h': 'static int inside(int n) {\n#include "b.h"\nreturn n; }\n', 'b.h': 'n = n + 3;\n' },
    '#include "a.h"\nint f(void) { return inside(4); }',
    '7',
  ],
  [
    'a header that is included by two others, with other macros',
    {
      'a.h': '#define NAME one\n#include "c.h"\n#undef NAME\n#include "b.h"\n',
      'b.h': '#define NAME two\n#include "c.h"\n',
      'c.h': 'static int NAME(void) { return sizeof "NAME"; }\n',
    },
    '#include "a.h"\nint f(void) { return one() + two(); }',
    '10',
  ],
  [
    'macros are undone',
    { 'a.h': '#undef N' },
    `#define N 1
#include "a.h"
enum { N = 5 };
int f(void) { return N; }`,
    '5',
  ],
  [
    'typedefs',
    { 'a.h': 'typedef unsigned char byte;' },
    '#include "a.h"\nint f(void) { byte b = 255; b++; return b; }',
    '0',
  ],
  [
    'enumerators',
    { 'a.h': 'enum colour { RED, GREEN = 5, BLUE };' },
    '#include "a.h"\nint f(void) { return BLUE; }',
    '6',
  ],
  [
    'structs',
    { 'a.h': 'struct p { int x, y; };' },
    '#include "a.h"\nint f(void) { struct p q = { 3, 4 }; q.x += q.y; return q.x; }',
    '7',
  ],
  [
    'sizes',
    { 'a.h': 'struct p { char c; long l; };' },
    '#include "a.h"\nint f(void) { return sizeof(struct p); }',
    '16',
  ],
  [
    'functions',
    { 'a.h': 'static inline int twice(int x) { return 2 * x; }\nstatic int thrice(int x) { return x + twice(x); }' },
    '#include "a.h"\nint f(void) { return thrice(3); }',
    '9',
  ],
  ['prototypes', { 'a.h': 'unsigned char g(void);' }, '#include "a.h"\nint f(void) { return sizeof g(); }', '1'],
  [
    'a later header sees the macros before',
    { 'a.h': 'enum { V = N };' },
    '#define N 9\n#include "a.h"\nint f(void) { return V; }',
    '9',
  ],
  [
    'the same header under other macros',
    { 'a.h': 'int NAME(void) { return VALUE; }' },
    `#define NAME one
#define VALUE 1
#include "a.h"
#undef NAME
#undef VALUE
#define NAME two
#define VALUE 2
#include "a.h"
int f(void) { return 10 * one() + two(); }`,
    '12',
  ],
  [
    'include guards',
    {
      'a.h': `#ifndef A_H
#define A_H
static int g(void) { return 4; }
#endif`,
    },
    '#include "a.h"\n#include "a.h"\nint f(void) { return g(); }',
    '4',
  ],
  [
    '#pragma once',
    { 'a.h': '#pragma once\n#ifdef SEEN\n#define TWICE\n#endif\n#define SEEN' },
    `#include "a.h"
#include "a.h"
#ifdef TWICE
int f(void) { return 2; }
#else
int f(void) { return 1; }
#endif`,
    '1',
  ],
  [
    '#import',
    { 'a.h': '#ifdef SEEN\n#define TWICE\n#endif\n#define SEEN' },
    `#import "a.h"
#import "a.h"
#ifdef TWICE
int f(void) { return 2; }
#else
int f(void) { return 1; }
#endif`,
    '1',
  ],
  [
    'a computed include',
    { 'a.h': '#define N 3' },
    '#define HEADER "a.h"\n#include HEADER\nint f(void) { return N; }',
    '3',
  ],
  [
    'a computed include in angle brackets',
    { 'x/a.h': '#define N 3' },
    '#define PATH(n) <x/n.h>\n#include PATH(a)\nint f(void) { return N; }',
    '3',
  ],
  [
    'a table of values',
    { 'a.inc': '1, 2,\n3' },
    `int f(void) { int t[] = {
#include "a.inc"
, 4 }; return t[2] + t[3]; }`,
    '7',
  ],
  [
    'a table at file level',
    { 'a.inc': '1, 2, 3' },
    `static const int t[] = {
#include "a.inc"
};
int f(void) { return t[0] + t[2]; }`,
    '4',
  ],
  [
    'code in a function',
    { 'a.inc': 'for (int i = 0; i < 4; i++) s += i;' },
    `int f(void) { int s = 0;
#include "a.inc"
return s; }`,
    '6',
  ],
  [
    'lists of macros',
    { 'list.h': 'X(1)\nX(2)\nX(3)\n#undef X' },
    `int f(void) { int s = 0;
#define X(n) s += n;
#include "list.h"
#define X(n) s *= n;
#include "list.h"
return s; }`,
    '36',
  ],
  [
    'braces of headers',
    { 'begin.h': 'int f(void) {', 'end.h': '}' },
    `#include "begin.h"
return 8;
#include "end.h"
`,
    '8',
  ],
  [
    'what is there',
    { 'a.h': '' },
    `#if __has_include("a.h") && !__has_include("b.h")
int f(void) { return 1; }
#else
int f(void) { return 2; }
#endif`,
    '1',
  ],
  [
    'conditions by headers',
    { 'config.h': '#define HAVE_X 1\n#define LEVEL 2' },
    `#include "config.h"
#if defined(HAVE_X) && LEVEL >= 2 && !defined(HAVE_Y)
int f(void) { return 1; }
#else
int f(void) { return 2; }
#endif`,
    '1',
  ],
  [
    'comments and line ends',
    { 'a.h': '/* one\r\n two */ typedef short\r\n  small; // three\r\n#define N \\\r\n 4 /* four */\r\n' },
    '#include "a.h" // five\nint f(void) { small s = N; return s; }',
    '4',
  ],
  [
    'the same code at different depths',
    { 'a.inc': 's++;' },
    `int f(void) { int s = 0; {
#include "a.inc"
} if (s) { {
#include "a.inc"
} }
return s; }
#include "a.inc"
`,
    '2',
  ],
  [
    'macro loops',
    {
      'a.h': `#define EACH(i, n) for (i = 0; i < (n); i++)
#define BEGIN {
#define END }`,
    },
    '#include "a.h"\nint f(void) { int i, s = 0; EACH(i, 5) BEGIN s += i; END return s; }',
    '10',
  ],
];

describe('headers bring', () => {
  it.each(CASES)('%s', (_, files, source, expected) => expect(result(source, files)).toBe(expected));

  it('what -include names', () =>
    expect(
      result('int f(void) { return N + sizeof(t); }', { 'a.h': '#define N 2\ntypedef short t;' }, { before: ['a.h'] }),
    ).toBe('4'));

  it('what -D and -U say', () => {
    const macros = [{ define: 'N=3' }, { define: 'ONE' }, { define: 'ADD(a,b)=((a)+(b))' }, { undefine: '__GNUC__' }];
    expect(result('#ifndef __GNUC__\nint f(void) { return ADD(N, ONE); }\n#endif', {}, { macros })).toBe('4');
  });
});

describe('places', () => {
  const files = {
    'a.h': `
        #define EACH(i, n) for (i = 0; i < (n); i++)
        static inline int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; assert(s >= 0); return s; }
        int lonely(void) { for (;;) ; }`,
  };
  const source = `/* first */
#include "a.h"
int f(int n) {
  int i, s = 0;
  EACH(i, n) s += sum(i);
  while (s > 0) s--;
  assert(s == 0);
  return s;
}
`;

  const at = (words: string): string => {
    const { line, character } = spanOf(source, words).start;
    return `${line + 1}:${character + 1}`;
  };

  it('are those of the file, and what is reported stands in the file', () => {
    const { program } = lower(source, files);
    const own = program.functions.filter((f) => !f.inHeader);
    expect(own.map((f) => `${f.name} ${f.nameRange.start.line}:${f.nameRange.start.column}`)).toEqual([
      `f ${at('f(int n)')}`,
    ]);
    expect(own[0]!.loops.map((l) => `${l.kind} ${l.range.start.line}:${l.range.start.column}`)).toEqual([
      `for ${at('EACH')}`,
      `while ${at('while')}`,
    ]);
    expect(own[0]!.assertions.map((a) => `${a.range.start.line}:${a.range.start.column} ${a.text}`)).toEqual([
      `${at('assert')} s == 0`,
    ]);
    expect(
      own[0]!.variables
        .filter((v) => v.range !== null && v.scope === 'local')
        .map((v) => `${v.name} ${v.range!.start.line}:${v.range!.start.column}`),
    ).toEqual([`i ${at('i, s')}`, `s ${at('s = 0')}`]);
  });

  it('of a header are its #include; what nobody calls is left out, and assertions there are no findings', () => {
    const { program } = lower(source, files);
    const others = program.functions.filter((f) => f.inHeader);
    expect(others.map((f) => [f.name, f.range.start.line, f.assertions.length])).toEqual([
      ['sum', spanOf(source, '#include').start.line + 1, 0],
    ]);
  });

  it('stay right when lines are inserted, and nothing is lowered again', () => {
    const first = lower(source, files);
    const second = lower(`\n\n${source}`, files, {}, first.parsed);
    expect(second.program.functions.map((f) => f.range.start.line)).toEqual([5, 4]);
    const third = lower(source.replace('s--', 's -= 1'), files, {}, first.parsed);
    expect(third.program.functions.find((f) => f.inHeader)).toEqual(first.program.functions.find((f) => f.inHeader));
  });

  it('follow a header that changes', () => {
    const first = lower('#include "b.h"\nint f(void) { return N; }', { 'b.h': '#define N 1' });
    const second = lower('#include "b.h"\nint f(void) { return N; }', { 'b.h': '#define N 22' }, {}, first.parsed);
    expect(
      JSON.stringify(second.program.functions[0]!.blocks, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v)),
    ).toContain('"22"');
  });

  it('follow a header of a header that changes or comes', () => {
    const main = '#include "outer.h"\nint f(void) { return N; }';
    const outer = '#include "inner.h"\n#ifndef N\n#define N 5\n#endif';
    // a header that isn't there may define it
    expect(result(main, { 'outer.h': outer })).toBe('not-modelled');
    expect(result(main, { 'outer.h': outer, 'inner.h': '#define N 1' })).toBe('1');
    expect(result(main, { 'outer.h': outer, 'inner.h': '#define N 10' })).toBe('10');
  });
});

describe('what can be wrong', () => {
  const F = 'int f(void) { int s = 0; for (int i = 0; i < 3; i++) s += i; return s; }';
  const messages = (source: string, files: Files): string[] =>
    lower(source, files).program.errors.map(
      ({ message, range }) => `${range.start.line}:${range.start.column} ${message}`,
    );

  it.each([
    ['an unknown header', '#include "nowhere.h"\n#include <sys/nothing.h>\n#include\n#include 3\n#include "\n', {}, []],
    [
      'a header that includes itself',
      '#include "a.h"\n',
      { 'a.h': '#include "a.h"\n#define N 1' },
      ['1:1 headers include each other more than 200 deep, at `a.h`'],
    ],
    [
      'headers in a circle',
      '\n  #include "a.h"\n',
      { 'a.h': '#include "b.h"\nint g(void);', 'b.h': '#include "a.h"\nint h(void);' },
      ['2:3 headers include each other more than 200 deep, at `a.h`'],
    ],
    [
      'a chain of headers that is too long',
      '#include "h0.h"\n',
      Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`h${i}.h`, `#include "h${i + 1}.h"\n`])),
      ['1:1 headers include each other more than 200 deep, at `h200.h`'],
    ],
    [
      'a circle with guards',
      '#include "a.h"\n',
      { 'a.h': '#ifndef A\n#define A\n#include "b.h"\n#endif', 'b.h': '#ifndef B\n#define B\n#include "a.h"\n#endif' },
      [],
    ],
    ['binary content', '#include "a.h"\n', { 'a.h': '\u007fELF\0\0' }, ['1:1 the header `a.h` is not a text file']],
    ['an unclosed condition', '#include "a.h"\n', { 'a.h': '#if 0\nint x' }, []],
    ['an unclosed comment', '#include "a.h"\n', { 'a.h': '/* int x' }, []],
    ['rubbish', '#include "a.h"\n', { 'a.h': 'int (((;; } } struct { @@' }, ['1:1 not understood', '1:15 missing `}`']],
  ] as const)('%s', (_, head, files, expected) => {
    expect(messages(`${head}${F}`, files as Files)).toEqual(expected);
    expect(result(`${head}${F}`, files as Files)).toBe('3');
  });

  it('headers that grow without end', () => {
    const files = { 'a.h': '#include "a.h"\n#include "a.h"\nint x;' };
    expect(messages(`#include "a.h"\n${F}`, files).length).toBeGreaterThan(0);
    expect(result(`#include "a.h"\n${F}`, files)).toBe('3');
  });

  it('a macro that expands to a megabyte, used often', () => {
    const doubled = Array.from({ length: 20 }, (_, i) => `#define D${i + 1} D${i} D${i}`).join('\n');
    const pasted = Array.from({ length: 22 }, (_, i) => `#define P${i + 1}(x) P${i}(x ## x)`).join('\n');
    const source = `
      #define D0 x+
      ${doubled}
      #define P0(x) x
      ${pasted}
      int g(int x) { int s = 0; ${'s = D20 0; s = P22(a); '.repeat(400)} return s; }
      ${F}`;
    const { program } = lower(source, {});
    expect(
      program.functions.find(({ name }) => name === 'g')!.reasons.some(({ code }) => code === 'macro-too-large'),
    ).toBe(true);
    expect(result(source, {})).toBe('3');
  });

  it('a megabyte of arguments', () => {
    expect(result(`#define ID(x) x\nint g(void) { return ID(${'1 + '.repeat(100_000)}1); }\n${F}`, {})).toBe('3');
  });
});

it('a call that is not closed yet leaves the rest of the file alone', () => {
  const source = `#define M(a) a
#define K 1
int g(void) { return M(2 }
#if K
#define N 3
#else
#define N 4
#endif
#undef K
int f(void) { return N; }
#ifdef K
int f(void) { return 9; }
#endif
`;
  expect(result(source, {})).toBe('3');
});

it('what #embed brings is neither known nor empty', () => {
  const source = (what: string): string =>
    `static const unsigned char d[] = {
#embed "x.bin"
};
int f(void) { return ${what}; }`;
  expect(result(source('sizeof d'), {})).toBe('not-modelled');
  expect(
    lower(source('d[0]'), {}).program.functions[0]!.arrays.map(({ initial, length }) => [initial ?? null, length]),
  ).toEqual([[null, null]]);
});

describe('conditions that a header which is not there decides', () => {
  /** Which of the branches is taken inside of a function, and what is noted. */
  const taken = (condition: string, head = ''): string => {
    const { program } = lower(
      `#include "nowhere.h"
${head}
int f(void) {
${condition}
}`,
      {},
    );
    const f = program.functions[0]!;
    const outcome = run(inlineCalls(program, f), {
      mode: 'c',
      inputs: new Map(),
      nondet: () => 0n,
      maxSteps: 1000,
      program,
    });
    return `${outcome.kind === 'returned' ? String(outcome.value) : outcome.kind}${f.reasons
      .filter(({ code }) => code === 'conditional-compilation')
      .map(({ range }) => ` ${range!.start.line - 3}`)
      .join('')}`;
  };
  it.each([
    [
      `#ifdef X
return 1;
#else
return 2;
#endif`,
      '2 1',
    ],
    [
      `#ifndef X
return 1;
#else
return 2;
#endif`,
      '1 1',
    ],
    [
      `#if X > 3
return 1;
#elif defined(Y)
return 2;
#else
return 3;
#endif`,
      '3 1 3',
    ],
    [
      `#if AT_LEAST(3, 2) && !defined(Z)
return 1;
#else
return 2;
#endif`,
      '2 1',
    ],
    [
      `#if AT_LEAST(3, 2) && defined(Z)
return 1;
#else
return 2;
#endif`,
      '2 1',
    ],
    [
      `#if 1 || X
return 1;
#else
return 2;
#endif`,
      '1',
    ],
    [
      `#if 0 && X
return 1;
#else
return 2;
#endif`,
      '2',
    ],
    [
      `#if 0
#ifdef X
#endif
return 1;
#else
#if defined X
return 2;
#endif
return 3;
#endif`,
      '3 6',
    ],
    [
      `#if __has_include("x.h") && 1
return 1;
#else
return 2;
#endif`,
      '2',
    ],
    [
      `#ifdef __GNUC__
return 1;
#else
return 2;
#endif`,
      '1',
    ],
    [
      `#undef X
#ifdef X
return 1;
#else
return 2;
#endif`,
      '2',
    ],
  ])('%s', (condition, expected) => expect(taken(condition)).toBe(expected));

  it('are optimistic outside of functions', () => {
    const { program } = lower(
      `#include "nowhere.h"
#ifdef X
int a(void) { return 1; }
#endif
#if Y && !defined(__cplusplus)
int b(void) { return 1; }
#endif
`,
      {},
    );
    expect(program.functions.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('what the file does not mention', () => {
  const UNMENTIONED: readonly (readonly [string, string, string, string])[] = [
    [
      'a chain of types behind one that is mentioned',
      `typedef unsigned char a_t;
typedef a_t b_t;
struct s { b_t member; };
typedef struct s c_t;`,
      'int f(void) { c_t c; c.member = 255; c.member++; return c.member; }',
      '0',
    ],
    [
      'a struct that is completed behind its name',
      `typedef struct node node_t;
extern node_t *unused(struct other *);
struct node { int value; };`,
      'int f(void) { node_t n = { 3 }; return n.value; }',
      '3',
    ],
    [
      'an enumerator that another enumeration starts from',
      'enum { BASE = 40 };\nenum colour { RED = BASE + 1, GREEN };\nenum { LATER = GREEN };',
      'int f(void) { return LATER; }',
      '42',
    ],
    [
      'the length of an array in a member',
      'enum { LENGTH = 3 };\nstruct row { int cells[LENGTH]; };',
      'int f(void) { struct row r; return sizeof r / sizeof r.cells[0]; }',
      '3',
    ],
    [
      'what a function of the header rests on',
      `enum { STEP = 5 };
typedef short small;
static inline small step(small x) { return x + STEP; }`,
      'int f(void) { return step(2); }',
      '7',
    ],
    [
      'a name that stands for something else by another declaration',
      `typedef int size;
extern int size_of(size);
typedef char flag_t;`,
      'int f(void) { long flag_t = 3; return sizeof flag_t; }',
      '8',
    ],
    [
      'what an attribute takes from an enumeration',
      'enum { EIGHT = 8 };\nstruct padded { char c __attribute__((aligned(EIGHT))); char d; };',
      'int f(void) { struct padded p = { 1, 2 }; return p.d; }',
      '2',
    ],
  ];

  it.each(UNMENTIONED)('%s', (_, header, source, expected) => {
    expect(result(`#include "unmentioned.h"\n${source}`, { 'unmentioned.h': header })).toBe(expected);
  });

  it('an alias makes something else of a name that is mentioned', () => {
    const files = { 'alias.h': 'extern int hidden_name __attribute__((alias("seen")));' };
    const { program } = lower(
      `#include "alias.h"
int seen = 3;
int f(void) { seen = 4; return seen; }`,
      files,
    );
    expect(program.functions[0]!.reasons.map(({ message }) => message).join()).toMatch(/alias/);
  });
});

describe('what is remembered of a header', () => {
  /** The header is read for the first file, and may be remembered for the others. */
  const REMEMBERED: readonly (readonly [string, Files, readonly (readonly [string, string])[]])[] = [
    [
      'holds while what it asks for is the same',
      { 'r1.h': '#ifdef W\n#define N 8\n#else\n#define N 4\n#endif\nenum { SIZE = N };' },
      [
        ['#include "r1.h"\nint f(void) { return SIZE; }', '4'],
        ['#define OTHER 1\n#include "r1.h"\nint f(void) { return SIZE + N; }', '8'],
        ['#define W\n#include "r1.h"\nint f(void) { return SIZE; }', '8'],
        ['#define W\n#undef W\n#include "r1.h"\nint f(void) { return SIZE; }', '4'],
      ],
    ],
    [
      'rests on what its macros stand for, whichever way it gets to them',
      { 'r2.h': 'enum { A = FIRST(1) };' },
      [
        ['#define FIRST(x) x + SECOND\n#define SECOND 1\n#include "r2.h"\nint f(void) { return A; }', '2'],
        ['#define FIRST(x) x + SECOND\n#define SECOND 2\n#include "r2.h"\nint f(void) { return A; }', '3'],
        ['#define FIRST(x) x\n#define SECOND 1\n#include "r2.h"\nint f(void) { return A; }', '1'],
      ],
    ],
    [
      'rests on what the headers that it includes ask for, but for what it says itself',
      { 'r3.h': '#define OWN 1\n#include "r4.h"', 'r4.h': 'enum { B = OWN + GIVEN };' },
      [
        ['#define GIVEN 10\n#include "r3.h"\nint f(void) { return B; }', '11'],
        ['#define GIVEN 20\n#include "r3.h"\nint f(void) { return B; }', '21'],
        ['#define OWN 5\n#define GIVEN 20\n#include "r3.h"\nint f(void) { return B; }', '21'],
        ['#define OWN 5\n#define GIVEN 20\n#include "r4.h"\nint f(void) { return B; }', '25'],
      ],
    ],
    [
      'rests on names that are nothing, too',
      { 'r5.h': 'enum { C = 3 };\nstatic int get(void) { return C; }' },
      [
        ['#include "r5.h"\nint f(void) { return get(); }', '3'],
        ['#define get got\n#include "r5.h"\nint f(void) { return got(); }', '3'],
        ['#define C D\n#include "r5.h"\n#undef C\nint f(void) { return D; }', '3'],
      ],
    ],
    [
      'counts on where the counter stands',
      { 'r6.h': 'enum { E = __COUNTER__ };' },
      [
        ['#include "r6.h"\nint f(void) { return 10 * E + __COUNTER__; }', '1'],
        [
          `enum { Z = __COUNTER__ };
#include "r6.h"
int f(void) { return 10 * E + __COUNTER__; }`,
          '12',
        ],
        ['#include "r6.h"\nint f(void) { return 10 * E + __COUNTER__; }', '1'],
      ],
    ],
    [
      'is not what came of directives in a call that was no call',
      {
        'r7.h': `#define CALL(x) x
int before;
int CALL
#define INSIDE 1
;
#ifdef KNOWN
enum { G = KNOWN };
#else
enum { G = 0 };
#endif`,
      },
      [
        ['#include "r7.h"\nint f(void) { return G + INSIDE; }', '1'],
        ['#define KNOWN 5\n#include "r7.h"\nint f(void) { return G + INSIDE; }', '6'],
      ],
    ],
    [
      'rests on names that the file has undefined, where a header is missing',
      { 'r8.h': '#include "missing.h"\n#ifdef OPEN\nenum { H = 1 };\n#else\nenum { H = 0 };\n#endif\n' },
      [
        // the header that is missing may define it
        ['#include "r8.h"\nint f(void) { return H; }', 'not-modelled'],
        ['#undef OPEN\n#include "r8.h"\nint f(void) { return H; }', '0'],
        ['#define OPEN\n#include "r8.h"\nint f(void) { return H; }', '1'],
      ],
    ],
  ];

  it.each(REMEMBERED)('%s', (_, files, sources) => {
    // forwards and backwards, so that each is remembered for each
    for (const [source, expected] of [...sources, ...[...sources].reverse()])
      expect(result(source, files)).toBe(expected);
  });
});

it('a function of a header of which others decide what is in it still lends what it names', () => {
  const header = 'static int n = 5;\nstatic inline int *at(void) {\n#ifdef K\nreturn 0;\n#endif\nreturn &n; }';
  const main = '#include "c.h"\n#include "h.h"\nint f(void) { int *p = at(); *p = 3; return n; }';
  const { program } = lower(main, { 'h.h': header });
  expect(program.functions.map(({ name }) => name)).toEqual(['f']);
  expect(program.functions[0]!.variables.find(({ name }) => name === 'n')?.addressTaken).toBe(true);
});
