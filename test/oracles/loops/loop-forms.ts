/** How the drawn loops are written: for, while, do, endless ones that are left, walks, goto. */
import type { Random } from '../../differential/random.ts';

/** Statements in a body, at most. */
const MOST_INSIDE = 3;

/** How loops are written; what stands more than once is drawn more often. */
export const KINDS: readonly string[] = [
  'for',
  'for',
  'for',
  'for declared',
  'for declared',
  'for declared',
  'while',
  'while',
  'while',
  'do',
  'do',
  'for (;;)',
  'while (1)',
  'goto',
  'side effect',
];

/** A loop that is being drawn: its counter, and how that goes on. */
export interface Head {
  readonly k: number;
  readonly kind: string;
  readonly i: { readonly name: string; readonly type: { readonly name: string } };
  readonly from: string;
  readonly step: number;
  readonly advance: string;
  readonly condition: string;
  readonly limit: string;
  readonly up: boolean;
  /** The counter is a variable from before. */
  readonly isReused: boolean;
}

/** The function that the loop is drawn in. */
export interface LoopDraft {
  readonly r: Random;
  /** Statements of the loop's body. */
  body(k: number, most: number): readonly string[];
  condition(): string;
  constant(): string;
  /** A walk's test, and a store on its way. */
  walked(counter: string): string;
  storeOnTheWay(counter: string): string;
  /** A statement without `break` and `continue`. */
  plain(): string;
  label(): string;
}

/** The loop as its kind is written. */
export function loopLines(head: Head, draft: LoopDraft): readonly string[] {
  const { r } = draft;
  const { k, kind, i, from, advance, condition, isReused } = head;
  const begin = `  @B ${k}@`;
  const tail = `  ${advance};`;
  const loop = (start: string, inside: readonly string[], end = '}'): readonly string[] => [
    `@E ${k}@ ${start} {`,
    begin,
    ...inside,
    end,
  ];
  const first = (line: () => string): readonly string[] => {
    if (r.chance(0.5)) return [line(), ...draft.body(k, MOST_INSIDE)];
    const body = draft.body(k, MOST_INSIDE);
    return [...body, line()];
  };
  const leave = (): string => `  ${leaving(head, draft)}`;
  switch (kind) {
    case 'for': {
      const start = isReused && r.chance(0.4) ? '' : `${i.name} = ${from}`;
      return loop(`for (${start}; ${condition}; ${advance})`, draft.body(k, MOST_INSIDE));
    }
    case 'for declared':
      return loop(`for (${i.type.name} ${i.name} = ${from}; ${condition}; ${advance})`, draft.body(k, MOST_INSIDE));
    case 'while':
      return loop(
        `while (${condition})`,
        first(() => tail),
      );
    case 'do':
      return loop(
        'do',
        first(() => tail),
        `} while (${condition});`,
      );
    case 'for (;;)':
      return loop(`for (;; ${advance})`, first(leave));
    case 'while (1)': {
      if (r.chance(0.5)) {
        const out = leave();
        return loop('while (1)', [out, ...draft.body(k, MOST_INSIDE), tail]);
      }
      const body = draft.body(k, MOST_INSIDE);
      return loop('while (1)', [tail, ...body, leave()]);
    }
    case 'walk': {
      const body = Array.from({ length: r.int(0, 2) }, () => `  ${draft.storeOnTheWay(i.name)}`);
      const start = `while (${draft.walked(i.name)})`;
      const inside = r.chance(0.5) ? [tail, ...body] : [...body, tail];
      return loop(start, [...inside, ...(r.chance(0.2) ? [leave()] : [])]);
    }
    case 'side effect':
      return loop(counting(head, draft), draft.body(k, MOST_INSIDE));
    default:
      return jumpingBack(head, draft);
  }
}

function leaving({ i, up, limit }: Head, draft: LoopDraft): string {
  return `if (${draft.r.chance(0.7) ? `${i.name} ${up ? '>=' : '<='} ${limit}` : draft.condition()}) break;`;
}

/** A test that counts by itself. */
function counting({ i, step, limit }: Head, draft: LoopDraft): string {
  const test = draft.r.pick([
    `${i.name}-- > ${draft.constant()}`,
    `--${i.name} > ${draft.constant()}`,
    `(${i.name} += ${step}) < ${limit}`,
    `${i.name}++ < ${limit}`,
  ]);
  return `while (${test})`;
}

/** A loop of goto. */
function jumpingBack({ k, condition, advance }: Head, draft: LoopDraft): readonly string[] {
  const { r } = draft;
  const label = draft.label();
  // no break or continue of this loop
  const simple = Array.from({ length: r.int(0, 2) }, () => `  ${draft.plain()}`);
  const inside = r.chance(0.5)
    ? [`  if (${condition}) {`, ...simple, `  ${advance}; goto ${label}; }`]
    : [...simple, `  ${advance};`, `  if (${condition}) goto ${label};`];
  return [`@E ${k}@ ${label}: @B ${k}@ ;`, ...inside];
}
