/** Objects of the file, as the function meets them by their names. */
import { constantValue } from '../../program/index.ts';
import type { VarId } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { because, cast, newVariable, text, variable } from './build-function.ts';
import { intValue } from './expression-value.ts';
import type { Draft } from './function-draft.ts';
import type { FileContext, GlobalObject, Initial, Place, Value } from '../types/index.ts';
import { UINT, initialValues } from '../types/index.ts';
import { objectPosition, sameUnit } from './pointer-positions.ts';
import { makePlace } from './make-objects.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** The place of a file-scope object in this function, made at its first use. */
export function globalPlace(draft: Draft, object: GlobalObject): Place {
  const known = draft.globals.get(object.name);
  if (known !== undefined) return known;
  if (object.lost !== undefined) {
    const lost: Place = { kind: 'opaque', name: object.name, ...(object.type.kind === 'array' && { array: true }) };
    draft.globals.set(object.name, lost);
    return lost;
  }
  const isConst = object.isConst || draft.file.fixed.has(object.name);
  // opaque for as long as its initialiser is evaluated, which may name the object itself
  draft.globals.set(object.name, { kind: 'opaque', name: object.name });
  const initial = object.external ? null : (addressOf(draft, object) ?? initialOf(draft.file, object));
  // no value: the initialiser depends on itself, on an address, or on something that was not understood
  const isInteger = object.type.kind === 'int' || (object.type.kind === 'array' && object.type.of.kind === 'int');
  if (initial === null && isInteger && object.initializer !== null && !draft.trial)
    because(draft, 'initializer', `the initial value of \`${object.name}\` is not worked out`, object.initializer);
  const place = makePlace(draft, object.name, object.type, {
    scope: 'global',
    range: object.range,
    external: object.external,
    initial,
    addressTaken: (object.type.kind === 'pointer' ? draft.file.ownAddressTaken : draft.file.addressTaken).has(
      object.name,
    ),
    escapes: !object.isStatic || draft.file.bare.has(object.name),
    isConst,
    exposed: !object.isStatic && !isConst,
    origin: 'global',
  });
  draft.globals.set(object.name, place);
  return place;
}

/** Worked out once for all functions: tables may be long. */
function initialOf({ types, fileScope, initials }: FileContext, object: GlobalObject): Initial | null {
  const known = initials?.get(object);
  if (known !== undefined) return known;
  const made = initialValues(types, object.type, object.initializer, fileScope, true);
  initials?.set(object, made);
  return made;
}

/** A pointer's initial value where that is the address of another object of the file, or an array of the file. */
function addressOf(draft: Draft, { type, initializer }: GlobalObject): Initial | null {
  if (draft.trial || type.kind !== 'pointer' || initializer === null) return null;
  const isAddress = initializer.type === 'pointer_expression' && text(draft, initializer).startsWith('&');
  const named = isAddress ? child(initializer, 'argument') : initializer;
  const symbol = named?.type === 'identifier' ? draft.file.fileScope.names.get(text(draft, named)) : undefined;
  if (symbol?.kind !== 'global') return null;
  const of = isAddress ? symbol.object.type : symbol.object.type.kind === 'array' ? symbol.object.type.of : null;
  if (of === null || of.kind === 'array' || !sameUnit(draft, { kind: 'pointer', to: of, restrict: false }, type, false))
    return null;
  const place = globalPlace(draft, symbol.object);
  if (place.kind !== 'variable' && place.kind !== 'members' && (place.kind !== 'array' || place.dims.length !== 1))
    return null;
  const position = constantValue(objectPosition(draft, place, of));
  return position === null ? null : { kind: 'value', value: position };
}

const isLikeMacro = (name: string): boolean => /^[A-Z_][A-Z0-9_]*$/.test(name);

/**
 * A name that nothing declares: a macro of a header that was not read, or an object of one. The first place that names
 * it is told.
 */
export function undeclared(draft: Draft, name: string, node: SyntaxNode): VarId {
  const [code, message] = isLikeMacro(name)
    ? ['unknown-macro', `\`${name}\` is not defined in this file: taken for a constant of type int`]
    : ['undeclared', `\`${name}\` is not declared in this file: taken for an int`];
  if (!draft.reasons.some((reason) => reason.message === message)) because(draft, code, message, node);
  return objectElsewhere(draft, name);
}

/**
 * A constant whose value isn't known, of a type that holds it: an enumerator, a size. It is the same wherever the
 * function asks for it. The first place is told.
 */
export function unknownConstant(
  draft: Draft,
  name: string,
  {
    type,
    held,
    why,
  }: { readonly type: IntType; readonly held: IntType; readonly why: readonly [code: string, message: string] },
  node: SyntaxNode,
): Value {
  const key = `constant ${name}`;
  const known = draft.globals.get(key);
  let id = known?.kind === 'variable' ? known.id : null;
  if (id === null) {
    because(draft, ...why, node);
    const traits = { scope: 'global', range: null, initial: null, addressTaken: false, undeclared: true } as const;
    id = newVariable(draft, name, held, traits);
    draft.constants.add(id);
    draft.globals.set(key, { kind: 'variable', id });
  }
  return intValue(cast(variable(draft, id), type));
}

/** The size of something, where nobody can tell it; nothing that a file declares takes four gigabytes. */
export function unknownSize(draft: Draft, name: string, node: SyntaxNode): Value {
  const why = ['layout', `\`${name}\` is not known`] as const;
  return unknownConstant(draft, name, { type: draft.file.size, held: UINT, why }, node);
}

/** What such a name means: one object in all functions, so known by its name and not by where it is named first. */
export function objectElsewhere(draft: Draft, name: string): VarId {
  const known = draft.globals.get(name);
  if (known?.kind === 'variable') return known.id;
  const traits = { scope: 'global', range: null, initial: null, addressTaken: false, undeclared: true } as const;
  const id = newVariable(draft, name, INT, traits);
  if (isLikeMacro(name)) draft.constants.add(id);
  else draft.exposed.set(id, { origin: 'global', field: null });
  draft.globals.set(name, { kind: 'variable', id });
  return id;
}
