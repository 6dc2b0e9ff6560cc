import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { read, sources } from '../architecture/imports.ts';

const FOLDER = 'docs/engines';
const PAGES = readdirSync(FOLDER).filter((name) => name !== 'README.md');

/** A section of a page, without its heading. */
const section = (page: string, heading: string): string =>
  read(join(FOLDER, page))
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))
    ?.slice(heading.length) ?? '';

/** Who or what a text names as a source: people, papers, systems. */
const namesIn = (text: string): readonly string[] => text.match(/\b[Oo]ur own\b|\b[A-Z][\p{L}]{3,}|\bAPC\b/gu) ?? [];

const headerOf = (path: string): string => read(path).match(/^\/\*\*[\s\S]*?\*\//)?.[0] ?? '';

it.each(PAGES)('%s: its first file says the source', (page) => {
  const [, file = ''] = section(page, 'Files').match(/`([\w./-]+\.ts)`/) ?? [];
  const named = new Set(namesIn(section(page, 'Source')).map((name) => name.toLowerCase()));
  expect(namesIn(headerOf(join('server/src', file))).filter((name) => named.has(name.toLowerCase()))).not.toEqual([]);
});

/** What is no engine: the folder's face, and what engines have in common. */
const COMMON = ['index.ts', 'transition-task.ts'];

it('every engine for assertions says its source', () => {
  const silent = sources('server/src/verify/engines')
    .filter((path) => !COMMON.some((name) => path.endsWith(`/${name}`)))
    .filter((path) => !/\bSource: \S/.test(headerOf(path)));
  expect(silent).toEqual([]);
});
