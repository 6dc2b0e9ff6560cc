/**
 * `report`: each number of the page is that of the document, which is what its own lists say; nothing in names or
 * sources gets out of its place.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPage } from '../../server/src/pages/index.ts';
import { looplens as run } from './command-line.ts';
import { fileReport, range, unknownLoop, violatedAssertion } from '../render/reports.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'looplens report '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): string => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const looplens = (...args: string[]): ReturnType<typeof run> =>
  run(...args, ...(args[0] === 'merge' ? [] : ['--no-project']));

const SOURCES = {
  'src/a.c': `#include <assert.h>
int table[10];
void fill(void) { for (int i = 0; i <= 10; i++) table[i] = i; }
void count(int n) { int i = 0; while (i < n) i++; assert(i == n); }
`,
  'src/b.c': `int next(void);
void wait(void) { while (next()) ; }
void three(int x, int n, int z) { while (x < n) { if (z > x) x++; else z++; } }
`,
  'src/empty.c': '',
};

interface ReportJson {
  readonly files: readonly string[];
  readonly results: readonly { readonly verdict: string }[];
  readonly findings: readonly object[];
  readonly loops: readonly { readonly type: number | null; readonly exactness: string; readonly pattern: string }[];
  readonly figures: Record<string, unknown>;
  readonly totals: Record<string, unknown>;
}

/** The numbers of a page, by the names that it gives them. */
const figuresOn = (page: string): ReadonlyMap<string, number> =>
  new Map(
    [...page.matchAll(/data-figure="([^"]+)"[^>]*>(\d+)</g)].map(([, name, value]) => [name ?? '', Number(value)]),
  );

describe('the page and the document of a run', () => {
  let page = '';
  let json = {} as ReportJson;
  beforeAll(async () => {
    for (const [name, text] of Object.entries(SOURCES)) write(name, text);
    const src = join(folder, 'src');
    page = (await looplens('report', src)).out;
    json = JSON.parse((await looplens('report', src, '--format', 'json')).out) as ReportJson;
  }, 120_000);

  it('agree in every number', () => {
    const { findings, reasons, ...figures } = json.figures as {
      readonly findings: readonly { readonly count: number }[];
      readonly reasons: readonly { readonly code: string; readonly count: number }[];
    } & Record<string, unknown>;
    const expected: Record<string, unknown> = {
      ...figures,
      totals: json.totals,
      reasons: Object.fromEntries(reasons.map(({ code, count }) => [code, count])),
      findings: findings.reduce((sum, { count }) => sum + count, 0),
    };
    const at = (name: string): unknown =>
      name.split('.').reduce((value: unknown, key) => (value as Record<string, unknown>)[key], expected);
    const told = figuresOn(page);
    expect(told.size).toBeGreaterThan(40);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries([...told.keys()].map((name) => [name, at(name)])));
  });

  it('count what is in the lists', () => {
    const loops = json.loops;
    const count = (holds: (loop: (typeof loops)[number]) => boolean): number => loops.filter(holds).length;
    const told = figuresOn(page);
    expect(json.files).toHaveLength(3);
    expect(told.get('totals.loops')).toBe(loops.length);
    expect(told.get('findings')).toBe(json.findings.length);
    expect(told.get('assertions.violated')).toBe(json.results.filter(({ verdict }) => verdict === 'violated').length);
    for (const type of [1, 2, 3, 4]) {
      expect(told.get(`classes.${type}.loops`)).toBe(count((loop) => loop.type === type));
      expect(told.get(`classes.${type}.exactness.exact`)).toBe(
        count((loop) => loop.type === type && loop.exactness === 'exact'),
      );
      expect(told.get(`classes.${type}.patterns.periodic`)).toBe(
        count((loop) => loop.type === type && loop.pattern === 'periodic'),
      );
    }
    expect((page.match(/<tr data-answer=/g) ?? []).length).toBe(loops.length);
  });

  it('tells first what was found, with the source', () => {
    const found = page.indexOf('writes element 10');
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(page.indexOf('Loops by answer'));
    expect(page).toContain('class="line marked"><span class="number">3</span> void fill(void)');
  });

  it('loads nothing', () => expect(page).not.toMatch(/<(link|img|iframe)|\bsrc=|@import|url\(/));

  it('check --format html is the same page; its status is that of check', async () => {
    const { out, status } = await looplens('check', join(folder, 'src'), '--format', 'html');
    expect(out).toBe(page);
    expect(status).toBe((await looplens('check', join(folder, 'src'))).status);
  }, 60_000);
});

it('hostile names and sources stay text', () => {
  const hostile = `</pre></script><script>alert(1)</script>"onload='x'<!--\u202e\u0000`;
  const report = fileReport({
    assertions: [violatedAssertion({ assertion: hostile, function: hostile })],
    loops: [unknownLoop({ function: hostile })],
    findings: [{ kind: 'unreachable', function: hostile, range: range(1), message: `\`${hostile}` }],
  });
  const page = reportPage([{ file: `${hostile}.c`, report, source: `${hostile}\n`.repeat(20) }], '1');
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).not.toMatch(/alert\(1\)<\/script>|<!--|\u202e|\u0000/);
  // every attribute is closed: what is left between tags has no quote of ours
  expect(
    page.replace(/<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g, '').replace(/<[a-zA-Z/!][^<>]*>/g, ''),
  ).not.toMatch(/[<>]/);
});

it('of many loops it shows some at a time; the others are held as text', () => {
  const loops = Array.from({ length: 450 }, (_, k) => unknownLoop({ function: `f${k}`, range: range(k + 1) }));
  const page = reportPage([{ file: 'many.c', report: fileReport({ loops }), source: 'for (;;) ;\n'.repeat(450) }], '1');
  const [, shown = '', held = ''] =
    /<tbody>(<tr data-answer[^]*?)<\/tbody>[^]*<script type="text\/plain" id="held">([^]*?)<\/script>/.exec(page) ?? [];
  const names = (html: string): readonly (string | undefined)[] =>
    [...html.matchAll(/data-name="function"><code>(\w+)</g)].map(([, name]) => name);
  expect(names(shown)).toHaveLength(200);
  expect([...names(shown), ...names(held)]).toEqual(loops.map((loop) => loop.function));
  expect(page).toContain('These are the first 200 of 450 loops.');
  // of loops that are only counted not all is known
  const { why: _, ...counted } = unknownLoop({ reasons: [] });
  const known = { ...counted, exactness: 'exact' as const };
  for (const [one, sentence] of [
    [counted, 'Loops that are only counted have no reasons.'],
    [known, 'Of no loop is anything unknown.'],
  ] as const)
    expect(reportPage([{ file: 'a.c', report: fileReport({ loops: [one] }), source: null }], '1')).toContain(sentence);
  const few = reportPage([{ file: 'few.c', report: fileReport({ loops: loops.slice(0, 200) }), source: null }], '1');
  expect(few).not.toMatch(/id="held"|<noscript>|id="pages"/);
});

describe('--compare', () => {
  const OLD = `int a[10];
void f(int n) { for (int i = 0; i < 10; i++) a[i] = i; }
void g(int n) { int i = 0; while (i < n) i++; }
int h(int x) { return x / 2; }
`;
  let old = '';
  beforeAll(async () => {
    const source = write('cmp/a.c', OLD);
    write('cmp/other.c', 'void o(int n) { while (n > 0) n--; }\n');
    old = write('old.json', (await looplens('report', join(source, '..'), '--format', 'json')).out);
  }, 60_000);
  const compare = async (text: string, ...more: string[]): Promise<{ out: string; status: number }> => {
    write('cmp/a.c', text);
    return looplens('report', join(folder, 'cmp'), '--compare', old, ...more);
  };

  it('nothing, where lines have moved', async () => {
    const { out, status } = await compare(`/* a\n b */\n\n${OLD}`);
    expect([out, status]).toEqual(['nothing changed\n', 0]);
  });
  it('exactly the regression, in all forms', async () => {
    const text = `\n${OLD.replace('i < 10', 'i <= 10').replace('while (i < n) i++', 'while (i < n) i += a[i]')}`;
    const { out, status } = await compare(text);
    expect(
      out
        .replaceAll(folder, '')
        .split('\n')
        .map((line) => line.slice(0, 60)),
    ).toEqual([
      expect.stringMatching(/^new: \/cmp\/a\.c:3: index-outside: `a\[i\]` writes element 10/),
      expect.stringMatching(/^bound lost: \/cmp\/a\.c:4: n iterations; now /),
      expect.stringMatching(/^bound changed: \/cmp\/a\.c:3: 10 iterations; now 11 iterations/),
      '1 new, 1 bound lost, 1 bound changed',
      '',
    ]);
    expect(status).toBe(1);
    const json = JSON.parse((await compare(text, '--format', 'json')).out) as Record<string, readonly object[]>;
    expect(json['newFindings']).toHaveLength(1);
    expect(json['boundsLost']).toHaveLength(1);
    expect(json['mended']).toEqual([]);
    expect((await compare(text, '--format', 'markdown')).out).toContain('#### New (1)\n\n- `');
    expect((await compare(text, '--fail-on', 'never')).status).toBe(0);
  }, 60_000);
  it('what is mended, and what was not looked at', async () => {
    write('cmp/a.c', OLD.replace('i < 10', 'i <= 10'));
    const worse = write('worse.json', (await looplens('report', join(folder, 'cmp'), '--format', 'json')).out);
    const source = write('cmp/a.c', OLD);
    const { out, status } = await looplens('report', source, '--compare', worse);
    expect(out).toMatch(
      /^bound changed.*\nmended: .*index-outside.*\n1 bound changed, 1 mended; 1 file of the other run not looked at\n$/,
    );
    expect(status).toBe(0);
  }, 60_000);
  it.each(['{}', '[]', 'null', '{"schema":"looplens/part/1"}', 'no'])('%s is no run', async (text) => {
    const { status, err } = await looplens('report', folder, '--compare', write('bad.json', text));
    expect(status).toBe(2);
    expect(err).toContain('bad.json');
  });
});

describe('--shard and merge', () => {
  const shards = async (count: number, ...args: string[]): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, k) => {
        const { out } = await looplens(...args, '--shard', `${k + 1}/${count}`);
        return write(`part ${k}.json`, out);
      }),
    );
  it.each([
    ['report', []],
    ['report', ['--format', 'json']],
    ['check', []],
    ['check', ['--format', 'sarif']],
    ['check', ['--format', 'junit', '--fail-on', 'finding']],
    ['bounds', ['--format', 'json']],
    ['summarize', []],
  ])(
    '%s %j: the parts are the whole, byte for byte',
    async (call, options) => {
      for (const [name, text] of Object.entries(SOURCES)) write(name, text);
      const args = [call, join(folder, 'src'), join(folder, 'missing.c'), '--no-times', ...options];
      const whole = await looplens(...args);
      expect(await looplens('merge', ...[...(await shards(3, ...args))].reverse())).toEqual(whole);
    },
    120_000,
  );
  it('parts that are no run are refused', async () => {
    for (const [name, text] of Object.entries(SOURCES)) write(name, text);
    const [one = '', two = ''] = await shards(2, 'check', join(folder, 'src'));
    const told = async (...parts: string[]): Promise<string> => {
      const { status, err } = await looplens('merge', ...parts);
      expect(status).toBe(2);
      return err;
    };
    expect(await told(one)).toContain('part 2 of 2 missing');
    expect(await told(one, one)).toContain('part 1 is there twice');
    expect(await told(one, two, '--format', 'html')).toContain('the run has no loops');
    expect(
      await told(one, write('x.json', readFileSync(two, 'utf8').replace('"timeout"', '"x"').replace('LP64', 'ILP32'))),
    ).toContain('of another call');
    expect(await told(one, write('y.json', '{}'))).toContain('is no part of a run');
  }, 60_000);
});

it('a number that is exact in each case stands beside the most of all', async () => {
  const text = `void steps(int i, int x) {
  while (i < 100) { x++; if (x > 1) i += 3; else if (x < -1) i += 5; else i += 7; }
}`;
  const { out } = await looplens('report', write('cases.c', text));
  const [, sentence, kind] = /data-key="(at most [^"]*)">.*<td data-name="kind">([^<]*)</s.exec(out) ?? [];
  expect([sentence, kind]).toEqual(['at most (102 - i) / 3 iterations', 'an exact number in each case']);
});
