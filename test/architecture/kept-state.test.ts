import { describe, expect, it } from 'vitest';
import { read, sources, withoutComments } from './imports.ts';

/**
 * What a module keeps from one question to the next: variables, and collections that begin empty. Weak ones go with
 * their keys, caches over terms are emptied with the terms, and what is called `NOTHING` stays empty.
 */
function keptIn(source: string): readonly string[] {
  const code = withoutComments(source);
  const variables = [...code.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name]) => name ?? '');
  const collections = [
    ...code.matchAll(/^(?:export )?const (\w+)(: [^=;]+)? = (?:new (?:Map|Set|WeakValues)(?:<[^=()]*>)?\(\)|\[\]);$/gm),
  ].filter(([, name]) => !/^[A-Z_]+$/.test(name ?? ''));
  return [...variables, ...collections.map(([, name]) => name ?? '')];
}

/** `file name` for each name in a row of the table that says when it goes. */
function listed(page: string): readonly string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith('What a thread keeps')) ?? '';
  const rows = [...section.matchAll(/^\| `([^`|]+)` \| (`[^|]+`) \| [^|]+ \| [^|\s][^|]* \|$/gm)];
  return rows.flatMap(([, file, names]) =>
    [...(names ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => `${file} ${name}`),
  );
}

describe('what outlives a question', () => {
  it('is listed with its limit, and nothing else is', () => {
    const kept = sources('server/src').flatMap((file) =>
      keptIn(read(file)).map((name) => `${file.replace('server/src/', '')} ${name}`),
    );
    expect([...listed(read('docs/architecture.md'))].sort()).toEqual([...kept].sort());
  });

  it.each([
    ['let count = 0;', ['count']],
    ['const known = new Map<string, number>();', ['known']],
    ['const known = new Map<\n  string,\n  { readonly size: number; readonly time: number }\n>();', ['known']],
    ['const known: Record[] = [];', ['known']],
    ['const NONE: ReadonlyMap<string, number> = new Map();', []],
    ['const byTree = new WeakMap<Tree, number>();', []],
    ["const KINDS = new Set(['a']);", []],
    ['function f() {\n  let count = 0;\n}', []],
  ])('%s', (source, names) => {
    expect(keptIn(source)).toEqual(names);
  });
});
