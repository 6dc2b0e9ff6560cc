/** The tree of the workspace view: what it groups, what a filter leaves. */
import { describe, expect, it } from 'vitest';
import type { WorkspaceFile, WorkspaceItem } from '../../server/src/lsp/protocol.ts';
import { NO_FILTER, filtered, inOrder, pathIn, treeOf } from '../../client/src/workspace-model.ts';
import type { Filter, Grouping, Node } from '../../client/src/workspace-model.ts';

const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const loop = (status: WorkspaceItem['status'], kind: string, count: string): WorkspaceItem => ({
  status,
  kind,
  severity: null,
  function: 'f',
  text: 'while (x)',
  count,
  range: at,
});
const found = (kind: string, text: string): WorkspaceItem => ({
  ...loop('found', kind, ''),
  severity: 'warning',
  text,
});
const FILES: readonly WorkspaceFile[] = [
  { uri: 'file:///b/z%20z.c', folder: 'file:///b', items: [loop('bounded', 'exact', 'n iterations')] },
  {
    uri: 'file:///a/lib/x.c',
    folder: 'file:///a',
    items: [
      loop('bounded', 'upper', 'at most 4 iterations'),
      found('overflow', 'i overflows'),
      loop('until', 'until', 'until EOF'),
    ],
  },
  { uri: 'file:///a/empty.c', folder: 'file:///a', items: [] },
  { uri: 'file:///a/bad.c', folder: 'file:///a', items: [], failure: "can't be read" },
];

/** One line for each node, those below it further in. */
function drawn(nodes: readonly Node[], depth = 0): readonly string[] {
  return nodes.flatMap((node) => {
    const indent = '  '.repeat(depth);
    if (node.type === 'item') return [`${indent}${node.item.kind}`];
    const name = node.type === 'file' ? pathIn(node.file) : node.type === 'folder' ? node.uri : node.name;
    return [`${indent}${name} ${node.figures.found}/${node.figures.loops}`, ...drawn(node.children, depth + 1)];
  });
}

const shown = (grouping: Grouping, filter: Partial<Filter> = {}, folders: readonly string[] = []): readonly string[] =>
  drawn(treeOf(filtered(FILES, { ...NO_FILTER, ...filter }), grouping, folders));

describe('grouped', () => {
  it('by status: what asks for attention comes first, what failed last', () =>
    expect(shown('status')).toEqual([
      'found 1/0',
      '  lib/x.c 1/0',
      '    overflow',
      'until 0/1',
      '  lib/x.c 0/1',
      '    until',
      'bounded 0/2',
      '  lib/x.c 0/1',
      '    upper',
      '  z z.c 0/1',
      '    exact',
      'bad.c 0/0',
    ]));
  it('by kind: findings come first', () =>
    expect(shown('kind').filter((line) => !line.startsWith(' '))).toEqual([
      'overflow 1/0',
      'until 0/1',
      'upper 0/1',
      'exact 0/1',
      'bad.c 0/0',
    ]));
  it('by file, in the order of the source', () =>
    expect(shown('file')).toEqual([
      'bad.c 0/0',
      'lib/x.c 1/2',
      '  upper',
      '  overflow',
      '  until',
      'z z.c 0/1',
      '  exact',
    ]));
  it('by file, below the folders that are open', () =>
    expect(
      shown('file', {}, ['file:///b', 'file:///c', 'file:///a']).filter((line) => !line.startsWith('    ')),
    ).toEqual(['file:///b 0/1', '  z z.c 0/1', 'file:///a 1/2', '  bad.c 0/0', '  lib/x.c 1/2']));
  it('with an id of its own for each node', () => {
    const ids = (nodes: readonly Node[]): readonly string[] =>
      nodes.flatMap((node) => [node.id, ...(node.type === 'item' ? [] : ids(node.children))]);
    for (const grouping of ['status', 'kind', 'file'] as const) {
      const all = ids(treeOf(FILES, grouping, ['file:///a', 'file:///b']));
      expect(new Set(all).size).toBe(all.length);
    }
  });
});

describe('a filter', () => {
  it.each<[string, Partial<Filter>, readonly string[]]>([
    ['hides statuses', { hiddenStatuses: ['bounded', 'found'] }, ['bad.c 0/0', 'lib/x.c 0/1', '  until']],
    ['hides kinds', { hiddenKinds: ['exact', 'upper', 'until'] }, ['bad.c 0/0', 'lib/x.c 1/0', '  overflow']],
    ['has a text of a count', { text: 'AT MOST' }, ['lib/x.c 0/1', '  upper']],
    ['has a text of a message', { text: 'overflows' }, ['lib/x.c 1/0', '  overflow']],
    ['has a text of a path', { text: 'z z' }, ['z z.c 0/1', '  exact']],
    ['leaves nothing', { text: 'nowhere' }, []],
  ])('%s', (_, filter, expected) => expect(shown('file', filter)).toEqual(expected));
});

it('kinds of counts have an order', () =>
  expect(inOrder(['exact', 'overflow', 'endless', 'division-by-zero', 'upper'])).toEqual([
    'division-by-zero',
    'overflow',
    'endless',
    'upper',
    'exact',
  ]));
