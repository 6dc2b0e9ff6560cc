/** What a call of a function of the file changes: only what that function, and those that it calls, store. */
import { describe, expect, it } from 'vitest';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import type { FrontendOptions } from '../../server/src/c/front-end.ts';
import { lower } from './lower.ts';

/** What the calls in the last function may change, where none is followed. */
function changed(source: string, options: Partial<FrontendOptions> = {}): string[] {
  const program = lower(source, options);
  const fn = inlineCalls(program, program.functions.at(-1)!, { maxBlocks: 0, maxDepth: 0 });
  const all = fn.blocks.flatMap((b) =>
    b.stmts.flatMap((s) => {
      if ((s.kind !== 'havoc' && s.kind !== 'havoc-array') || s.by?.what !== 'effect') return [];
      return [s.kind === 'havoc' ? fn.variables[s.target]!.name : `${fn.arrays[s.array]!.name}[]`];
    }),
  );
  return [...new Set(all)].sort();
}

const STRUCTS = 'struct s { int n; int m; long l; char c; struct s *next; }; ';
const READ = `
    int f(struct s *p, struct s *q, int *a) {
      p->n = 1;
      p->m = 2;
      p->l = 3;
      a[0] = 4;
      CALL;
      return p->n + p->m + (int)p->l + a[0];
    }`;
const calling = (callee: string, call: string): string => STRUCTS + callee + READ.replace('CALL', call);

describe('effective types', () => {
  it.each<[string, string, string, string[]]>([
    ['a member', 'void g(struct s *q) { q->next->n = 1; }', 'g(q)', ['a[]', 'p->n']],
    ['another member', 'void g(struct s *q) { q->next->m = 1; }', 'g(q)', ['a[]', 'p->m']],
    ['a member of another size', 'void g(struct s *q) { q->next->l = 1; }', 'g(q)', ['p->l']],
    ['a pointer', 'void g(struct s *q) { q->next->next = q; }', 'g(q)', []],
    ['an integer behind a pointer', 'void g(int **q) { **q = 1; }', 'g(&a)', ['p->m', 'p->n']],
    ['bytes', 'void g(char **q) { **q = 1; }', 'g((void *)q)', ['a[]', 'p->l', 'p->m', 'p->n']],
    [
      'by another function',
      'void h(struct s *q) { q->next->m = 1; } void g(struct s *q) { h(q); }',
      'g(q)',
      ['a[]', 'p->m'],
    ],
    [
      'by functions that call each other',
      `
        void h(struct s *q);
        void g(struct s *q) {
          if (q) h(q->next);
        }
        void h(struct s *q) {
          q->next->l = 1;
          g(q);
        }`,
      'g(q)',
      ['p->l'],
    ],
    ['a copy', 'void g(struct s *q) { *q->next = *q; }', 'g(q)', ['a[]', 'p->l', 'p->m', 'p->n']],
    [
      'what a library function writes',
      'void g(struct s *q) { fgets(q->next, 4, 0); }',
      'g(q)',
      ['a[]', 'p->l', 'p->m', 'p->n'],
    ],
    [
      'through a pointer of another type than the object',
      'void g(struct s *q) { *(long *)&q->next->n = 1; }',
      'g(q)',
      ['a[]', 'p->l', 'p->m', 'p->n'],
    ],
  ])('%s', (_, callee, call, expected) => {
    expect(changed(calling(callee, call)).filter((name) => /^p->[nml]$|^a/.test(name))).toEqual(expected);
  });

  it('without them anything may be hit', () => {
    const source = calling('void g(struct s *q) { q->next->l = 1; }', 'g(q)');
    expect(changed(source, { aliasing: 'none' })).toEqual(expect.arrayContaining(['a[]', 'p->l', 'p->m', 'p->n']));
  });

  it('the caller may have another view of its objects', () => {
    const source = `${STRUCTS}void g(struct s *q) { q->next->l = 1; }
      int f(struct s *p, struct s *q, int *a) { long *v = (long *)a; p->n = 1; g(q); return p->n + (int)*v; }`;
    expect(changed(source)).toContain('p->n');
  });
});
