/** Loops for every engine, and their summaries as the claims that the checker gets. */
import { Budget } from '../../server/src/budget/budget.ts';
import { loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import type { SummaryClaim } from '../../server/src/certify/certificate.ts';
import { buildCfg } from '../../server/src/program/control-flow-graph.ts';
import { TRUE } from '../../server/src/logic/formula.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { sym } from '../../server/src/logic/term.ts';
import { Symbols } from '../../server/src/logic/symbol-table.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';
import { claimOf } from '../../server/src/summary/certified-cases.ts';
import { Summarizer } from '../../server/src/summary/summarize-loops.ts';
import type { Summary } from '../../server/src/summary/loop-summary.ts';

/**
 * What each is there for -> its body; parameters are `int x, y, z, n`, `unsigned u, v`, `unsigned char b, c`,
 * `signed char s` and `unsigned short w`.
 */
export const SUBJECTS: Readonly<Record<string, string>> = {
  'plain, up': 'while (x < n) x++;',
  'plain, down by three': 'while (x > n) x -= 3;',
  'plain with a sum': 'while (x < n) { y += 2; x += 1; }',
  'triangular sum': 'while (x < n) { y += x; x++; }',
  'sum of a sum': 'while (x < n) { z += y; y += 3; x++; }',
  'to equality': 'while (x != n) x++;',
  'two bounds': 'while (x < n && y > 0) { x++; y--; }',
  'two phases': 'while (x < n) { if (x < y) x++; else x += 2; }',
  'three phases': 'while (x < 100) { if (x < 10) x++; else if (x < 50) x += 2; else x += 5; }',
  chase: 'while (x < n) { if (z > x) x++; else z++; }',
  leapfrog: 'while (n > 0) { if (x >= y) y += 2; else x += 2; n--; }',
  flag: 'y = 0; while (x < n) { if (y) { z++; y = 0; } else y = 1; x++; }',
  'state machine': 'y = 0; while (x < n) { if (y == 0) y = 1; else if (y == 1) { y = 2; z++; } else y = 0; x++; }',
  'oscillation, rotation': 'while (x < 100) { if (y >= 50) { y -= 2; x += 3; } else { y += 11; x += 7; } }',
  'oscillation, table':
    'while (x < 100) { if (y > 1) { y -= 5; x += 3; } else if (y < -1) { y += 1; x += 5; } else { y += 9; x += 7; } }',
  'modular stride': 'while (u != v) u += 3;',
  'modular even stride': 'while (u != 0) u += 4;',
  'wrap-around': 'while (u >= 10) u += 2;',
  'unsigned accumulator': 'while (x < n) { u += v; x++; }',
  nest: 'while (x < n) { y = 0; while (y < 4) { y++; z++; } x++; }',
  'nest with a parameter': 'while (x < n) { for (y = 0; y < z; y++) ; x++; }',
  doubling: 'while (x < n && x > 0) x = 2 * x;',
  'three x and one': 'while (u < 1000) u = 3 * u + 1;',
  halving: 'while (u > 0) u /= 2;',
  'square below': 'while (x * x < n && x >= 0) x++;',
  'quadratic fall': 'while (x > 0) { x += y; y--; }',
  diverging: 'while (x < 10) x = 0;',
  'diverging away': 'while (x != 0 && x > -5) x = x > 0 ? x : x + 1;',
  reset: 'y = 0; while (x < n) { y++; if (y == 3) { y = 0; z++; } x++; }',
  'terminal state': 'while (x != 7) { if (x > 7) x--; else x += 1; }',
  'two exits': 'while (x < n) { if (x == y) break; x++; }',
  do: 'do { x += 4; y++; } while (x < n);',
  'narrow type': 'unsigned char c = (unsigned char)u; while (c != 200) c += 8;',
  constant: 'x = 0; while (x < 64) { x++; y += x; }',
  'bytes, up': 'while (b < c) b++;',
  'bytes, down': 'while (b >= c) b -= 3;',
  'byte that wraps': 'while (b != c) b += 5;',
  'byte that never gets there': 'while (b != 7) b += 4;',
  'byte with a sum': 'while (b < 200) { c += 3; b++; }',
  'byte, two phases': 'while (b < 240) { if (b < c) b += 2; else b++; }',
  'byte, halving': 'while (b > c) b /= 2;',
  'byte, doubling': 'while (b > 0 && b < 100) b *= 2;',
  'byte, flag': 'c = 0; while (b < 250) { if (c) b += 2; else b += 1; c = !c; }',
  'signed byte': 'while (s < 100) s += 7;',
  'signed byte down': 'while (s != -5) s--;',
  'short that wraps': 'while (w >= 5) w += 3;',
  'short modular': 'while (w != 0) w += 6;',
  'wide modular': 'while (u != v) u += 2;',
  'decreasing unsigned': 'while (u >= v && v > 0) u -= v;',
  'until it stops rising': 'do u += 1000000000; while (u > 1000000000);',
  'two flags': 'y = 0; z = 1; while (x < n) { if (y == z) { x += 2; y = 1; } else { x++; y = 0; } }',
  sign: 'y = 1; while (x > 0) { z += y; y = -y; x--; }',
  'four states':
    'y = 0; while (x < n) { switch (y) { case 0: y = 2; break; case 2: y = 3; z += 5; break; case 3: y = 1; break; default: y = 0; } x++; }',
  'reset to a constant': 'while (x > 0) { if (y >= 5) y = 0; else y++; x--; }',
  modulus: 'while (b < 40) { c = (c + 3) % 7; b++; }',
  'oscillation, bytes': 'while (b < 100) { if (c >= 50) { c -= 2; b += 3; } else { c += 11; b += 7; } }',
  'branch on a remainder': 'while (x < 1000) { if (x % 2 == 0) y++; else z++; x++; }',
  'oscillation, two steps': 'y = 0; while (x < n) { if (y > 3) { y -= 7; z++; } else y += 2; x++; }',
  squares: 'while (x < n) { y += x * x; x++; }',
  'odd numbers': 'y = 1; z = 0; while (x > 0) { z += y; y += 2; x--; }',
  'powers of three': 'y = 1; while (x > 0) { y *= 3; x--; }',
  'a power and a sum': 'y = 1; z = 0; while (x > 0) { z += y; y *= 2; x--; }',
  'a shift': 'while (u > 0) { u >>= 3; x++; }',
  'product nest': 'for (x = 0; x < n; x++) for (y = 0; y < z; y++) u++;',
  triangle: 'z = 0; for (x = 0; x < n; x++) for (y = 0; y < x; y++) z++;',
  'nest that steps': 'for (x = 0; x < n; x += 3) { for (y = 0; y < 6; y += 2) u += 5; v++; }',
  'nest of depth three': 'z = 0; for (x = 0; x < n; x++) for (y = 0; y < 3; y++) for (u = 0; u < 2; u++) z++;',
  never: 'while (1) x++;',
  'never, unless': 'while (x > 0) { if (y > 0) x = 5; else x--; }',
  'between two walls': 'while (x != n) { if (x > n) x = n + 1; else x = n - 1; }',
  'stepping over': 'x = 0; while (x != n) x += 2;',
  'unsigned for ever': 'while (u >= 0) u += v;',
  'three exits': 'while (x < n) { if (y == 3) break; if (z > x) return; y++; x++; }',
  'break in the middle': 'while (1) { x++; if (x >= n) break; y += 2; }',
  continue: 'while (x < n) { x++; if (x > y) continue; z++; }',
  'down and up': 'while (x < n) { if (y > 0) y--; else { y = 0; x++; } }',
  'both ends': 'while (x < y) { x++; y--; }',
  'far apart': 'while (x < y) { x += 2; y -= 3; z++; }',
  'sum of quotients': 'z = 0; for (x = 0; x < n; x++) for (y = x; y > 0; y -= 3) z++;',
  'symbolic period': 'y = 0; z = 0; while (x > 0) { y++; if (y == n) { y = 0; z++; } x--; }',
  'short that wraps, with a flag': 'y = 0; while (w < v) { if (y) { z++; y = 0; } else y = 1; w += 6; }',
  'wraps past one of two exits': 'while (u <= v) { if (u == n) break; u += 3; }',
  'squares that wrap': 'u = 2; while (u * u <= v) u++;',
  'powers that wrap': 'u = 1; while (u > 0 && u < v) u = 3 * u;',
  'an even factor': 'while (x > 0) { u = 6 * u + 4; x--; }',
  'asked each time': 'while (x < n && __VERIFIER_nondet_int()) x++;',
  'asked, counting': 'while (__VERIFIER_nondet_int()) { x++; y += 2; }',
  'asked twice': 'while (x < n) { if (__VERIFIER_nondet_int()) break; x++; y--; }',
  'asked in four phases':
    'x = 1; y = 0; z = 0; while (__VERIFIER_nondet_int()) { if (x == 1) y++; else if (x == 2) z++; x++; if (x == 5) x = 1; }',
  'asked, with a flag': 'y = 0; while (x > 0) { if (__VERIFIER_nondet_int()) break; if (y) x -= 3; else x--; y = !y; }',
  'asked while it is refilled':
    'x = 3; y = 0; for (;;) { if (__VERIFIER_nondet_int()) break; if (x > 0) x--; else { x = 3; y++; } }',
  'asked in rows': 'x = 0; y = 0; while (x < n && __VERIFIER_nondet_int()) { if (y < 4) y++; else { y = 0; x++; } }',
  'switched by an answer':
    'y = 0; x = 0; while (x < n) { if (y == 0) { if (__VERIFIER_nondet_int()) y = 1; z++; } else z += 3; x++; }',
  'an answer that stays':
    'y = 0; x = 0; while (x < n && __VERIFIER_nondet_int()) { y = __VERIFIER_nondet_int(); x++; }',
  'asked in two legs':
    'x = 0; y = 0; while (x < n && __VERIFIER_nondet_int()) { if (x < 10) x++; else { x += 2; y++; } }',
  'asked up to a value': 'x = 0; y = 0; while (x != 7) { if (__VERIFIER_nondet_int()) break; x++; y += n; }',
  'counted, three legs': 'y = 1; do { x += y; if (x > 12 || x < 3) y = -y; z += 2; } while (z <= n - 1);',
  'counted by what goes round': 'while (w >= b) { if (x < 3) { x += 7; s++; } else x -= 4; w--; }',
  'sums of what goes round': 'y = 0; while (x < n) { b = b + 3 * x; y = y + b; x++; }',
  'a sum that stays within its type': 'unsigned long t = u; y = 0; while (t < 900) { x = x + 2 * t; y += x; t++; }',
  'an answer': 'while (x < n) { y = __VERIFIER_nondet_int(); x++; }',
};

const HEADER =
  'int __VERIFIER_nondet_int(void); void f(int x, int y, int z, int n, unsigned u, unsigned v, unsigned char b, unsigned char c, signed char s, unsigned short w) ';

/**
 * Summaries of the last loop of each subject, from any state or else from the constants before it; those that are not
 * exact are left out.
 */
export async function claims(
  names: readonly string[] = Object.keys(SUBJECTS),
  sources: Readonly<Record<string, string>> = SUBJECTS,
): Promise<ReadonlyMap<string, SummaryClaim>> {
  const parser = await loadParser();
  const out = new Map<string, SummaryClaim>();
  for (const name of names) {
    const source = `${HEADER}{ ${sources[name] ?? ''} }`;
    const frontend = {
      dataModel: DEFAULT_OPTIONS.dataModel,
      charSigned: DEFAULT_OPTIONS.charSigned,
      assertNames: [],
      assumeNames: [],
    };
    const program = lowerC(parseC(parser, source, undefined, frontend), frontend);
    const [fn] = program.functions;
    if (!fn) continue;
    const cfg = buildCfg(inlineCalls(program, fn, { maxBlocks: 400, maxDepth: 8 }));
    const symbols = new Symbols();
    const summarizer = new Summarizer(cfg, symbols, {
      mode: 'c',
      assertions: 'ignore',
      budget: Budget.of(Number.POSITIVE_INFINITY),
    });
    const outer = cfg.loops.findIndex((l) => l.parent === null);
    const general: Summary = summarizer.summary(outer);
    // else from the constants that it starts with
    summarizer.distrustArrivals();
    const state = summarizer.entryOf(outer);
    const summary = general.exact ? general : summarizer.summaryFrom(outer, state);
    if (!summary.exact) continue;
    const entry = general.exact ? new Map(cfg.symbols.map((n) => [n, sym(n) as Term])) : state.values;
    out.set(
      name,
      claimOf(
        {
          paths: summary.paths,
          names: cfg.symbols,
          entry,
          facts: TRUE,
          range: symbols.range,
          counters: summary.counters,
        },
        summary.cases,
      ),
    );
  }
  return out;
}
