/** The tests that every iteration passes and that may end the loop: each as a quantity that isn't negative, or isn't zero, while the loop goes on. */
import { conjuncts, isLiteral, not } from '../logic/index.ts';
import type { Literal, Term } from '../logic/index.ts';
import type { Block, BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { moves } from './progress.ts';
import type { Exit } from './loop-shape.ts';

/** While the loop goes on, `quantity` >= 0 (`ge`) or != 0 (`ne`), each time the test is made. */
export interface ExitTest {
  readonly kind: 'ge' | 'ne' | 'eq';
  /** Over the values at the start of `block`. */
  readonly quantity: Term;
  /** Where straight code that ends in the test begins. */
  readonly block: BlockId;
  /** The block that ends with the test. */
  readonly place: BlockId;
  /** The body has been begun when the test is made. */
  readonly begun: boolean;
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
  return { tests, complete };
}

function testsAt(exit: Exit, effects: BlockEffects): ExitTests | null {
  const { shape } = effects;
  if (!shape.spine.has(exit.from)) return null;
  const { end } = shape.cfg.fn.blocks[exit.from] as Block;
  if (end.kind !== 'branch' || end.then === end.else) return null;
  const cond = effects.conditionAtEnd(exit.from, end.cond);
  if (cond === null) return null;
  const stays = conjuncts(exit.to === end.then ? not(cond) : cond);
  const start = straightStart(exit.from, effects);
  const tests: ExitTest[] = [];
  let complete = true;
  for (const f of stays) {
    const test = isLiteral(f) ? testOf(f, exit.from, start, effects) : null;
    if (test) tests.push(test);
    else complete = false;
  }
  return { tests, complete };
}

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

function testOf(f: Literal, place: BlockId, behind: readonly BlockId[], effects: BlockEffects): ExitTest | null {
  let quantity = f.term;
  let block = place;
  for (const b of behind) {
    const before = effects.before(quantity, b);
    if (before === null) break;
    quantity = before;
    block = b;
  }
  return moves(quantity, effects) ? { kind: f.kind, quantity, block, place, begun: isBegun(place, effects) } : null;
}

/** The body's first block comes before the end of this one in every iteration. */
function isBegun(place: BlockId, { shape }: BlockEffects): boolean {
  const { body, header } = shape.loop.site;
  if (body === header) return true;
  for (let b = place; ; b = shape.cfg.dominator(b)) {
    if (b === body) return true;
    if (b === header || b === shape.cfg.dominator(b)) return false;
  }
}
