/** Statements that branch and repeat. Every loop ends: what counts it is changed by the loop alone. */
import type { Draft } from './draft.ts';
import { choose, emit, fresh, made, newExpression, scoped } from './draft.ts';
import { bring } from './declarations.ts';
import { condition, constant, integer, place, step } from './expressions.ts';
import { LEVEL, within } from './levels.ts';
import { braces, indexVariable, statement } from './statements.ts';
import { INT, declare, pointerTo } from './types.ts';

const inner = (d: Draft): number => (d.nesting > 1 ? 1 : d.r.int(1, d.size === 0 ? 2 : 3));

export function branching(d: Draft): true | null {
  if (d.nesting > 2) return null;
  newExpression(d);
  return choose<true>(d, [
    [5, () => ifElse(d)],
    [3, () => switching(d)],
    [1, () => forwardJump(d)],
  ]);
}

function ifElse(d: Draft): true {
  emit(d, `if (${condition(d).text}) {`, { target: true });
  braces(d, inner(d));
  const ways = d.r.int(0, 3);
  if (ways === 3) {
    newExpression(d);
    emit(d, `} else if (${condition(d).text}) {`);
    braces(d, inner(d));
    made(d, 'statement: else if', 0);
  }
  if (ways >= 2) {
    emit(d, '} else {');
    braces(d, inner(d));
    made(d, 'statement: else', 0);
  }
  emit(d, '}');
  return made(d, 'statement: if', true);
}

function switching(d: Draft): true {
  const [inLoop, inSwitch] = [d.inLoop, d.inSwitch];
  const range = d.r.chance(0.2);
  const masked = d.r.chance(0.7);
  emit(d, `switch (${masked ? `${within(integer(d, 1), LEVEL.bitAnd)} & 7` : integer(d, 1).text}) {`, { target: true });
  // `continue` would still mean the loop, `break` no longer
  d.inLoop = false;
  d.inSwitch = true;
  const labels = [0, 1, 2, 3, 4, 5].filter(() => d.r.chance(0.5));
  const defaultAt = d.r.chance(0.7) ? d.r.int(0, labels.length) : -1;
  for (let k = 0; k <= labels.length; k++) {
    if (k === defaultAt) {
      emit(d, 'default:');
      made(d, k === labels.length ? 'statement: default' : 'statement: default before a case', 0);
    }
    const label = labels[k];
    if (label !== undefined) caseLabel(d, label, range && k === labels.length - 1);
    if (d.r.chance(0.2)) made(d, 'statement: cases in a row', 0);
    else {
      emit(d, '  {');
      braces(d, 1);
      emit(d, '  }');
    }
    if (d.r.chance(0.65)) emit(d, '  break;');
    else {
      made(d, 'statement: fall through', 0);
      if (d.r.chance(0.3)) emit(d, '  __attribute__((fallthrough));', {});
    }
    if (d.lines.at(-1)?.text.includes('fallthrough') && (k >= labels.length || labels[k + 1] === undefined))
      emit(d, '  break;');
  }
  emit(d, '  ;');
  emit(d, '}');
  d.inLoop = inLoop;
  d.inSwitch = inSwitch;
  return made(d, 'statement: switch', true);
}

function caseLabel(d: Draft, label: number, isRange: boolean): void {
  emit(
    d,
    isRange
      ? made(d, 'statement: case range', `case ${label} ... ${label + 3}:`)
      : made(d, 'statement: case', `case ${d.r.chance(0.2) ? `${label} + 0` : label}:`),
  );
}

function forwardJump(d: Draft): true {
  const label = fresh(d, 'out');
  emit(d, '{');
  braces(d, 1, () => {
    newExpression(d);
    emit(d, `if (${condition(d).text}) goto ${label};`, { target: true });
  });
  emit(d, '}');
  emit(d, `${label}: ;`);
  return made(d, 'statement: goto forwards', true);
}

/** The body of a loop, in which `break` and `continue` mean it. */
function body(d: Draft, before: () => void = () => undefined): void {
  const { inLoop } = d;
  d.inLoop = true;
  d.nesting++;
  braces(d, inner(d), before);
  d.nesting--;
  d.inLoop = inLoop;
}

export function looping(d: Draft): true | null {
  if (d.nesting > (d.size === 0 ? 0 : 1)) return null;
  newExpression(d);
  return choose<true>(d, [
    [7, () => counted(d)],
    [3, () => counting(d)],
    [2, () => doWhile(d)],
    [2, () => untilCondition(d)],
    [1, () => backwardJump(d)],
    [1, () => endless(d)],
    [2, () => pointerWalk(d)],
    [1, () => listWalk(d)],
    [1, () => intoTheMiddle(d)],
    [1, () => commaLoop(d)],
    [1, () => leaveBoth(d)],
  ]);
}

/** `for (int i = 0; i < 4; i++)`, up or down. */
function counted(d: Draft): true {
  const i = fresh(d, 'i');
  const limit = d.r.int(2, 6);
  const varying = d.r.chance(0.3);
  const bound = varying ? `(${integer(d, 0).text}) % ${limit}` : String(limit);
  const down = !varying && d.r.chance(0.2);
  emit(
    d,
    down
      ? `for (int ${i} = ${limit} - 1; ${i} >= 0; ${d.r.pick([`${i}--`, `--${i}`])}) {`
      : `for (int ${i} = 0; ${i} ${varying ? '<' : d.r.pick(['<', '!='])} ${bound}; ${d.r.pick([`${i}++`, `++${i}`, `${i} += 1`])}) {`,
    { target: true },
  );
  // the bound may be of an unsigned type and so beyond the limit
  body(d, () =>
    varying
      ? bring(d, { name: i, type: INT, depth: d.depth, writable: false, private: true })
      : indexVariable(d, i, limit),
  );
  emit(d, '}');
  return made(d, down ? 'statement: for, counting down' : 'statement: for', true);
}

/** `while (k-- > 0)`, `while (k)`. */
function counting(d: Draft): true {
  const k = fresh(d, 'k');
  const type = d.r.pick([INT, INT, ...d.integers.filter((t) => !t.bool && t.bits >= 8)]);
  emit(d, `${declare(type, k)} = ${d.r.chance(0.5) ? d.r.int(1, 9) : `${within(integer(d, 1), LEVEL.bitAnd)} & 7`};`);
  const form = d.r.int(0, 2);
  emit(d, form === 0 ? `while (${k}-- > 0) {` : form === 1 ? `while (${k}) {` : `while (${k} > 0) {`, { target: true });
  body(d, () => {
    bring(d, { name: k, type, depth: d.depth, writable: false, private: true });
    if (form > 0) emit(d, form === 1 ? `${k}--;` : `${k} -= ${d.r.int(1, 2)};`);
    // what doesn't get by zero would go on for long
    if (form > 0 && !type.signed) emit(d, `if (${k} > 200) break;`);
  });
  emit(d, '}');
  return made(d, 'statement: while', true);
}

function doWhile(d: Draft): true {
  const k = fresh(d, 'k');
  emit(d, `int ${k} = ${d.r.int(1, 6)};`);
  emit(d, 'do {', { target: true });
  body(d, () => bring(d, { name: k, type: INT, depth: d.depth, writable: false, private: true }));
  newExpression(d);
  const more = d.r.chance(0.4) ? ` && ${within(condition(d, 0), LEVEL.bitOr)}` : '';
  emit(d, `} while (--${k} > 0${more});`);
  return made(d, 'statement: do', true);
}

/** A condition over values decides; a limit sees that it ends. */
function untilCondition(d: Draft): true {
  const k = fresh(d, 'k');
  emit(d, `int ${k} = 0;`);
  emit(d, `while (${within(condition(d), LEVEL.and)} && ${k} < ${d.r.int(3, 20)}) {`, { target: true });
  body(d, () => {
    bring(d, { name: k, type: INT, depth: d.depth, writable: false, private: true });
    emit(d, `${k}++;`);
  });
  emit(d, '}');
  d.variables.push({ name: k, type: INT, depth: d.depth, writable: true, private: true });
  return made(d, 'statement: while a condition', true);
}

function backwardJump(d: Draft): true {
  const [k, label] = [fresh(d, 'k'), fresh(d, 'again')];
  emit(d, `int ${k} = 0;`);
  emit(d, `${label}: ;`);
  emit(d, '{');
  const { inLoop } = d;
  d.nesting++;
  d.inLoop = false;
  braces(d, inner(d));
  d.inLoop = inLoop;
  d.nesting--;
  emit(d, '}');
  emit(d, `if (++${k} < ${d.r.int(2, 6)}) goto ${label};`, { target: true });
  return made(d, 'statement: goto backwards', true);
}

function endless(d: Draft): true {
  const k = fresh(d, 'k');
  emit(d, `int ${k} = 0;`);
  emit(d, d.r.pick(['for (;;) {', 'while (1) {']), { target: true });
  body(d, () => {
    bring(d, { name: k, type: INT, depth: d.depth, writable: false, private: true });
    emit(d, `if (${k}++ >= ${d.r.int(2, 8)}) break;`);
  });
  emit(d, '}');
  return made(d, 'statement: for (;;)', true);
}

/** `for (int *p = a; p < a + n; p++)`. */
function pointerWalk(d: Draft): true | null {
  const array = place(d, {
    accept: (t) => t.kind === 'array' && (t.of.kind === 'integer' || t.of.kind === 'record') && t.length >= 2,
    write: false,
    address: true,
  });
  if (!array || array.type.kind !== 'array' || array.index !== undefined) return null;
  const p = fresh(d, 'p');
  const readonly = !array.writable || d.leaf || d.r.chance(0.4);
  const type = pointerTo(array.type.of, readonly);
  const text = within(array, LEVEL.add);
  const end = d.r.pick([`${text} + ${array.type.length}`, `&${within(array, LEVEL.postfix)}[${array.type.length}]`]);
  emit(d, `for (${declare(type, p)} = ${array.text}; ${p} ${d.r.pick(['<', '!='])} ${end}; ${p}++) {`, {
    target: true,
  });
  body(d, () => bring(d, { name: p, type, depth: d.depth, writable: false, private: true, extent: 1 }));
  emit(d, '}');
  return made(d, 'statement: for over a pointer', true);
}

/** From one record to the next by a member that points to its own kind; at most three. */
function listWalk(d: Draft): true | null {
  const head = place(d, {
    accept: (t) => t.kind === 'record' && t.fields.some((f) => f.type.kind === 'pointer' && f.type.to === t),
    write: false,
    address: true,
  });
  const type = head?.type;
  if (!head || type?.kind !== 'record' || d.leaf) return null;
  const next = type.fields.find((f) => f.type.kind === 'pointer' && f.type.to === type)?.name;
  const [p, k] = [fresh(d, 'p'), fresh(d, 'k')];
  emit(d, `int ${k} = 0;`);
  emit(
    d,
    `for (${declare(pointerTo(type, !head.writable), p)} = &${within(head, LEVEL.unary)}; ${d.r.pick([p, `${p} != 0`, `${p} != NULL`])} && ${k} < 3; ${p} = ${p}->${next}) {`,
    { target: true },
  );
  body(d, () => {
    bring(d, {
      name: p,
      type: pointerTo(type, !head.writable),
      depth: d.depth,
      writable: false,
      private: true,
      extent: 1,
    });
    emit(d, `${k}++;`);
  });
  emit(d, '}');
  d.variables.push({ name: k, type: INT, depth: d.depth, writable: true, private: true });
  return made(d, 'statement: for over a list', true);
}

/** A `switch` that jumps into a loop. */
function intoTheMiddle(d: Draft): true | null {
  const target = d.variables.filter(
    (v) => v.type.kind === 'integer' && v.writable && !v.type.bool && (!d.leaf || v.depth > 0),
  );
  if (target.length === 0) return null;
  const [k, x] = [fresh(d, 'k'), d.r.pick(target).name];
  emit(d, `int ${k} = ${d.r.int(1, 4)};`);
  emit(d, `switch (${within(integer(d, 0), LEVEL.bitAnd)} & 3) {`, { target: true });
  for (const text of [
    'case 0:',
    '  do {',
    `    ${x} += 1;`,
    'case 1:',
    `    ${x} ^= ${constant(d).text};`,
    'case 2:',
    `    ${x} -= 2;`,
    `  } while (--${k} > 0);`,
    '}',
  ])
    emit(d, text);
  return made(d, 'statement: switch into a loop', true);
}

function commaLoop(d: Draft): true {
  const [i, j] = [fresh(d, 'i'), fresh(d, 'j')];
  const limit = d.r.int(2, 5);
  emit(d, `for (int ${i} = 0, ${j} = ${limit}; ${i} < ${j}; ${i}++, ${j}--) {`, { target: true });
  body(d, () => {
    indexVariable(d, i, limit);
    bring(d, { name: j, type: INT, depth: d.depth, writable: false, private: true });
  });
  emit(d, '}');
  return made(d, 'statement: for with two counters', true);
}

/** Two loops, both left at once. */
function leaveBoth(d: Draft): true | null {
  if (d.nesting > 0) return null;
  const [i, j, label] = [fresh(d, 'i'), fresh(d, 'j'), fresh(d, 'out')];
  emit(d, '{');
  d.indent++;
  emit(d, `for (int ${i} = 0; ${i} < ${d.r.int(2, 4)}; ${i}++) {`, { target: true });
  emit(d, `  for (int ${j} = 0; ${j} < ${d.r.int(2, 4)}; ${j}++) {`);
  const { inLoop } = d;
  d.inLoop = true;
  d.nesting += 2;
  scoped(d, () => {
    d.indent += 2;
    indexVariable(d, i, 4);
    indexVariable(d, j, 4);
    newExpression(d);
    const before = step(d);
    if (before) emit(d, `${before.text};`);
    statement(d);
    newExpression(d);
    emit(d, `if (${condition(d).text}) goto ${label};`, { target: true });
    d.indent -= 2;
  });
  d.nesting -= 2;
  d.inLoop = inLoop;
  emit(d, '  }');
  emit(d, '}');
  d.indent--;
  emit(d, '}');
  emit(d, `${label}: ;`);
  return made(d, 'statement: goto out of two loops', true);
}
