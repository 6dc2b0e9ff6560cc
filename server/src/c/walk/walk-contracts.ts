/**
 * What a function requires of a parameter: `n <= 100` where `a[i]` with `i < n` is an element of `int a[100]`. Each
 * range of values that is ruled out has been walked as a whole: all of them lead to the same kind of end. Source: our
 * own; the limit is found by halving.
 */
import type { IntType } from '../../machine/index.ts';
import { maxOf, minOf } from '../../machine/index.ts';
import type { Contract, Misstep } from '../../program/index.ts';
import { mentions } from '../../source/index.ts';
import type { FileContext, FunctionDefinition } from '../types/index.ts';
import { adjusted } from '../types/index.ts';
import type { WalkedValue } from './walked-values.ts';
import { anyOf, integer } from './walked-values.ts';

/** By place: what is undefined on every run from the function's beginning, with these values of its parameters. */
export type Probe = (values: readonly WalkedValue[]) => ReadonlyMap<string, Misstep>;

/** Larger numbers are no limits that arrays have. */
const FAR = 1n << 30n;

const KINDS: ReadonlySet<Misstep['kind']> = new Set([
  'index-outside',
  'division-by-zero',
  'shift-too-far',
  'signed-overflow',
]);

/** Conditions that each parameter must fulfil: necessary ones. */
export function contractsOf(file: FileContext, definition: FunctionDefinition, probe: Probe): readonly Contract[] {
  const body = definition.body();
  const parameters = definition.parameters ?? [];
  if (body === null) return [];
  const code = file.types.text.slice(body.start, body.end);
  const any = parameters.map((p) => anyOf(adjusted(p.type)));
  let anyway: ReadonlyMap<string, Misstep> | null = null;
  const always = (): ReadonlyMap<string, Misstep> => (anyway ??= probe(any));
  return parameters.flatMap(({ name, type }, i) => {
    const own = adjusted(type);
    if (name === null || own.kind !== 'int' || own.int.bool || !mentions(code, name)) return [];
    const { int } = own;
    const between = (low: bigint, high: bigint): Misstep | null => {
      const found = probe(any.map((v, k) => (k === i ? integer(int, low, high) : v)));
      return [...found].find(([place, m]) => KINDS.has(m.kind) && !always().has(place))?.[1] ?? null;
    };
    const told = (condition: string, { kind, range, message, function: where }: Misstep): Contract => {
      const place = where === definition.name ? '' : `, in \`${where}\`,`;
      return { function: definition.name, kind, condition, message: `else${place} ${message}`, range };
    };
    const [above, below] = [highest(int, between), lowest(int, between)];
    const zero = above?.limit === 0n || below?.limit === 0n ? null : between(0n, 0n);
    return [
      ...(below === null ? [] : [told(`${name} >= ${below.limit + 1n}`, below.misstep)]),
      ...(above === null ? [] : [told(`${name} <= ${above.limit - 1n}`, above.misstep)]),
      ...(zero === null || covers(above, below) ? [] : [told(`${name} != 0`, zero)]),
    ];
  });
}

interface Limit {
  readonly limit: bigint;
  readonly misstep: Misstep;
}

type Between = (low: bigint, high: bigint) => Misstep | null;

/** Zero is ruled out by a limit. */
const covers = (above: Limit | null, below: Limit | null): boolean =>
  (above !== null && above.limit <= 0n) || (below !== null && below.limit >= 0n);

/** The least number from which on all are ruled out. */
function highest(type: IntType, between: Between): Limit | null {
  const most = maxOf(type);
  return halved(minOf(type) < 0n ? -1n : 0n, FAR < most ? FAR : most, (at) => between(at, most));
}

/** The greatest number up to which all are. */
function lowest(type: IntType, between: Between): Limit | null {
  const least = minOf(type);
  return least === 0n ? null : halved(1n, -FAR > least ? -FAR : least, (at) => between(least, at));
}

/** Where a loop is left in the round in which it is undefined, a limit is mostly about its number. */
function nearby({ iteration }: Misstep): bigint[] {
  const rounds = iteration.map(BigInt).sort((a, b) => (a < b ? 1 : -1));
  return rounds.slice(0, 1).flatMap((r) => [r - 1n, r, r + 1n, r + 2n]);
}

/** The number nearest to `allowed` that is ruled out; null: `far` isn't. */
function halved(allowed: bigint, far: bigint, ruledOut: (at: bigint) => Misstep | null): Limit | null {
  const first = ruledOut(far);
  if (first === null) return null;
  let found: Limit = { limit: far, misstep: first };
  let within = allowed;
  const near = nearby(first);
  for (;;) {
    const guess = near.pop();
    const isBetween = guess !== undefined && within < guess && guess < found.limit;
    if (guess !== undefined && !isBetween) continue;
    const middle = guess ?? (within + found.limit) / 2n;
    if (middle === within || middle === found.limit) return found;
    const misstep = ruledOut(middle);
    if (misstep === null) within = middle;
    else found = { limit: middle, misstep };
  }
}
