/**
 * Bounds with slopes, `s <= 4*i`, `2*x + 3*y >= c`, as the samples show them. Slopes are those of the hull of two
 * quantities, and the program's own constants. Source: templates with free coefficients (Colon, Sankaranarayanan, Sipma
 * 2003). They are filled in from data instead of by constraints.
 */
import { abs } from '../../arithmetic/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import { add, evaluate, ge0, isDeclared, neg, plus, scale, sub, sym } from '../../logic/index.ts';
import type { Sample } from '../sampling/index.ts';
import { leastOf, varying } from './invariant-candidates.ts';

/** Variables that are paired, and those that are taken three at a time. */
const MOST_NAMES = 8;
const FEW_NAMES = 5;
/** Larger coefficients are accidents of the samples. */
const LARGEST = 64;
/** Values beyond are left out: slopes show near the origin. */
const FAR = 1_000_000n;
/** An edge that fewer samples lie on is one, too. */
const SUPPORT = 3;
const MOST = 240;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Bounds that no sample breaks; those on two variables first. */
export function slopes(live: readonly Symbol[], samples: readonly Sample[], constants: readonly bigint[]): Formula[] {
  if (samples.length < SUPPORT) return [];
  const names = varying(live, samples).filter(isDeclared).slice(0, MOST_NAMES);
  const out = new Map<string, Formula>();
  for (const f of [
    onPairs(names, samples),
    onTriples(names.slice(0, FEW_NAMES), samples),
    byConstants(names, samples, constants),
  ].flatMap((all) => [...all])) {
    if (out.size < MOST && f.kind === 'ge') out.set(f.key, f);
  }
  return [...out.values()];
}

/** `a*x + b*y >= c`. */
function* onPairs(names: readonly Symbol[], samples: readonly Sample[]): Generator<Formula> {
  for (const [i, x] of names.entries())
    for (const y of names.slice(i + 1)) yield* edges(sym(x), sym(y), samples, false);
}

/** `a*(x - z) + b*y >= c`, and with `x + z`. */
function* onTriples(names: readonly Symbol[], samples: readonly Sample[]): Generator<Formula> {
  for (const y of names)
    for (const [i, x] of names.entries())
      for (const z of names.slice(i + 1)) {
        if (x === y || z === y) continue;
        for (const t of [sub(sym(x), sym(z)), add(sym(x), sym(z))]) yield* edges(t, sym(y), samples, true);
      }
}

/** `a*y - x >= c` and the like, for constants `a` of the program. */
function* byConstants(
  names: readonly Symbol[],
  samples: readonly Sample[],
  constants: readonly bigint[],
): Generator<Formula> {
  for (const a of constants.filter((c) => c > 1n && c <= BigInt(LARGEST)).slice(0, 4))
    for (const x of names)
      for (const y of names) {
        if (x === y) continue;
        for (const t of [
          sub(scale(a, sym(y)), sym(x)),
          add(scale(a, sym(y)), sym(x)),
          neg(add(scale(a, sym(y)), sym(x))),
        ]) {
          const least = leastOf(t, samples);
          if (least !== null && abs(least) < 10_000n) yield ge0(plus(t, -least));
        }
      }
}

/** The half-planes whose border some samples lie on; `unit`: those with coefficients of 1, too. */
function edges(tx: Term, ty: Term, samples: readonly Sample[], unit: boolean): Formula[] {
  const points = new Map<string, Point>();
  for (const s of samples) {
    const [x, y] = [evaluate(tx, (v) => s.get(v)), evaluate(ty, (v) => s.get(v))];
    if (x === null || y === null || abs(x) > FAR || abs(y) > FAR) continue;
    points.set(`${x},${y}`, { x: Number(x), y: Number(y) });
  }
  const all = [...points.values()];
  const corners = hull(all);
  if (corners.length < 3) return [];
  return corners.flatMap((corner, k): Formula[] => {
    const q = corners[(k + 1) % corners.length] as Point;
    const step = divisor(q.x - corner.x, q.y - corner.y);
    // inwards, the corners going round against the clock
    const [a, b] = [-(q.y - corner.y) / step, (q.x - corner.x) / step];
    if (
      a === 0 ||
      b === 0 ||
      Math.max(Math.abs(a), Math.abs(b)) > LARGEST ||
      (!unit && Math.abs(a) === 1 && Math.abs(b) === 1)
    )
      return [];
    const c = a * corner.x + b * corner.y;
    if (all.filter((r) => a * r.x + b * r.y === c).length < SUPPORT) return [];
    return [ge0(plus(add(scale(BigInt(a), tx), scale(BigInt(b), ty)), -BigInt(c)))];
  });
}

function divisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

/** Corners of the convex hull, against the clock (Andrew's monotone chain). */
function hull(points: readonly Point[]): readonly Point[] {
  const sorted = [...points].sort((p, q) => p.x - q.x || p.y - q.y);
  const chain = (from: readonly Point[]): Point[] => {
    const out: Point[] = [];
    for (const p of from) {
      for (;;) {
        const [o, last] = [out[out.length - 2], out[out.length - 1]];
        if (!o || !last || (last.x - o.x) * (p.y - o.y) - (last.y - o.y) * (p.x - o.x) > 0) break;
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}
