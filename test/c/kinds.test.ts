/**
 * Every kind of node that the grammar has is modelled, known to mean nothing, or lost with a reason: no verdict is
 * false for any.
 */
import { describe, expect, it } from 'vitest';
import { attributeKind, knownAttributes } from '../../server/src/c/syntax/attribute-table.ts';
import { takeOut } from '../../server/src/c/syntax/attributes.ts';
import { knownBuiltins } from '../../server/src/c/lower/compiler-builtins.ts';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { CORNERS } from './dialect.ts';
import { compileAndRun, hasGcc } from './gcc.ts';
import { ABSENT, LOST, MORE } from './kinds.ts';
import { lower, parser } from './lower.ts';

const ALL = [...CORNERS, ...MORE];

async function verdicts(source: string): Promise<string[]> {
  const host = { now: () => performance.now(), cancelled: () => false };
  const { assertions } = await analyze(source, { ...DEFAULT_OPTIONS, loops: false, assertions: true }, host);
  return assertions.map(
    (a) => `${a.verdict}${a.verdict === 'unknown' && a.reason === undefined ? ' without a reason' : ''}`,
  );
}

describe('kinds of nodes', () => {
  it('each occurs in a source below, or is accounted for', () => {
    const { language } = parser.parser;
    const seen = new Set<string>();
    for (const { source } of ALL) {
      const tree = parser.parser.parse(takeOut(source).text)!;
      const open = [tree.rootNode];
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        seen.add(node.type);
        for (const c of node.namedChildren) if (c !== null) open.push(c);
      }
      tree.delete();
    }
    const kinds = language!.types.filter(
      (name, id) => language!.nodeTypeIsNamed(id) && language!.nodeTypeIsVisible(id) && name !== 'ERROR',
    );
    expect([...new Set(kinds)].filter((kind) => !seen.has(kind) && ABSENT[kind] === undefined)).toEqual([]);
  });

  it.skipIf(!hasGcc())(
    'no verdict is false',
    async () => {
      const files = ALL.map(({ source }, i) => `#define t t_${i}\n${source.replace(/\bstop\b/g, `stop_${i}`)}\n`);
      const calls = ALL.map((_, i) => `int t_${i}(void); printf("%d\\n", t_${i}());`);
      const values = compileAndRun(
        [...files, `#include <stdio.h>\nint main(void) { ${calls.join('\n')} return 0; }\n`],
        ['-Wl,-z,muldefs'],
      );
      const wrong: string[] = [];
      for (const [i, { name, source }] of ALL.entries()) {
        // the source may have assertions of its own
        const [same, other] = (
          await verdicts(
            `
              ${source}
              int main(void) { int r = t(); __VERIFIER_assert(r == ${values[i]!});
                __VERIFIER_assert(r != ${values[i]!}); return 0; }`,
          )
        ).slice(-2);
        // behind a failed assertion nothing is reached
        if (!/^(holds|unknown)$/.test(same ?? '') || !/^(violated|unknown)$/.test(other ?? ''))
          wrong.push(`${name}: ${values[i]!} ${same ?? 'nothing'} ${other ?? 'nothing'}`);
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it.each(Object.entries(LOST))('%s is lost', async (_, statement) => {
    const source = `
      int main(void) { int x = 1; ${statement}
       assert(x == 1); assert(x != 1); int s = 0; for (int i = 0; i < 3; i++) s++; assert(s == 3); return 0; }`;
    expect((await verdicts(source)).slice(0, 2)).toEqual(['unknown', 'unknown']);
    expect(lower(source).functions[0]!.reasons).not.toEqual([]);
  });
});

describe('attributes', () => {
  const names = [...new Set([...[...knownAttributes()].map(([name]) => name), 'never_heard_of'])];

  it('on an object: harmless, modelled or lost, in every spelling', async () => {
    const spellings = (a: string): string[] => [
      `__attribute__((${a}))`,
      `__attribute__((__${a}__))`,
      `[[gnu::${a}]]`,
      `__declspec(${a})`,
    ];
    const wrong: string[] = [];
    for (const [i, name] of names.entries()) {
      const kind = attributeKind(name);
      const spelled = spellings(kind === 'cleanup' ? 'cleanup(h)' : name)[i % 4]!;
      const { functions } = lower(`void h(int *); int f(void) { ${spelled} int x = 3; return x; }`);
      const codes = functions[0]!.reasons.map((r) => r.code);
      const lost = codes.includes('attribute') || (kind === 'type' && codes.length > 0);
      const expected = kind === 'elsewhere' || kind === 'unknown' || kind === 'type';
      if (lost !== expected && !(kind === 'cleanup')) wrong.push(`${spelled}: ${kind} ${codes.join(' ')}`);
      if (functions.length !== 1) wrong.push(`${spelled}: not a function any more`);
    }
    expect(wrong).toEqual([]);
  });

  it('stand anywhere without harm to what is around', () => {
    const places = (a: string): string[] => [
      `${a} int f(int n) { return n; }`,
      `int ${a} f(int n) { return n; }`,
      `static ${a} int f(int n) { return n; }`,
      `int f(int n) ${a}; int f(int n) { return n; }`,
      `int f(${a} int n) { return n; }`,
      `int f(int n ${a}) { return n; }`,
      `int f(int n) { ${a}; return n; }`,
      `int f(int n) { int ${a} x = n; return x; }`,
      `int f(int n) { int x ${a} = n, y ${a}; return x; }`,
      `struct ${a} s { int a ${a}; ${a} int b; } ${a}; int f(int n) { return n; }`,
      `enum ${a} e { A ${a} = 1, B ${a} } ${a}; int f(int n) { return n; }`,
      `typedef int T ${a}; int f(T n) { return n; }`,
      `int f(int n) { goto l; l: ${a}; return n; }`,
      `int f(int n) { for (int i ${a} = 0; i < n; i++) { } return n; }`,
      `union { int a; } u ${a}; int f(int n) { return n; }`,
      `int *${a} p; int f(int n) { return n; }`,
      `extern int g(int, int) ${a}, h(void) ${a}; int f(int n) { return n; }`,
    ];
    for (const attribute of [
      '__attribute__((unused))',
      '__attribute__((__unused__, deprecated("a, b) \\" (")))',
      '[[maybe_unused]]',
      '[[gnu::unused, deprecated("x")]]',
    ]) {
      for (const source of places(attribute)) {
        const program = lower(source);
        expect([source, program.errors, program.functions.map((f) => [f.name, f.reasons])]).toEqual([
          source,
          [],
          [['f', []]],
        ]);
      }
    }
  });
});

/** Arguments of builtins that take others. */
const SHAPES: Readonly<Record<string, string>> = {
  __builtin_speculation_safe_value: 'n',
  __builtin_assoc_barrier: 'n',
  __builtin_choose_expr: '1, n, r',
};

describe('builtins', () => {
  it('that aren’t functions keep their arguments from being evaluated, or evaluate them once', () => {
    for (const name of knownBuiltins()) {
      const { functions } = lower(`int f(int n) { int r = 0; ${name}(${SHAPES[name] ?? 'n, 1, &r'}); return r; }`);
      expect(functions[0]!.reasons.map((r) => r.code)).not.toContain('unknown-call');
    }
  });

  it('that nobody knows change all that they can reach', async () => {
    expect(
      await verdicts(
        `
          int g = 1;
          int main(void) {
            int x = 2;
            __builtin_strange(&x);
            __VERIFIER_assert(x == 2);
            __VERIFIER_assert(g == 1);
            return 0;
          }`,
      ),
    ).toEqual(['unknown', 'unknown']);
  });
});
