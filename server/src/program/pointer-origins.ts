/**
 * Which pointers that are gone through need no look in a run. An object is there, or the environment chose where they
 * lead and may as well have chosen one that is large enough. Of all others a run has to know what they are worth. A
 * list that ends, a pointer out of a table, or an address that was converted may be null. A failure behind that would
 * be none.
 */
import { forward } from './forward-facts.ts';
import { partsHeld } from './program.ts';
import type { Behind, Variable } from './program.ts';
import type { Stmt, Terminator } from './blocks.ts';
import type { Expr, VarId } from './expressions.ts';
import { counted, notNull } from './pointer-conditions.ts';

/** An object begins just there. */
const OBJECT = 1;
/** So many elements as are asked for. */
const ROOM = 2;
/** The environment chose the pointers that are in it. */
const FOREIGN = 4;
const GIVEN = OBJECT | ROOM | FOREIGN;

interface Function<S> {
  readonly isMain: boolean;
  readonly variables: readonly Variable[];
  readonly blocks: readonly { stmts: S[]; readonly end: Terminator | null }[];
  readonly entry: number;
  readonly behind: readonly Behind[];
  /** Pointers may have been written to memory that isn't ours: what is read there may be one of them. */
  readonly writesPointers: boolean;
}

/** Takes away the statements of which a run needs no look. */
export function leaveToRuns<S extends { readonly kind: string }>(fn: Function<S>): void {
  if (!fn.blocks.some((b) => b.stmts.some((s) => s.kind === 'go-through'))) return;
  const isPointer = (v: VarId): boolean => fn.variables[v]?.pointer === true;
  const names = namesBehind(fn.behind);
  forward(fn.blocks, fn.entry, {
    start: new Origins(new Map(atEntry(fn))),
    step: (s, origins) => {
      if (s.kind === 'go-through' && s.guard === null && s.position?.kind === 'var') origins.learn(s.position.id);
      if (s.kind === 'assume' || s.kind === 'assert') for (const v of notNull(s.cond, true)) origins.learn(v);
      if (!('target' in s) || s.target === null || !isPointer(s.target)) return;
      if (s.kind === 'assign') origins.set(s.target, levelOf(s.value, origins));
      else if (s.kind === 'nondet') origins.set(s.target, GIVEN);
      else if (s.kind === 'havoc') origins.set(s.target, levelOfLost(s, origins, names, fn.writesPointers));
      else origins.set(s.target, 0);
    },
    learn: (cond, truth, origins) => {
      for (const v of notNull(cond, truth)) origins.learn(v);
    },
    isVain: (s, origins) => {
      const { position } = s as unknown as Stmt & { readonly kind: 'go-through' };
      return s.kind === 'go-through' && position !== null && levelOf(position, origins) !== 0;
    },
  });
}

/** What is known of each pointer; missing: nothing. */
class Origins {
  private levels: Map<VarId, number>;
  /** Another one has the same map: most blocks change nothing. */
  private shares = false;

  constructor(levels: Map<VarId, number>) {
    this.levels = levels;
  }

  copy(): Origins {
    const other = new Origins(this.levels);
    other.shares = true;
    this.shares = true;
    return other;
  }

  get(v: VarId): number {
    return this.levels.get(v) ?? 0;
  }

  set(variable: VarId, level: number): void {
    if (this.get(variable) === level) return;
    if (this.shares) this.levels = new Map(this.levels);
    this.shares = false;
    if (level === 0) this.levels.delete(variable);
    else this.levels.set(variable, level);
  }

  /** It is not null. */
  learn(v: VarId): void {
    this.set(v, this.get(v) | OBJECT);
  }

  meet(other: Origins): Origins {
    if (this.levels === other.levels || this.isWithin(other)) return this;
    const common = [...this.levels].map(([v, level]) => [v, level & other.get(v)] as const);
    return new Origins(new Map(common.filter(([, l]) => l !== 0)));
  }

  private isWithin(other: Origins): boolean {
    for (const [v, level] of this.levels) if ((level & other.get(v)) !== level) return false;
    return true;
  }
}

/** What comes from outside leads wherever the environment likes. */
function atEntry({ isMain, variables }: Pick<Function<unknown>, 'isMain' | 'variables'>): [VarId, number][] {
  return variables.flatMap((v): [VarId, number][] => {
    if (!v.pointer || (v.scope !== 'param' && v.scope !== 'global')) return [];
    const isInitial = v.scope === 'global' && (isMain || v.fixed === true);
    if (!isInitial) return v.kept ? [] : [[v.id, GIVEN]];
    return v.initial !== null && v.initial !== 0n && v.unknownInitial !== true ? [[v.id, OBJECT]] : [];
  });
}

/** By name for what is behind a pointer: the pointer. */
function namesBehind(behind: readonly Behind[]): ReadonlyMap<VarId, VarId> {
  const out = new Map<VarId, VarId>();
  for (const { pointer, holds } of behind) {
    for (const { variable } of partsHeld(holds)) if (variable !== null) out.set(variable, pointer);
  }
  return out;
}

function levelOf(expression: Expr, origins: Origins): number {
  switch (expression.kind) {
    case 'const':
      return expression.value === 0n ? 0 : OBJECT;
    case 'var':
      return origins.get(expression.id);
    case 'cast':
      return levelOf(expression.arg, origins);
    case 'ite':
      return levelOf(expression.then, origins) & levelOf(expression.else, origins);
    case 'binary': {
      const base = counted(expression);
      const level = base === expression ? 0 : levelOf(base, origins);
      return (level & ROOM) === 0 ? 0 : level;
    }
    case 'unary':
      return 0;
  }
}

/** A pointer whose value isn't known. */
function levelOfLost(
  { target, leads, from: place, reason }: Stmt & { readonly kind: 'havoc' },
  origins: Origins,
  names: ReadonlyMap<VarId, VarId>,
  writesPointers: boolean,
): number {
  switch (leads?.kind) {
    case 'object':
      return OBJECT;
    case 'memory':
      return OBJECT | ROOM;
    case 'given':
      return GIVEN;
    case 'as': {
      const level = levelOf(leads.position, origins);
      return leads.part ? (level & FOREIGN) | OBJECT : level;
    }
    case undefined: {
      if (writesPointers) return 0;
      const owner = names.get(target);
      // what is behind a pointer is as it was found: other changes have other reasons
      const from =
        place !== undefined
          ? levelOf(place.position, origins)
          : owner !== undefined && reason.code === 'pointer'
            ? origins.get(owner)
            : 0;
      return (from & FOREIGN) === 0 ? 0 : GIVEN;
    }
  }
}
