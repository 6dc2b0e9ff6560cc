/** A comment ends where it ends: what looks for directives between comments doesn't try other ways to read them. */
import { expect, test } from 'vitest';
import { sentencesIn } from '../counting/sentences.ts';

test('comments beside comments, behind a condition that isn’t decided', async () => {
  const comments = `${'/* a */ '.repeat(30)}int x;\n`.repeat(30);
  const source = `#include "none.h"
void f(int n) {
#ifdef ANYTHING
${comments}#endif
  for (int i = 0; i < n; i++) ;
}
`;
  expect(await sentencesIn(source)).toEqual(['n iterations']);
});

test('and before a header’s name', async () => {
  const source = `#include ${'/* a */ '.repeat(40)} none
void f(int n) { for (int i = 0; i < n; i++) ; }
`;
  expect(await sentencesIn(source)).toEqual(['n iterations']);
});
