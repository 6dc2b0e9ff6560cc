import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { read } from '../architecture/imports.ts';

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

it.each(PAGES.filter((page) => section(page, 'Source').trim() !== '-'))(
  '%s: its first file says the source',
  (page) => {
    const [, file = ''] = section(page, 'Files').match(/`([\w./-]+\.ts)`/) ?? [];
    const [header = ''] = read(join('server/src', file)).match(/^\/\*\*[\s\S]*?\*\//) ?? [];
    const sources = new Set(namesIn(section(page, 'Source')).map((name) => name.toLowerCase()));
    expect(namesIn(header).filter((name) => sources.has(name.toLowerCase()))).not.toEqual([]);
  },
);
