import { describe, expect, it } from 'vitest';
import { codeSpan, escapeMarkdown, fence, table } from '../../server/src/render/markdown.ts';

describe('text of the user stays text', () => {
  it.each([
    ['a * b', 'a \\* b'],
    ['a[i] | b', 'a\\[i\\] \\| b'],
    ['<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
    ['`x` & y', '\\`x\\` \\& y'],
    ['two\nlines', 'two lines'],
    ['$(command)', '\\$(command)'],
  ])('%s', (text, expected) => expect(escapeMarkdown(text)).toBe(expected));

  it.each([
    ['x < n', '`x < n`'],
    ['a `quoted` word', '``a `quoted` word``'],
    ['`', '`` ` ``'],
    ['', ''],
    ['line\r\nend', '`line end`'],
  ])('code span of %j', (text, expected) => expect(codeSpan(text)).toBe(expected));

  it('fences are longer than what they hold', () => {
    expect(fence('looplens', 'a ``` b')).toBe('````looplens\na ``` b\n````');
  });

  it('pipes end no cell, however they come', () => {
    expect(table(['when'], [[codeSpan('a || b')], [escapeMarkdown('c | d')]])).toBe(
      '| when |\n| --- |\n| `a \\|\\| b` |\n| c \\| d |',
    );
  });
});
