/**
 * Declarations of locals and globals: every declarator, storage class and qualifier that integers and pointers to them
 * can have.
 */
import type { Draft, Variable } from './draft.ts';
import { choose, emit, fresh, made, newExpression } from './draft.ts';
import { condition, constant, integer, word } from './expressions.ts';
import { initialiser } from './initialisers.ts';
import { LEVEL, within } from './levels.ts';
import { pointerValue, recordValue } from './pointers.ts';
import type { CType, IntegerType, RecordType } from './types.ts';
import { CHAR, INT, arrayOf, declare, hasPointers, pointerTo, same } from './types.ts';

/** Puts a variable into scope. */
export function bring(d: Draft, v: Variable): Variable {
  d.variables.push(v);
  return v;
}

const local = (d: Draft, name: string, type: CType, more: Partial<Variable> = {}): Variable =>
  bring(d, { name, type, depth: d.depth, writable: true, private: false, ...more });

/** A type that an object may have: nested at most so deep. */
export function objectType(d: Draft, pointers: boolean): CType {
  const records = d.records.filter((t) => pointers || !t.pointers);
  return choose<CType>(d, [
    [6, () => d.r.pick(d.integers)],
    [2, () => arrayOf(d.r.chance(0.6) ? INT : d.r.pick(d.integers), d.r.int(2, 5))],
    [3, () => (records.length === 0 ? null : d.r.pick(records))],
    [
      1,
      () =>
        records.length === 0
          ? null
          : made(d, 'declarator: array of records', arrayOf(d.r.pick(records), d.r.int(2, 3))),
    ],
    [1, () => made(d, 'declarator: array of arrays', arrayOf(arrayOf(d.r.pick(d.integers), d.r.int(2, 3)), 2))],
  ]) as CType;
}

/** One declaration of a local. */
export function declaration(d: Draft): void {
  newExpression(d);
  choose<true>(d, [
    [8, () => scalar(d)],
    [5, () => whole(d)],
    [6, () => pointer(d)],
    [1, () => severalAtOnce(d)],
    [1, () => staticLocal(d)],
    [1, () => variableLength(d)],
    [1, () => functionPointer(d)],
    [1, () => pointerToArray(d)],
    [1, () => pointersInArray(d)],
    [1, () => externHere(d)],
    [1, () => cleaned(d)],
    [1, () => characters(d)],
    [0.5, () => typeHere(d)],
    [
      0.5,
      () => {
        emit(d, `_Static_assert(sizeof(int) == 4, "int");`);
        return made(d, 'declaration: _Static_assert', true);
      },
    ],
  ]);
}

function scalar(d: Draft): true {
  const type = d.r.pick(d.integers);
  const name = fresh(d, 'v');
  const prefix = choose<string>(d, [
    [10, () => ''],
    [2, () => made(d, 'qualifier: const', 'const ')],
    [1, () => made(d, 'qualifier: volatile', 'volatile ')],
    [1, () => made(d, 'storage: register', 'register ')],
    [0.5, () => made(d, 'storage: auto', 'auto ')],
    [0.5, () => made(d, 'declarator: _Alignas', '_Alignas(16) ')],
  ]) as string;
  const suffix = d.r.chance(0.05)
    ? made(d, 'attribute: unused', ' __attribute__((unused))')
    : d.r.chance(0.04)
      ? made(d, 'attribute: aligned', ' __attribute__((aligned(8)))')
      : '';
  emit(d, `${declare(type, name, prefix)}${suffix} = ${within(integer(d, 2), LEVEL.assign)};`, { target: true });
  local(d, name, type, {
    writable: prefix !== 'const ',
    private: prefix === 'register ' || prefix === 'volatile ' || d.r.chance(0.4),
  });
  return made(d, 'declaration: scalar', true);
}

function whole(d: Draft): true {
  const type = objectType(d, true);
  const name = fresh(d, type.kind === 'array' ? 'a' : type.kind === 'record' ? 'r' : 'v');
  const constant_ = d.r.chance(0.08) && !hasPointers(type);
  const copied = type.kind === 'record' && d.r.chance(0.35) ? recordValue(d, type, d.depth) : null;
  emit(
    d,
    `${declare(type, name, constant_ ? 'const ' : '')} = ${copied ? within(copied, LEVEL.assign) : initialiser(d, type, d.depth, true)};`,
    { target: true },
  );
  local(d, name, type, { writable: !constant_ });
  return made(d, `declaration: ${type.kind === 'record' ? (type.union ? 'union' : 'struct') : type.kind}`, true);
}

function pointer(d: Draft): true | null {
  const to = choose<CType>(d, [
    [5, () => pointee(d, (t) => t.kind === 'integer')],
    [4, () => pointee(d, (t) => t.kind === 'record')],
    [2, () => pointee(d, (t) => t.kind === 'pointer' && t.to.kind !== 'function')],
  ]);
  if (to === null) return null;
  const extent = to.kind === 'pointer' || d.r.chance(0.6) ? 1 : d.r.int(2, 3);
  const type = pointerTo(to, to.kind !== 'pointer' && d.r.chance(0.2));
  const value = pointerValue(d, { type, extent, depth: d.depth, brief: false });
  if (!value) return null;
  const name = fresh(d, 'p');
  const fixed = d.r.chance(0.1)
    ? made(d, 'declarator: const pointer', 'const ')
    : d.r.chance(0.05)
      ? made(d, 'qualifier: volatile pointer', 'volatile ')
      : '';
  emit(d, `${declare(to, `*${fixed}${name}`, type.readonly ? 'const ' : '')} = ${within(value, LEVEL.assign)};`, {
    target: true,
  });
  local(d, name, type, { writable: fixed !== 'const ', private: extent > 1 || fixed !== '', extent });
  return made(d, to.kind === 'pointer' ? 'declarator: pointer to pointer' : `declarator: pointer to ${to.kind}`, true);
}

/** A type of which there are objects to point at. */
function pointee(d: Draft, fits: (t: CType) => boolean): CType | null {
  const types = d.variables
    .filter((v) => !v.private)
    .flatMap((v) => partsOf(v.type))
    .filter(fits);
  return types.length === 0 ? null : d.r.pick(types);
}

function partsOf(t: CType): readonly CType[] {
  if (t.kind === 'array') return partsOf(t.of);
  if (t.kind === 'record')
    return [
      t,
      ...t.fields
        .filter((f) => f.width === undefined && f.name !== null)
        .map((f) => (f.type.kind === 'array' ? f.type.of : f.type)),
    ];
  return [t];
}

function severalAtOnce(d: Draft): true {
  const type = d.r.pick(d.integers);
  const [a, b, c] = [fresh(d, 'v'), fresh(d, 'p'), fresh(d, 'a')];
  emit(
    d,
    `${type.name} ${a} = ${within(integer(d, 1), LEVEL.assign)}, *${b} = &${a}, ${c}[2] = { ${within(integer(d, 0), LEVEL.assign)} };`,
    { target: true },
  );
  local(d, a, type);
  local(d, b, pointerTo(type));
  local(d, c, arrayOf(type, 2));
  return made(d, 'declaration: several declarators', true);
}

function staticLocal(d: Draft): true | null {
  // its value would be anything in a function that is an entry
  if (d.entries || d.leaf) return null;
  const type = d.r.chance(0.7) ? d.r.pick(d.integers) : arrayOf(INT, d.r.int(2, 4));
  const name = fresh(d, 'v');
  emit(d, `${declare(type, name, 'static ')} = ${initialiser(d, type, 0, false)};`);
  local(d, name, type, { depth: 0 });
  return made(d, 'storage: static local', true);
}

function variableLength(d: Draft): true | null {
  if (d.nesting > 1) return null;
  const [length, name, k] = [fresh(d, 'v'), fresh(d, 'a'), fresh(d, 'i')];
  const type = d.r.pick(d.integers);
  emit(d, `const int ${length} = (${integer(d, 1).text} & 3) + 1;`);
  newExpression(d);
  emit(d, `${type.name} ${name}[${length}];`);
  emit(d, `for (int ${k} = 0; ${k} < ${length}; ${k}++) ${name}[${k}] = ${k} * ${d.r.int(1, 3)};`);
  local(d, length, INT, { writable: false });
  local(d, name, arrayOf(type, 1), { index: d.r.chance(0.5) ? `${length} - 1` : '0', writable: true });
  return made(d, 'declarator: array of variable length', true);
}

function functionPointer(d: Draft): true | null {
  const open = d.functions.filter((f) => !f.recursive);
  if (open.length === 0) return null;
  const type = pointerTo(d.r.pick(open).type);
  const value = pointerValue(d, { type, extent: 1, depth: 0, brief: false });
  if (!value) return null;
  const name = fresh(d, 'h');
  emit(d, `${declare(type, name)} = ${within(value, LEVEL.assign)};`);
  local(d, name, type);
  return made(d, 'declarator: pointer to function', true);
}

function pointerToArray(d: Draft): true | null {
  const to = pointee(d, (t) => t.kind === 'integer');
  const open = d.variables.filter(
    (v) => v.type.kind === 'array' && v.writable && v.index === undefined && same(v.type.of, to),
  );
  if (to === null || open.length === 0) return null;
  const target = d.r.pick(open);
  const name = fresh(d, 'p');
  emit(d, `${declare(pointerTo(target.type), name)} = &${target.name};`);
  local(d, name, pointerTo(target.type), { writable: false });
  return made(d, 'declarator: pointer to array', true);
}

function pointersInArray(d: Draft): true | null {
  const to = pointee(d, (t) => t.kind === 'integer' || t.kind === 'record');
  if (to === null) return null;
  const type = pointerTo(to);
  const values = [0, 1].map(() => pointerValue(d, { type, extent: 1, depth: d.depth, brief: false }));
  if (values.some((v) => v === null)) return null;
  const name = fresh(d, 'a');
  emit(
    d,
    `${declare(arrayOf(type, 2), name)} = { ${values.map((v) => (v ? within(v, LEVEL.assign) : '0')).join(', ')} };`,
  );
  local(d, name, arrayOf(type, 2));
  return made(d, 'declarator: array of pointers', true);
}

function externHere(d: Draft): true | null {
  const open = d.variables.filter(
    (v) => v.depth === 0 && v.type.kind === 'integer' && v.name.startsWith('g') && v.writable && !v.private,
  );
  if (open.length === 0 || d.leaf) return null;
  const v = d.r.pick(open);
  emit(d, `extern ${declare(v.type, v.name)};`);
  return made(d, 'storage: extern in a block', true);
}

/** A handler that is called when the scope is left; made by `attributes`. */
function cleaned(d: Draft): true | null {
  const handler = d.fileNames.find((n) => n.startsWith('tidy'));
  if (handler === undefined || d.leaf) return null;
  const name = fresh(d, 'v');
  emit(d, `int ${name} __attribute__((cleanup(${handler}))) = ${within(integer(d, 1), LEVEL.assign)};`, {
    target: true,
  });
  local(d, name, INT);
  return made(d, 'attribute: cleanup', true);
}

function characters(d: Draft): true {
  const name = fresh(d, 'a');
  const text = word(d);
  const spare = d.r.int(0, 2);
  emit(
    d,
    spare === 0
      ? `char ${name}[] = "${text}";`
      : d.r.chance(0.3)
        ? made(
            d,
            'constant: adjacent string literals',
            `char ${name}[${text.length + 1 + spare}] = "${text.slice(0, 2)}" "${text.slice(2)}";`,
          )
        : `char ${name}[${text.length + 1 + spare}] = "${text}";`,
  );
  local(d, name, arrayOf(CHAR, text.length + 1 + spare));
  return made(d, 'declaration: characters', true);
}

function typeHere(d: Draft): true {
  const [tag, name] = [fresh(d, 's'), fresh(d, 'r')];
  const [a, b] = [fresh(d, 'm'), fresh(d, 'm')];
  const [x, y]: [IntegerType, IntegerType] = [d.r.pick(d.integers), d.r.pick(d.integers)];
  const type: RecordType = {
    kind: 'record',
    union: false,
    name: `struct ${tag}`,
    fields: [
      { name: a, type: x },
      { name: b, type: y },
    ],
    pointers: false,
  };
  emit(
    d,
    `struct ${tag} { ${declare(x, a)}; ${declare(y, b)}; } ${name} = { ${constant(d).text}, ${within(condition(d), LEVEL.assign)} };`,
  );
  local(d, name, type);
  return made(d, 'declaration: struct in a block', true);
}

/** A variable with static storage. */
export function global(d: Draft): void {
  const type = objectType(d, !d.entries && d.r.chance(0.2));
  const name = fresh(d, 'g');
  d.fileNames.push(name);
  if (d.r.chance(0.25) && globalPointer(d, name)) return;
  const prefix = choose<string>(d, [
    [6, () => ''],
    [4, () => made(d, 'storage: static global', 'static ')],
    [1, () => made(d, 'global: const', 'const ')],
    [1, () => made(d, 'global: static const', 'static const ')],
    [0.5, () => made(d, 'global: volatile', 'volatile ')],
  ]) as string;
  const bare = d.r.chance(0.3) && !prefix.includes('const') && !hasPointers(type);
  if (d.r.chance(0.1) && !prefix.includes('static'))
    emit(d, made(d, 'storage: extern before the definition', `extern ${declare(type, name, prefix)};`));
  emit(d, `${declare(type, name, prefix)}${bare ? '' : ` = ${initialiser(d, type, 0, false)}`};`);
  made(d, bare ? 'global: without initialiser' : 'global: initialised', 0);
  // The address of a volatile object would have another type.
  bring(d, { name, type, depth: 0, writable: !prefix.includes('const'), private: prefix === 'volatile ' });
}

/** One that leads to another global from the start, or to an element of one. */
function globalPointer(d: Draft, name: string): true | null {
  const open = d.variables.filter(
    ({ type, ...v }) => !v.private && (type.kind !== 'array' || (type.of.kind === 'integer' && v.index === undefined)),
  );
  const target = open.length === 0 ? null : d.r.pick(open);
  if (target === null || target.type.kind === 'pointer') return null;
  const isArray = target.type.kind === 'array';
  const to = target.type.kind === 'array' ? target.type.of : target.type;
  const length = target.type.kind === 'array' ? target.type.length : 1;
  const at = isArray && d.r.chance(0.4) ? d.r.int(0, length - 1) : 0;
  const value = !isArray
    ? `&${target.name}`
    : at === 0
      ? target.name
      : d.r.pick([`&${target.name}[${at}]`, `${target.name} + ${at}`]);
  const prefix = d.r.chance(0.4) ? made(d, 'storage: static global', 'static ') : '';
  const type = pointerTo(to, !target.writable);
  emit(d, `${prefix}${declare(type, name)} = ${value};`);
  const extent = length - at;
  bring(d, { name, type, depth: 0, writable: true, private: extent > 1, ...(isArray && { extent }) });
  return made(d, isArray ? 'global: pointer to an element' : 'global: pointer', true);
}
