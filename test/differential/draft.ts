/** The parts that generated functions are put together from. */
import { TYPES, byteOf } from './ctypes.ts';
import type { CType } from './ctypes.ts';
import type { Random } from './random.ts';

/** Stands at the start of each loop body; a comment for the analysis, a counter for the oracle. */
export const TICK = '/* tick */';

export interface Declared {
  readonly name: string;
  readonly type: CType;
}

/** A function in the making. */
export class Draft {
  readonly params: Declared[] = [];
  readonly locals: (Declared & { readonly initial: string })[] = [];
  readonly body: string[] = [];
  readonly random: Random;
  /** Every variable is of a type of 8 bits, and there are two parameters at most: few enough inputs to try them all. */
  private readonly bytes: boolean;
  constructor(random: Random, bytes = false) {
    this.random = random;
    this.bytes = bytes;
  }

  param(given: CType): string {
    const type = this.bytes ? byteOf(given) : given;
    const name = 'nmk'[this.params.length] ?? `p${this.params.length}`;
    this.params.push({ name, type });
    return name;
  }

  local(given: CType, initial: string, name = `v${this.locals.length}`): string {
    const type = this.bytes ? byteOf(given) : given;
    this.locals.push({ name, type, initial });
    return name;
  }

  /** A parameter of the type, an existing one if there are three. */
  input(given: CType): string {
    const type = this.bytes ? byteOf(given) : given;
    const existing = this.params.filter((param) => param.type === type);
    return this.params.length >= (this.bytes ? 2 : 3) || (existing.length > 0 && this.random.chance(0.2))
      ? ((existing[0] ?? this.params[0])?.name ?? this.param(type))
      : this.param(type);
  }

  line(...lines: string[]): void {
    this.body.push(...lines);
  }
}

export const small = (r: Random): number => (r.chance(0.7) ? r.int(0, 12) : r.int(0, 100));
export const step = (r: Random): number => (r.chance(0.5) ? 1 : r.int(1, 7));

/** A statement that adds a constant, spelled in one of C's ways. */
export function add(r: Random, variable: string, amount: number): string {
  const size = Math.abs(amount);
  const sign = amount < 0 ? '-' : '+';
  if (size === 1 && r.chance(0.6)) return r.chance(0.5) ? `${variable}${sign}${sign};` : `${sign}${sign}${variable};`;
  return r.chance(0.5) ? `${variable} ${sign}= ${size};` : `${variable} = ${variable} ${sign} ${size};`;
}

/** A loop in one of C's three forms; `after` is what a `for` would do after each iteration. */
export function loop(
  r: Random,
  condition: string,
  body: readonly string[],
  after: string | null,
  kinds = ['while', 'for', 'do'],
): string[] {
  const inner = body.map((line) => `  ${line}`);
  const tail = after === null ? [] : [`  ${after}`];
  switch (r.pick(kinds)) {
    case 'for':
      return [`for (; ${condition}; ${after === null ? '' : after.replace(/;$/, '')}) {`, `  ${TICK}`, ...inner, '}'];
    case 'do':
      return ['do {', `  ${TICK}`, ...inner, ...tail, `} while (${condition});`];
    default:
      return [`while (${condition}) {`, `  ${TICK}`, ...inner, ...tail, '}'];
  }
}

/** An upward or downward counter from an input or a constant to an input or a constant. */
export function counter(
  draft: Draft,
  types: readonly CType[],
  operators = ['<', '<=', '!=', '>', '>='],
): { name: string; condition: string; advance: string } {
  const r = draft.random;
  const type = r.pick(types);
  const operator = r.pick(operators);
  const up = operator === '<' || operator === '<=' || (operator === '!=' && r.chance(0.7));
  const stride = operator === '!=' && r.chance(0.8) ? 1 : step(r);
  const start = r.chance(0.5) ? draft.input(type) : String(up ? r.int(0, 5) : r.int(20, 120));
  const name = draft.local(type, start, 'ij'[draft.locals.filter((local) => /^[ij]$/.test(local.name)).length]);
  const limit = r.chance(0.65)
    ? offset(r, draft.input(r.chance(0.8) ? type : r.pick(types)))
    : String(up ? r.int(5, 120) : r.int(0, 9));
  const [left, right] = r.chance(0.85) ? [name, limit] : [limit, name];
  const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '!=': '!=' };
  return {
    name,
    condition: `${left} ${left === name ? operator : mirrored[operator]} ${right}`,
    advance: add(r, name, up ? stride : -stride),
  };
}

function offset(r: Random, name: string): string {
  return r.chance(0.7) ? name : `${name} ${r.pick(['+', '-'])} ${r.int(1, 5)}`;
}

/** Lines that add constants to a few accumulators. */
export function accumulate(draft: Draft, count: number): string[] {
  const r = draft.random;
  return Array.from({ length: count }, () =>
    add(r, draft.local(r.pick(TYPES), String(small(r))), r.int(1, 9) * (r.chance(0.25) ? -1 : 1)),
  );
}

export type Shape = (draft: Draft) => void;
