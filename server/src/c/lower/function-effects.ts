/** What a call of each function may write: by the function's own statements, and by all that it calls. */
import { libraryEffect, writesMemory } from '../syntax/index.ts';
import { arrayShape, keptParameters } from '../objects/index.ts';
import { lookup } from '../types/index.ts';
import type { CType, Effects, FileContext, FunctionDefinition } from '../types/index.ts';

/** Effects of a function, those of its callees as far as they have been added. */
interface GrowingEffects {
  readonly foreign: boolean;
  readonly stores: boolean;
  readonly storesToArguments: boolean;
  readonly storesGlobals: boolean;
  /** Functions of the file. */
  readonly calls: readonly string[];
}

/** Effects of each function, those of its callees included. */
export function transitiveEffects(
  file: Pick<FileContext, 'definitions' | 'strangers' | 'elsewhere' | 'locator' | 'notes'>,
  isPrimitive: (name: string) => boolean,
): Map<string, Effects> {
  const own = new Map<string, GrowingEffects>();
  for (const [name, definition] of file.definitions) own.set(name, ownEffects(definition, file, isPrimitive));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, before] of own) {
      const after = before.calls.reduce((caller, callee) => withCallee(caller, own.get(callee)!), before);
      if (after !== before) changed = true;
      own.set(name, after);
    }
  }
  const kept = keptParameters(file);
  return new Map(
    [...own].map(([name, { foreign, stores, storesToArguments, storesGlobals }]) => [
      name,
      { foreign, stores, storesToArguments, storesGlobals, kept: kept.get(name) ?? new Set() },
    ]),
  );
}

/**
 * The caller's effects with the callee's; the same object where that adds nothing. A store through an argument counts
 * as a store to anywhere, since it isn't known what the caller passes.
 */
function withCallee(caller: GrowingEffects, callee: GrowingEffects): GrowingEffects {
  const foreign = caller.foreign || callee.foreign;
  const stores = caller.stores || callee.stores || callee.storesToArguments;
  const storesGlobals = caller.storesGlobals || callee.storesGlobals;
  const isSame = foreign === caller.foreign && stores === caller.stores && storesGlobals === caller.storesGlobals;
  return isSame ? caller : { ...caller, foreign, stores, storesGlobals };
}

/** Effects of the function's own statements, and of its calls of functions that the file doesn't define. */
function ownEffects(
  definition: FunctionDefinition,
  { definitions, strangers }: Pick<FileContext, 'definitions' | 'strangers'>,
  isPrimitive: (name: string) => boolean,
): GrowingEffects {
  const { facts, parameters, scope } = definition;
  const isGlobal = (n: string): boolean =>
    !facts.declared.has(n) && (parameters ?? []).every((p) => p.name !== n) && lookup(scope, n)?.kind === 'global';
  const targets = [...facts.storedInto].map((base) => storeTarget(definition, base));
  const called = [...facts.calls].filter((callee) => !isPrimitive(callee));
  const elsewhere = called.filter((callee) => !definitions.has(callee));
  return {
    foreign:
      facts.callsPointers || facts.opaque || elsewhere.some((callee) => strangers.has(callee) || isUnknown(callee)),
    stores: facts.storesThroughPointers || targets.includes('anything') || elsewhere.some(writesThrough),
    storesToArguments: targets.includes('argument'),
    storesGlobals: [...facts.assigned, ...facts.storedInto, ...elsewhere.flatMap(setBy)].some(isGlobal),
    calls: called.filter((callee) => definitions.has(callee)),
  };
}

function isUnknown(callee: string): boolean {
  return libraryEffect(callee) === null && !/^(__builtin_expect|abs|labs|llabs)$/.test(callee);
}

function writesThrough(callee: string): boolean {
  const effect = libraryEffect(callee);
  // `%n` in a format writes through an argument
  return effect !== null && (writesMemory(effect) || effect.params.some((p) => p.kind === 'format'));
}

const setBy = (callee: string): readonly string[] => libraryEffect(callee)?.sets ?? [];

/**
 * What a store to `base[i]` or `*base` writes: the object of that name, an array that the caller passed, or anything.
 */
function storeTarget(
  { facts, parameters, scope }: FunctionDefinition,
  base: string,
): 'object' | 'argument' | 'anything' {
  // something that is assigned as a whole is no array: its type may be a typedef of a pointer
  if (facts.declaredObjects.has(base) && !facts.sources.has(base)) return 'object';
  const isLocal = facts.declared.has(base);
  const parameter = isLocal ? undefined : (parameters ?? []).find((p) => p.name === base);
  if (parameter !== undefined) {
    const isKept = !facts.sources.has(base) && !facts.addressTaken.has(base);
    if (isKept && pointsToIntegers(parameter.type)) return 'argument';
    return parameter.type.kind === 'pointer' || parameter.type.kind === 'unknown' ? 'anything' : 'object';
  }
  const symbol = isLocal ? null : lookup(scope, base);
  const kind = symbol?.kind === 'global' ? symbol.object.type.kind : null;
  return kind === 'array' || kind === 'record' ? 'object' : 'anything';
}

function pointsToIntegers(type: CType): boolean {
  return type.kind === 'pointer' && arrayShape({ kind: 'array', of: type.to, length: null }) !== null;
}
