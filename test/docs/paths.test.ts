import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCELERATION_RULES } from '../../server/src/summary/acceleration/acceleration-rules.ts';
import { PORTFOLIO } from '../../server/src/verify/portfolio.ts';
import { read, sources } from '../architecture/imports.ts';

/** Every page that a reader of the project is sent to. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true })
    .map((path) => join('docs', String(path)))
    .filter((path) => path.endsWith('.md')),
];

/** Where a path in a page may start: the project's root, or `server/src`, which most pages are about. */
const ROOTS = ['', 'server/src'];

const FOLDERS_OF_FILES = ['server/src', 'client/src', 'test', 'scripts'];
const names = new Set(
  FOLDERS_OF_FILES.flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => basename(String(path)))),
);

const withoutFences = (text: string): string => text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');

/** Files in code spans (`a/b.ts`, `b.ts`, `docs/b.md`) and folders of the sources (`server/src/a/`). */
function pathsIn(text: string): readonly string[] {
  const spans = [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  // `file.ts:12` and `file.ts#L12` name a line
  return spans
    .map((span) => span.replace(/[:#]L?\d+$/, ''))
    .filter(
      (span) => /^[\w./-]+\.(ts|mjs|sh|md)$/.test(span) || /^(server|test|scripts|client|docs)\/[\w./-]*\/$/.test(span),
    );
}

/** Targets of links to files. */
function linksIn(text: string): readonly string[] {
  return [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^(https?:|#)/.test(target));
}

const isThere = (path: string): boolean =>
  ROOTS.some((root) => existsSync(join(root, path))) || (!path.includes('/') && names.has(path));

/** The headings of a page as the parts of links that they can be reached by. */
const anchorsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replace(/ /g, '-'),
  );

describe('pages', () => {
  it.each(PAGES)('%s names files that exist', (page) => {
    expect(pathsIn(read(page)).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(PAGES)('%s links to what exists', (page) => {
    const broken = linksIn(read(page)).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && statSync(target).isFile() && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('every page of docs is linked from another page', () => {
    const linked = new Set(
      PAGES.flatMap((page) => linksIn(read(page)).map((link) => join(dirname(page), link.split('#')[0] ?? ''))),
    );
    expect(PAGES.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([]);
  });
});

it('links in the packed extension lead to what is packed', () => {
  const { stdout } = spawnSync(process.execPath, ['node_modules/@vscode/vsce/vsce', 'ls', '--no-dependencies'], {
    encoding: 'utf8',
  });
  const packed = stdout.split('\n').filter((path) => path !== '');
  const pages = packed.filter((path) => path.endsWith('.md'));
  const steps = [...read('package.json').matchAll(/"(media\/[\w-]+\.md)"/g)].map(([, page]) => page ?? '');
  expect(steps).not.toEqual([]);
  expect(pages.sort()).toEqual([...PAGES, 'CHANGELOG.md', ...steps].sort());
  const broken = pages.flatMap((page) =>
    linksIn(read(page))
      .filter((link) => !packed.includes(join(dirname(page), link.split('#')[0] ?? '')))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
}, 300_000);

it('finds paths and links, but not in fences', () => {
  const text =
    'See `logic/term.ts`, `a.ts:12` and [b](c.md#d), [e](https://f).\n```text\n`g.ts` [h](i.md)\n```\n`npm run x` `test/docs/`';
  expect(pathsIn(text)).toEqual(['logic/term.ts', 'a.ts', 'test/docs/']);
  expect(linksIn(text)).toEqual(['c.md#d']);
});

it('the table of rooms is that of the test of rooms', () => {
  const held = [
    ...(/MAY_IMPORT[^=]*= \{([\s\S]*?)\n\};/.exec(read('test/architecture/layers.test.ts'))?.[1] ?? '').matchAll(
      /^ {2}'?([\w.]+)'?: \[([^\]]*)\]/gm,
    ),
  ];
  const rows = held.map(
    ([, room, others]) =>
      `${room}: ${[...(others ?? '').matchAll(/'([\w.]+)'/g)].map((match) => match[1]).join(', ') || 'nothing'}`,
  );
  const told = [...read('docs/architecture.md').matchAll(/^\| `([\w.]+)` \| [^|]* \| ([^|]*) \|$/gm)].map(
    ([, room, others]) => `${room}: ${others}`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(told).toEqual(rows);
});

it('the table of the rules of acceleration is their list', () => {
  const table =
    /\| rule \|[^\n]*\n\| --- [^\n]*\n((?:\|[^\n]*\n)+)/.exec(read('docs/engines/acceleration.md'))?.[1] ?? '';
  expect([...table.matchAll(/^\| ([^|]+) \|/gm)].map((match) => match[1])).toEqual(
    ACCELERATION_RULES.map(({ name }) => name),
  );
});

describe('the tables of engines', () => {
  const page = read('docs/engines/README.md');

  it('have the portfolio, with its shares', () => {
    const told = [...page.matchAll(/^\| `([\w-]+)` \| ([\d.]+) \|/gm)].map(([, id, share]) => `${id} ${share}`);
    expect(told).toEqual(PORTFOLIO.map(({ id, share }) => `${id} ${share}`));
  });

  it('have what looks at transitions', () => {
    const listed = /ON_TRANSITIONS: [^=]*= \[([\s\S]*?)\];/.exec(read('server/src/verify/portfolio.ts'))?.[1] ?? '';
    // `hornClauses` has the id `horn-clauses`, `invariantsBy('x', ...)` the id `x`
    const ids = [...listed.matchAll(/^ {2}(?:invariantsBy\('([\w-]+)'|(\w+))/gm)].map(
      ([, id, name]) => id ?? (name ?? '').replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`),
    );
    expect(ids.length).toBeGreaterThan(10);
    expect([...page.matchAll(/^\| `([\w-]+)` \| `/gm)].map(([, id]) => id)).toEqual(ids);
  });
});

it('sources speak of pages that exist', () => {
  const named = [...sources('server/src'), ...sources('client/src')].flatMap((path) =>
    [...read(path).matchAll(/(?<![\w/.-])(docs\/[\w/-]+\.md|\(design\b)/g)].map((match) => `${path}: ${match[1]}`),
  );
  expect(named.filter((one) => !existsSync(one.split(': ')[1] ?? ''))).toEqual([]);
});
