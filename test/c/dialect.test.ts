/** Corners of the language: what gcc gives, or a reason; and never a harm to the functions around. */
import { describe, expect, it } from 'vitest';
import { run } from '../../server/src/interpret/interpreter.ts';
import { CORNERS } from './dialect.ts';
import type { Corner } from './dialect.ts';
import { compileAndRun, hasGcc } from './gcc.ts';
import { lower } from './lower.ts';

const BEFORE = 'int before_(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n';
const AFTER = '\nint after_(int n) { int s = 1; while (n-- > 0) s *= 2; return s; }\n';

/** What the interpreter says of `t`. */
function interpreted({ source }: Corner): string {
  const program = lower(BEFORE + source + AFTER);
  const fn = program.functions.find((f) => f.name === 't');
  if (fn === undefined) return 'not found';
  const outcome = run(fn, { mode: 'c', inputs: new Map(), maxSteps: 10_000, program });
  switch (outcome.kind) {
    case 'returned':
      return String(outcome.value);
    case 'not-modelled':
    case 'halted':
      return `lost: ${outcome.reason?.code ?? ''}`;
    case 'undefined':
      return `undefined: ${outcome.code}`;
    default:
      return outcome.kind;
  }
}

/** What gcc says of them all; each is a file of its own. */
function compiled(corners: readonly Corner[]): string[] {
  const files = corners.map(({ source }, i) => `#define t t_${i}\n${source}\n`);
  const calls = corners.map((_, i) => `int t_${i}(void); printf("%d\\n", t_${i}());`);
  return compileAndRun([...files, `#include <stdio.h>\nint main(void) { ${calls.join('\n')} return 0; }\n`]);
}

describe('corners of the language', () => {
  it.each(CORNERS.map((c) => [c.name, c] as const))('%s: the functions around are whole', (_, { source }) => {
    const { functions } = lower(BEFORE + source + AFTER);
    for (const name of ['before_', 'after_']) {
      const fn = functions.find((f) => f.name === name);
      expect(fn?.reasons).toEqual([]);
      expect(fn?.loops.length).toBe(1);
    }
  });

  it.skipIf(!hasGcc())(
    'what they return is what gcc says, or a reason',
    () => {
      const expected = compiled(CORNERS);
      const wrong = CORNERS.flatMap((c, i) => {
        const [ours, theirs] = [interpreted(c), expected[i]];
        const fine = ours === theirs || (c.lost ?? []).some((code) => ours === `lost: ${code}`);
        return fine ? [] : [`${c.name}: gcc ${theirs}, we ${ours}`];
      });
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});
