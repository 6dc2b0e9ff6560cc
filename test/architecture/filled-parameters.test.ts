import { expect, it } from 'vitest';
import { read, sources, withoutComments } from './imports.ts';

/** Names of parameters whose type is a collection that can be written to. */
function writable(source: string): readonly string[] {
  const parameters =
    /[(,]\s*(?:private readonly )?(\w+): (?:(?:Map|Set|WeakMap|Array)<[^;={}]*?>|[\w<>]+\[\])(?=,|\)| =)/g;
  return [...withoutComments(source).matchAll(parameters)].map(([, name]) => name ?? '');
}

/** `file parameter`, and why a collection of the caller's is written to there. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'c/sources/append-all.ts to': 'stands for `push(...all)`, which overflows the stack for long lists',
  'c/sources/included-headers.ts variants': "is a part of the module's own memory",
  'c/walk/walked-memory.ts constants': 'is what the object itself keeps',
  'program/pointer-origins.ts levels': 'is what the object itself keeps',
  'program/null-checks.ts variables': 'a variable is added to the function that is being finished',
  'program/small-arrays.ts variables': 'the same',
};

it('no function fills a collection of its caller', () => {
  const found = sources('server/src').flatMap((file) =>
    writable(read(file)).map((name) => `${file.replace('server/src/', '')} ${name}`),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

it.each([
  ['function f(out: string[]): void {}', ['out']],
  ['function f(a: number, seen: Set<string>): void {}', ['seen']],
  ['constructor(private readonly kept: Map<string, number[]> = new Map()) {}', ['kept']],
  ['function f(a: readonly string[], b: ReadonlyMap<string, number>): string[] {}', []],
  ['interface Draft { names: string[]; at: Map<string, number> }', []],
])('the test itself: %s', (source, names) => expect(writable(source)).toEqual(names));
