import { afterAll, describe, expect, it } from 'vitest';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { hasGcc } from '../c/gcc.ts';
import { random } from '../differential/random.ts';
import { drawProgram } from './program/program.ts';
import type { Rendered } from './program/run.ts';
import { runTogether } from './program/run.ts';
import { run } from './verdicts.ts';

afterAll(() => unloadSolver());

describe('generated programs', () => {
  it('are the same for the same seed, and have every kind of statement among them', () => {
    const lines = (seed: string): string =>
      drawProgram(random(seed))
        .lines.map((l) => l.text)
        .join('\n');
    expect(lines('some seed')).toBe(lines('some seed'));
    const made = new Set(
      Array.from({ length: 800 }, (_, k) => [...drawProgram(random(`kinds ${k}`)).made.keys()]).flat(),
    );
    const wanted = `statement: if; statement: else; statement: switch; statement: case; statement: default; statement: fall through; statement: case range; statement: while; statement: do; statement: for;
      statement: goto forwards; statement: goto backwards; statement: break; statement: continue; statement: return; statement: null; statement: compound; type: union; type: bit-field; type: anonymous union;
      declarator: array of variable length; declarator: pointer to function; declarator: pointer to pointer; declarator: array of arrays; call: through a pointer; call: recursive function;
      operator: _Generic; operator: comma; operator: ?:; expression: statement expression; initialiser: designated members; attribute: cleanup; attribute: constructor; builtin: offsetof;
      attribute: in front of a declaration; attribute: in front of static; elsewhere: what others can change; elsewhere: what is passed is written; elsewhere: an address is kept;
      global: of a header`;
    expect(
      wanted
        .split(';')
        .map((w) => w.trim())
        .filter((w) => !made.has(w)),
    ).toEqual([]);
  });

  it.skipIf(!hasGcc())('may be ended by a signal: the others are run', async () => {
    const ending = (statement: string): Rendered => ({
      program: {
        ...drawProgram(random('ended')),
        lines: [],
        entries: [{ name: 'main', params: [] }],
        inputs: [],
        globals: [],
        fileNames: [],
      },
      targets: new Set([2]),
      lines: ['int main(void) {', statement, 'return 0; }'],
    });
    const { programs } = await runTogether([';', 'raise(SIGKILL);', ';'].map(ending), [], 'search', 5);
    expect(programs.map((p) => [p.ended, p.undefinedRuns])).toEqual([
      [5, 0],
      [0, 5],
      [5, 0],
    ]);
  });

  it.skipIf(!hasGcc())(
    'get no verdict that runs refute',
    async () => {
      const seed = String(Date.now() % 1_000_000_000);
      const { programs, refused, wrong } = await run({ seed, count: 10, budget: 400 });
      expect({
        seed,
        programs: programs + refused,
        wrong: wrong.map(({ program, line, what, source }) => `program ${program}, line ${line}: ${what}\n${source}`),
      }).toEqual({ seed, programs: 10, wrong: [] });
    },
    120_000,
  );
});
