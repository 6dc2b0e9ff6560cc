/** Headers that a build makes of templates, where nothing has been built. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { headerReader } from '../../server/src/workspace/header-files.ts';
import { templatesOf, withoutFilledIn } from '../../server/src/workspace/header-templates.ts';

const directory = mkdtempSync(join(tmpdir(), 'looplens templates '));
afterAll(() => rmSync(directory, { recursive: true }));

describe('what is left of a template', () => {
  test.each([
    ['a macro', '#define BITS @BITS@\n#define MORE 3', '\n#define MORE 3'],
    ['left open', '#undef HAVE_X\n# undef HAVE_Y\nint f(void);', '\n\nint f(void);'],
    ['by CMake', '#cmakedefine HAVE_X 1\n#define DIR "${PREFIX}"\ntypedef long word;', '\n\ntypedef long word;'],
    ['a line of its own', '@DEFINE_ALL@\nint f(void);', '\nint f(void);'],
    ['a version', '#define VERSION --VERSION-NUMBER--\nint f(int n);', '\nint f(int n);'],
    ['nothing that is filled in', 'int n; /* a -- b, x@y.z */', 'int n; /* a -- b, x@y.z */'],
    ['within `extern "C"`', 'extern "C" {\n#define A @A@\nint f(void);\n}', 'extern "C" {\n\nint f(void);\n}'],
    [
      'a condition on macros alone',
      '#if @WITH_TREE@\n/* the\n tree */\n#define TREE\n#else\n#define FLAT\n#endif\nint n;',
      '\n\n\n\n\n\n\nint n;',
    ],
  ])('%s', (_, text, left) => {
    expect(withoutFilledIn(text)).toBe(left);
  });

  test.each([
    ['a member', 'struct s {\n  @TYPE@ n;\n};'],
    ['a constant among others', 'enum {\n  A,\n  B = @B@\n};'],
    ['a parameter', 'int f(int n,\n  @TYPE@ m);'],
    ['the beginning of a declaration', '@API@ int f(int n,\n  int m);'],
    ['the end of one', 'int f(int n)\n  @ATTRIBUTE@;'],
    ['a body', 'int f(void) { return @N@; }'],
    ['a condition on a type', '#if @WIDE@\ntypedef long word;\n#else\ntypedef int word;\n#endif'],
    ['another way of a condition', '#ifdef A\n#define B 1\n#elif @C@\n#define B 2\n#endif'],
    ['a line that goes on', '#define LIST @FIRST@, \\\n  2'],
    ['a part of a line', '#define LIST 1, \\\n  @SECOND@'],
    ['where a comment begins', '#define A @A@ /* which\n is A */'],
    ['in a comment', '/* made of\n @file@ */'],
  ])('nothing: %s', (_, text) => {
    expect(withoutFilledIn(text)).toBeNull();
  });
});

describe('where it lies', () => {
  const reader = (files: Readonly<Record<string, string>>, place: string) => {
    const root = join(directory, place);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(root, name, '..'), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return headerReader(join(root, 'a.c'), { quoted: [], general: [root, join(root, 'include')] }, new Map()).read;
  };
  const ask = (name: string) => ({ name, quoted: true, from: null, next: false });

  test.each([
    ['config.h', 'config.h.in'],
    ['config.h', 'config.hin'],
    ['config.h', 'config.in'],
    ['big.h', 'big-h.in'],
    ['big.h', 'include/big.h.cmake'],
    ['zip2.h', 'zip.h.in'],
  ])('%s: %s', (name, template) => {
    const read = reader({ [template]: 'typedef long word;' }, template.replace(/\W/g, '_'));
    expect(read(ask(name))).toMatchObject({ text: 'typedef long word;', isTemplate: true });
  });

  test('the header itself comes first, wherever it lies', () => {
    const read = reader({ 'own.h.in': '#define A @A@', 'include/own.h': '#define A 3' }, 'own');
    expect(read(ask('own.h'))).toMatchObject({ text: '#define A 3' });
    expect(read(ask('own.h'))).not.toHaveProperty('isTemplate');
  });

  test('one of which nothing can be said is none', () => {
    expect(reader({ 'bad.h.in': 'struct s { @M@ };' }, 'bad')(ask('bad.h'))).toBeNull();
  });

  test('only headers have some', () => expect(templatesOf('/a/list.def')).toEqual([]));
});
