/** Arrays whose size a header decides that wasn't read have some elements: no access is outside for lack of them. */
import { beforeAll, expect, test } from 'vitest';
import { loadParser } from '../../server/src/c/front-end.ts';
import { misstepsIn } from './lower.ts';

beforeAll(() => loadParser());

const HEAD = `
#include "not-there.h"
struct last { int n; unsigned mask[COUNT + 1]; };
struct only { unsigned mask[COUNT]; };
struct flexible { int n; unsigned mask[]; };
int get(struct only *o, int at) { return o->mask[at]; }
`;

const foundIn = (body: string): readonly string[] =>
  misstepsIn(`${HEAD}int f(int s) { ${body} return s; }`).found.map(({ kind }) => kind);

test.each([
  'struct only o = {}; for (int i = 0; i < 3; i++) s += get(&o, i);',
  'struct last l = {0}; for (int i = 0; i < 5; i++) s += l.mask[i];',
  'struct last l[2] = {{0}}; for (int i = 0; i < 5; i++) s += l[1].mask[i];',
  'static struct last l; for (int i = 0; i < 5; i++) s += l.mask[i];',
  'int a[COUNT] = {1, 2, 3}; for (int i = 0; i < 5; i++) s += a[i];',
])('%s', (body) => expect(foundIn(body)).toEqual([]));

test('a flexible member has none of its own', () =>
  expect(foundIn('struct flexible x = {0}; for (int i = 0; i < 5; i++) s += x.mask[i];')).toEqual(['index-outside']));
