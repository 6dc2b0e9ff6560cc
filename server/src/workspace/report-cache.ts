/**
 * Reports kept on disk from one process to the next (`--cache DIR`). An entry is named by a hash of everything that the
 * report depends on and that is known before headers are read. What was found at each place where headers were looked
 * for is in the entry, and it holds only if the same is found there now. An entry is written beside its name and
 * renamed, so that no half-written entry is read. It has a hash of itself; an entry that doesn't match is treated as
 * missing.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileReport } from '../report/index.ts';
import { versionsNow } from './header-files.ts';
import type { Looked, OpenTexts } from './header-files.ts';
import { makeDirectories } from './make-directories.ts';
import { problemWords, readRegular } from './regular-file.ts';

/** What a report was made with. */
export interface Made {
  readonly report: FileReport;
  readonly looked: Looked;
}

export interface ReportCache {
  /** The report that was kept under the key, if its headers are what they were. */
  find(key: string, open: OpenTexts): Made | null;
  /** Null: it is kept; else why it can't be. */
  keep(key: string, made: Made): string | null;
}

const FIRST_LINE = 'looplens report 1';
/** Bytes of an entry. */
const LONGEST = 200_000_000;
/** Entries lie in folders named by the first two characters of the hash; so many in each, which are 32,000 in all. */
const MOST_IN_FOLDER = 128;
/** Milliseconds after which an unfinished file has lost the process that was writing it. */
const ABANDONED = 3_600_000;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The name for everything that a report depends on. */
export const cacheKey = (...parts: readonly unknown[]): string => hash(JSON.stringify(parts));

export function openReportCache(directory: string): ReportCache {
  const folderOf = (key: string): string => join(directory, key.slice(0, 2));
  const fileOf = (key: string): string => join(folderOf(key), key.slice(2));
  return {
    find(key, open) {
      const made = readEntry(fileOf(key), key);
      if (made === null || !stillFound(made.looked, open)) return null;
      touch(fileOf(key));
      return made;
    },
    keep(key, made) {
      // which entry it was is left out: what is wrong with all of them is one message
      const missing = makeDirectories(directory);
      if (missing !== null) return `results can't be kept: ${missing}`;
      try {
        if (!existsSync(folderOf(key))) makeDirectories(folderOf(key));
        makeRoom(folderOf(key));
        writeEntry(fileOf(key), key, made);
        return null;
      } catch (error) {
        return `results can't be kept: ${directory}: ${problemWords(error)}`;
      }
    },
  };
}

interface Entry {
  readonly looked: readonly (readonly [string, string | null])[];
  readonly report: FileReport;
}

function stillFound(looked: Looked, open: OpenTexts): boolean {
  const versionNow = versionsNow(open);
  return [...looked].every(([place, version]) => versionNow(place) === version);
}

/** First line, hash of the rest, key, and what was looked at and the report as JSON. */
function writeEntry(file: string, key: string, { report, looked }: Made): void {
  const body = `${key}\n${JSON.stringify({ looked: [...looked], report } satisfies Entry)}`;
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(unfinished, `${FIRST_LINE}\n${hash(body)}\n${body}`, { flag: 'wx' });
    renameSync(unfinished, file);
  } catch (error) {
    remove(unfinished);
    throw error;
  }
}

function readEntry(file: string, key: string): Made | null {
  const read = readRegular(file, LONGEST);
  if (!read.ok) return null;
  const text = read.bytes.toString('utf8');
  const [first, sum] = text.slice(0, 100).split('\n');
  const body = text.slice(FIRST_LINE.length + 66);
  if (first !== FIRST_LINE || sum !== hash(body) || !body.startsWith(`${key}\n`)) return null;
  const { looked, report } = JSON.parse(body.slice(key.length + 1)) as Entry;
  return { report, looked: new Map(looked) };
}

/** Takes out the oldest entries of a folder that is full, and what was never finished. */
function makeRoom(folder: string): void {
  const names = readdirSync(folder);
  if (names.length < MOST_IN_FOLDER && !names.some((name) => name.endsWith('.tmp'))) return;
  const files = names
    .map((name) => ({
      path: join(folder, name),
      made: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs,
    }))
    .flatMap(({ path, made }) => (made === undefined ? [] : [{ path, made }]))
    .sort((a, b) => b.made - a.made);
  const finished = files.filter(({ path }) => !path.endsWith('.tmp'));
  for (const { path } of finished.slice(MOST_IN_FOLDER - 1)) remove(path);
  for (const { path, made } of files) if (path.endsWith('.tmp') && Date.now() - made > ABANDONED) remove(path);
}

/** An entry that is used is not old. */
function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // it is gone, or belongs to somebody else
  }
}

/** Takes out the entries that were not used for so many milliseconds; between folders others may go on. */
export async function forgetUnused(directory: string, milliseconds: number): Promise<void> {
  const oldest = Date.now() - milliseconds;
  for (const folder of namesIn(directory).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    await new Promise((resolve) => setTimeout(resolve));
    for (const name of namesIn(join(directory, folder))) {
      const path = join(directory, folder, name);
      const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (used !== undefined && used < oldest) remove(path);
    }
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Another process may have been faster. */
function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // it is gone, or can't go
  }
}
