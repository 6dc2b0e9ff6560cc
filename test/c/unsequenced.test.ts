/** Side effects without order are noticed, and no others. */
import { describe, expect, it } from 'vitest';
import { lowerOne, outcome, reasons } from './lower.ts';

const UNDEFINED = [
  'i = i++ + i',
  'i = i++',
  'i = ++i + 1',
  'i++ + i++',
  'a[i] = i++',
  'a[i++] = i',
  'i += i++',
  'f(i, i++)',
  'i = (j = i++) + j',
  '(i = 1) + (i = 2)',
  's.x = s.x++',
  '(i++, j) + i',
  'i = j ? i++ : 2',
];

const DEFINED = [
  'i = i + 1',
  'i = (i++, i)',
  'i++, i++',
  'i++ && i++',
  'i = i++ && i',
  'i = f(i++, 1)',
  'a[i] = j++',
  'j = i++ + 1',
  'i = j = i + 1',
  'i++ ? i : j',
  'a[i] = a[i] + i',
  's.x = s.y++',
  'i = (j = i, j + 1)',
  'sizeof(i++) + i++',
  'i = a[i]',
  'i += i',
  '(void)i++',
];

const around = (statement: string): string => `static int f(int x, int y) { return x + y; }
int g(int i, int j) { int a[9] = { 0 }; struct { int x, y; } s = { 1, 2 }; ${statement}; return i + j + a[0] + s.x; }`;

describe('unsequenced side effects', () => {
  it.each(UNDEFINED)('%s', (statement) => {
    expect(reasons(around(statement))).toContain('unsequenced');
    expect(outcome(around(statement), { i: 1, j: 2 })).toBe('not-modelled unsequenced');
  });

  it.each(DEFINED)('none in %s', (statement) => {
    expect(reasons(around(statement))).not.toContain('unsequenced');
  });

  it('in declarations, conditions, loops and returns', () => {
    const source =
      'int g(int i) { int x = i++ + i; if (i++ == i) x++; for (; i < (i = 3); i = i++) ; return i-- - i; }';
    expect(lowerOne(source).reasons.filter((r) => r.code === 'unsequenced')).toHaveLength(5);
  });

  it('a read that no assignment reaches is noted', () => {
    expect(reasons('int g(int i) { int x, y; y = x + i; x = 1; return x + y; }')).toEqual(['uninitialized']);
    expect(reasons('int g(int i) { int x; return i && x; }')).toEqual([]);
    expect(
      reasons('int g(int i) { int x; while (i--) { if (i == 3) x = 1; if (i < 2) return x; } return 0; }'),
    ).toEqual([]);
    expect(
      reasons(
        `
          int g(int i) {
            int a[2], x;
            struct { int u, v; } s, t;
            s.u = 1;
            t = s;
            do {
              x = i;
              a[0] = x;
            } while (x--);
            return a[0] + t.u;
          }`,
      ),
    ).toEqual([]);
  });

  it('an uninitialised variable ends a run that reads it, and only that', () => {
    expect(outcome('int g(int i) { int x; if (i) x = 1; return x; }', { i: 0 })).toBe('undefined uninitialized');
    expect(outcome('int g(int i) { int x; if (i) x = 1; return x; }', { i: 1 })).toBe('returned 1');
  });
});
