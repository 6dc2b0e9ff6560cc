/** A function of enormous size is lost with a reason; how large that is is counted in nodes. */
import { expect, test } from 'vitest';
import { beyondLowering } from '../../server/src/c/syntax/index.ts';
import type { SyntaxNode } from '../../server/src/c/syntax/index.ts';

const node = (children: readonly SyntaxNode[], end: number): SyntaxNode => ({
  type: 'expression_statement',
  field: null,
  start: 0,
  end,
  children,
  error: false,
  hasError: false,
  depth: 2,
});

test.each([
  ['a long text of few nodes', node([node([], 1)], 10_000_000), null],
  [
    'many nodes',
    node(
      Array.from({ length: 600_000 }, () => node([], 2)),
      1_200_000,
    ),
    'too-large',
  ],
  [
    'as many as a long function has',
    node(
      Array.from({ length: 300_000 }, () => node([], 2)),
      600_000,
    ),
    null,
  ],
  ['few, deeply nested', { ...node([], 10), depth: 5_000 }, 'too-deep'],
] as const)('%s', (_, body, expected) => {
  expect(beyondLowering(body)).toBe(expected);
});
