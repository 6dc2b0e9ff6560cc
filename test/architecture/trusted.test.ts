import { describe, expect, it } from 'vitest';
import { read, sources, withoutComments } from './imports.ts';

const ROOM = 'server/src/certify';

/** `room name` for each value that a source imports from another room; types do nothing, and are left out. */
function importedValues(source: string): readonly string[] {
  const imports = withoutComments(source).matchAll(/^import\s+(type\s+)?\{([^}]*)\}\s+from\s+'\.\.\/([\w-]+)\//gm);
  return [...imports].flatMap(([, type, names, room]) => {
    const values = (names ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '));
    return type === undefined ? values.map((name) => `${room} ${name.split(/\s+as\s+/)[0]}`) : [];
  });
}

/** `room name` for each name in the first column of a room's table; a row without a reason lists nothing. */
function listed(page: string): readonly string[] {
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const room = section.split('\n')[0];
      const rows = [...section.matchAll(/^\| (`[^|]*`) \| [^|\s][^|]* \|$/gm)];
      return rows.flatMap(([, names]) => [...(names ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => `${room} ${name}`));
    });
}

describe('what the checker shares with what it checks', () => {
  it('is listed with a reason, and nothing else is', () => {
    const imported = new Set(sources(ROOM).flatMap((file) => importedValues(read(file))));
    const all = listed(read(`${ROOM}/TRUSTED.md`));
    expect([...all].sort()).toEqual([...imported].sort());
  });

  it('comes in by imports of names only', () => {
    const others = sources(ROOM).filter((file) =>
      /^(import\s+\*|export\s[^;]*from\s+'\.\.\/|import\s+\w+\s+from)|\bimport\('\.\.\//m.test(
        withoutComments(read(file)),
      ),
    );
    expect(others).toEqual([]);
  });

  it.each([
    [
      'names over several lines',
      `import {
  add, int as whole,
} from '../logic/index.ts';`,
      ['logic add', 'logic int'],
    ],
    [
      'types',
      "import type { Term } from '../logic/index.ts';\nimport { type Formula, and } from '../logic/index.ts';",
      ['logic and'],
    ],
    ['the room itself', "import { over } from './check-closed-forms.ts';", []],
  ])('the test itself: %s', (_, source, expected) => expect(importedValues(source)).toEqual(expected));

  it('the test itself: a row needs a reason', () => {
    expect(listed('## logic\n\n| name | why |\n| --- | --- |\n| `add` `sub` | sums |\n| `mul` |  |\n')).toEqual([
      'logic add',
      'logic sub',
    ]);
  });
});
