/**
 * The tests that every iteration passes and that may end the loop. Each is a quantity that isn't negative, or isn't
 * zero, while the loop goes on.
 */
import {
  BITS_SET,
  BIT_AND,
  LOWEST_BITS_CLEARED,
  READ,
  TRUNCATED_QUOTIENT,
  applications,
  conjuncts,
  eq0,
  ge0,
  isLiteral,
  ne0,
  not,
  or,
  partsOf,
} from '../logic/index.ts';
import type { Formula, Literal, Term } from '../logic/index.ts';
import type { Block, BlockId, Terminator } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { conditionsToBody } from './head-conditions.ts';
import { moves } from './progress.ts';
import type { Exit } from './loop-shape.ts';

/** While the loop goes on, `quantity` >= 0 (`ge`) or != 0 (`ne`), each time the test is made. */
export interface ExitTest {
  /** `any`: a condition on what is read, where `quantity` is that. */
  readonly kind: 'ge' | 'ne' | 'eq' | 'any';
  /** Over the values at the start of `block`, or behind it. */
  readonly quantity: Term;
  readonly behind: boolean;
  /** Where straight code that ends in the test begins. */
  readonly block: BlockId;
  /** The block that ends with the test. */
  readonly place: BlockId;
  /** The body has been begun when the test is made. */
  readonly begun: boolean;
  /** What holds while the loop goes on, over the values at the start of `block`: the whole of it. */
  readonly stays: Formula;
  /** It is about where this is read, whatever is there. */
  readonly element?: Term;
}

export interface ExitTests {
  readonly tests: readonly ExitTest[];
  /** Every way out is one of these. */
  readonly complete: boolean;
}

export function exitTests(effects: BlockEffects): ExitTests {
  const { exits } = effects.shape;
  const tests: ExitTest[] = [];
  let complete = true;
  for (const exit of exits) {
    const found = testsAt(exit, effects);
    if (found === null) complete = false;
    else {
      tests.push(...found.tests);
      if (!found.complete) complete = false;
    }
  }
  const atHead = headTests(effects);
  return { tests: [...tests, ...(complete ? atHead.filter(({ kind }) => kind === 'any') : atHead)], complete };
}

/** Of a head with several ways out: what holds on every way from it to the body, or is a condition on one element. */
function headTests(effects: BlockEffects): readonly ExitTest[] {
  const { header, body } = effects.shape.loop.site;
  const ways = conditionsToBody(effects);
  const [first, ...others] = ways ?? [];
  if (!first || others.length === 0) return [];
  const common = conjuncts(first).filter((f) => others.every((way) => conjuncts(way).some((g) => g === f)));
  const at = { block: header, place: body, behind: false, begun: false };
  const whole = readTest(or(first, ...others), at, effects);
  return [
    ...common.flatMap((f): ExitTest[] =>
      isLiteral(f) && moves(f.term, effects) && !effects.isOpen(f.term)
        ? [{ kind: f.kind, quantity: f.term, stays: f, ...at }]
        : [],
    ),
    ...(whole ? [whole] : []),
  ];
}

/** A condition on the one element that changes. */
function readTest(
  stays: Formula,
  at: Pick<ExitTest, 'block' | 'place' | 'behind' | 'begun'>,
  effects: BlockEffects,
): ExitTest | null {
  const reads = [...applications([stays], READ).values()].filter((t) => moves(t, effects));
  const [only] = reads;
  return only && reads.length === 1 && !effects.isOpen(only) ? { kind: 'any', quantity: only, stays, ...at } : null;
}

function testsAt(exit: Exit, effects: BlockEffects): ExitTests | null {
  const { shape } = effects;
  if (!shape.spine.has(exit.from)) return null;
  const { end } = shape.cfg.fn.blocks[exit.from] as Block;
  if (end.kind !== 'branch' || end.then === end.else) return null;
  const told = staysWhile(exit, end.then, effects.conditionAtEnd(exit.from, end.cond));
  // what is divided and then tested is told over the value behind
  const behind = told?.every((f) => isFollowed(f) && !(isLiteral(f) && effects.isOpen(f.term)))
    ? null
    : staysWhile(exit, end.then, effects.conditionBehind(exit.from, end.cond));
  const stays = behind ?? told;
  if (stays === null) return null;
  const start = behind ? null : straightStart(exit.from, effects);
  const tests: ExitTest[] = [];
  let complete = true;
  for (const f of stays) {
    const test = isLiteral(f) && !effects.isOpen(f.term) ? testOf(f, exit.from, start, effects) : null;
    if (test) tests.push(test);
    else complete = false;
    const read = behind ? null : readTest(f, placed(exit.from, effects), effects);
    if (read && (!test || test.quantity !== read.quantity)) tests.push(read);
  }
  return { tests: [...tests, ...foundWithin(exit, end, effects)], complete };
}

/** `(q = memchr(p, c, n)) != NULL`: there are bytes to look at, n > 0. */
function foundWithin(
  exit: Exit,
  end: Terminator & { readonly kind: 'branch' },
  effects: BlockEffects,
): readonly ExitTest[] {
  const promises = effects.promisesOf(exit.from);
  const behind =
    promises.length === 0 ? null : staysWhile(exit, end.then, effects.conditionBehind(exit.from, end.cond));
  return (behind ?? []).flatMap((f) => {
    if (!isLiteral(f) || f.kind !== 'ne') return [];
    const isNone = eq0(f.term);
    const held = promises.flatMap((p) =>
      p.kind === 'or' && p.parts.length === 2 && p.parts.includes(isNone as Literal) ? p.parts : [],
    );
    return held.flatMap((g) => (isLiteral(g) && g.kind === 'ge' ? (testOf(g, exit.from, null, effects) ?? []) : []));
  });
}

const staysWhile = (exit: Exit, then: BlockId, cond: Formula | null): readonly Formula[] | null =>
  cond && conjuncts(exit.to === then ? not(cond) : cond);

const placed = (place: BlockId, effects: BlockEffects): Pick<ExitTest, 'block' | 'place' | 'behind' | 'begun'> => ({
  block: place,
  place,
  behind: false,
  begun: isBegun(place, effects),
});

/** What is made of bits, or a quotient, is told over the value behind. */
const NO_SUMS: ReadonlySet<unknown> = new Set([BITS_SET, BIT_AND, LOWEST_BITS_CLEARED, TRUNCATED_QUOTIENT]);

/** A comparison of sums of variables and elements. */
const isFollowed = (f: Formula): boolean =>
  isLiteral(f) &&
  partsOf(f.term).parts.every(
    ({ mono }) => mono.kind !== 'div' && mono.kind !== 'ite' && !(mono.kind === 'app' && NO_SUMS.has(mono.fn)),
  );

/** From the test backwards as long as there is one way only. */
function straightStart(place: BlockId, { shape }: BlockEffects): readonly BlockId[] {
  const passed: BlockId[] = [];
  let at = place;
  while (at !== shape.loop.site.header) {
    const [only, ...others] = shape.predecessors.get(at) ?? [];
    if (only === undefined || others.length > 0 || shape.inner.has(only)) break;
    passed.push(only);
    at = only;
  }
  return passed;
}

/** `chain`: the blocks before the test that only lead there; null: it is about the values behind its block. */
function testOf(
  literal: Literal,
  place: BlockId,
  chain: readonly BlockId[] | null,
  effects: BlockEffects,
): ExitTest | null {
  let quantity = literal.term;
  let block = place;
  for (const b of chain ?? []) {
    const before = effects.before(quantity, b);
    if (before === null) break;
    quantity = before;
    block = b;
  }
  const stays = { ge: ge0, ne: ne0, eq: eq0 }[literal.kind](quantity);
  return moves(quantity, effects)
    ? { kind: literal.kind, quantity, behind: chain === null, block, place, begun: isBegun(place, effects), stays }
    : null;
}

/** The body's first block comes before the end of this one in every iteration. */
export function isBegun(place: BlockId, { shape }: BlockEffects): boolean {
  const { body, header } = shape.loop.site;
  if (body === header) return true;
  for (let b = place; ; b = shape.cfg.dominator(b)) {
    if (b === body) return true;
    if (b === header || b === shape.cfg.dominator(b)) return false;
  }
}
