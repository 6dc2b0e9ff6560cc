/** Compound literals (C11 6.5.2.5): objects without a name, made where they stand. */
import {
  arrayShape,
  convertTo,
  effectsWithin,
  livesHere,
  lowerExpr,
  makePlace,
  newArray,
  noValue,
  rangeOf,
  recordValue,
  temporaryRecord,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { initializeAggregate } from './aggregate-initializers.ts';
import { UNSHARED, UNKNOWN, initializerLength, typeName } from '../types/index.ts';
import type { CType, Place, RecordType, Value } from '../types/index.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { evaluateSizes } from './variably-modified-types.ts';

export function lowerCompoundLiteral(draft: Draft, node: SyntaxNode): Value {
  const typeNode = child(node, 'type');
  const value = child(node, 'value');
  const type = typeNode === null ? UNKNOWN : typeName(draft.file.types, typeNode, draft.scope);
  if (typeNode !== null) evaluateSizes(draft, typeNode);
  if (value === null) return noValue(type);
  const only = value.children.length === 1 ? value.children[0] : undefined;
  if (type.kind === 'int' && only !== undefined) return convertTo(draft, lowerExpr(draft, only), type, node);
  const object = draft.trial ? null : unnamedObject(draft, type, value, node);
  if (object !== null) return object;
  for (const c of value.children) effectsWithin(draft, c);
  return noValue(type);
}

/** `&(struct s){ 0 }`, `&((struct s){ 0 }.n)`: a pointer to it is made, so others may change it. */
const isAddressed = (draft: Draft, { start }: SyntaxNode): boolean =>
  /&[\s(]*$/.test(draft.file.types.text.slice(Math.max(0, start - 40), start));

const lastingRecord = (draft: Draft, type: RecordType, node: SyntaxNode): Place =>
  makePlace(draft, `$${++draft.temporaries}`, type, {
    ...UNSHARED,
    scope: 'local',
    range: rangeOf(draft, node),
    addressTaken: true,
    escapes: true,
    unnamed: true,
  });

/** The object that the literal makes; null where it has no place. */
function unnamedObject(draft: Draft, type: CType, value: SyntaxNode, node: SyntaxNode): Value | null {
  if (type.kind === 'record' && type.fields !== null) {
    const place = isAddressed(draft, node) ? lastingRecord(draft, type, node) : temporaryRecord(draft, type);
    livesHere(draft, place);
    initializeAggregate(draft, place, type, value, node);
    return recordValue(draft, type, place);
  }
  if (type.kind !== 'array') return null;
  const whole: CType = {
    ...type,
    length: type.length ?? initializerLength(draft.file.types, type, value, draft.scope),
  };
  const shape = arrayShape(whole);
  if (shape === null) return null;
  const place = newArray(draft, `$${++draft.temporaries}`, shape, {
    scope: 'local',
    initial: null,
    viaPointer: false,
    escapes: true,
    isConst: false,
    unspoken: true,
    declaredAt: rangeOf(draft, node),
    origin: 'local',
  });
  livesHere(draft, place);
  initializeAggregate(draft, place, whole, value, node);
  return noValue(whole, place);
}
