/**
 * What LLVM's scalar evolution says of the loops of a module: the output of
 * `opt -passes='...,print<scalar-evolution>' -S` (LLVM 14 and later), and where the loops stand in the source, which
 * the metadata of the branches back say.
 */

/** `typeLimit`: an upper bound that only the type of a variable gives. */
export type Claim = 'exact' | 'upper' | 'typeLimit' | 'none';

export interface ScevLoop {
  /** As Clang was given the file, or made absolute by it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly claim: Claim;
  /** How often it goes back, where that is one number. */
  readonly backedges: bigint | null;
}

/** Bounds from here on say no more than a type does. */
export const TYPE_LIMIT = 2n ** 29n;

/** Loops that are in no source (made by `goto`, by an optimisation, without a place) are left out. */
export function scevLoops(printed: string, module: string): readonly ScevLoop[] {
  const places = loopPlaces(module);
  return printedLoops(printed).flatMap(({ function: name, header, claim, backedges }) => {
    const place = places.get(`${name} ${header}`);
    return place === undefined ? [] : [{ ...place, claim, backedges }];
  });
}

interface Printed {
  readonly function: string;
  readonly header: string;
  readonly claim: Claim;
  readonly backedges: bigint | null;
}

/** One entry for each loop, in the order of the output. */
function printedLoops(text: string): readonly Printed[] {
  const found = new Map<string, Printed>();
  let name = '';
  for (const line of text.split('\n')) {
    name = /^Determining loop execution counts for: @(.+)$/.exec(line)?.[1] ?? name;
    const [, header, rest] = /^Loop %(.+?): (.*)$/.exec(line) ?? [];
    if (header === undefined || rest === undefined) continue;
    const key = `${name} ${header}`;
    const before = found.get(key) ?? { function: name, header, claim: 'none', backedges: null };
    found.set(key, { ...before, ...better(before, rest) });
  }
  return [...found.values()];
}

function better(before: Printed, rest: string): Partial<Printed> {
  const exact = /^(?:<multiple exits> )?backedge-taken count is (.*)$/.exec(rest)?.[1];
  if (exact !== undefined && !lost(exact)) return { claim: 'exact', backedges: constantOf(exact) };
  if (before.claim === 'exact' || before.claim === 'upper') return {};
  const most = /^(?:constant )?max backedge-taken count is (.*)$/.exec(rest)?.[1];
  const value = most === undefined ? null : constantOf(most);
  if (value !== null) return { claim: value < 0n || value >= TYPE_LIMIT ? 'typeLimit' : 'upper' };
  // LLVM 16 and later: an expression; a constant one has been said before
  const symbolic = /^symbolic max backedge-taken count is (.*)$/.exec(rest)?.[1];
  if (symbolic !== undefined && !lost(symbolic) && constantOf(symbolic) === null) return { claim: 'upper' };
  return {};
}

const lost = (text: string): boolean => text.includes('COULDNOTCOMPUTE');

/** `7`, `i32 7`, `false` (of one bit). */
function constantOf(text: string): bigint | null {
  const [, value] = /^(?:i\d+ )?(-?\d+|true|false)$/.exec(text.trim()) ?? [];
  if (value === undefined) return null;
  return value === 'true' ? 1n : value === 'false' ? 0n : BigInt(value);
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** By function and header: the branches back carry `!llvm.loop`, whose first place is the loop's keyword. */
function loopPlaces(module: string): ReadonlyMap<string, Place> {
  const metadata = readMetadata(module);
  const places = new Map<string, Place>();
  let name = '';
  for (const line of module.split('\n')) {
    name = /^define .*?@("[^"]*"|[\w.$-]+)\(/.exec(line)?.[1] ?? name;
    const id = /!llvm\.loop !(\d+)/.exec(line)?.[1];
    if (id === undefined) continue;
    const place = placeOf(metadata, id);
    // an exit of a loop is no head of another one, so that it doesn't matter which of the two it is
    if (place !== null)
      for (const target of line.matchAll(/label %("[^"]*"|[\w.$-]+)/g)) places.set(`${name} ${target[1]}`, place);
  }
  return places;
}

/** The right-hand sides of `!7 = ...`. */
function readMetadata(module: string): ReadonlyMap<string, string> {
  return new Map([...module.matchAll(/^!(\d+) = (.*)$/gm)].map(([, id = '', text = '']) => [id, text]));
}

function placeOf(metadata: ReadonlyMap<string, string>, loop: string): Place | null {
  for (const [, id = ''] of (metadata.get(loop) ?? '').matchAll(/!(\d+)/g)) {
    const [, line, column, scope] =
      /DILocation\(line: (\d+)(?:, column: (\d+))?, scope: !(\d+)/.exec(metadata.get(id) ?? '') ?? [];
    if (line === undefined || scope === undefined) continue;
    const file = fileOf(metadata, scope);
    return file === null ? null : { file, line: Number(line), column: Number(column ?? 1) };
  }
  return null;
}

/** The file of a scope, or of what that lies in. */
function fileOf(metadata: ReadonlyMap<string, string>, scope: string): string | null {
  const text = metadata.get(scope) ?? '';
  const file = metadata.get(/\bfile: !(\d+)/.exec(text)?.[1] ?? '');
  const [, name] = /DIFile\(filename: "([^"]*)"/.exec(file ?? '') ?? [];
  const [, directory] = /directory: "([^"]*)"/.exec(file ?? '') ?? [];
  if (name === undefined) return null;
  return name.startsWith('/') || !directory ? name : `${directory}/${name}`;
}
