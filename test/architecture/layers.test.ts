import { describe, expect, it } from 'vitest';
import { importsOf, read, sources, withoutComments } from './imports.ts';
import type { Import } from './imports.ts';

/**
 * Who may import whom (docs/architecture.md). A layer is a folder of server/src or one of its entries; a single file of another
 * layer can be allowed by its path. Every layer may import itself.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ir: [],
  solver: ['ir'],
  c: ['ir'],
  certify: ['ir', 'solver'],
  loop: ['ir', 'solver', 'report.ts'],
  summary: ['loop', 'ir', 'solver', 'certify', 'report.ts'],
  bound: ['summary', 'loop', 'ir', 'solver', 'certify', 'report.ts'],
  verify: ['summary', 'loop', 'ir', 'solver', 'certify', 'report.ts', 'options.ts'],
  'options.ts': ['ir/types.ts'],
  'report.ts': ['ir/source.ts'],
  render: ['report.ts', 'ir/source.ts'],
  'describe.ts': ['report.ts', 'ir', 'loop', 'summary', 'bound'],
  'cache.ts': ['report.ts', 'ir'],
  'function-analysis.ts': ['describe.ts', 'options.ts', 'report.ts', 'ir', 'loop', 'summary', 'bound', 'verify', 'certify', 'solver'],
  'analysis.ts': ['function-analysis.ts', 'cache.ts', 'describe.ts', 'options.ts', 'report.ts', 'c', 'ir', 'loop', 'summary', 'bound', 'verify', 'certify', 'solver'],
  workspace: ['analysis.ts', 'report.ts', 'ir/source.ts', 'ir/types.ts'],
  lsp: ['workspace', 'analysis.ts', 'report.ts', 'render', 'ir/source.ts', 'ir/types.ts'],
  cli: ['workspace', 'analysis.ts', 'report.ts', 'render', 'ir/source.ts', 'ir/types.ts'],
  'main.ts': ['lsp', 'workspace', 'cli/version.ts'],
  'cli.ts': ['cli'],
  'worker.ts': ['workspace', 'analysis.ts'],
};

/** Layers that are pure: no file, no clock, no editor, no process. */
const PURE = ['ir', 'loop', 'summary', 'bound', 'certify', 'verify', 'render', 'report.ts', 'describe.ts', 'options.ts', 'cache.ts', 'function-analysis.ts', 'analysis.ts'];
/** The two that come with a WebAssembly module may find and load it, and nothing else. */
const WITH_WASM = ['c', 'solver'];

/** Packages by the layer that may import them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'web-tree-sitter': ['c'],
  'z3-solver': ['solver'],
  'vscode-languageserver': ['lsp', 'main.ts'],
  'vscode-languageserver-textdocument': ['lsp', 'workspace', 'main.ts'],
};

const layerOf = (path: string): string => path.replace(/^server\/src\//, '').split('/')[0] ?? '';
const packageOf = (name: string): string => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/');

function allowed({ from, to }: Import): boolean {
  const layer = layerOf(from);
  if (to.startsWith('server/src/')) {
    const target = to.replace('server/src/', '');
    return layerOf(to) === layer || (MAY_IMPORT[layer] ?? []).some((other) => target === other || target.startsWith(`${other}/`));
  }
  if (to.startsWith('node:')) return !PURE.includes(layer);
  if (to === 'package.json') return true;
  return (PACKAGES[packageOf(to)] ?? []).includes(layer);
}

const show = ({ from, to }: Import): string => `${from} -> ${to}`;
const server = sources('server/src');

describe('import directions', () => {
  it('every source belongs to a layer', () => {
    expect(server.map(layerOf).filter((layer) => !(layer in MAY_IMPORT))).toEqual([]);
  });

  it('arrows point one way', () => {
    expect(server.flatMap((path) => importsOf(path)).filter((one) => !allowed(one)).map(show)).toEqual([]);
  });

  it('the editor side knows the protocol only', () => {
    const foreign = sources('client/src').flatMap((path) => importsOf(path)).filter(({ to, typeOnly }) => {
      if (to.startsWith('client/src/') || to.startsWith('node:')) return false;
      if (to.startsWith('server/')) return !(to === 'server/src/lsp/protocol.ts' || (typeOnly && to.startsWith('server/src/lsp/')));
      return !['vscode', 'vscode-languageclient'].includes(packageOf(to));
    });
    expect(foreign.map(show)).toEqual([]);
  });

  it('no layer imports another one that imports it', () => {
    const reaches = (from: string, to: string): boolean => (MAY_IMPORT[from] ?? []).some((next) => next === to || reaches(next, to));
    for (const layer of Object.keys(MAY_IMPORT)) expect(reaches(layer, layer), layer).toBe(false);
  });
});

it('the protocol that both sides know is names and types', () => {
  expect(importsOf('server/src/lsp/protocol.ts').filter(({ typeOnly }) => !typeOnly).map(show)).toEqual([]);
});

describe('purity', () => {
  const impure = /\b(process|console|performance)\s*\.|\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bfetch\(/;
  it.each(server.filter((path) => PURE.includes(layerOf(path))))('%s', (path) => {
    const lines = withoutComments(read(path)).split('\n').filter((line) => impure.test(line));
    expect(lines).toEqual([]);
  });

  it('the front end and the solver load their modules and touch nothing else', () => {
    const used = server.filter((path) => WITH_WASM.includes(layerOf(path))).flatMap((path) => importsOf(path)).filter(({ to }) => to.startsWith('node:'));
    const harmless = ['node:fs', 'node:fs/promises', 'node:module', 'node:path', 'node:url', 'node:worker_threads'];
    expect(used.filter(({ to }) => !harmless.includes(to)).map(show)).toEqual([]);
  });
});

describe('the test itself', () => {
  const code = `import { a } from './a.ts';\nimport type { B } from '../ir/b.ts';\nexport * from './c.ts';\n// import x from './no.ts';\nconst d = await import('./d.ts');\nimport './e.ts';\nimport {\n  f,\n} from 'node:fs';\n`;
  it('sees every kind of import', () => {
    expect(importsOf('server/src/loop/x.ts', code).map(({ to, typeOnly }) => `${typeOnly ? 'type ' : ''}${to}`)).toEqual([
      'server/src/loop/a.ts', 'type server/src/ir/b.ts', 'server/src/loop/c.ts', 'server/src/loop/e.ts', 'node:fs', 'server/src/loop/d.ts']);
  });
  it.each([
    ['server/src/ir/x.ts', 'server/src/c/y.ts', false],
    ['server/src/certify/x.ts', 'server/src/summary/y.ts', false],
    ['server/src/summary/x.ts', 'node:fs', false],
    ['server/src/lsp/x.ts', 'server/src/summary/y.ts', false],
    ['server/src/summary/x.ts', 'server/src/loop/y.ts', true],
    ['server/src/solver/x.ts', 'z3-solver/build/z3-built.js', true],
  ])('%s -> %s: %s', (from, to, expected) => expect(allowed({ from, to, typeOnly: false })).toBe(expected));
});
