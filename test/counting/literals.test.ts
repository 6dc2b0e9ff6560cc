/** Pointers that go through string literals. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/index.ts';

const count = async (body: string): Promise<readonly string[]> => {
  const { loops } = await analyze(
    `void use(int);\nchar flags[256];\nint g(const char *x, int n) { ${body} return n; }`,
    { ...DEFAULT_OPTIONS, climb: 'never' },
    { now: () => 0, cancelled: () => false },
  );
  return loops.map(({ count: { sentence } }) => sentence);
};

test.each([
  ['for (const char *c = "abc"; *c; c++) n++;', ['3 iterations']],
  ['for (const char *c = "abc"; *c; c++) use(*c);', ['3 iterations']],
  ['const char *c; for (c = "$%&"; *c; c++) flags[(unsigned char)*c] = 1;', ['3 iterations']],
  ['const char *c = "a\\0b"; while (*c) use(*c++);', ['1 iteration']],
  [
    'const char *c = "ab" "cd"; while (*c) use(*c++);',
    ["at most strlen(c) iterations, if use() doesn't change what c points to"],
  ],
  ['for (const char *c = "a-b"; *c != \'-\'; c++) use(*c);', ['1 iteration']],
  // it may lead elsewhere, too
  ['const char *s = ""; if (x) s = x; for (; *s; s++) n++;', ['strlen(s) iterations']],
  ['const char *s = "abc"; if (n) s = "de"; for (; *s; s++) use(*s);', ['until *s == 0']],
  [
    'const char *s = "abc"; for (; *s; s++) use(*s); s = x; for (; *s; s++) n++;',
    ['3 iterations', 'strlen(s) iterations'],
  ],
])('%s', async (body, sentences) => {
  expect(await count(body)).toEqual(sentences);
});
