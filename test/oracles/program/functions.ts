/**
 * Functions of a program: pure ones, recursive ones, those that change what they are given, and those with attributes.
 */
import type { Draft, Entry, FunctionDrawn, Variable } from './draft.ts';
import { choose, emit, fresh, made, newExpression, scoped } from './draft.ts';
import { bring, objectType } from './declarations.ts';
import { condition, integer } from './expressions.ts';
import { LEVEL, within } from './levels.ts';
import { pointerValue, recordValue } from './pointers.ts';
import { block, observe } from './statements.ts';
import type { CType, FunctionType } from './types.ts';
import { INT, declare, hasPointers, pointerTo } from './types.ts';

interface Parameter {
  readonly variable: Variable;
  readonly text: string;
}

const parameter = (d: Draft, type: CType, more: Partial<Variable> = {}): Parameter => {
  const name = fresh(d, type.kind === 'pointer' ? 'p' : type.kind === 'record' ? 'r' : 'n');
  return {
    variable: { name, type, depth: 1, writable: true, private: type.kind === 'integer' && d.r.chance(0.5), ...more },
    text: declare(type, name),
  };
};

function drawParameter(d: Draft, leaf: boolean): Parameter {
  return choose<Parameter>(d, [
    [8, () => parameter(d, d.r.chance(0.5) ? INT : d.r.pick(d.integers))],
    [
      leaf ? 0.5 : 5,
      () => {
        const to = objectType(d, false);
        if (to.kind === 'array') return null;
        const extent = d.r.chance(0.6) ? 1 : d.r.int(2, 3);
        const type = pointerTo(to, leaf || d.r.chance(0.15));
        const drawn = parameter(d, type, { extent, private: extent > 1 });
        const { name } = drawn.variable;
        if (leaf && d.r.chance(0.5))
          return made(d, 'qualifier: restrict', { ...drawn, text: declare(to, `*restrict ${name}`, 'const ') });
        if (extent > 1 && d.r.chance(0.6))
          return made(d, 'parameter: array', {
            ...drawn,
            text: declare(
              to,
              `${name}[${d.r.chance(0.5) ? '' : d.r.chance(0.4) ? made(d, 'parameter: [static n]', `static ${extent}`) : extent}]`,
              type.readonly ? 'const ' : '',
            ),
          });
        return made(d, 'parameter: pointer', drawn);
      },
    ],
    [
      leaf ? 0.5 : 2,
      () => {
        const open = d.records.filter((t) => !hasPointers(t));
        return open.length === 0 ? null : made(d, 'parameter: record by value', parameter(d, d.r.pick(open)));
      },
    ],
    [
      leaf ? 0 : 1,
      () => {
        const open = d.functions.filter((f) => !f.recursive && f.type.params.every((p) => p.kind === 'integer'));
        return open.length === 0
          ? null
          : made(d, 'parameter: pointer to function', parameter(d, pointerTo(d.r.pick(open).type)));
      },
    ],
  ]) as Parameter;
}

interface Declared {
  /** What stands in front, as `static `. */
  readonly head: string;
  readonly name: string;
  readonly returns: CType | null;
  readonly params: readonly Parameter[];
}

/** Head, parameters, body; the function is known to what follows. */
function define(d: Draft, { head, name, returns, params }: Declared, body: () => void): { readonly oldStyle: boolean } {
  d.fileNames.push(name);
  const integers =
    params.length > 0 &&
    params.every(
      (p) => p.variable.type.kind === 'integer' && p.variable.type.bits >= 32 && !p.variable.type.name.includes('t'),
    );
  const oldStyle = integers && d.r.chance(0.06);
  if (oldStyle) {
    emit(d, `${head}${declare(returns, `${name}(${params.map((p) => p.variable.name).join(', ')})`)}`);
    for (const p of params) emit(d, `  ${p.text};`);
    made(d, 'declarator: old-style definition', 0);
  } else emit(d, `${head}${declare(returns, `${name}(${params.map((p) => p.text).join(', ') || 'void'})`)}`);
  emit(d, '{');
  d.indent++;
  d.returns = returns;
  scoped(d, () => {
    for (const p of params) bring(d, p.variable);
    body();
  });
  d.indent--;
  emit(d, '}');
  return { oldStyle };
}

/** Returns a value that fits, or nothing. */
function finish(d: Draft): void {
  newExpression(d);
  const { returns } = d;
  if (returns === null) return;
  if (returns.kind === 'integer') emit(d, `return ${within(integer(d, 2), LEVEL.comma)};`, { target: true });
  else if (returns.kind === 'record')
    emit(d, `return ${(recordValue(d, returns, 0) ?? { text: `(${returns.name}){ 0 }` }).text};`);
  else if (returns.kind === 'pointer')
    emit(d, `return ${(pointerValue(d, { type: returns, extent: 1, depth: 0, brief: false }) ?? { text: '0' }).text};`);
}

const given = (params: readonly Parameter[]): Entry['params'] =>
  params.map((p) => ({ name: p.variable.name, type: p.variable.type, extent: p.variable.extent ?? 1 }));

function known(
  d: Draft,
  name: string,
  returns: CType | null,
  params: readonly Parameter[],
  more: Partial<FunctionDrawn> = {},
): void {
  const type: FunctionType = { kind: 'function', returns, params: params.map((p) => p.variable.type) };
  d.functions.push({
    name,
    params: given(params),
    type,
    extents: params.map((p) => p.variable.extent ?? 1),
    pure: false,
    recursive: false,
    oldStyle: false,
    ...more,
  });
}

/** Changes nothing: its value alone matters. */
export function pureFunction(d: Draft): void {
  const name = fresh(d, 'f');
  const params = Array.from({ length: d.r.int(1, 2) }, () =>
    d.r.chance(0.6) ? parameter(d, INT) : drawParameter(d, true),
  );
  const scalars = params.every((p) => p.variable.type.kind === 'integer');
  const attribute = choose<string>(d, [
    [4, () => ''],
    [1, () => (scalars ? made(d, 'attribute: const', '__attribute__((const)) ') : null)],
    [1, () => made(d, 'attribute: pure', '__attribute__((pure)) ')],
    [1, () => made(d, 'storage: static inline', 'inline ')],
    [1, () => made(d, 'attribute: noinline', '__attribute__((noinline)) ')],
    [1, () => made(d, 'attribute: always_inline', 'inline __attribute__((always_inline)) ')],
  ]) as string;
  const returns = d.r.chance(0.7) ? INT : d.r.pick(d.integers);
  const [globals, functions] = [d.variables, d.functions];
  // an attribute says that no memory is read
  if (attribute.includes('(const)')) [d.variables, d.functions] = [[], []];
  d.leaf = true;
  const statements = d.r.int(1, 1 + d.size);
  const leads = attribute.startsWith('__') && d.r.chance(0.5);
  if (leads) made(d, 'attribute: in front of static', 0);
  const head = leads ? `${attribute}static ` : `static ${attribute}`;
  const form = define(d, { head, name, returns, params }, () => {
    block(d, statements);
    finish(d);
  });
  d.leaf = false;
  [d.variables, d.functions] = [globals, functions];
  known(d, name, returns, params, { pure: true, ...form });
}

/** Calls itself with a smaller first argument. */
export function recursiveFunction(d: Draft): void {
  const name = fresh(d, 'f');
  const [n, m] = [parameter(d, INT, { private: false, writable: false }), parameter(d, INT, { private: false })];
  const form = define(d, { head: 'static ', name, returns: INT, params: [n, m] }, () => {
    newExpression(d);
    emit(d, `if (${n.variable.name} <= ${d.r.int(0, 1)}) return ${within(integer(d, 1), LEVEL.comma)};`, {
      target: true,
    });
    newExpression(d);
    const rest = `${name}(${n.variable.name} - 1, ${within(integer(d, 1), LEVEL.assign)})`;
    emit(
      d,
      `return ${
        choose<string>(d, [
          [2, () => `${rest} + ${n.variable.name}`],
          [1, () => rest],
          [1, () => `${n.variable.name} + ${rest}`],
          [1, () => `${condition(d, 0).text} ? ${rest} : ${n.variable.name}`],
        ]) as string
      };`,
    );
  });
  known(d, name, INT, [n, m], { recursive: true, pure: true, ...form });
}

/** Changes globals and what it is given. */
export function plainFunction(d: Draft, statements: number): void {
  const name = fresh(d, 'f');
  const params = Array.from({ length: d.r.int(0, 3) }, () => drawParameter(d, false));
  const pointers = d.variables.filter((v) => v.depth === 0 && !v.private && v.type.kind === 'integer' && v.writable);
  const returns = choose<CType>(d, [
    [5, () => INT],
    [2, () => d.r.pick(d.integers)],
    [
      2,
      () =>
        d.records.some((t) => !t.pointers)
          ? made(d, 'function: returns a record', d.r.pick(d.records.filter((t) => !t.pointers)))
          : null,
    ],
    [
      1,
      () => (pointers.length === 0 ? null : made(d, 'function: returns a pointer', pointerTo(d.r.pick(pointers).type))),
    ],
  ]);
  const result = d.r.chance(0.25) ? made(d, 'function: returns nothing', null) : returns;
  if (d.r.chance(0.15) && params.length === 0)
    emit(d, made(d, 'declaration: prototype', `static ${declare(result, `${name}(void)`)};`));
  const form = define(d, { head: 'static ', name, returns: result, params }, () => {
    if (!d.entries && d.r.chance(0.2)) observe(d);
    block(d, statements);
    if (d.r.chance(0.5)) observe(d);
    finish(d);
  });
  known(d, name, result, params, form);
}

/** Handlers, what runs before `main`, what never returns. */
export function attributed(d: Draft): void {
  const globals = d.variables.filter((v) => v.depth === 0 && v.type.kind === 'integer' && v.writable);
  if (globals.length > 0 && d.r.chance(0.12)) {
    const name = fresh(d, 'tidy');
    d.fileNames.push(name);
    emit(d, `static void ${name}(int *p) { ${d.r.pick(globals).name} += *p & ${d.r.int(1, 7)}; }`);
  }
  if (globals.length > 0 && d.r.chance(0.08)) {
    const name = fresh(d, 'boot');
    d.fileNames.push(name);
    emit(
      d,
      made(
        d,
        'attribute: constructor',
        `static __attribute__((constructor)) void ${name}(void) { ${d.r.pick(globals).name} = ${d.r.int(1, 40)}; }`,
      ),
    );
  }
  if (d.r.chance(0.12)) {
    const name = fresh(d, 'stop');
    d.fileNames.push(name);
    emit(
      d,
      made(
        d,
        'attribute: noreturn',
        `static ${d.r.pick(['_Noreturn', '__attribute__((noreturn))'])} void ${name}(void) { ${d.r.pick(['abort();', 'exit(0);', 'exit(1);'])} }`,
      ),
    );
  }
}

/** A function that is an entry by itself. */
export function entryFunction(d: Draft, statements: number): Entry {
  const name = fresh(d, 'f');
  const params = Array.from({ length: d.r.int(1, 3) }, () =>
    d.r.chance(0.75) ? parameter(d, d.r.chance(0.5) ? INT : d.r.pick(d.integers)) : drawParameter(d, false),
  ).filter((p) => !(p.variable.type.kind === 'pointer' && p.variable.type.to.kind === 'function'));
  define(d, { head: '', name, returns: INT, params }, () => {
    for (const { variable: v } of params) {
      if (v.type.kind === 'integer' && v.type.bits > 8 && d.r.chance(0.6))
        emit(
          d,
          `if (${v.type.signed ? `${v.name} < ${d.r.pick([0, 0, -5])} || ` : ''}${v.name} > ${d.r.pick([5, 10, 20, 100])}) return 0;`,
        );
    }
    block(d, statements);
    observe(d);
    finish(d);
  });
  return { name, params: given(params) };
}
