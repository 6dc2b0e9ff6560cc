/** Why a loop isn't described: all that stands in its way is said, each thing once, and what is left out is counted. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const HOST = { now: () => performance.now(), cancelled: () => false };

/** A loop with so many statements that are not modelled. */
const lost = (many: number): string => `int f(int n) {
  int ${Array.from({ length: many }, (_, k) => `x${k} = 0`).join(', ')};
  for (int i = 0; i < n; i++) {
    ${Array.from({ length: many }, (_, k) => `__asm__ volatile ("nop" : "+r" (x${k}));`).join('\n    ')}
  }
  return ${Array.from({ length: many }, (_, k) => `x${k}`).join(' ^ ')};
}
`;

async function reasonsOf(many: number): Promise<readonly string[]> {
  const { loops } = await analyze(lost(many), { ...DEFAULT_OPTIONS, assertions: false }, HOST);
  return (loops[0]?.reasons ?? []).map((r) => `${r.code} ${r.range?.start.line} ${r.message}`);
}

describe('reasons', () => {
  test('each of many is told', async () => {
    const all = await reasonsOf(40);
    expect(new Set(all).size).toBe(all.length);
    for (let k = 0; k < 40; k++) expect(all.some((r) => r.split(' ')[1] === `${4 + k}`)).toBe(true);
  });

  test('the rest of very many is counted', async () => {
    const all = await reasonsOf(260);
    expect(all.length).toBe(201);
    expect(all[200]).toMatch(/There are 59 more reasons\.$/);
  });
});
