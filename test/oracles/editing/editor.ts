/** An editor at a server: its documents, the files on the disk, and all that is shown. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startSession } from '../../lsp/session.ts';
import type { Session } from '../../lsp/session.ts';
import { applied, offsetAt, positionAt } from './text.ts';
import type { Change } from './text.ts';

export interface OpenFile {
  readonly language: 'c' | 'cpp';
  readonly text: string;
}

/** Everything that a server's answers may depend on, beside the disk. */
export interface EditorState {
  readonly files: ReadonlyMap<string, OpenFile>;
  readonly settings: unknown;
}

export interface Editor {
  readonly state: EditorState;
  open(file: string, as: OpenFile): void;
  close(file: string): void;
  change(file: string, changes: readonly Change[]): void;
  /** Writes the text to the disk. */
  save(file: string): void;
  /** Somebody else writes or (null) removes a file. */
  onDisk(file: string, text: string | null): void;
  configure(settings: unknown): void;
  /** Until nothing is under way any more. */
  settled(): Promise<void>;
  /** Titles and places of a document's lenses, whatever is known at once; null: nothing yet. */
  lenses(file: string): Promise<readonly string[] | null>;
  /** All that can be seen of the documents, under a name for each thing. */
  shown(): Promise<ReadonlyMap<string, string>>;
  end(): Promise<number | null>;
}

interface Status {
  readonly uri: string;
  readonly state: 'analysing' | 'idle' | 'failed';
  readonly fresh: boolean;
}

const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What depends on the clock or on what has been computed before. */
const timeless = (text: string): string => text.replace(/^\| (time|solver queries) \|.*\n/gm, '');

export async function openEditor(server: string, folder: string, state: EditorState): Promise<Editor> {
  const session: Session = await startSession(server, {
    initializationOptions: { settings: state.settings, status: true },
    capabilities: {
      textDocument: {
        hover: { contentFormat: ['markdown'] },
        publishDiagnostics: { relatedInformation: true, versionSupport: true },
      },
    },
  });
  const files = new Map<string, OpenFile>();
  const statuses = new Map<string, Status>();
  let settings = state.settings;
  let versions = 0;
  const uriOf = (file: string): string => pathToFileURL(join(folder, file)).href;
  const say = (method: string, params: unknown): void => void session.connection.sendNotification(method, params);
  session.connection.onNotification('looplens/status', (status: Status) => void statuses.set(status.uri, status));

  const watched = (file: string, type: number): void =>
    say('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(file), type }] });
  const analysed = (): string[] => [...files].filter(([, { language }]) => language === 'c').map(([file]) => file);

  const editor: Editor = {
    get state() {
      return { files: new Map(files), settings };
    },
    open(file, as) {
      files.set(file, as);
      statuses.delete(uriOf(file));
      say('textDocument/didOpen', {
        textDocument: { uri: uriOf(file), languageId: as.language, version: ++versions, text: as.text },
      });
    },
    close(file) {
      files.delete(file);
      say('textDocument/didClose', { textDocument: { uri: uriOf(file) } });
    },
    change(file, changes) {
      const before = files.get(file);
      if (before === undefined) return;
      files.set(file, { ...before, text: changes.reduce(applied, before.text) });
      say('textDocument/didChange', {
        textDocument: { uri: uriOf(file), version: ++versions },
        contentChanges: changes,
      });
    },
    save(file) {
      const { text } = files.get(file) ?? {};
      if (text === undefined) return;
      const there = existsSync(join(folder, file));
      writeFileSync(join(folder, file), text);
      say('textDocument/didSave', { textDocument: { uri: uriOf(file) } });
      watched(file, there ? CHANGED : CREATED);
    },
    onDisk(file, text) {
      const path = join(folder, file);
      const there = existsSync(path);
      if (text === null) rmSync(path, { force: true });
      else if (there && readFileSync(path, 'utf8') === text) return;
      else writeFileSync(path, text);
      if (there || text !== null) watched(file, text === null ? DELETED : there ? CHANGED : CREATED);
    },
    configure(next) {
      settings = next;
      say('workspace/didChangeConfiguration', { settings: { looplens: next } });
    },
    async settled() {
      for (let quiet = 0; quiet < 2; ) {
        // longer than changes are held back
        await pause(300);
        await session.hover('file:///nobody.c', { line: 0, character: 0 });
        await session.hover('file:///nobody.c', { line: 0, character: 0 });
        const busy = analysed().some((file) => {
          const status = statuses.get(uriOf(file));
          return status === undefined || status.state === 'analysing' || (status.state === 'idle' && !status.fresh);
        });
        quiet = busy ? 0 : quiet + 1;
      }
    },
    lenses: async (file) => {
      const lenses = await session.lensObjects(uriOf(file));
      return (
        lenses?.map(
          ({ range, command }) =>
            `${range.start.line}:${range.start.character}-${range.end.line}:${range.end.character} ${command?.title}`,
        ) ?? null
      );
    },
    async shown() {
      const out = new Map<string, string>();
      for (const file of [...files.keys()].sort()) {
        const uri = uriOf(file);
        const { text } = files.get(file) ?? { text: '' };
        const lenses = await session.lensObjects(uri);
        out.set(`${file} lenses`, JSON.stringify(await editor.lenses(file), null, 1));
        const published = session.published.findLast((one) => one.uri === uri)?.diagnostics ?? [];
        out.set(`${file} diagnostics`, JSON.stringify(published, null, 1));
        if (files.get(file)?.language === 'c')
          out.set(`${file} state`, JSON.stringify({ ...statuses.get(uri), message: undefined }, null, 1));
        const places = [
          ...(lenses ?? []).map(({ range }) => range.start),
          ...[...text.matchAll(/\bassert\b|\bf\d/g)].map(({ index }) => positionAt(text, index + 1)),
        ];
        for (const place of places) {
          const at = `${file} ${place.line}:${place.character}`;
          out.set(`${at} hover`, timeless((await session.hover(uri, place)) ?? 'nothing'));
          if (offsetAt(text, place) % 3 !== 0) continue;
          const detail = await session.connection.sendRequest<{ markdown: string } | null>('looplens/detail', {
            uri,
            position: place,
          });
          out.set(`${at} detail`, timeless(detail?.markdown ?? 'nothing'));
        }
      }
      return out;
    },
    end: () => session.end(),
  };
  for (const [file, as] of state.files) editor.open(file, as);
  return editor;
}
