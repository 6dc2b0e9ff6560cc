/** Writes new files: a file that something else has made is never overwritten, and no link is followed. */
import { closeSync, constants, lstatSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectories, problemWords, readRegular } from '../workspace/index.ts';

/** Bytes of a file that is looked at to see whose it is. */
const LONGEST_OWN = 64_000_000;

/**
 * Writes a file, with the directories that are missing. `own` says of what is there already whether it may go. Null:
 * done; else what is wrong.
 */
export function writeNew(path: string, text: string, own: (text: string) => boolean): string | null {
  const folder = makeDirectories(dirname(path));
  if (folder !== null) return folder;
  try {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there !== undefined) {
      const refused = there.isSymbolicLink() ? 'is a link' : whose(path, own);
      if (refused !== null) return `${path}: ${refused}: nothing was written`;
      unlinkSync(path);
    }
    // a file of its own, whatever may have got there in the meantime
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o666);
    try {
      for (let bytes = Buffer.from(text); bytes.length > 0; ) bytes = bytes.subarray(writeSync(file, bytes));
    } finally {
      closeSync(file);
    }
    return null;
  } catch (error) {
    return `${path}: ${problemWords(error)}`;
  }
}

function whose(path: string, own: (text: string) => boolean): string | null {
  const content = readRegular(path, LONGEST_OWN);
  if (!content.ok) return content.problem;
  return content.bytes.length === 0 || own(content.bytes.toString('utf8'))
    ? null
    : 'is there already, and was not written by this command';
}
