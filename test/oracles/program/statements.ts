/** Blocks and simple statements; what branches and repeats is in `control.ts`. */
import { callOf, callThrough } from './calls.ts';
import { callElsewhere } from './elsewhere.ts';
import { branching, looping } from './control.ts';
import { bring, declaration } from './declarations.ts';
import type { Draft, FunctionDrawn, Variable } from './draft.ts';
import { choose, emit, fresh, made, newExpression, scoped } from './draft.ts';
import { condition, constant, integer, place, step, word } from './expressions.ts';
import type { Expression } from './levels.ts';
import { LEVEL, within } from './levels.ts';
import { linked } from './linked.ts';
import type { Place } from './places.ts';
import { isInteger } from './places.ts';
import { pointerValue, recordValue } from './pointers.ts';
import type { CType, IntegerType } from './types.ts';
import { INT, UNSIGNED_LONG, declare, hasPointers } from './types.ts';

/** So many statements, each of which may be a whole loop; declarations last to its end. */
export function block(d: Draft, statements: number): void {
  for (let k = 0; k < statements; k++) statement(d);
}

/** A block of its own, in braces. */
export function braces(d: Draft, statements: number, before: () => void = () => undefined): void {
  scoped(d, () => {
    d.indent++;
    d.nesting++;
    before();
    block(d, statements);
    d.nesting--;
    d.indent--;
  });
}

export function statement(d: Draft): void {
  if (!d.leaf && d.nesting < 2 && d.r.chance(0.12)) observe(d);
  choose<true>(d, [
    [10, () => assignment(d)],
    [
      9,
      () => {
        declaration(d);
        return true;
      },
    ],
    [5, () => branching(d)],
    [6, () => looping(d)],
    [4, () => calling(d)],
    [5, () => callElsewhere(d)],
    [3, () => pointerAssignment(d)],
    [3, () => recordAssignment(d)],
    [2, () => memory(d)],
    [5, () => linked(d)],
    [2, () => leaving(d)],
    [2, () => stepping(d)],
    [1, () => nested(d)],
    [
      0.5,
      () => {
        emit(d, ';');
        return made(d, 'statement: null', true);
      },
    ],
    [0.7, () => unreachable(d)],
  ]);
}

/** Where values are looked at, and an assertion may come to stand. */
export function observe(d: Draft): void {
  if (d.leaf) return;
  newExpression(d);
  const values: { text: string; type: IntegerType }[] = [];
  for (let k = 0; k < 7; k++) {
    const found = place(d, { accept: isInteger, write: false });
    // what is volatile, or has a changing index, is no value of its own
    if (found && isInteger(found.type) && !values.some((v) => v.text === found.text))
      values.push({ text: within(found, LEVEL.cast), type: found.type });
  }
  if (d.r.chance(0.1)) {
    const found = place(d, {
      accept: (t) => t.kind === 'array' && t.of.kind === 'integer' && t.of.name === 'char' && t.length >= 4,
      write: false,
      only: (v) => v.name.startsWith('a'),
    });
    if (found) values.push({ text: `strlen(${found.text})`, type: UNSIGNED_LONG });
  }
  if (values.length > 0) emit(d, '', { point: { values } });
}

function assignment(d: Draft): true | null {
  newExpression(d);
  const target = place(d, { accept: isInteger, write: true });
  if (!target || !isInteger(target.type)) return null;
  const left = within(target, LEVEL.unary);
  if (d.r.chance(0.06)) {
    const other = place(d, { accept: isInteger, write: true });
    if (other && other.root !== target.root && other.direct && target.direct) {
      emit(d, `${left} = ${within(other, LEVEL.unary)} = ${within(integer(d, 1), LEVEL.assign)};`, { target: true });
      return made(d, 'statement: a = b = e', true);
    }
  }
  if (d.r.chance(0.4)) {
    const operator = d.r.pick(['+=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '^=', '|=']);
    const right = /[*/%]/.test(operator)
      ? String(d.r.int(2, 5))
      : /<<|>>/.test(operator)
        ? String(d.r.int(1, 3))
        : within(integer(d, 1), LEVEL.assign);
    if (operator === '<<=' && target.type.signed) return null;
    emit(d, `${left} ${operator} ${right};`, { target: true });
    return made(d, `operator: ${operator}`, true);
  }
  emit(d, `${left} = ${within(integer(d, 2), LEVEL.assign)};`, { target: true });
  return made(d, 'operator: =', true);
}

function stepping(d: Draft): true | null {
  newExpression(d);
  if (d.r.chance(0.2)) {
    const found = step(d);
    if (!found) return null;
    emit(d, `${found.text};`);
    return true;
  }
  const target = place(d, { accept: isInteger, write: true });
  if (!target || !isInteger(target.type)) return null;
  const operator = target.type.bool ? '++' : d.r.pick(['++', '--']);
  emit(
    d,
    d.r.chance(0.5) ? `${operator}${within(target, LEVEL.unary)};` : `${within(target, LEVEL.postfix)}${operator};`,
    { target: true },
  );
  return made(d, `operator: ${operator} of any object`, true);
}

/** How deep what a pointer there points at may be. */
const depthBehind = (p: Place): number => (p.direct ? p.root.depth : 0);

function pointerAssignment(d: Draft): true | null {
  newExpression(d);
  if (d.leaf) return null;
  const target = place(d, { accept: (t) => t.kind === 'pointer' && t.to.kind !== 'array', write: true });
  if (!target || target.type.kind !== 'pointer') return null;
  const value = pointerValue(d, {
    type: target.type,
    extent: target.text === target.root.name ? target.extent : 1,
    depth: depthBehind(target),
    brief: false,
  });
  if (!value) return null;
  emit(d, `${within(target, LEVEL.unary)} = ${within(value, LEVEL.assign)};`, { target: true });
  return made(d, 'statement: pointer assigned', true);
}

function recordAssignment(d: Draft): true | null {
  newExpression(d);
  const target = place(d, { accept: (t) => t.kind === 'record' && t.name !== '', write: true });
  if (!target || target.type.kind !== 'record') return null;
  const value = recordValue(d, target.type, depthBehind(target));
  if (!value || value.text === target.text) return null;
  emit(d, `${within(target, LEVEL.unary)} = ${within(value, LEVEL.assign)};`, { target: true });
  return made(d, 'statement: record assigned', true);
}

/**
 * `x = f(...)`, `f(...)`, `p->m = h(...)`. Where the value goes is a variable: nothing is evaluated beside the call.
 */
function calling(d: Draft): true | null {
  newExpression(d);
  if (d.leaf) return null;
  const found = d.r.chance(0.25) ? (callThrough(d) ?? callOf(d, impure)) : callOf(d, impure);
  if (!found) return null;
  const { call, returns } = found;
  const fits = (v: Variable): boolean =>
    v.writable && !d.read.has(v.name) && !d.changed.has(v.name) && v.type.kind === returns?.kind;
  const open = d.variables.filter(
    (v) =>
      fits(v) &&
      (v.type.kind === 'integer' ||
        (v.type.kind === 'record' && returns?.kind === 'record' && v.type.name === returns.name)),
  );
  if (returns === null || open.length === 0 || d.r.chance(0.2)) {
    if (returns !== null && d.r.chance(0.4)) return declared(d, call, returns);
    emit(d, `${d.r.chance(0.1) ? made(d, 'operator: cast to void', '(void)') : ''}${call.text};`, { target: true });
    return made(d, 'statement: call', true);
  }
  emit(d, `${d.r.pick(open).name} = ${call.text};`, { target: true });
  return made(d, 'statement: value of a call assigned', true);
}

const impure = (f: FunctionDrawn): boolean => !f.pure || f.recursive;

function declared(d: Draft, call: Expression, returns: CType): true {
  const name = fresh(d, returns.kind === 'pointer' ? 'p' : returns.kind === 'record' ? 'r' : 'v');
  emit(d, `${declare(returns, name)} = ${call.text};`, { target: true });
  bring(d, { name, type: returns, depth: d.depth, writable: true, private: false });
  return made(d, 'declaration: value of a call', true);
}

/** Library functions that write memory. */
function memory(d: Draft): true | null {
  newExpression(d);
  const array = (write: boolean): Place | null => {
    const found = place(d, {
      accept: (t) => t.kind === 'array' && t.of.kind === 'integer' && !t.of.bool,
      write,
      address: true,
    });
    return found?.index === undefined ? found : null;
  };
  return choose<true>(d, [
    [
      3,
      () => {
        const target = array(true);
        if (!target) return null;
        emit(
          d,
          `${d.r.pick(['memset', '__builtin_memset'])}(${target.text}, ${d.r.pick(['0', '0', '1', '255', '-1'])}, sizeof(${target.text}));`,
          { target: true },
        );
        return made(d, 'library: memset', true);
      },
    ],
    [
      2,
      () => {
        const target = place(d, { accept: (t) => t.kind === 'record' && !hasPointers(t), write: true, address: true });
        if (!target) return null;
        emit(d, `memset(&${within(target, LEVEL.unary)}, 0, sizeof(${target.text}));`, { target: true });
        return made(d, 'library: memset of a record', true);
      },
    ],
    [
      2,
      () => {
        const [target, source] = [array(true), array(false)];
        if (
          !target ||
          !source ||
          target.root === source.root ||
          !target.direct ||
          !source.direct ||
          target.type.kind !== 'array' ||
          source.type.kind !== 'array'
        )
          return null;
        if (target.type.of.kind !== 'integer' || source.type.of.kind !== 'integer') return null;
        const bytes = Math.min(
          (target.type.length * target.type.of.bits) / 8,
          (source.type.length * source.type.of.bits) / 8,
        );
        const size =
          target.type.of.name === source.type.of.name && d.r.chance(0.5)
            ? `${Math.min(target.type.length, source.type.length)} * sizeof(${target.text}[0])`
            : String(d.r.chance(0.6) ? bytes : d.r.int(1, bytes));
        emit(d, `${d.r.pick(['memcpy', 'memmove', '__builtin_memcpy'])}(${target.text}, ${source.text}, ${size});`, {
          target: true,
        });
        return made(d, 'library: memcpy', true);
      },
    ],
    [
      2,
      () => {
        const target = place(d, {
          accept: (t) => t.kind === 'array' && t.of.kind === 'integer' && t.of.name === 'char' && t.length >= 5,
          write: true,
          address: true,
        });
        if (!target || target.index !== undefined) return null;
        emit(d, `strcpy(${target.text}, "${word(d).slice(0, d.r.int(0, 4))}");`, { target: true });
        return made(d, 'library: strcpy', true);
      },
    ],
    [
      2,
      () => {
        const target = d.variables.filter((v) => v.type.kind === 'integer' && v.writable && v.type.bits >= 32);
        const [a, b] = [array(false), array(false)];
        if (
          target.length === 0 ||
          !a ||
          !b ||
          a.type.kind !== 'array' ||
          b.type.kind !== 'array' ||
          a.type.of.kind !== 'integer' ||
          b.type.of.kind !== 'integer' ||
          d.leaf
        )
          return null;
        const bytes = Math.min((a.type.length * a.type.of.bits) / 8, (b.type.length * b.type.of.bits) / 8);
        emit(
          d,
          `${d.r.pick(target).name} = ${d.r.pick(['memcmp', '__builtin_memcmp'])}(${a.text}, ${b.text}, ${d.r.int(1, bytes)}) ${d.r.pick(['== 0', '!= 0', '< 0', '> 0'])};`,
        );
        return made(d, 'library: memcmp', true);
      },
    ],
    [
      2,
      () => {
        // the bytes of an object may be looked at and changed through pointers to characters
        const target = place(d, {
          accept: (t) => t.kind === 'integer' && !t.bool && t.bits > 8,
          write: true,
          address: true,
        });
        if (!target) return null;
        const name = fresh(d, 'p');
        emit(d, `unsigned char *${name} = (unsigned char *)&${within(target, LEVEL.unary)};`);
        emit(d, `${name}[${d.r.int(0, 1)}] ${d.r.pick(['=', '^=', '|='])} ${constant(d).text};`, { target: true });
        return made(d, 'expression: bytes of an object', true);
      },
    ],
  ]);
}

function leaving(d: Draft): true | null {
  newExpression(d);
  return choose<true>(d, [
    [
      4,
      () => {
        if (!d.inLoop) return null;
        emit(d, `if (${condition(d).text}) ${made(d, 'statement: break', 'break')};`, { target: true });
        return true;
      },
    ],
    [
      4,
      () => {
        if (!d.inLoop) return null;
        emit(d, `if (${condition(d).text}) ${made(d, 'statement: continue', 'continue')};`, { target: true });
        return true;
      },
    ],
    [
      1,
      () => {
        if (d.returns !== null && d.returns.kind !== 'integer') return null;
        emit(d, `if (${condition(d).text}) return${d.returns === null ? '' : ` ${constant(d).text}`};`, {
          target: true,
        });
        return made(d, 'statement: return', true);
      },
    ],
    [
      1,
      () => {
        const stop = d.fileNames.find((n) => n.startsWith('stop'));
        if (stop === undefined || d.leaf) return null;
        emit(d, `if (${condition(d).text}) ${d.r.pick([`${stop}()`, 'abort()', 'exit(0)'])};`, { target: true });
        return made(d, 'call: function that does not return', true);
      },
    ],
  ]);
}

function nested(d: Draft): true | null {
  if (d.nesting > 1) return null;
  emit(d, '{');
  braces(d, 2);
  emit(d, '}');
  return made(d, 'statement: compound', true);
}

function unreachable(d: Draft): true {
  newExpression(d);
  emit(d, `if (${integer(d, 0).text} == ${d.r.int(50, 99)}) __builtin_unreachable();`);
  return made(d, 'builtin: unreachable', true);
}

export const indexVariable = (d: Draft, name: string, below: number): Variable =>
  bring(d, { name, type: INT, depth: d.depth, writable: false, private: true, below });
