/**
 * The cases of a loop that asks its environment cover all runs (obligation vi): a run is a sequence of paths, each repeated as often as it is taken in a
 * row. All such sequences are followed, their numbers of repetitions as symbols; where a run leaves, some case with the same sequence holds
 * for these numbers. A run that only the environment keeps from leaving needs no case.
 */
import type { Formula } from '../ir/formula.ts';
import { and, conjuncts, eq, ge0, isLiteral, not, substituteFormula, symbolsOfFormula } from '../ir/formula.ts';
import type { Term } from '../ir/term.ts';
import { int, plus, substitute, sym, symbolsOf } from '../ir/term.ts';
import type { CaseClaim, ClosedForms, Obligation, PathClaim, Step } from './certificate.ts';
import { COUNTER } from './certificate.ts';
import { prefixOf, valuesAt } from './closed.ts';
import { inOneOf } from './cover.ts';
import { comesTrue } from './eventually.ts';
import type { Replay, Values } from './replay.ts';

const MAX_NODES = 200;
const MAX_BLOCKS = 5;

export function runsCovered(on: Replay): Obligation {
  const walk = { on, nodes: 0, answers: 0 };
  const all = follow({ values: on.claim.entry, context: on.claim.facts, blocks: [] }, walk);
  return { duty: 'covered', about: 'every run', discharge: all ? 'decided' : 'open' };
}

/** A path that is taken `count` times in a row. */
interface Block {
  readonly path: number;
  readonly count: Term;
}

interface Node {
  readonly values: Values;
  readonly context: Formula;
  readonly blocks: readonly Block[];
}

interface Walk {
  readonly on: Replay;
  nodes: number;
  answers: number;
}

/** All runs that go on from here are in some case. */
function follow(node: Node, walk: Walk): boolean {
  const { claim, prover } = walk.on;
  const last = node.blocks[node.blocks.length - 1];
  if (++walk.nodes > MAX_NODES || node.blocks.length > MAX_BLOCKS) return false;
  return claim.paths.every((p, i) => {
    if (i === last?.path) return true;
    if (p.partial || asksFirst(p)) return false;
    // a run that is undefined here needs no case
    const context = and(node.context, substituteFormula(and(p.guard, p.defined), node.values));
    if (prover.refutes(context) !== null) return true;
    if (p.exit) return isInCase(i, { ...node, context }, walk);
    const once = taken(p, i, { ...node, context }, walk);
    return once !== null && once.every((next) => follow(next, walk));
  });
}

/** Whether the path is taken depends on an answer in a way that is not kept apart. */
const asksFirst = (p: PathClaim): boolean => p.fresh.some((f) => f.least !== undefined || symbolsOfFormula(p.guard).has(f.name));

/** The path taken as often as it is in a row; null where this can't be said. */
function taken(p: PathClaim, path: number, node: Node, walk: Walk): readonly Node[] | null {
  const { on } = walk;
  const { prover } = on;
  const { values, context, blocks } = node;
  const answers = new Map(p.fresh.map((f) => [f.name, sym(`#answer ${walk.answers++} ${f.name}`) as Term]));
  const after = (effect: ReadonlyMap<string, Term>, with_: ReadonlyMap<string, Term>): Values => new Map([...values].map(([x, t]) => [x, effect.has(x) ? substitute(effect.get(x) as Term, with_) : t]));
  const forms = formsOf(path, on.claim.cases);
  if (forms === null || prefixOf(forms) > 1) {
    const next = after(p.update, new Map([...values, ...answers]));
    const again = prover.refutes(and(context, substituteFormula(p.guard, next))) === null;
    return again ? null : [{ values: next, context, blocks: [...blocks, { path, count: int(1) }] }];
  }
  if (on.forms(p.id, p.update, forms, p.fresh).some((o) => o.discharge === 'open')) return null;
  const count = sym(`#times ${blocks.length}`);
  const at = (n: Term): Values => after(valuesAt(forms, sym(COUNTER)), new Map([...values, ...answers, [COUNTER, n]]));
  if (p.free.kind === 'true' && !ends(p, at, context, walk)) return null;
  // before the last repetition, where the closed form says what was then
  const before = prefixOf(forms) === 0 ? substituteFormula(p.guard, at(plus(count, -1))) : and();
  return [{ values: at(count), context: and(context, ge0(plus(count, -1)), before), blocks: [...blocks, { path, count }] }];
}

/** Some condition of the path fails after enough repetitions. */
function ends(p: PathClaim, at: (n: Term) => Values, context: Formula, { on }: Walk): boolean {
  const n = '#repetitions';
  return conjuncts(p.guard).some((f) => isLiteral(f) && f.kind === 'ge' && comesTrue(not(substituteFormula(f, at(sym(n)))), n, context, on.prover));
}

/** A closed form that some case has for repeating the path. */
function formsOf(path: number, cases: readonly CaseClaim[]): ClosedForms | null {
  for (const c of cases) for (const s of c.steps ?? []) if (s.kind === 'path' && s.path === path && s.forms !== null) return s.forms;
  return null;
}

/** A run that leaves here: its numbers of repetitions are those of a case. */
function isInCase(exit: number, { context, blocks }: Node, { on }: Walk): boolean {
  const fitting = on.claim.cases.flatMap((c) => (c.exit === exit && c.steps !== null && sameSequence(c.steps, blocks) ? [requirements(c, c.steps, blocks)] : []));
  return inOneOf(context, fitting.flatMap((f) => (f === null ? [] : [f])), on.claim, on.prover);
}

type PathStep = Step & { kind: 'path' };
const isSequence = (steps: readonly Step[]): steps is readonly PathStep[] => steps.every((s) => s.kind === 'path' && s.count !== null);
const sameSequence = (steps: readonly Step[], blocks: readonly Block[]): boolean => isSequence(steps) && steps.length === blocks.length && steps.every((s, j) => s.path === blocks[j]?.path);

/** What the case requires of the numbers of repetitions; null where it requires something of answers. */
function requirements(c: CaseClaim, steps: readonly Step[], blocks: readonly Block[]): Formula | null {
  const chosen = new Map<string, Term>();
  const numbers = new Set(c.fresh.filter((f) => f.kind === 'count' && !f.least).map((f) => f.name));
  const counts = (steps as readonly PathStep[]).map((s, j) => [s.count as Term, blocks[j]?.count as Term] as const);
  for (const [own, real] of counts) if (own.kind === 'sym' && numbers.has(own.name) && !chosen.has(own.name)) chosen.set(own.name, real);
  const needed = and(substituteFormula(c.guard, chosen), ...counts.map(([own, real]) => eq(substitute(own, chosen), real)));
  const open = new Set(c.fresh.map((f) => f.name));
  return [...symbolsOfFormula(needed)].some((s) => open.has(s)) || [...chosen.values()].some((t) => [...symbolsOf(t)].some((s) => open.has(s))) ? null : needed;
}
