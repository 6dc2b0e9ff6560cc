/** The copy of a function at a call: its variables, arrays, objects and loops, and what is passed to it. */
import type { Around, BlockId, Expr, Held, IrFunction, Known } from '../program/index.ts';
import { constantOf, isBehindPointer } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { Reason } from '../source/index.ts';
import { APART, INDEX, cast, copyExpr, sum } from './copy-statements.ts';
import type { Call, Draft, Frame, Named } from './draft.ts';
import { globalArrayOf, globalOf, isStaticOf } from './draft.ts';

/** A call that is being inlined at the end of block `at`. */
export interface CallSite {
  readonly frame: Frame;
  readonly call: Call;
  readonly at: BlockId;
  /** The variable that the result is assigned to. */
  readonly target: number | null;
  /** Variables of the calling function that are constants here. */
  readonly known: Known;
}

/** The objects that a copy of a function names. */
export const namedBy = (variables: readonly number[], arrays: readonly number[]): Named => ({
  variables: new Set(variables),
  arrays: new Set(arrays),
});

/** Copies the callee: its parameters are assigned at the call, its returns lead to the block `behind`. */
export function addFrame(draft: Draft, site: CallSite, callee: IrFunction, behind: BlockId): Frame {
  const { frame, call, target, known } = site;
  const enclosing = [
    ...frame.enclosing,
    ...frame.fn.loops.filter((l) => isWithin(call.range, l.range)).map((l) => frame.loops[l.id]!),
  ];
  const continuation = { block: behind, target, results: (call.results ?? []).map((id) => frame.variables[id]!) };
  const number = draft.frames.length;
  if (callee.unseen) draft.unseen.add(number);
  for (const [value, text] of callee.characters ?? [])
    if (!draft.characters.has(value)) draft.characters.set(value, text);
  const variables = addVariables(draft, callee);
  const { arrays, offsets } = addArrays(draft, site, callee, { variables, continuation });
  draft.frames.push({ parent: frame.number, call: call.range, named: namedBy(variables, arrays) });
  forgetPassedRecords(draft, site, callee, variables);
  passArguments(draft, site, callee, variables);
  const moved = addPositions(draft, callee, number, { variables, arrays });
  for (const b of callee.behind ?? []) {
    // an array that is passed by name keeps the name that it has in the caller
    if (
      b.holds.kind === 'elements' &&
      callee.paramArrays?.some(
        (a, i) => a === (b.holds as { readonly array: number }).array && call.arrays?.[i] != null,
      )
    )
      continue;
    draft.behind.push({ ...b, pointer: variables[b.pointer]!, holds: copyHeld(b.holds, variables, arrays) });
  }
  draft.reasons.push(...callee.reasons.filter((r) => !draft.reasons.includes(r)));
  const given = new Map(
    callee.params.flatMap((p, i): [number, bigint][] => {
      const value = call.args[i] === undefined ? null : constantOf(call.args[i], known);
      return p === null || value === null ? [] : [[p, value]];
    }),
  );
  const inner: Frame = {
    given,
    fn: callee,
    number,
    moved,
    variables,
    arrays,
    offsets,
    loops: addLoops(draft, callee, enclosing),
    assertions: [],
    continuation,
    callers: [...frame.callers, callee.name],
    enclosing,
  };
  return { ...inner, assertions: addAssertions(draft, inner) };
}

/** For each variable of the callee: the one in the copy, or the global that it is. */
function addVariables(draft: Draft, callee: IrFunction): readonly number[] {
  return callee.variables.map((v) => {
    if (v.scope === 'global') return globalOf(draft, isStaticOf(callee, v) ? { ...v, ofCallee: true } : v);
    const id = draft.variables.length;
    draft.variables.push({
      ...v,
      id,
      name: v.scope === 'temp' ? v.name : `${callee.name}.${v.name}`,
      scope: v.scope === 'temp' ? 'temp' : 'local',
    });
    return id;
  });
}

/**
 * For each array of the callee: the one in the copy, the global, or the one that is passed, with where it begins in
 * that.
 */
function addArrays(
  draft: Draft,
  site: CallSite,
  callee: IrFunction,
  own: Pick<Frame, 'variables' | 'continuation'>,
): Pick<Frame, 'arrays' | 'offsets'> {
  const { frame, call } = site;
  const { stmts } = draft.blocks[site.at]!;
  const offsets = new Map<number, Expr>();
  const arrays = callee.arrays.map((array) => {
    if (array.scope === 'global') return globalArrayOf(draft, array);
    const position = array.scope === 'param' ? (callee.paramArrays?.indexOf(array.id) ?? -1) : -1;
    const handed = position < 0 ? null : call.arrays?.[position];
    if (handed != null) {
      const from = beginning(draft, site, position, handed);
      if (from !== null) offsets.set(array.id, from);
      return frame.arrays[handed]!;
    }
    const id = draft.arrays.length;
    const sizes = array.sizes?.map((e) => copyExpr(e, { ...own, moved: NOT_MOVED }));
    const shape = array.shape && { ...array.shape, spelling: `${callee.name}.${array.shape.spelling}` };
    draft.arrays.push({
      ...array,
      id,
      name: `${callee.name}.${array.name}`,
      unspoken: true,
      scope: 'local',
      ...(sizes && { sizes }),
      ...(shape && { shape }),
    });
    if (array.scope === 'param') {
      const reason: Reason = {
        code: 'pointer',
        message: `what \`${array.name}\` points at is not known at this call`,
        range: call.range,
      };
      stmts.push({ kind: 'havoc-array', array: id, alias: { array: id }, reason, range: call.range });
    }
    return id;
  });
  return { arrays, offsets };
}

/** Members of structs passed by value, and memory behind pointers that are passed, may have any value. */
function forgetPassedRecords(
  draft: Draft,
  { call, at }: CallSite,
  callee: IrFunction,
  variables: readonly number[],
): void {
  for (const v of callee.variables) {
    if (v.scope !== 'param' || callee.params.includes(v.id) || callee.paramPointers?.includes(v.id)) continue;
    const behind = isBehindPointer(v);
    const message = behind ? `\`${v.name}\` is behind a pointer that is passed` : `\`${v.name}\` is passed in a struct`;
    const reason: Reason = { code: behind ? 'pointer' : 'struct', message, range: call.range };
    const target = variables[v.id]!;
    const alias = behind && { alias: { variable: target } };
    draft.blocks[at]!.stmts.push({ kind: 'havoc', target, ...alias, reason, range: call.range });
  }
}

/** The parameters are assigned the arguments. */
function passArguments(
  draft: Draft,
  { frame, call, at }: CallSite,
  callee: IrFunction,
  variables: readonly number[],
): void {
  const { stmts } = draft.blocks[at]!;
  const { range } = call;
  const assign = (parameter: number, value: Expr): void => {
    stmts.push({ kind: 'assign', target: variables[parameter]!, value: copyExpr(value, frame), range });
  };
  callee.params.forEach((p, i) => {
    const value = call.args[i];
    if (p !== null && value !== undefined) assign(p, value);
  });
  callee.paramPointers?.forEach((p, i) => {
    if (p === null) return;
    const position = call.positions?.[i] ?? null;
    if (position !== null) return assign(p, position);
    const message = `where \`${callee.variables[p]!.name}\` points is not known at this call`;
    stmts.push({ kind: 'havoc', target: variables[p]!, reason: { code: 'pointer', message, range }, range });
  });
}

const NOT_MOVED: ReadonlyMap<bigint, bigint> = new Map();

/** Each copy of a function has objects of its own, at positions of their own. Objects of the file are shared. */
function addPositions(
  draft: Draft,
  callee: IrFunction,
  frame: number,
  { variables, arrays }: { readonly variables: readonly number[]; readonly arrays: readonly number[] },
): ReadonlyMap<bigint, bigint> {
  const moved = new Map<bigint, bigint>();
  for (const position of callee.positions ?? []) {
    const holds = position.holds && copyHeld(position.holds, variables, arrays);
    let { at } = position;
    if (position.shared) {
      if (draft.taken.has(at)) continue;
    } else {
      at = draft.latest.get(at) ?? at;
      while (draft.taken.has(at)) at = at + APART > LAST ? APART : at + APART;
      draft.latest.set(position.at, at);
      if (at !== position.at) moved.set(position.at, at);
    }
    draft.taken.add(at);
    draft.positions.push({ ...position, at, ...(holds && { holds }), ...(position.lives && { frame }) });
  }
  return moved;
}

const LAST = 1n << 61n;

function copyHeld(held: Held, variables: readonly number[], arrays: readonly number[]): Held {
  switch (held.kind) {
    case 'variable':
    case 'bits':
      return { ...held, id: variables[held.id]! };
    case 'elements':
      return { ...held, array: arrays[held.array]! };
    case 'rows':
      return { ...held, parts: held.parts.map((p) => ({ ...p, array: arrays[p.array]! })) };
    case 'members':
      return {
        ...held,
        parts: held.parts.map((p) => ({
          ...p,
          variable: p.variable === null ? null : variables[p.variable]!,
          array: p.array === null ? null : arrays[p.array]!,
        })),
      };
  }
}

/**
 * Where an array parameter begins in the array that is passed, e.g. 3 for `f(a + 3)`, as its value at the call. Null:
 * at its start.
 */
function beginning(draft: Draft, { frame, call, at }: CallSite, position: number, handed: number): Expr | null {
  const given = call.offsets?.[position] ?? null;
  const outer = frame.offsets.get(handed) ?? null;
  if (given === null) return outer;
  const index = copyExpr(given, frame);
  const value = outer === null ? cast(index, INDEX) : sum(outer, index, call.range);
  if (value.kind === 'const') return value;
  const id = draft.variables.length;
  draft.variables.push({
    id,
    name: `$at${id}`,
    type: INDEX,
    scope: 'temp',
    range: null,
    initial: null,
    addressTaken: false,
  });
  draft.blocks[at]!.stmts.push({ kind: 'assign', target: id, value, range: call.range });
  return { kind: 'var', id, type: INDEX };
}

export function addLoops(draft: Draft, fn: IrFunction, enclosing: readonly number[]): number[] {
  const ids = new Map(fn.loops.map((l, i) => [l.id, draft.loops.length + i]));
  const call = enclosing.reduce<Around | null>((around, loop) => ({ loop, around }), null);
  const copies = new Map<Around, Around>();
  const copy = (a: Around | null): Around | null => {
    const chain: Around[] = [];
    for (let x = a; x !== null && !copies.has(x); x = x.around) chain.push(x);
    for (const x of chain.reverse())
      copies.set(x, { loop: ids.get(x.loop)!, around: x.around === null ? call : copies.get(x.around)! });
    return a === null ? call : copies.get(a)!;
  };
  for (const l of fn.loops)
    draft.loops.push({ ...l, id: ids.get(l.id)!, nested: l.nested + enclosing.length, around: copy(l.around) });
  return [...ids.values()];
}

export function addAssertions(draft: Draft, frame: Frame): number[] {
  return frame.fn.assertions.map((a) => {
    const id = draft.assertions.length;
    draft.assertions.push({ ...a, id, loops: [...frame.enclosing, ...(a.loops ?? []).map((l) => frame.loops[l]!)] });
    return id;
  });
}
