/**
 * Oracle: an editing session against a fresh server. After any history of edits, of headers that come, go and are
 * changed unsaved, and of settings, everything shown is what a server shows that is given the last texts at once;
 * nothing out of date is shown as if it weren't.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../differential/random.ts';
import { random } from '../differential/random.ts';
import { openEditor } from './editing/editor.ts';
import type { Editor, EditorState } from './editing/editor.ts';
import { drawChanges, drawFile } from './editing/programs.ts';
import { applied } from './editing/text.ts';

export interface EditingTally {
  rounds: number;
  /** What was done, by kind. */
  readonly events: Map<string, number>;
  /** Things that were compared, and answers in the middle of edits that claimed to be of the text as it was. */
  compared: number;
  prompt: number;
  readonly wrong: {
    readonly round: number;
    readonly what: string;
    readonly shown: string;
    readonly fresh: string;
    readonly state: string;
  }[];
}

export interface EditingPlan {
  readonly seed: string;
  /** Comparisons. */
  readonly count: number;
  /** Events before each. */
  readonly events?: number;
  /** The server's bundle. */
  readonly server: string;
}

const SOURCES = ['one.c', 'two.c', 'three.c'];
const HEADERS = ['a.h', 'b.h', 'new.h'];
const PER_SESSION = 10;

/** Runs sessions of ten comparisons each; `told` is called after each comparison. */
export async function run(plan: EditingPlan, told: (tally: EditingTally) => void = () => {}): Promise<EditingTally> {
  const tally: EditingTally = { rounds: 0, events: new Map(), compared: 0, prompt: 0, wrong: [] };
  for (let from = 0; from < plan.count; from += PER_SESSION) {
    const folder = mkdtempSync(join(tmpdir(), 'looplens-editing-'));
    const editor = await openEditor(plan.server, folder, { files: new Map(), settings: settingsOf(random('none')) });
    try {
      for (let round = from; round < Math.min(plan.count, from + PER_SESSION); round++) {
        await editSome(random(`${plan.seed}/${round}`), { editor, folder, round }, plan, tally);
        tally.rounds += 1;
        told(tally);
      }
    } finally {
      await editor.end();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return tally;
}

/** A round in one editor. */
interface Round {
  readonly editor: Editor;
  readonly folder: string;
  readonly round: number;
}

async function editSome(
  r: Random,
  { editor, folder, round }: Round,
  plan: EditingPlan,
  tally: EditingTally,
): Promise<void> {
  const history = new Map<string, string[]>();
  /** What was shown as of the text as it was, in the middle of things, and all that it depends on. */
  const prompt: { readonly file: string; readonly lenses: string; readonly state: EditorState }[] = [];
  for (let left = plan.events ?? 20; left > 0; left--) {
    const kind = event(r, editor, folder, history);
    tally.events.set(kind, (tally.events.get(kind) ?? 0) + 1);
    if (r.chance(0.2)) await new Promise((resolve) => setTimeout(resolve, r.int(0, 120)));
    if (left !== 1) continue;
    const [file] = [...editor.state.files].find(([, { language }]) => language === 'c') ?? [];
    const state = editor.state;
    const lenses = file === undefined ? null : await editor.lenses(file);
    if (
      file !== undefined &&
      lenses !== null &&
      lenses.length > 0 &&
      !lenses.some((title) => title.endsWith('outdated'))
    )
      prompt.push({ file, lenses: JSON.stringify(lenses, null, 1), state });
  }
  await editor.settled();
  const files = [...editor.state.files];
  // the other server gets to know the documents in another order
  const fresh = await openEditor(plan.server, folder, {
    ...editor.state,
    files: new Map(r.chance(0.5) ? files.reverse() : files),
  });
  try {
    await fresh.settled();
    const expected = await fresh.shown();
    const shown = await editor.shown();
    const wrong = (what: string, seen: string, right: string): void =>
      void tally.wrong.push({ round, what, shown: seen, fresh: right, state: described(editor.state, folder) });
    for (const [what, right] of expected) {
      tally.compared += 1;
      if (shown.get(what) !== right) wrong(what, shown.get(what) ?? 'nothing', right);
    }
    for (const { file, lenses } of prompt) {
      tally.prompt += 1;
      // those of some functions may be there before the others'
      const later = new Set(JSON.parse(expected.get(`${file} lenses`) ?? '[]') as readonly string[] | null);
      // what is counted without paths may say what ends a loop, and a number later; what isn't known yet claims nothing
      const isFirst = (lens: string): boolean => {
        const place = /^(\S+) (?:until|being looked at) /.exec(lens)?.[1];
        return place !== undefined && [...later].some((l) => l.startsWith(`${place} `));
      };
      if (!(JSON.parse(lenses) as readonly string[]).every((lens) => later.has(lens) || isFirst(lens)))
        wrong(`${file} lenses, at once`, lenses, expected.get(`${file} lenses`) ?? 'nothing');
    }
  } finally {
    await fresh.end();
  }
}

/** A file that isn't open is opened, or changed on disk. */
function opening(r: Random, editor: Editor, folder: string, file: string): string {
  const header = HEADERS.includes(file);
  const saved = onDisk(folder, file);
  // what is opened may have been edited, unsaved, before; or there is no such file at all
  const dirty = saved === null || r.chance(0.4);
  if (header && r.chance(0.4)) {
    editor.onDisk(file, r.chance(0.3) ? null : drawFile(r, file));
    return 'disk';
  }
  editor.open(file, { language: header && r.chance(0.5) ? 'cpp' : 'c', text: dirty ? drawFile(r, file) : saved });
  return saved === null ? 'open new' : dirty ? 'open dirty' : 'open';
}

/** One thing that happens; returns its name. */
function event(r: Random, editor: Editor, folder: string, history: Map<string, string[]>): string {
  const { files } = editor.state;
  const file = r.pick([...SOURCES, ...SOURCES, ...HEADERS]);
  const open = files.get(file);
  const header = HEADERS.includes(file);
  if (open === undefined) return opening(r, editor, folder, file);
  const dice = r.int(0, 99);
  if (dice < (header ? 16 : 5)) {
    editor.close(file);
    return 'close';
  }
  if (dice < 22) {
    editor.save(file);
    return 'save';
  }
  if (dice < 26) {
    editor.onDisk(file, r.chance(0.4) ? null : drawFile(r, file));
    return 'disk, while open';
  }
  if (dice < 30) {
    editor.configure(settingsOf(r));
    return 'settings';
  }
  const past = history.get(file) ?? [];
  history.set(file, past);
  const before = past.pop();
  if (before !== undefined && dice < 45) {
    editor.change(file, [{ text: before }]);
    return 'undo';
  }
  past.push(open.text);
  const changes = drawChanges(r, file, open.text);
  editor.change(file, changes);
  return changes.length > 1
    ? 'several changes'
    : applied(open.text, changes[0] ?? { text: '' }) === open.text
      ? 'nothing'
      : 'change';
}

function settingsOf(r: Random): unknown {
  return {
    loopBudget: 60_000,
    integers: r.pick(['c', 'c', 'wrapv']),
    dataModel: r.pick(['LP64', 'ILP32']),
    charSigned: r.chance(0.7),
    overflow: r.pick(['must', 'off']),
    defines: r.chance(0.3) ? ['DEEP=4'] : [],
    lens: { enabled: r.chance(0.9) },
    diagnostics: { enabled: r.chance(0.9) },
  };
}

function onDisk(folder: string, file: string): string | null {
  return readdirSync(folder).includes(file) ? readFileSync(join(folder, file), 'utf8') : null;
}

function described({ files, settings }: EditorState, folder: string): string {
  return JSON.stringify({
    settings,
    open: [...files],
    disk: readdirSync(folder).map((file) => [file, onDisk(folder, file)]),
  });
}
