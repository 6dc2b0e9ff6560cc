/** What calls do to the graph's variables: which call is why a value isn't known, and whether it is its result. */
import { describe, expect, it } from 'vitest';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
import type { FromCall, Stmt } from '../../server/src/program/blocks.ts';
import { lower } from './lower.ts';

/** The last function with no call followed, as tier 1 looks at it. */
function alone(source: string): IrFunction {
  const program = lower(source);
  return inlineCalls(program, program.functions.at(-1)!, { maxBlocks: 0, maxDepth: 0 });
}

/** `g: effect of f 3`: what the call on that line changes. */
function changes(source: string): string[] {
  const fn = alone(source);
  const name = (s: Stmt): string | null =>
    s.kind === 'havoc' || s.kind === 'nondet'
      ? fn.variables[s.target]!.name.replace(/^\$.*/, '$')
      : s.kind === 'havoc-array'
        ? `${fn.arrays[s.array]!.name}[]`
        : null;
  const said = (by: FromCall | undefined): string =>
    by === undefined ? 'no call' : `${by.what} of ${by.callee ?? 'a pointer'} ${by.range.start.line}`;
  const all = fn.blocks.flatMap((b) =>
    b.stmts.flatMap((s) => {
      const changed = name(s);
      return changed === null ? [] : [`${changed}: ${said((s as { readonly by?: FromCall }).by)}`];
    }),
  );
  return [...new Set(all)];
}

describe('a havoc says which call is why', () => {
  it.each<[string, string, string[]]>([
    [
      'a result',
      `int ext(void);
int f(int n) {
int i = ext();
return i; }`,
      ['i: result of ext 3'],
    ],
    [
      'a library function',
      `int f(void) {
int c = getchar();
return c; }`,
      ['c: result of getchar 2'],
    ],
    [
      'a global',
      `int g;
void ext(void);
int f(void) {
ext();
return g; }`,
      ['g: effect of ext 4'],
    ],
    [
      'a global array',
      `int a[4];
void ext(void);
int f(void) {
ext();
return a[1]; }`,
      ['a[]: effect of ext 4'],
    ],
    [
      'a local whose address is passed',
      `void ext(int *);
int f(void) {
int x = 1;
ext(&x);
return x; }`,
      ['x: effect of ext 4'],
    ],
    [
      'what a library function writes',
      `int f(char *s) {
char a[9];
strcpy(a, s);
return a[0]; }`,
      ['a[]: effect of strcpy 3'],
    ],
    [
      'a pointer',
      `int f(int (*p)(void)) {
int x = p();
return x; }`,
      ['x: result of a pointer 2'],
    ],
    [
      'a function of the file',
      `int g;
int up(int n) { g++; return n ? up(n - 1) : 0; }
int f(int n) {
int x = up(n);
return x + g; }`,
      ['g: effect of up 4', '$: result of up 4'],
    ],
    [
      'made up values',
      `int __VERIFIER_nondet_int(void);
int f(void) {
int x = __VERIFIER_nondet_int();
return x; }`,
      ['x: result of __VERIFIER_nondet_int 3'],
    ],
    [
      'no call',
      `int f(volatile int *p) {
int x = *p;
return x; }`,
      ['x: no call'],
    ],
  ])('%s', (_, source, expected) => {
    expect(changes(source)).toEqual(expected);
  });

  it('a pointer that is returned, and one compared with null', () => {
    const source = `struct node { struct node *next; int n; };
      struct node *step(struct node *);
      int f(struct node *p) { int k = 0;
        while ((p = step(p)) != 0) k++;
        return k; }`;
    expect(changes(source)).toContain('p: result of step 4');
  });
});
