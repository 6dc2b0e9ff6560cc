/** Defects that are put into loops: which there are, and that nothing else of the text changes. */
import { describe, expect, test } from 'vitest';
import { mutationsOf } from './loop-mutations.ts';

const told = (text: string): readonly string[] =>
  mutationsOf(text).map(
    ({ kind, line, sized, text: after }) =>
      `${line} ${kind}${sized ? ' sized' : ''}: ${after.split('\n')[line - 1]!.trim()}`,
  );

describe('mutations of a loop', () => {
  test.each([
    [
      'all kinds',
      'int a[200];\nvoid f(void) {\n for (int i = 0; i < 200; i++) a[i] = 1;\n}',
      [
        '3 <= for < sized: for (int i = 0; i <= 200; i++) a[i] = 1;',
        '3 limit off by one sized: for (int i = 0; i < 200 + 1; i++) a[i] = 1;',
        '3 step dropped sized: for (int i = 0; i < 200;) a[i] = 1;',
        '3 counter narrowed sized: for (signed char i = 0; i < 200; i++) a[i] = 1;',
        '3 initialiser removed sized: for (int i ; i < 200; i++) a[i] = 1;',
      ],
    ],
    [
      'a limit that a narrow counter reaches, and what declares nothing',
      'int f(int *a) {\n for (int i = 0; i < 9; i++) if (a[i]) return a[i];\n}',
      [
        '2 <= for <: for (int i = 0; i <= 9; i++) if (a[i]) return a[i];',
        '2 limit off by one: for (int i = 0; i < 9 + 1; i++) if (a[i]) return a[i];',
        '2 step dropped: for (int i = 0; i < 9;) if (a[i]) return a[i];',
        '2 initialiser removed: for (int i ; i < 9; i++) if (a[i]) return a[i];',
      ],
    ],
    [
      'an array of unknown length',
      'void f(int *a, int n) {\n for (int i = 1; i <= n; i += 2) a[i] = 1;\n}',
      [
        '2 limit off by one: for (int i = 1; i <= n + 1; i += 2) a[i] = 1;',
        '2 counter narrowed: for (signed char i = 1; i <= n; i += 2) a[i] = 1;',
        '2 initialiser removed: for (int i ; i <= n; i += 2) a[i] = 1;',
      ],
    ],
    ['no loop', '/* for (i = 0; i < 3; i++) */ char *s = "for (i = 0; i < 3; i++)";\nvoid f(void) { while (1) ; }', []],
    ['no limit', 'void f(char *s) {\n for (; *s; s++) ;\n for (int i = 0; i < 3 && *s; i++) ;\n}', []],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  test('a counter that is declared before', () => {
    const text = 'void f(int n) {\n  int i;\n  for (i = 0; i < n; i++) ;\n}';
    expect(mutationsOf(text).map((m) => `${m.kind}: ${m.text}`)).toContain(
      `counter narrowed: ${text.replace('int i;', 'signed char i;')}`,
    );
    expect(mutationsOf(text).map((m) => `${m.kind}: ${m.text}`)).toContain(
      `initialiser removed: ${text.replace('(i = 0;', '(;')}`,
    );
  });
});
