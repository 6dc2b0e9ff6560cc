/**
 * Who keeps pointers. An object whose address is only ever an argument of functions that keep none is known to nobody
 * else between these calls.
 */
import { libraryEffect } from '../syntax/index.ts';
import type { HandedOver, KeptNames } from '../syntax/index.ts';
import { lookup, undecidedWords } from '../types/index.ts';
import type { CType, FileContext, FunctionDefinition, RecordType } from '../types/index.ts';
import type { Draft } from './function-draft.ts';

type Functions = Pick<FileContext, 'definitions' | 'strangers' | 'elsewhere' | 'locator' | 'notes'>;

/** What the function does with the pointer that it gets there, itself. */
interface OwnUse {
  readonly keeps: boolean;
  /** Calls that get it, too. */
  readonly handed: readonly HandedOver[];
}

const KEEPS: OwnUse = { keeps: true, handed: [] };

/** By function of the file: the positions of arguments that it, or one that it calls, may keep pointers from. */
export function keptParameters(functions: Functions): ReadonlyMap<string, ReadonlySet<number>> {
  const uses = new Map<string, OwnUse>();
  const keyOf = (name: string, position: number): string => `${name} ${position}`;
  for (const [name, definition] of functions.definitions)
    for (const i of (definition.parameters ?? []).keys()) uses.set(keyOf(name, i), ownUse(functions, definition, i));
  const callers = new Map<string, string[]>();
  for (const [key, { handed }] of uses)
    for (const { callee, position } of handed)
      callers.set(keyOf(callee, position), [...(callers.get(keyOf(callee, position)) ?? []), key]);
  const kept = new Set<string>();
  const queue = [...uses].flatMap(([key, { keeps }]) => (keeps ? [key] : []));
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (kept.has(key)) continue;
    kept.add(key);
    queue.push(...(callers.get(key) ?? []));
  }
  return new Map(
    [...functions.definitions].map(([name, { parameters }]) => [
      name,
      new Set((parameters ?? []).flatMap((_, i) => (kept.has(keyOf(name, i)) ? [i] : []))),
    ]),
  );
}

function ownUse(functions: Functions, definition: FunctionDefinition, position: number): OwnUse {
  const { facts, parameters } = definition;
  const { name, type } = parameters![position]!;
  if (name === null) return { keeps: false, handed: [] };
  if (facts.kept === null || type.kind !== 'pointer' || facts.declared.has(name)) return KEEPS;
  const handed: HandedOver[] = [];
  const undecided = undecidedWords(functions, definition.extent);
  for (const holder of holders(definition, name)) {
    if (keepsItself(definition, holder, type.to) || undecided.some((words) => words.has(holder))) return KEEPS;
    for (const call of handedOver(facts.kept, holder)) {
      if (isNamed(definition, call.callee)) return KEEPS;
      if (isFollowed(functions, call)) handed.push(call);
      else if (!isLent(functions, call)) return KEEPS;
    }
  }
  return { keeps: false, handed };
}

/** The parameter, and variables that its value may get into. */
function holders({ facts: { kept } }: FunctionDefinition, parameter: string): ReadonlySet<string> {
  const found = new Set([parameter]);
  for (const name of found) for (const other of kept?.into.get(name) ?? []) found.add(other);
  return found;
}

/** `to`: what the pointer leads to. */
function keepsItself({ facts, parameters, scope }: FunctionDefinition, holder: string, to: CType): boolean {
  const { values, addresses, members, handed } = facts.kept as KeptNames;
  const isParameter = (parameters ?? []).some((p) => p.name === holder);
  const isOwn = isParameter || (facts.declared.get(holder) === 1 && lookup(scope, holder)?.kind !== 'global');
  // who knows where the holder is finds the pointer there
  if (!isOwn || values.has(holder) || addresses.has(holder) || handed.has(`&${holder}`)) return true;
  if (to.kind === 'array' || to.kind === 'function' || to.kind === 'unknown') return true;
  return [...(members.get(holder) ?? [])].some((m) => to.kind !== 'record' || hasArrays(memberOf(to, m)));
}

/** A name of it may stand for a pointer into it. Undefined: it isn't known. */
function hasArrays(type: CType | undefined): boolean {
  switch (type?.kind) {
    case undefined:
    case 'array':
    case 'unknown':
      return true;
    case 'record':
      return type.fields === null || type.open === true || type.fields.some((f) => hasArrays(f.type));
    default:
      return false;
  }
}

/** Members of records without a name in it are its own. */
function memberOf({ fields }: RecordType, name: string): CType | undefined {
  for (const field of fields ?? []) {
    if (field.name === name) return field.type;
    const inner = field.name === null && field.type.kind === 'record' ? memberOf(field.type, name) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const handedOver = (kept: KeptNames, key: string): readonly HandedOver[] => kept.handed.get(key) ?? [];

/** Something of the function's own goes by that name. */
const isNamed = ({ facts, parameters }: FunctionDefinition, name: string): boolean =>
  facts.declared.has(name) || (parameters ?? []).some((p) => p.name === name);

/** The call is of a function that is defined in the file, once. */
function isFollowed(functions: Functions, { callee, position }: HandedOver): boolean {
  const parameters = functions.definitions.get(callee)?.parameters;
  const isPlain = !functions.strangers.has(callee) && !functions.elsewhere.has(callee);
  return isPlain && parameters != null && position < parameters.length && !functions.definitions.has(`${callee} `);
}

/** The library's function keeps no pointer. */
const isLent = ({ definitions, strangers }: Functions, { callee, lent }: HandedOver): boolean =>
  lent && libraryEffect(callee) !== null && !definitions.has(callee) && !strangers.has(callee);

/**
 * The functions that get a local variable's address where nobody but the function itself knows between calls where it
 * is: the address is only an argument, as it stands, of functions that keep no pointer to it. Null: others may know.
 */
export function lentTo({ file, facts, scope, span }: Draft, name: string, type: CType): ReadonlySet<string> | null {
  const { kept } = facts;
  if (kept === null || span === null || kept.addresses.has(name)) return null;
  if (undecidedWords(file, span).some((words) => words.has(name))) return null;
  const isArray = type.kind === 'array';
  if (isArray && (kept.values.has(name) || kept.into.has(name) || hasArrays(type.of))) return null;
  if (type.kind === 'record' && [...(kept.members.get(name) ?? [])].some((m) => hasArrays(memberOf(type, m))))
    return null;
  const keys = isArray ? [name, `&${name}`, `&${name}[]`] : [`&${name}`];
  const calls = keys.flatMap((key) => handedOver(kept, key));
  const isKept = calls.some((call) => {
    if (facts.declared.has(call.callee) || lookup(scope, call.callee)?.kind === 'local') return true;
    return isFollowed(file, call)
      ? file.effects.get(call.callee)?.kept.has(call.position) !== false
      : !isLent(file, call);
  });
  return isKept ? null : new Set(calls.map(({ callee }) => callee));
}
