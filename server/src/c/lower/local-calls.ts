/** Calls of functions of the file: arguments and results are bound; whatever else the callee may write is clobbered. */
import { append } from '../sources/index.ts';
import { INT, sameType } from '../../machine/index.ts';
import type { Expr, VarId } from '../../program/index.ts';
import {
  anythingReached,
  because,
  cast,
  constant,
  convertTo,
  emit,
  hasPosition,
  intValue,
  leafValues,
  leafVariable,
  leavesOf,
  lowerExpr,
  newPointer,
  noValue,
  positionOf,
  rangeOf,
  recordValue,
  samePointee,
  temporary,
  temporaryRecord,
  toInt,
  unknownValue,
  variable,
} from '../objects/index.ts';
import type { Clobber, Draft, Operand } from '../objects/index.ts';
import { UNKNOWN, arrayLedInto } from '../types/index.ts';
import type { CType, Effects, FunctionDefinition, Parameter, Value } from '../types/index.ts';
import { calledAs, fromCall } from './call-expression.ts';
import type { Call } from './call-expression.ts';

/** A function defined in this file. */
export function lowerLocalCall(draft: Draft, definition: FunctionDefinition, call: Call): Value {
  return callWith(
    draft,
    definition,
    call.args.map((a) => ({ value: lowerExpr(draft, a), node: a })),
    call,
  );
}

/** A call with arguments that have been evaluated. */
export function callWith(
  draft: Draft,
  definition: FunctionDefinition,
  values: readonly Operand[],
  { node, wanted }: Pick<Call, 'node' | 'wanted'>,
): Value {
  const range = rangeOf(draft, node);
  const result = definition.type.kind === 'function' ? definition.type.result : UNKNOWN;
  const params = definition.parameters;
  const by = fromCall(draft, definition.name, 'effect', node);
  if (params === null || params.length !== values.length) {
    const why = because(
      draft,
      'call-mismatch',
      `the arguments of \`${definition.name}\` don't match its definition`,
      node,
    );
    anythingReached(draft, range, why, by);
    const returned = fromCall(draft, definition.name, 'result', node);
    return result.kind === 'int' && wanted
      ? intValue(unknownValue(draft, result.int, why, node, { by: returned }))
      : { ...noValue(result), by: returned };
  }
  const { args, arrays, bound, unbound } = boundArguments(draft, params, values);
  const { target, results, value } = resultVariables(draft, wanted ? result : null);
  emit(draft, { kind: 'call', callee: definition.name, args, target, range, ...bound, ...(results && { results }) });
  const effects = draft.file.effects.get(definition.name) ?? ANY_EFFECTS;
  const clobbers = clobbersOf(draft, effects, arrays, unbound);
  if (clobbers.length > 0) {
    const message = `the call of \`${calledAs(draft, definition.name, node)}\` may change what its pointers lead to`;
    // reported at once only where unknown memory may have changed; else the reason goes with the change, for when its
    // value matters
    const matters = clobbers.some((c) => c.origin === 'unknown' && c.ofCall !== true);
    const reason = matters ? because(draft, 'call-effects', message, node) : { code: 'call-effects', message, range };
    for (const clobber of clobbers) emit(draft, { kind: 'clobber', ...clobber, reason, range, by });
  }
  return value ?? { ...noValue(result), by: { ...by, what: 'result' } };
}

const ANY_EFFECTS: Omit<Effects, 'kept'> = {
  foreign: true,
  stores: true,
  storesToArguments: true,
  storesGlobals: true,
};

/**
 * The arguments in the form of the call statement. The lists about pointers are missing where all their entries would
 * be null.
 */
interface BoundArguments {
  readonly args: readonly Expr[];
  /** The array that each argument leads into; null: none, or not known. */
  readonly arrays: readonly (number | null)[];
  readonly bound: {
    readonly arrays?: readonly (number | null)[];
    readonly offsets?: readonly (Expr | null)[];
    readonly positions?: readonly (Expr | null)[];
  };
  /** Some pointer is passed that leads to no array, or to one that isn't known. */
  readonly unbound: boolean;
}

function boundArguments(draft: Draft, params: readonly Parameter[], values: readonly Operand[]): BoundArguments {
  const arrays: (number | null)[] = [];
  const offsets: (Expr | null)[] = [];
  const positions: (Expr | null)[] = [];
  let unbound = false;
  const args = values.map(({ value, node }, index): Expr => {
    const param = params[index]!.type;
    if (param.kind === 'pointer') {
      const handed = handedOver(draft, value, param);
      if (handed === null) unbound = true;
      arrays.push(handed?.array ?? null);
      offsets.push(handed?.index ?? null);
      const given = convertTo(draft, value, param, node);
      positions.push(hasPosition(given) ? positionOf(draft, given, node) : null);
      return constant(0n, INT);
    }
    for (const list of [arrays, offsets, positions]) list.push(null);
    return param.kind === 'int' ? cast(toInt(draft, value, node), param.int) : constant(0n, INT);
  });
  // members of structs that are passed by value come after all other arguments
  for (const [i, { value, node }] of values.entries()) {
    const param = params[i]!.type;
    if (param.kind === 'record') append(args, leafValues(draft, param, value, node));
  }
  const isKnown = (e: unknown): boolean => e !== null;
  const bound = {
    ...(arrays.some(isKnown) && { arrays }),
    ...(offsets.some(isKnown) && { offsets }),
    ...(positions.some(isKnown) && { positions }),
  };
  return { args, arrays, bound, unbound };
}

/**
 * The variables that a call's result is assigned to: `target` for an integer; `results` for the members of a struct or
 * the position of a pointer.
 */
interface ResultVariables {
  readonly target: VarId | null;
  readonly results?: readonly VarId[];
  /** Null: nothing is known of it. */
  readonly value: Value | null;
}

/** `result`: null where it isn't wanted. */
function resultVariables(draft: Draft, result: CType | null): ResultVariables {
  switch (result?.kind) {
    case 'int': {
      const target = temporary(draft, result.int);
      return { target, value: intValue(variable(draft, target)) };
    }
    case 'record': {
      const record = temporaryRecord(draft, result);
      const results = leavesOf(result, draft.file.types.model).map((leaf) => leafVariable(record, leaf.path)!);
      return { target: null, results, value: recordValue(draft, result, record) };
    }
    case 'pointer': {
      const pointer = newPointer(draft, `$${++draft.temporaries}`, 'temp', null);
      return { target: null, results: [pointer], value: { ...noValue(result), position: variable(draft, pointer) } };
    }
    default:
      return { target: null, value: null };
  }
}

/** The memory that a call may write. */
function clobbersOf(
  draft: Draft,
  effects: Omit<Effects, 'kept'>,
  arrays: readonly (number | null)[],
  unbound: boolean,
): readonly Pick<Clobber, 'cause' | 'origin' | 'element' | 'except' | 'ofCall'>[] {
  if (effects.foreign) return [{ cause: 'call', origin: 'unknown', element: null, except: null }];
  if (effects.stores || (effects.storesToArguments && unbound)) {
    return [{ cause: 'store', origin: 'unknown', element: null, except: null, ofCall: true }];
  }
  // an object that the callee writes may also be reached through a pointer of ours: that name for it has changed, too
  const clobbers: Pick<Clobber, 'cause' | 'origin' | 'element' | 'except'>[] = [];
  if (effects.storesGlobals) clobbers.push({ cause: 'store', origin: 'global', element: null, except: null });
  for (const id of effects.storesToArguments ? new Set(arrays) : []) {
    const array = id === null ? null : draft.arrays[id]!;
    if (array !== null && (array.viaPointer || array.escapes)) {
      clobbers.push({ cause: 'store', origin: array.origin, element: array.element, except: id });
    }
  }
  return clobbers;
}

/**
 * The array that a pointer argument leads into. Null: not known, or its elements have another type than the parameter
 * points to.
 */
function handedOver(
  draft: Draft,
  value: Value,
  param: CType,
): { readonly array: number; readonly index: Expr | null } | null {
  const { place } = value;
  const target = arrayLedInto(place);
  if (target === null || !samePointee(value.type, param)) return null;
  if (param.kind === 'pointer' && param.to.kind === 'int' && !sameType(param.to.int, draft.arrays[target.id]!.element))
    return null;
  return { array: target.id, index: place?.kind === 'cursor' ? place.index : null };
}
