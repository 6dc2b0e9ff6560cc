/** What a loop may change is told also where nothing else about it is known. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';

type Changes = Partial<Parameters<typeof analyze>[2]>;

/** The loops where every second counts as many, and none are left. */
async function withoutTime(source: string, changes: Changes = {}): Promise<readonly LoopReport[]> {
  let at = 0;
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loopBudget: 0, assertions: false },
    { now: () => (at += 1000), cancelled: () => false, ...changes },
  );
  return loops;
}

const told = ({ unknown }: LoopReport): readonly string[] => (unknown ?? []).map((u) => u.variable);

describe('when the time is over before anything is known', () => {
  test.each<[name: string, source: string, changed: readonly string[]]>([
    [
      'variables and elements',
      `
        int f(int *a, int n) {
          int s = 0;
          for (int i = 0; i < n; i++) {
            int t = a[i];
            s += t;
            a[i] = 0;
          }
          return s;
        }`,
      ['s', 'elements of `a`'],
    ],
    [
      'by a function that is called',
      'int g; void set(int v) { int k = v; g = k; } void f(int n) { while (n-- > 0) set(n); }',
      ['n', 'g', 'memory'],
    ],
    [
      'on the way out',
      `
        int f(int *a, int n) {
          int found = 0;
          while (n > 0) {
            n--;
            if (a[n] == 3) {
              found = 1;
              a[0] = n;
              break;
            }
          }
          return found;
        }`,
      ['n', 'found', 'elements of `a`'],
    ],
    [
      'behind a pointer',
      'struct s { int v; struct s *next; }; void f(struct s *p) { while (p) { p->v = 1; p = p->next; } }',
      ['p', '`v` behind a pointer'],
    ],
    ['by what is not in the file', 'void g(void); void f(int n) { while (n-- > 0) g(); }', ['n', 'memory']],
    ['nothing behind it', 'void f(int n) { for (int i = 0; i < n; i++) { int k = i; (void)k; } }', []],
  ])('%s', async (_, source, changed) => {
    const [loop] = (await withoutTime(source)).filter((l) => l.function === 'f');
    expect(loop?.reasons.map((r) => r.code)).toEqual(['timeout']);
    expect(told(loop as LoopReport)).toEqual(changed);
  });

  test('each loop of the function for itself', async () => {
    const loops = await withoutTime(
      `
        void f(int *a, int *b, int n) {
          int i;
          for (i = 0; i < n; i++) a[i] = 0;
          while (n > 0) b[--n] = 1;
        }`,
    );
    expect(loops.map(told)).toEqual([
      ['i', 'elements of `a`'],
      ['n', 'elements of `b`'],
    ]);
  });
});

test('of a function that is left out, memory where anything in it writes to some', async () => {
  const source = `
      int f(int *a, int n) {
        for (int i = 0; i < n; i++) a[i] = 0;
        return 0;
      }
      int g(int n) {
        int i = 0;
        while (i < n) i++;
        return i;
      }`;
  expect((await withoutTime(source, { skip: new Set(['f', 'g']) })).map(told)).toEqual([['memory'], []]);
});

// behind the loop no name leads there any more
describe('members of objects that only the loop has a name for', () => {
  const objects = 'struct node { int n; struct node *next, *q; } *l; void set(struct node *p, int v) { p->n = v; }';
  test.each<[statement: string, changed: readonly string[]]>([
    ['struct node *q = v[i]; q->n = 3;', ['`n` behind a pointer']],
    ['struct node *q = p->next; q->n = i; p = q;', ['`n` behind a pointer']],
    ['v[i]->n = 3;', ['`n` behind a pointer']],
    ['p->n = 3;', []],
    ['struct node *q = p; q->n = i;', []],
    ['struct node own; struct node *q = &own; q->n = i;', []],
  ])('%s', async (statement, changed) => {
    const source = `${objects} void f(struct node **v, struct node *p, int n) { for (int i = 0; i < n; i++) { ${statement} } }`;
    const { loops } = await analyze(
      source,
      { ...DEFAULT_OPTIONS, assertions: false },
      { now: () => 0, cancelled: () => false },
    );
    expect(loops.flatMap(told).filter((name) => name !== 'p')).toEqual(changed);
  });
});

describe('what a function does that is called', () => {
  const CALLED = `
    void log(const char *what);
    static void note(int n) { log(n > 3 ? "many" : "few"); }
    static int give_up(int n) { note(n); return -1; }`;
  const changed = async (source: string): Promise<readonly string[]> => {
    const { loops } = await analyze(
      `${CALLED}\n${source}`,
      { ...DEFAULT_OPTIONS, assertions: false },
      { now: () => performance.now(), cancelled: () => false },
    );
    return told(loops.at(-1) as LoopReport);
  };

  test.each<[name: string, source: string, memory: boolean]>([
    [
      "behind a loop's own test is none of the loop's",
      'int f(const int *a, int n) { for (int i = 0; i < n; i++) if (a[i] == 7) return i; return give_up(n); }',
      false,
    ],
    [
      'on the way to a `break` is',
      'int f(const int *a, int n) { for (int i = 0; i < n; i++) { if (a[i] == 7) { note(i); break; } if (a[i] == 8) return i; } return -1; }',
      true,
    ],
    [
      'at the end of its test is, where it is there for what it does',
      'int f(const int *a, int n) { int i = 0; while (a[i] != 7 || (note(i), 0)) { if (a[i] == 8) return i; i++; } return -1; }',
      true,
    ],
  ])('%s', async (_, source, expected) => {
    expect((await changed(source)).includes('memory')).toBe(expected);
  });
});
