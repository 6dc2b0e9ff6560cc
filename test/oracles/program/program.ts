/** A whole program: types, globals, functions and an entry, with places for assertions. */
import type { Random } from '../../differential/random.ts';
import { global } from './declarations.ts';
import type { Draft, Entry, Line, Variable } from './draft.ts';
import { emit, fresh, made, newDraft, scoped } from './draft.ts';
import { attributed, entryFunction, plainFunction, pureFunction, recursiveFunction } from './functions.ts';
import { declareElsewhere, defineElsewhere, headerObject } from './elsewhere.ts';
import { linkedNodes } from './linked.ts';
import { block, observe } from './statements.ts';
import { defineTypes } from './type-definitions.ts';
import type { IntegerType } from './types.ts';
import { INT, STANDARD } from './types.ts';

export interface Program {
  readonly lines: readonly Line[];
  /** What is called: `main`, or each function that can be called from outside. */
  readonly entries: readonly Entry[];
  /** All that a run may begin with. */
  readonly functions: readonly Entry[];
  /** Globals that a caller may have given any value. */
  readonly inputs: readonly { readonly name: string; readonly type: IntegerType }[];
  readonly globals: readonly Variable[];
  readonly fileNames: readonly string[];
  /** Lines of another file that the program's functions and objects are used and changed by. */
  readonly elsewhere: readonly string[];
  readonly made: ReadonlyMap<string, number>;
}

const READERS = [
  ['int', 'int'],
  ['int', 'int'],
  ['unsigned char', 'uchar'],
  ['char', 'char'],
  ['short', 'short'],
  ['unsigned', 'uint'],
  ['long', 'long'],
  ['_Bool', 'bool'],
] as const;

/** Everything in it follows from `r`. */
export function drawProgram(r: Random): Program {
  const entries = r.chance(0.25);
  const integers = [INT, INT, INT, ...STANDARD.filter((t) => t.name !== 'int' && r.chance(0.4))];
  const size = r.pick([0, 0, 0, 0, 0, 0, 0, 1, 1, 2]);
  const d = newDraft(r, entries, integers, size);
  for (const text of ['#include <assert.h>', '#include <stdlib.h>', '#include <string.h>', '#include <stddef.h>'])
    emit(d, text);
  if (r.chance(0.1)) headerObject(d);
  defineTypes(d);
  for (let k = r.int(1, 2 + size); k > 0; k--) global(d);
  if (r.chance(0.35)) linkedNodes(d);
  if (r.chance(0.18)) declareElsewhere(d);
  attributed(d);
  for (let k = r.int(0, 1 + (size >> 1)); k > 0; k--) pureFunction(d);
  if (r.chance(0.12)) recursiveFunction(d);
  for (let k = r.int(0, 1 + (size >> 1)); k > 0; k--) plainFunction(d, r.int(1, 1 + size));
  const called: Entry[] = [];
  if (entries) {
    for (let k = r.int(1, 2); k > 0; k--) called.push(entryFunction(d, r.int(2, 3 + size)));
    made(d, 'program: functions as entries', 0);
  } else {
    mainFunction(d, r.int(2, 5 + 2 * size));
    called.push({ name: 'main', params: [] });
    made(d, 'program: main', 0);
  }
  defineElsewhere(d, (name) => isShared(d, name));
  const inputs = entries
    ? d.variables.flatMap((v) =>
        v.depth === 0 && v.type.kind === 'integer' && v.writable && v.name !== 'errno' && isShared(d, v.name)
          ? [{ name: v.name, type: v.type }]
          : [],
      )
    : [];
  return {
    lines: d.lines,
    entries: called,
    functions: [...d.functions, ...called],
    inputs,
    globals: d.variables.filter((v) => v.depth === 0),
    fileNames: d.fileNames,
    elsewhere: d.definedElsewhere,
    made: d.made,
  };
}

/** With external linkage: others can assign to it. */
const isShared = (d: Draft, name: string): boolean =>
  !d.lines.some(({ text }) => new RegExp(`^static .*\\b${name}\\b`).test(text));

function mainFunction(d: Draft, statements: number): void {
  const readers = Array.from({ length: d.r.int(1, 3) }, () => d.r.pick(READERS));
  for (const suffix of new Set(readers.map(([, s]) => s))) {
    const type = READERS.find(([, s]) => s === suffix)?.[0] ?? 'int';
    emit(d, `extern ${type} __VERIFIER_nondet_${suffix}(void);`);
  }
  emit(d, 'int main(void)');
  emit(d, '{');
  d.indent++;
  d.returns = INT;
  scoped(d, () => {
    for (const [type, suffix] of readers) {
      const name = fresh(d, 'n');
      emit(d, `${type} ${name} = __VERIFIER_nondet_${suffix}();`);
      const known = STANDARD.find((t) => t.name === type) ?? INT;
      if (known.bits > 8 && d.r.chance(0.7))
        emit(
          d,
          `if (${known.signed ? `${name} < ${d.r.pick([0, 0, -5])} || ` : ''}${name} > ${d.r.pick([5, 10, 20, 100])}) return 0;`,
        );
      d.variables.push({ name, type: known, depth: 1, writable: d.r.chance(0.6), private: d.r.chance(0.4) });
    }
    if (d.variables.some((v) => v.name === 'errno')) emit(d, 'errno = 0;');
    block(d, statements);
    observe(d);
    emit(d, 'return 0;', { target: true });
  });
  d.indent--;
  emit(d, '}');
}
