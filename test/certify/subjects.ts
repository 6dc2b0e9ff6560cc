/** Loops for every engine, and their summaries as the claims that the checker gets. */
import { lowerC, loadParser, parseC } from '../../server/src/c/frontend.ts';
import type { SummaryClaim } from '../../server/src/certify/certificate.ts';
import { buildCfg } from '../../server/src/ir/cfg.ts';
import { TRUE } from '../../server/src/ir/formula.ts';
import { inlineCalls } from '../../server/src/ir/inline.ts';
import type { Term } from '../../server/src/ir/term.ts';
import { sym } from '../../server/src/ir/term.ts';
import { SymbolTable } from '../../server/src/loop/region.ts';
import { DEFAULT_OPTIONS } from '../../server/src/options.ts';
import { claimOf } from '../../server/src/summary/certified.ts';
import { Summarizer } from '../../server/src/summary/summarize.ts';
import type { Summary } from '../../server/src/summary/summary.ts';

/** What each is there for -> its body; parameters are `int x, y, z, n` and `unsigned u, v`. */
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
  'chase': 'while (x < n) { if (z > x) x++; else z++; }',
  'leapfrog': 'while (n > 0) { if (x >= y) y += 2; else x += 2; n--; }',
  'flag': 'y = 0; while (x < n) { if (y) { z++; y = 0; } else y = 1; x++; }',
  'state machine': 'y = 0; while (x < n) { if (y == 0) y = 1; else if (y == 1) { y = 2; z++; } else y = 0; x++; }',
  'oscillation, rotation': 'while (x < 100) { if (y >= 50) { y -= 2; x += 3; } else { y += 11; x += 7; } }',
  'oscillation, table': 'while (x < 100) { if (y > 1) { y -= 5; x += 3; } else if (y < -1) { y += 1; x += 5; } else { y += 9; x += 7; } }',
  'modular stride': 'while (u != v) u += 3;',
  'modular even stride': 'while (u != 0) u += 4;',
  'wrap-around': 'while (u >= 10) u += 2;',
  'unsigned accumulator': 'while (x < n) { u += v; x++; }',
  'nest': 'while (x < n) { y = 0; while (y < 4) { y++; z++; } x++; }',
  'nest with a parameter': 'while (x < n) { for (y = 0; y < z; y++) ; x++; }',
  'doubling': 'while (x < n && x > 0) x = 2 * x;',
  'three x and one': 'while (u < 1000) u = 3 * u + 1;',
  'halving': 'while (u > 0) u /= 2;',
  'square below': 'while (x * x < n && x >= 0) x++;',
  'quadratic fall': 'while (x > 0) { x += y; y--; }',
  'diverging': 'while (x < 10) x = 0;',
  'diverging away': 'while (x != 0 && x > -5) x = x > 0 ? x : x + 1;',
  'reset': 'y = 0; while (x < n) { y++; if (y == 3) { y = 0; z++; } x++; }',
  'terminal state': 'while (x != 7) { if (x > 7) x--; else x += 1; }',
  'two exits': 'while (x < n) { if (x == y) break; x++; }',
  'do': 'do { x += 4; y++; } while (x < n);',
  'narrow type': 'unsigned char c = (unsigned char)u; while (c != 200) c += 8;',
  'constant': 'x = 0; while (x < 64) { x++; y += x; }',
};

/** Summaries of the last loop of each subject, from any state; those that are not exact are left out. */
export async function claims(names: readonly string[] = Object.keys(SUBJECTS)): Promise<ReadonlyMap<string, SummaryClaim>> {
  const parser = await loadParser();
  const out = new Map<string, SummaryClaim>();
  for (const name of names) {
    const source = `void f(int x, int y, int z, int n, unsigned u, unsigned v) { ${SUBJECTS[name] ?? ''} }`;
    const frontend = { dataModel: DEFAULT_OPTIONS.dataModel, charSigned: DEFAULT_OPTIONS.charSigned, assertNames: [], assumeNames: [] };
    const program = lowerC(parseC(parser, source, undefined, frontend), frontend);
    const [fn] = program.functions;
    if (!fn) continue;
    const cfg = buildCfg(inlineCalls(program, fn, { maxBlocks: 400, maxDepth: 8 }));
    const symbols = new SymbolTable();
    const summarizer = new Summarizer(cfg, symbols, { mode: 'c', assertions: 'ignore', cancelled: () => false });
    const outer = cfg.loops.findIndex((l) => l.parent === null);
    const summary: Summary = summarizer.summary(outer);
    if (!summary.exact) continue;
    const entry = new Map(cfg.names.map((n) => [n, sym(n) as Term]));
    out.set(name, claimOf({ paths: summary.paths, names: cfg.names, entry, facts: TRUE, range: symbols.range }, summary.cases));
  }
  return out;
}
