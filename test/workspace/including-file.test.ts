/** Files that another one of their folder includes: they are read with what stands before them there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { compilationOf } from '../../server/src/workspace/compilation.ts';
import { hasLookedFor, headerReader, versionsNow } from '../../server/src/workspace/header-files.ts';
import { includingFile } from '../../server/src/workspace/including-file.ts';

const root = mkdtempSync(join(tmpdir(), 'looplens-part-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
let made = 0;
beforeEach(() => {
  folder = join(root, String(++made));
  mkdirSync(folder);
});

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const PART =
  'int sum(struct set const *s) { int n = 0; for (Index i = 0; i < s->count; i++) n += s->at[i]; return n; }\n';
const HEADER = 'typedef long Index;\nstruct set { Index count; int at[8]; };\n';
const WHOLE = '#include <config.h>\n#include "set.h"\n#include "part.c"\nint last;\n';

async function sentences(name: string, text: string, open: ReadonlyMap<string, string> = new Map()) {
  const path = join(folder, name);
  const { loops } = await analyze(
    text,
    { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' },
    { now: () => 0, cancelled: () => false, compilation: () => compilationOf(path, DEFAULT_OPTIONS, { open }) },
  );
  return loops.map((l) => l.count.sentence);
}

describe('a part of another file', () => {
  it('has the types that its headers tell', async () => {
    write('set.h', HEADER);
    write('part.c', PART);
    expect(await sentences('part.c', PART)).toEqual(['until !(i < s->count)']);
    write('whole.c', WHOLE);
    expect(await sentences('part.c', PART)).toEqual(['s->count iterations']);
  });

  it('as they are being edited', async () => {
    write('set.h', HEADER);
    write('part.c', PART);
    write('whole.c', WHOLE);
    const open = new Map([
      [join(folder, 'whole.c'), '#define Index int\nstruct set { int count; int at[4]; };\n#include "part.c"\n'],
    ]);
    expect(await sentences('part.c', PART, open)).toEqual(['s->count iterations']);
    expect(await sentences('part.c', PART, new Map([[join(folder, 'whole.c'), 'int other;\n']]))).toEqual([
      'until !(i < s->count)',
    ]);
  });

  it('is none where it includes headers itself, or several files include it', async () => {
    write('set.h', HEADER);
    write('whole.c', WHOLE);
    const own = `#include "other.h"\n${PART}`;
    write('part.c', own);
    expect(await sentences('part.c', own)).toEqual(['until !(i < s->count)']);
    write('part.c', PART);
    write('again.c', WHOLE);
    expect(await sentences('part.c', PART)).toEqual(['until !(i < s->count)']);
  });
});

describe('what stands before it', () => {
  const textBefore = (whole: string): string | undefined => {
    const texts: Record<string, string> = { 'part.c': 'int x;\n', 'whole.c': whole };
    for (const [name, text] of Object.entries(texts)) write(name, text);
    return includingFile(join(folder, 'part.c'), (path) => texts[path.slice(folder.length + 1)] ?? null)?.before;
  };

  it('ends at the line that includes it, with open conditions closed', () => {
    expect(textBefore('int a;\n#include "part.c"\nint b;\n')).toBe('int a;\n');
    // once for each type: none of them is the one
    expect(textBefore('#define T int\n#include "part.c"\n#define T long\n#include "part.c"\n')).toBeUndefined();
    expect(textBefore('#if A\n# ifdef B\n# endif\n#  include "part.c"\n#endif\n')).toBe(
      '#if A\n# ifdef B\n# endif\n#endif\n',
    );
    expect(textBefore('int a; // "part.c"\n')).toBeUndefined();
  });
});

it('what a result rests on changes with the files beside it', () => {
  write('part.c', PART);
  const part = join(folder, 'part.c');
  const { looked } = headerReader(part, { quoted: [], general: [], isPart: true }, new Map());
  const [[place, version] = ['', null]] = [...looked];
  expect(version).toBeNull();
  expect(versionsNow(new Map())(place)).toBeNull();
  expect(hasLookedFor(looked, join(folder, 'whole.c'))).toBe(true);
  expect(hasLookedFor(looked, join(root, 'whole.c'))).toBe(false);
  write('whole.c', WHOLE);
  expect(versionsNow(new Map())(place)).not.toBeNull();
});
