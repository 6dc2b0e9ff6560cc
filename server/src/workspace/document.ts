/** One open document: its newest text, its newest results, and what moved in between. */
import type { FileReport } from '../report/index.ts';
import { shiftReport } from './shift-results.ts';
import type { Edit } from './shift-results.ts';

/** Results as shown: of this version of the document, or of an older one and moved along with the edits since. */
export interface Results {
  readonly version: number;
  readonly report: FileReport;
  /** They are of the document as it is now, under the settings as they are now. */
  readonly fresh: boolean;
  /** False where the analysis has got to some functions only. */
  readonly complete: boolean;
  /** There were no complete ones before. */
  readonly isFirst: boolean;
}

/** A text that was or will be analysed, and under which generation of settings. */
export interface Revision {
  readonly version: number;
  readonly generation: number;
  readonly text: string;
}

interface VersionedEdit {
  /** The version that the edit led to. */
  readonly version: number;
  readonly edit: Edit;
}

export interface DocumentState {
  readonly uri: string;
  readonly text: string;
  readonly version: number;
  edit(version: number, text: string, edits: readonly Edit[]): void;
  /** Keeps a report as the newest; false where a newer one is there already. */
  accept(revision: Revision, report: FileReport, skipped: readonly string[]): boolean;
  /** Keeps a report on some of the functions where there is nothing better; false where there is. */
  acceptPartial(revision: Revision, report: FileReport): boolean;
  /** Newest results, moved to where things are now; null before the first. `generation` is that of the settings now. */
  results(generation: number): Results | null;
  /** Functions that cost workers their lives, where there is no report that says where they are. */
  blame(functions: readonly string[], text: string): void;
  /** Functions not to be tried again as long as their text is the same. */
  skip(text: string): readonly string[];
}

/** So many edits are remembered one by one; beyond that results are moved at once. */
const MOST_EDITS = 200;

export function createDocument(uri: string, initialVersion: number, initialText: string): DocumentState {
  let version = initialVersion;
  let text = initialText;
  let newest: { readonly revision: Revision; readonly report: FileReport; readonly complete: boolean } | null = null;
  /** `newest` moved to a later version. */
  let moved: { readonly version: number; readonly report: FileReport } | null = null;
  let edits: VersionedEdit[] = [];
  let isFirst = true;
  let blamed: readonly { readonly name: string; readonly text: string }[] = [];

  function moveToNow(): FileReport | null {
    if (moved === null) return null;
    const from = moved.version;
    if (from !== version)
      moved = {
        version,
        report: shiftReport(
          moved.report,
          edits.filter((e) => e.version > from).map((e) => e.edit),
        ),
      };
    return moved.report;
  }

  return {
    uri,
    get text() {
      return text;
    },
    get version() {
      return version;
    },
    edit(newVersion, newText, newEdits) {
      text = newText;
      version = newVersion;
      edits.push(...newEdits.map((edit) => ({ version: newVersion, edit })));
      if (edits.length > MOST_EDITS) {
        moveToNow();
        // Results of a version this far back can't be moved any more; they are dropped when they come.
        edits = edits.slice(-MOST_EDITS / 2);
      }
    },
    acceptPartial(revision, report) {
      if (newest !== null) {
        const { version: known, generation } = newest.revision;
        if (revision.version < known || revision.generation < generation) return false;
        // what is complete makes way only for what is about the text as it is now
        const isNews = revision.version > known || revision.generation > generation;
        if (newest.complete && !(isNews && revision.version === version)) return false;
      }
      const oldest = edits[0];
      if (revision.version !== version && oldest && oldest.version > revision.version + 1) return false;
      newest = { revision, report, complete: false };
      moved = { version: revision.version, report };
      return true;
    },
    accept(revision, report, skipped) {
      blamed = skipped.map((name) => ({ name, text: functionText(name, revision.text, report) }));
      if (newest && (revision.version < newest.revision.version || revision.generation < newest.revision.generation))
        return false;
      const oldest = edits[0];
      if (revision.version !== version && oldest && oldest.version > revision.version + 1) return false;
      newest = { revision, report, complete: true };
      isFirst = false;
      moved = { version: revision.version, report };
      edits = edits.filter((e) => e.version > revision.version);
      return true;
    },
    results(generation) {
      const report = moveToNow();
      if (report === null || newest === null) return null;
      const { revision, complete } = newest;
      return {
        version: revision.version,
        report,
        complete,
        isFirst,
        fresh: revision.version === version && revision.generation === generation,
      };
    },
    blame(functions, ofText) {
      blamed = functions.map((name) => ({ name, text: ofText }));
    },
    skip(ofText) {
      return blamed.filter((function_) => ofText.includes(function_.text)).map((function_) => function_.name);
    },
  };
}

/** The source of a function, or all of it where the function can't be found. */
function functionText(name: string, text: string, report: FileReport): string {
  const range = report.functions.find((function_) => function_.name === name)?.range;
  if (!range) return text;
  const lines = text.split('\n').slice(range.start.line - 1, range.end.line);
  if (lines.length === 0) return text;
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, range.end.column - 1);
  lines[0] = (lines[0] ?? '').slice(range.start.column - 1);
  return lines.join('\n');
}
