/**
 * What other files have: functions that the program only declares and that change its globals and what pointers lead
 * to, and an object of a header. Their definitions are the harness's.
 */
import type { Draft } from './draft.ts';
import { choose, emit, fresh, made, newExpression } from './draft.ts';
import { place } from './expressions.ts';
import { LEVEL, within } from './levels.ts';
import { INT } from './types.ts';

/** Functions of another file by what they do. */
export interface Elsewhere {
  /** `void change(void)`: writes to what another file can write to. */
  readonly change: string;
  /** `void fill(int *)`: writes there. */
  readonly fill: string;
  /** `void keep(int *)`: `change` may write there later. */
  readonly keep: string;
  /** `int give(void)`: any small number. */
  readonly give: string;
}

/** Declares the functions; attributes in front of one belong to no other. */
export function declareElsewhere(d: Draft): void {
  const [change, fill, keep, give] = [fresh(d, 'change'), fresh(d, 'fill'), fresh(d, 'keep'), fresh(d, 'give')];
  const stop = fresh(d, 'stop');
  const declarations = [
    `void ${change}(void);`,
    `extern void ${fill}(int *);`,
    `void ${keep}(int *p);`,
    `${d.r.pick(['', '__attribute__((warn_unused_result)) '])}int ${give}(void);`,
  ];
  const at = d.r.int(0, declarations.length);
  const leading = d.r.pick([
    '__attribute__((noreturn)) void',
    '_Noreturn void',
    'extern __attribute__((__noreturn__)) void',
  ]);
  declarations.splice(at, 0, made(d, 'attribute: in front of a declaration', `${leading} ${stop}(void);`));
  for (const text of declarations) emit(d, text);
  d.fileNames.push(change, fill, keep, give, stop);
  d.elsewhere = { change, fill, keep, give };
  d.definedElsewhere.push(
    `static int *${keep}_kept;`,
    `void ${fill}(int *p) { *p = (int)(draw() % 20); }`,
    `void ${keep}(int *p) { ${keep}_kept = p; }`,
    `int ${give}(void) { return (int)(draw() % 12) - 2; }`,
    `_Noreturn void ${stop}(void) { ending(); }`,
  );
  d.fileNames.push(`${keep}_kept`);
}

/** The definition of what changes things, when all that it can change is known. */
export function defineElsewhere(d: Draft, isShared: (name: string) => boolean): void {
  if (d.elsewhere === null) return;
  const { change, keep } = d.elsewhere;
  const targets = d.variables.flatMap((v) => {
    if (v.depth !== 0 || !v.writable || !d.fileNames.includes(v.name) || !isShared(v.name)) return [];
    if (v.type.kind === 'integer') return [v.name];
    if (v.type.kind === 'array' && v.type.of.kind === 'integer') return [`${v.name}[draw() % ${v.type.length}]`];
    if (v.type.kind !== 'record' || v.type.union) return [];
    return v.type.fields.flatMap((f) => (f.type.kind === 'integer' && f.name !== null ? [`${v.name}.${f.name}`] : []));
  });
  const writes = targets.map((t) => `if (draw() & 1) ${t} = draw() % 20;`);
  d.definedElsewhere.push(
    `void ${change}(void) { ${writes.join(' ')} if (${keep}_kept && draw() % 2) *${keep}_kept = (int)(draw() % 20); }`,
  );
}

/** A call of one of them; null where there are none. */
export function callElsewhere(d: Draft): true | null {
  if (d.elsewhere === null || d.leaf) return null;
  newExpression(d);
  const { change, fill, keep, give } = d.elsewhere;
  const say = (production: string, text: string): true => {
    emit(d, text, { target: true });
    return made(d, `elsewhere: ${production}`, true);
  };
  const isInt = (t: { readonly kind: string; readonly name?: string }): boolean =>
    t.kind === 'integer' && t.name === INT.name;
  return choose<true>(d, [
    [4, () => say('what others can change', `${change}();`)],
    [
      2,
      () => {
        const to = place(d, { accept: isInt, write: true, address: true });
        return to && say('what is passed is written', `${fill}(&${within(to, LEVEL.unary)});`);
      },
    ],
    [
      2,
      () => {
        const open = d.variables.filter((v) => v.depth === 0 && v.writable && !v.private && isInt(v.type));
        return open.length === 0 ? null : say('an address is kept', `${keep}(&${d.r.pick(open).name});`);
      },
    ],
    [
      2,
      () => {
        const to = place(d, { accept: isInt, write: true });
        return to && say('a result', `${within(to, LEVEL.unary)} = ${give}();`);
      },
    ],
    [1, () => say('a result decides', `if (${give}() ${d.r.pick(['>', '==', '!='])} ${d.r.int(-2, 9)}) ${change}();`)],
  ]);
}

/** `errno`: an object of a header. */
export function headerObject(d: Draft): void {
  emit(d, '#include <errno.h>');
  d.variables.push({
    name: made(d, 'global: of a header', 'errno'),
    type: INT,
    depth: 0,
    writable: true,
    private: true,
  });
}
