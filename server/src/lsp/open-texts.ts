/** The texts that the client has open, kept by incremental changes, and the same changes in the workspace's terms. */
import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { differenceOf } from '../workspace/index.ts';
import type { Edit } from '../workspace/index.ts';
import { fromRange } from './to-protocol.ts';

export interface Change {
  /** Of our own: goes up with every change, whatever the client says of its versions. */
  readonly edition: number;
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** Zero-based, as in the protocol. */
export interface NameAt extends Position {
  readonly name: string;
}

export interface OpenTexts {
  /** Returns the edition. */
  open(uri: string, language: string, version: number, text: string): number;
  /** null: the document is not open. */
  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): Change | null;
  close(uri: string): void;
  /** The client's number for the text as it is; undefined: the document is not open. */
  version(uri: string): number | undefined;
  /** Of the text as it is; 0: the document is not open. */
  edition(uri: string): number;
  /** The name at a position, and where it begins; null: there is none, or it is a member's. */
  nameAt(uri: string, position: Position): NameAt | null;
  part(uri: string, range: Range): string;
  text(uri: string): string | null;
}

export function createOpenTexts(): OpenTexts {
  const documents = new Map<string, TextDocument>();
  const newest = new Map<string, number>();
  let editions = 0;
  return {
    open(uri, language, version, text) {
      documents.set(uri, TextDocument.create(uri, language, version, text));
      newest.set(uri, ++editions);
      return editions;
    },
    change(uri, version, changes) {
      let document = documents.get(uri);
      if (!document) return null;
      const edits: Edit[] = [];
      for (const change of changes) {
        edits.push(editOf(document, change));
        document = TextDocument.update(document, [change], version);
      }
      documents.set(uri, document);
      newest.set(uri, ++editions);
      return { edition: editions, text: document.getText(), edits };
    },
    close: (uri) => void documents.delete(uri),
    edition: (uri) => newest.get(uri) ?? 0,
    version: (uri) => documents.get(uri)?.version,
    text: (uri) => documents.get(uri)?.getText() ?? null,
    part: (uri, range) => documents.get(uri)?.getText(range) ?? '',
    nameAt(uri, { line, character }) {
      const text = documents
        .get(uri)
        ?.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
      for (const { 0: name, index } of (text ?? '').matchAll(/(?<![\w$.]|->)[A-Za-z_$][\w$]*/g))
        if (index <= character && character <= index + name.length) return { name, line, character: index };
      return null;
    },
  };
}

/** A range may be out of bounds or the wrong way round. */
function editOf(document: TextDocument, change: TextDocumentContentChangeEvent): Edit {
  if (!('range' in change)) return differenceOf(document.getText(), change.text);
  const from = document.offsetAt(change.range.start);
  const to = document.offsetAt(change.range.end);
  const start = document.positionAt(Math.min(from, to));
  const end = document.positionAt(Math.max(from, to));
  return { range: fromRange({ start, end }), text: change.text };
}
