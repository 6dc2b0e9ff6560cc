/** What `npm start` shows: the examples through the real analysis. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looplens } from './command-line.ts';
import { ROOT } from '../architecture/imports.ts';

interface Loop {
  readonly function: string;
  readonly exactness: string;
  readonly bound: { readonly text: string; readonly kind: string } | null;
  readonly type: number | null;
  readonly pattern: string | null;
  readonly termination: string;
  readonly cases: readonly { readonly trace: string; readonly iterations: string }[];
  readonly reasons: readonly { readonly code: string; readonly message: string; readonly range: object | null }[];
}

async function loopOf(file: string, name: string): Promise<Loop> {
  const { out, status, err } = await looplens(
    'summarize',
    join(ROOT, 'examples', file),
    '--function',
    name,
    '--format',
    'json',
  );
  expect({ status, err }).toEqual({ status: 0, err: '' });
  const { loops } = JSON.parse(out) as { loops: readonly Loop[] };
  expect(loops.length).toBe(1);
  return loops[0]!;
}

describe('summaries of the examples', () => {
  it.each([
    ['counted.c', 'thirds', 1, 'sequential'],
    ['counted.c', 'countdown', 1, 'sequential'],
    ['chase.c', 'chase', 1, 'periodic'],
    ['chase.c', 'relay', 1, 'periodic'],
    ['wrap.c', 'until_zero', 1, 'sequential'],
  ])('%s: %s is exact', async (file, name, type, pattern) => {
    const loop = await loopOf(file, name);
    expect(loop).toMatchObject({ exactness: 'exact', type, pattern, termination: 'always', bound: { kind: 'exact' } });
    expect(loop.cases.length).toBeGreaterThan(0);
  });

  it('loops of every day are told as README shows them', async () => {
    const { out } = await looplens('summarize', join(ROOT, 'examples', 'everyday.c'), '--format', 'json');
    const { loops } = JSON.parse(out) as { loops: readonly { answer: { count: { sentence: string } } }[] };
    const said = loops.map(({ answer }) => answer.count.sentence);
    expect(said).toEqual([
      'n iterations',
      'strlen(text) iterations',
      'popcount(flags) iterations',
      'at most 32 iterations',
      'until getc() returns EOF',
    ]);
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    for (const sentence of said) expect(readme).toContain(sentence);
  });

  it('the loop that is never left says so', async () => {
    expect((await loopOf('unbounded.c', 'stuck')).termination).toBe('conditional');
  });

  it('what can’t be summarised says why and where', async () => {
    const loop = await loopOf('unbounded.c', 'settle');
    expect(loop.exactness).not.toBe('exact');
    expect(loop.reasons.length).toBeGreaterThan(0);
    expect(loop.reasons.some(({ range }) => range !== null)).toBe(true);
  });
});

describe('verdicts on the examples', () => {
  it('one assertion fails, with its inputs; the others hold', async () => {
    const files = readdirSync(join(ROOT, 'examples'))
      .filter((name) => name.endsWith('.c'))
      .map((name) => join(ROOT, 'examples', name));
    const { out, status } = await looplens('check', ...files, '--format', 'json');
    const { results } = JSON.parse(out) as {
      results: readonly { assertion: string; verdict: string; inputs?: Readonly<Record<string, string>> }[];
    };
    const byVerdict = (verdict: string): readonly string[] =>
      results.filter((one) => one.verdict === verdict).map((one) => one.assertion);
    expect(byVerdict('violated')).toEqual(['rest < 10']);
    expect(byVerdict('holds')).toEqual(
      expect.arrayContaining(['rounds >= 1', 'hare >= finish', 'full * 10 + rest == items', 'steps <= 255']),
    );
    const items = Number(results.find((one) => one.verdict === 'violated')?.inputs?.['items']);
    expect(items % 10).toBe(0);
    expect(items).toBeGreaterThan(0);
    expect(status).toBe(1);
  });
});

it('eval computes what the program computes', async () => {
  const { out, status } = await looplens(
    'eval',
    join(ROOT, 'examples/chase.c'),
    '--function',
    'chase',
    '--inputs',
    join(ROOT, 'test/cli/chase.csv'),
  );
  expect(status).toBe(0);
  expect(out).toBe('hare,tortoise,finish\n1000000,1000000,1000000\n7,3,7\n0,-5,-1\n100,200,100\n');
});
