import { describe, expect, test } from 'vitest';
import { mentions } from '../../server/src/source/index.ts';

describe('text that speaks of a name', () => {
  test.each([
    ['n - i', 'n', true],
    ['len - i', 'n', false],
    ['*p1 + 2', '*p1', true],
    ['**p1 + 2', '*p1', true],
    ['*p12', '*p1', false],
    ['s->n / 2', 's->n', true],
    ['a[3] + 1', 'a[3]', true],
    ['$x + 1', '$x', true],
    ['y$x + 1', '$x', false],
  ])('%s: %s', (text, name, is) => {
    expect(mentions(text, name)).toBe(is);
  });
});
