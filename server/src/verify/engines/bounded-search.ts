/**
 * Bounded search for failing runs: the ways from the entry through a few cut points into an assertion, shortest first. The solver
 * proposes inputs; only what the interpreter confirms counts. Where the ways end before the bound, and none into an assertion is
 * possible, it holds (bounded model checking with all of its unwinding assertions).
 */
import type { Budget } from '../../budget/index.ts';
import { startsInitial } from '../../program/index.ts';
import { feasible } from '../../decide/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  TRUE, and, isFresh, substitute, substituteFormula, sym, symbolsOf, symbolsOfFormula,
} from '../../logic/index.ts';
import { run } from '../../interpret/index.ts';
import type { Reason } from '../../source/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import { convert } from '../../machine/index.ts';
import type { Solver } from '../../decide/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import { isPlainFormula } from '../transitions/index.ts';
import { anyInput } from '../handed-in.ts';
import { immaterial } from '../irrelevant-havoc.ts';
import type { Replay } from '../replay-counterexample.ts';

interface Point {
  readonly cut: number | null;
  readonly condition: Formula;
  /** Values of the cut point's variables over inputs and readings. */
  readonly values: ReadonlyMap<Symbol, Term>;
  readonly nondet: readonly Symbol[];
  /** What isn't modelled, among the symbols; null: the way isn't exactly what the program does. */
  readonly arbitrary: ReadonlyMap<Symbol, Reason> | null;
}

export interface Unrolled {
  /** Assertion -> the run that fails it. */
  readonly found: ReadonlyMap<number, Replay>;
  /** Assertions that fail for some value of what isn't modelled: there is nothing to be proven about them. */
  readonly beyond: ReadonlyMap<number, Reason>;
  /** Assertions that no run fails, since all ways have been followed to their ends. */
  readonly proven: ReadonlySet<number>;
}

export interface UnrollRequest {
  readonly system: CutSystem;
  readonly mode: IntegerMode;
  readonly solver: Solver;
  readonly assertions: ReadonlySet<number>;
  readonly maxPoints: number;
  readonly maxSize: number;
  readonly budget: Budget;
}

const RUN_STEPS = 400_000;
const EFFORT = 100_000;
const HARD_EFFORT = 20_000;
/** Non-linear ways into an assertion for which the solver is asked. */
const MAX_HARD = 8;
/** What a point counts where there is no other of its length: the ways don't multiply. */
const ALONE = 0.5;

export function unroll(request: UnrollRequest): Unrolled {
  const { system, assertions, budget } = request;
  const found = new Map<number, Replay>();
  const beyond = new Map<number, Reason>();
  let frontier: Point[] = [{ cut: null, condition: TRUE, values: new Map(), nondet: [], arbitrary: new Map() }];
  let points = 0;
  let hard = 0;
  let whole = true;
  const doubtful = new Set<number>();
  const stopped = (): Unrolled => ({ found, beyond, proven: new Set() });
  while (frontier.length > 0) {
    const next: Point[] = [];
    for (const p of frontier) {
      for (const t of system.transitions) {
        if (t.from !== p.cut || t.to.kind === 'end') continue;
        if (budget.exhausted() || points > request.maxPoints) return stopped();
        if (t.to.kind === 'fail' && (found.has(t.to.assertion) || !assertions.has(t.to.assertion))) continue;
        const step = advance(request, p, t);
        if (!step || feasible(step.condition, system.symbols.range) === 'no') continue;
        if (t.to.kind === 'lost' || step.condition.size > request.maxSize) {
          whole = false;
          continue;
        }
        if (t.to.kind === 'fail') {
          if (!isPlainFormula(step.condition) && hard++ > MAX_HARD) {
            doubtful.add(t.to.assertion);
            continue;
          }
          const { failing, hinge, impossible } = attempt(request, step);
          if (!impossible) doubtful.add(t.to.assertion);
          for (const [a, r] of failing) if (!found.has(a)) found.set(a, r);
          if (hinge && !beyond.has(t.to.assertion)) beyond.set(t.to.assertion, hinge);
          if ([...assertions].every((a) => found.has(a))) return stopped();
        } else {
          points += frontier.length === 1 && next.length === 0 ? ALONE : 1;
          next.push(step);
        }
      }
    }
    frontier = next;
  }
  return { found, beyond, proven: new Set(whole ? [...assertions].filter((a) => !doubtful.has(a)) : []) };
}

function advance(request: UnrollRequest, p: Point, t: Transition): Point | null {
  const { symbols } = request.system;
  const map = new Map(p.values);
  const rename = (s: Symbol): void => {
    if (isFresh(s) && !map.has(s)) map.set(s, sym(symbols.renew(s)));
  };
  for (const s of [...t.nondet, ...(t.arbitrary?.keys() ?? [])]) rename(s);
  for (const s of symbolsOfFormula(t.guard)) rename(s);
  for (const u of t.update.values()) for (const s of symbolsOf(u)) rename(s);
  const values = new Map(p.values);
  for (const [x, u] of t.update) values.set(x, substitute(u, map));
  const condition = and(p.condition, substituteFormula(t.guard, map));
  if (condition.kind === 'false') return null;
  const renamed = (s: Symbol): Symbol => (map.get(s) as Term & { kind: 'sym' }).symbol;
  const arbitrary = p.arbitrary && t.exact && t.arbitrary ? new Map([...p.arbitrary, ...[...t.arbitrary].map(([s, why]) => [renamed(s), why] as const)]) : null;
  return { cut: t.to.kind === 'cut' ? t.to.cut : null, condition, values, nondet: [...p.nondet, ...t.nondet.map(renamed)], arbitrary };
}

/** Runs what the solver proposes: the assertions that fail in it, or what isn't modelled and decides whether one does. */
function attempt(request: UnrollRequest, p: Point): { readonly failing: readonly (readonly [number, Replay])[]; readonly hinge?: Reason; readonly impossible?: boolean } {
  const { system, mode, solver } = request;
  const { cfg } = system;
  const { status, model, faithful } = solver.check(p.condition, system.symbols.range, isPlainFormula(p.condition) ? EFFORT : HARD_EFFORT);
  if (!model) return { failing: [], impossible: status === 'unsat' };
  const inputs = new Map<number, bigint>();
  for (const v of cfg.fn.variables) {
    if ((v.scope !== 'param' && v.scope !== 'global') || startsInitial(cfg.fn, v)) continue;
    const value = model.get(cfg.symbols[v.id] as Symbol) ?? anyInput(v);
    inputs.set(v.id, mode === 'mathematical' ? value : convert(value, v.type));
  }
  const taken: bigint[] = [];
  const outcome = run(cfg.fn, {
    mode, inputs, maxSteps: RUN_STEPS, havoc: immaterial(cfg.fn).havoc,
    nondet: (i, type) => {
      const asked = p.nondet[i];
      const value = (asked && model.get(asked)) ?? 0n;
      taken[i] = mode === 'mathematical' ? value : convert(value, type);
      return taken[i] as bigint;
    },
  });
  if (outcome.kind === 'assertion-failed') return { failing: [[outcome.assertion, { outcome, inputs, readings: taken.map((v) => ({ values: [v], times: 1n })) }]] };
  const read = symbolsOfFormula(p.condition);
  const hinge = outcome.kind === 'not-modelled' && faithful ? [...(p.arbitrary ?? [])].findLast(([s]) => read.has(s))?.[1] : undefined;
  return { failing: [], ...(hinge ? { hinge } : {}) };
}
