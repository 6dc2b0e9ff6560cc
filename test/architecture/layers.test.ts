import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Import } from './imports.ts';
import { importsOf, read, sources, withoutComments } from './imports.ts';

/**
 * Which room may import which (docs/architecture.md has them drawn), from the ground up: a room imports rooms above it
 * in this list only. A room is a folder of server/src, or one of its entries.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  source: [],
  machine: [],
  budget: ['source'],
  arithmetic: ['budget'],
  logic: ['arithmetic', 'machine', 'budget'],
  decide: ['logic', 'arithmetic', 'budget'],
  program: ['source', 'machine', 'logic'],
  interpret: ['program', 'source', 'machine', 'budget'],
  inlining: ['interpret', 'program', 'source', 'machine', 'budget'],
  c: ['program', 'source', 'machine', 'budget'],
  report: ['source', 'machine'],
  certify: ['decide', 'logic', 'arithmetic', 'budget'],
  explore: ['program', 'decide', 'logic', 'arithmetic', 'machine', 'source', 'budget', 'report'],
  counting: ['explore', 'program', 'decide', 'logic', 'machine', 'source', 'report'],
  summary: ['explore', 'certify', 'program', 'decide', 'logic', 'arithmetic', 'machine', 'source', 'budget', 'report'],
  termination: [
    'counting',
    'summary',
    'explore',
    'program',
    'decide',
    'logic',
    'arithmetic',
    'machine',
    'source',
    'budget',
    'report',
  ],
  verify: [
    'summary',
    'explore',
    'certify',
    'interpret',
    'program',
    'decide',
    'logic',
    'arithmetic',
    'machine',
    'source',
    'budget',
    'report',
  ],
  answer: [
    'counting',
    'termination',
    'summary',
    'explore',
    'program',
    'decide',
    'logic',
    'arithmetic',
    'machine',
    'source',
    'budget',
    'report',
  ],
  analysis: [
    'answer',
    'counting',
    'verify',
    'termination',
    'summary',
    'explore',
    'certify',
    'inlining',
    'c',
    'program',
    'decide',
    'logic',
    'machine',
    'source',
    'budget',
    'report',
  ],
  render: ['report', 'source'],
  pages: ['render', 'report'],
  queue: ['report'],
  workspace: ['analysis', 'report', 'source', 'machine'],
  project: ['workspace', 'render'],
  lsp: ['project', 'workspace', 'render', 'analysis', 'report', 'source', 'machine'],
  web: ['lsp', 'workspace', 'analysis', 'pages', 'report'],
  cli: ['project', 'workspace', 'queue', 'pages', 'render', 'analysis', 'report', 'source', 'machine'],
  'main.ts': ['lsp', 'workspace', 'cli'],
  'cli.ts': ['cli'],
  'queue.ts': ['queue'],
  'web-analysis.ts': ['web', 'workspace'],
  'web-server.ts': ['web'],
  'web-worker.ts': ['web'],
  'worker.ts': ['workspace', 'analysis'],
};

/** Rooms that are pure: no file, no clock, no editor, no process. */
const PURE = [
  'source',
  'machine',
  'budget',
  'arithmetic',
  'logic',
  'program',
  'interpret',
  'inlining',
  'report',
  'certify',
  'explore',
  'counting',
  'summary',
  'termination',
  'verify',
  'answer',
  'analysis',
  'render',
];
/** The two that come with a WebAssembly module may find and load it, and nothing else. */
const WITH_WASM = ['c', 'decide'];

/** Packages by the room that may import them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  bullmq: ['queue'],
  diff: ['render'],
  ignore: ['project'],
  ioredis: ['queue'],
  leven: ['project'],
  tinyglobby: ['project'],
  zod: ['project'],
  'web-tree-sitter': ['c'],
  'z3-solver': ['decide'],
  'vscode-languageserver': ['lsp', 'web'],
  'vscode-languageserver-textdocument': ['lsp', 'workspace', 'main.ts'],
};

const SERVER = 'server/src/';
const roomOf = (path: string): string => path.slice(SERVER.length).split('/')[0] ?? '';
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

function allowed({ from, to }: Import): boolean {
  const room = roomOf(from);
  if (to.startsWith(SERVER)) return roomOf(to) === room || (MAY_IMPORT[room] ?? []).includes(roomOf(to));
  if (to.startsWith('node:')) return !PURE.includes(room);
  if (to === 'package.json') return true;
  return (PACKAGES[packageOf(to)] ?? []).includes(room);
}

/** Whether an import goes through the face (`index.ts`) of each folder that the importing file is not in. */
function throughFace({ from, to }: Import): boolean {
  if (!to.startsWith(SERVER)) return true;
  const inside = posix.dirname(from).split('/');
  const folders = posix.dirname(to).split('/');
  const shared = folders.findIndex((folder, i) => folder !== inside[i]);
  return shared < 0 || to === `${folders.slice(0, shared + 1).join('/')}/index.ts`;
}

const show = ({ from, to }: Import): string => `${from} -> ${to}`;
const server = sources('server/src');

describe('rooms', () => {
  it('every source is in a room', () => {
    expect(server.map(roomOf).filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  it('arrows point one way', () => {
    expect(
      server
        .flatMap((path) => importsOf(path))
        .filter((one) => !allowed(one))
        .map(show),
    ).toEqual([]);
    const order = Object.keys(MAY_IMPORT);
    for (const [room, others] of Object.entries(MAY_IMPORT))
      expect(
        others.filter((other) => order.indexOf(other) >= order.indexOf(room)),
        room,
      ).toEqual([]);
  });

  it('nothing is imported past the face of a folder', () => {
    expect(
      server
        .flatMap((path) => importsOf(path))
        .filter((one) => !throughFace(one))
        .map(show),
    ).toEqual([]);
  });

  it('a face has no code of its own', () => {
    const faces = server.filter((path) => path.endsWith('/index.ts'));
    expect(
      faces.filter(
        (path) =>
          withoutComments(read(path))
            .replace(/export (type )?\{[^}]*\} from '[^']+';/g, '')
            .trim() !== '',
      ),
    ).toEqual([]);
  });

  it('the editor side knows the protocol only', () => {
    const foreign = sources('client/src')
      .flatMap((path) => importsOf(path))
      .filter(({ to, typeOnly }) => {
        if (to.startsWith('client/src/') || to.startsWith('node:')) return false;
        if (to.startsWith('server/'))
          return !(to === 'server/src/lsp/protocol.ts' || (typeOnly && to.startsWith('server/src/lsp/')));
        return !['vscode', 'vscode-languageclient'].includes(packageOf(to));
      });
    expect(foreign.map(show)).toEqual([]);
  });
});

it('a name is one file, in words joined by hyphens', () => {
  const names = server.filter((path) => !path.endsWith('/index.ts')).map((path) => posix.basename(path));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(server.filter((path) => !/^[a-z0-9/.-]+$/.test(path))).toEqual([]);
});

it('the protocol that both sides know is names and types', () => {
  expect(
    importsOf('server/src/lsp/protocol.ts')
      .filter(({ typeOnly }) => !typeOnly)
      .map(show),
  ).toEqual([]);
});

describe('purity', () => {
  const impure =
    /\b(process|console|performance)\s*\.|\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bfetch\(/;
  it.each(server.filter((path) => PURE.includes(roomOf(path))))('%s', (path) => {
    const lines = withoutComments(read(path))
      .split('\n')
      .filter((line) => impure.test(line));
    expect(lines).toEqual([]);
  });

  it('the front end and the solver load their modules and touch nothing else', () => {
    const used = server
      .filter((path) => WITH_WASM.includes(roomOf(path)))
      .flatMap((path) => importsOf(path))
      .filter(({ to }) => to.startsWith('node:'));
    const harmless = [
      'node:fs',
      'node:fs/promises',
      'node:module',
      'node:path',
      'node:url',
      'node:zlib',
      'node:worker_threads',
    ];
    expect(used.filter(({ to }) => !harmless.includes(to)).map(show)).toEqual([]);
  });
});

describe('the test itself', () => {
  const code = `import { a } from './a.ts';\nimport type { B } from '../logic/b.ts';\nexport * from './c.ts';\n// import x from './no.ts';\nconst d = await import('./d.ts');\nimport './e.ts';\nimport {\n  f,\n} from 'node:fs';\n`;
  it('sees every kind of import', () => {
    expect(
      importsOf('server/src/explore/x.ts', code).map(({ to, typeOnly }) => `${typeOnly ? 'type ' : ''}${to}`),
    ).toEqual([
      'server/src/explore/a.ts',
      'type server/src/logic/b.ts',
      'server/src/explore/c.ts',
      'server/src/explore/e.ts',
      'node:fs',
      'server/src/explore/d.ts',
    ]);
  });
  it.each([
    ['server/src/logic/x.ts', 'server/src/c/index.ts', false],
    ['server/src/certify/x.ts', 'server/src/summary/index.ts', false],
    ['server/src/summary/x.ts', 'node:fs', false],
    ['server/src/lsp/x.ts', 'server/src/summary/index.ts', false],
    ['server/src/summary/x.ts', 'server/src/explore/index.ts', true],
    ['server/src/decide/x.ts', 'z3-solver/build/z3-built.js', true],
  ])('%s -> %s: %s', (from, to, expected) => expect(allowed({ from, to, typeOnly: false })).toBe(expected));
  it.each([
    ['server/src/verify/x.ts', 'server/src/verify/engines/index.ts', true],
    ['server/src/verify/x.ts', 'server/src/verify/engines/y.ts', false],
    ['server/src/verify/engines/x.ts', 'server/src/verify/y.ts', true],
    ['server/src/lsp/x.ts', 'server/src/report/report.ts', false],
  ])('%s -> %s by the face: %s', (from, to, expected) =>
    expect(throughFace({ from, to, typeOnly: false })).toBe(expected),
  );
});
