/** `--witness DIR`: a file for each task that was decided. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileResult } from '../render/index.ts';
import { witnessDocument } from '../render/index.ts';
import { version } from './version.ts';
import { writeNew } from './write-new.ts';

/** What witnesses begin with. */
const WITNESS = /^(#.*\n)*- entry_type:/;

export async function writeWitnesses(
  directory: string,
  results: readonly FileResult[],
  dataModel: string,
): Promise<void> {
  const names = new Map<string, number>();
  for (const { file, report } of results) {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    const task = {
      file: basename(file),
      hash,
      dataModel,
      version: version(),
      uuid: uuidOf(`${hash} ${file}`),
      created: new Date().toISOString().replace(/\.\d+/, ''),
    };
    const text = witnessDocument(task, report);
    if (text === null) continue;
    // files of one name in several directories
    const stem = basename(file).replace(/\.\w+$/, '');
    const count = (names.get(stem) ?? 0) + 1;
    names.set(stem, count);
    const problem = writeNew(join(directory, `${stem}${count === 1 ? '' : `-${count}`}.witness.yml`), text, (before) =>
      WITNESS.test(before),
    );
    if (problem !== null) throw new Error(problem);
  }
}

/** The same task has the same identifier (version 8: from data of our own). */
function uuidOf(text: string): string {
  const h = createHash('sha256').update(text).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
