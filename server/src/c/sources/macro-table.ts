/**
 * The macros that are defined at the moment, and which of them were asked for while a header was read. Where those are
 * defined as they were then, reading it again would come to the same, whatever else is defined.
 */
import type { Macro, MacroChange } from './macro-definition.ts';

/** What a header rests on: names, and what each stood for where the header was included. */
export type MacroReads = ReadonlyMap<string, Macro | undefined>;

/** Macros by name, to be asked. */
export type Macros = Pick<ReadonlyMap<string, Macro>, 'has' | 'get'>;

/** What happens while one header is read. */
interface Watch {
  readonly reads: Map<string, Macro | undefined>;
  /** Names that stand for something else than before it, or may do. */
  changed: Set<string>;
}

export class MacroTable implements Macros {
  private known: Map<string, Macro>;
  /** One for each header that is being read, the outermost first. */
  private readonly watches: Watch[] = [];

  constructor(known: Iterable<readonly [string, Macro]>) {
    this.known = new Map(known);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get(name: string): Macro | undefined {
    const macro = this.known.get(name);
    const watch = this.watches[this.watches.length - 1];
    if (watch !== undefined) noteRead(watch, name, macro);
    return macro;
  }

  names(): Iterable<string> {
    return this.known.keys();
  }

  /** A definition, or a name that is gone. */
  apply(change: MacroChange): void {
    const name = typeof change === 'string' ? change : change.name;
    if (typeof change === 'string') this.known.delete(name);
    else this.known.set(name, change);
    this.watches[this.watches.length - 1]?.changed.add(name);
  }

  /** Whether all are defined as they were. */
  agrees(reads: MacroReads): boolean {
    for (const [name, macro] of reads) if (this.known.get(name) !== macro) return false;
    return true;
  }

  /** From here on it is noted what is asked for, until `unwatch`. */
  watch(): void {
    this.watches.push({ reads: new Map(), changed: new Set() });
  }

  /** What was asked for since `watch`, but for what was defined since. */
  unwatch(): MacroReads {
    const done = this.watches.pop();
    const around = this.watches[this.watches.length - 1];
    if (done === undefined) return new Map();
    if (around !== undefined) {
      this.read(done.reads);
      for (const name of done.changed) around.changed.add(name);
    }
    return done.reads;
  }

  /** Counts as asked for. */
  read(reads: MacroReads): void {
    const watch = this.watches[this.watches.length - 1];
    if (watch !== undefined) for (const [name, macro] of reads) noteRead(watch, name, macro);
  }

  /** What makes it again what it is now. What is asked for in between stays noted. */
  checkpoint(): () => void {
    const known = new Map(this.known);
    const changed = this.watches.map((watch) => new Set(watch.changed));
    return () => {
      this.known = known;
      for (const [i, names] of changed.entries()) {
        const watch = this.watches[i];
        if (watch !== undefined) watch.changed = names;
      }
    };
  }
}

function noteRead({ reads, changed }: Watch, name: string, macro: Macro | undefined): void {
  if (!changed.has(name) && !reads.has(name)) reads.set(name, macro);
}
