import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ClangNode } from './clang-tree.ts';
import { COUNT_RUNTIME, countCode } from './count-code.ts';
import { cutLoops } from './cut-loops.ts';
import { TypeTable, declared } from './type-table.ts';

/** What each text is worth where the variables are as set up below. */
function valuesOf(texts: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'looplens-counts-'));
  try {
    const program = `#include <stdio.h>\n#include <string.h>\n${COUNT_RUNTIME}
struct s { int n; unsigned char b : 3; int *end, *at; };
int main(void) {
  int a[8] = {0, 1, 7}, n = -3, i = 2; unsigned u = 5; struct s s = {40, 5, a + 8, a + 3}, *p = &s; const char *t = "four";
  int *q = a + 1;
${texts.map((t) => `  printf("%lld\\n", (long long)(${countCode(t)}));`).join('\n')}
  return 0;
}
`;
    writeFileSync(join(folder, 'counts.c'), program);
    execFileSync('gcc', ['-w', '-o', 'counts', 'counts.c'], { cwd: folder });
    return execFileSync(join(folder, 'counts'), { encoding: 'utf8' }).trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a count as C', () => {
  test('is computed over unbounded integers, and pointers count elements', () => {
    const told: readonly (readonly [string, string])[] = [
      ['max(0, n - u)', '0'],
      ['n - u', '-8'],
      ['max(0, p->end - p->at)', '5'],
      ['(p->n + 1) * 2', '82'],
      ['(unsigned)n - 1', '4294967292'],
      ['a[i] * *q', '7'],
      ['*q + 1', '2'],
      ['strlen(t) + 1', '5'],
      ["'a' + 0x10u", '113'],
      ['n >= 0 ? n : mod(n, 5)', '2'],
      ['s.b', '5'],
    ];
    expect(valuesOf(told.map(([text]) => text))).toEqual(told.map(([, value]) => value));
  });

  test('the length of a list is none', () => {
    expect(countCode('length(p)')).toBeNull();
    expect(countCode('max(0, length(p))')).toBeNull();
  });
});

describe('types', () => {
  const named: ClangNode = { id: '1', kind: 'TypedefDecl', name: 'count_t', type: { qualType: 'unsigned long' } };
  const record: ClangNode = { id: '2', kind: 'RecordDecl', name: 's', tagUsed: 'struct', completeDefinition: true };
  const table = new TypeTable([named, record]);

  test('are known through their names', () => {
    expect(table.shape('const count_t').kind).toBe('integer');
    expect(table.shape('const count_t *restrict')).toEqual({ kind: 'pointer', to: 'const count_t', restricted: true });
    expect(table.shape('struct s[4][2]')).toEqual({ kind: 'array', of: 'struct s[2]', length: 4 });
    expect(table.shape('struct s')).toEqual({ kind: 'record', record });
    expect(table.shape('int (*)(int)').kind).toBe('other');
    expect(table.shape('struct unknown').kind).toBe('other');
  });

  test('are declared with a name inside', () => {
    expect(declared('int', 'x')).toBe('int x');
    expect(declared('int (*)(char)', 'f')).toBe('int (* f)(char)');
    expect(declared('char[4]', '*p')).toBe('char (*p)[4]');
  });
});

describe('a loop that is cut out', () => {
  const text = 'int f(int n) { while (n > 0) if (n == 3) return n; else n--; }';
  const at = (part: string, more: Partial<ClangNode> & { readonly kind: string }): ClangNode => ({
    id: `${more.kind} ${part}`,
    range: { begin: { offset: text.indexOf(part) }, end: { offset: text.indexOf(part) + part.length - 1, tokLen: 1 } },
    ...more,
  });
  const n: ClangNode = { id: 'n', kind: 'ParmVarDecl', name: 'n', type: { qualType: 'int' } };
  const used = at('n > 0', { kind: 'DeclRefExpr', referencedDecl: n });
  const body = at('if (n == 3) return n; else n--', {
    kind: 'IfStmt',
    inner: [at('return n', { kind: 'ReturnStmt' })],
  });
  const loop = at('while (n > 0) if (n == 3) return n; else n--', { kind: 'WhileStmt', inner: [used, body] });
  const whole = at(text.slice(text.indexOf('{')), { kind: 'CompoundStmt', inner: [loop] });
  const declarations: readonly ClangNode[] = [{ id: 'f', kind: 'FunctionDecl', name: 'f', inner: [n, whole] }];

  test("has its function's variables as parameters, and ends where that returned", () => {
    expect(cutLoops({ text, declarations })).toEqual([
      {
        from: 'f',
        parameters: [{ name: 'n', type: 'int' }],
        globals: [],
        text: ['while (n > 0) ', 'if (n == 3) { (void)(n); return; } else n--;', ''],
      },
    ]);
  });

  test('is none where it jumps to a label outside', () => {
    const jump = at('n--', { kind: 'GotoStmt', targetLabelDeclId: 'elsewhere' });
    const jumping: ClangNode = { ...loop, inner: [used, { ...body, inner: [jump] }] };
    const around: ClangNode = { ...whole, inner: [jumping] };
    expect(cutLoops({ text, declarations: [{ ...declarations[0]!, inner: [n, around] }] })).toEqual([]);
  });
});
