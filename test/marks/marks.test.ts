import { expect, test } from 'vitest';
import { annotate, asDrawn, withoutAnnotations } from './annotated.ts';
import { marked, spanOf } from './marked.ts';

test('marks are places, and gone from the text', () => {
  const source = marked(`
int f(void) {
  $0return $1x + 1$1;
}
`);
  expect(source.text).toBe(`int f(void) {
  return x + 1;
}
`);
  expect(source.at('$0')).toEqual({ line: 1, character: 2 });
  expect(source.span('$1')).toEqual(spanOf(source.text, 'x + 1'));
  expect(source.span('$1')).toEqual({ start: { line: 1, character: 9 }, end: { line: 1, character: 14 } });
});

test('a mark that is missing, or stands too often, is told', () => {
  expect(() => marked('x').at('$0')).toThrow('$0 stands 0 times instead of 1');
  expect(() => marked('$0x$0').at('$0')).toThrow();
  expect(() => marked('$0x').span('$0')).toThrow();
  expect(() => spanOf('x x', 'x')).toThrow();
});

test('annotations are drawn as they are written', () => {
  const text = `
int f(void) {
//  v lens
    loop;
//  ^^^^ one
//    ^^^ two
  x;
//^ three
}
`;
  const source = withoutAnnotations(text);
  expect(source).toBe(`int f(void) {
    loop;
  x;
}
`);
  const at = (line: number, from: number, to: number) => ({
    start: { line, character: from },
    end: { line, character: to },
  });
  const drawn = annotate(
    source,
    [{ range: at(1, 4, 8), text: 'lens' }],
    [
      { range: at(1, 4, 8), text: 'one' },
      { range: at(1, 6, 9), text: 'two' },
      { range: at(2, 2, 3), text: 'three' },
    ],
  );
  expect(drawn).toBe(asDrawn(text));
});
