/**
 * Going through a null pointer is undefined (C11 6.5.3.2p4). Where something in the function depends on whether the
 * pointer is null, this becomes an assignment. It is undefined if the pointer is. So paths see it. So paths see it.
 * Elsewhere it is left to runs. A run gets no further where the pointer is null or its value is not known. But where
 * the environment chose the pointer, it may as well have chosen an object (`pointer-origins.ts`).
 */
import type { Behind, Variable } from './program.ts';
import type { Stmt, Terminator } from './blocks.ts';
import type { Expr, VarId } from './expressions.ts';
import type { SourceRange } from '../source/index.ts';
import { forward } from './forward-facts.ts';
import { counted, notNull } from './pointer-conditions.ts';
import { leaveToRuns } from './pointer-origins.ts';
import { readVariables } from './read-variables.ts';
import { INT } from '../machine/index.ts';
import type { IntType } from '../machine/index.ts';

/** Of its two values only 0 is a truth value: a condition that must not hold fits where it is false. */
const NEVER: IntType = { bits: 1, signed: true, bool: false, name: 'never' };

/** A cast that is undefined where its operand, a condition, holds. */
export const isNever = (type: IntType): boolean => type.name === NEVER.name;

/** Undefined where the position is null and the guard (if any) holds. */
function nullCheck(variables: Variable[], position: Expr, guard: Expr | null, range: SourceRange): Stmt {
  const isNull: Expr = {
    kind: 'binary',
    op: 'eq',
    left: position,
    right: { kind: 'const', value: 0n, type: position.type },
    type: INT,
  };
  const both: Expr = guard === null ? isNull : { kind: 'binary', op: 'land', left: guard, right: isNull, type: INT };
  return undefinedWhere(variables, both, range);
}

/** Undefined where the condition holds. */
export function undefinedWhere(variables: Variable[], condition: Expr, range: SourceRange): Stmt {
  let target = variables.find((v) => isNever(v.type))?.id;
  if (target === undefined) {
    target = variables.length;
    variables.push({
      id: target,
      name: '$never',
      type: NEVER,
      scope: 'temp',
      range: null,
      initial: null,
      addressTaken: false,
    });
  }
  return { kind: 'assign', target, value: { kind: 'cast', arg: condition, type: NEVER, exact: true }, range };
}

/** What a statement checks for null; null where it does something else. */
function checkedBy(statement: {
  readonly kind: string;
}): { readonly position: Expr; readonly guard: Expr | null } | null {
  const { kind, value } = statement as Partial<Stmt & { readonly kind: 'assign' }>;
  if (kind !== 'assign' || value?.kind !== 'cast' || !isNever(value.type)) return null;
  const { arg } = value;
  if (arg.kind !== 'binary') return null;
  const [guard, isNull] = arg.op === 'land' ? [arg.left, arg.right] : [null, arg];
  return isNull.kind === 'binary' && isNull.op === 'eq' ? { position: isNull.left, guard } : null;
}

interface Block<S> {
  stmts: S[];
  readonly end: Terminator | null;
}

interface Function<S> {
  readonly isMain: boolean;
  readonly variables: Variable[];
  readonly blocks: readonly Block<S>[];
  readonly entry: number;
  readonly behind: readonly Behind[];
  readonly writesPointers: boolean;
}

/** Decides which checks paths see, and takes away those that make no difference. */
export function settleNullChecks<S extends { readonly kind: string }>(fn: Function<S>): void {
  if (!fn.blocks.some((b) => b.stmts.some((s) => s.kind === 'go-through'))) return;
  const matters = decisive(fn);
  for (const b of fn.blocks) b.stmts = b.stmts.flatMap((s) => seenByPaths(s, fn.variables, matters));
  withoutKnown(fn);
  leaveToRuns(fn);
}

/** The statement as paths see it; none where the pointer can't be null. */
function seenByPaths<S extends { readonly kind: string }>(
  statement: S,
  variables: Variable[],
  matters: (v: VarId) => boolean,
): readonly S[] {
  const through = goneThroughBy(statement);
  if (through === null || through.position === null) return [statement];
  const base = counted(through.position);
  const check = (): readonly S[] => [nullCheck(variables, base, through.guard, through.range) as Stmt & S];
  if (base.kind === 'const') return base.value === 0n ? check() : [statement];
  return [...readVariables(base)].some((v) => matters(v)) ? check() : [statement];
}

type GoThrough = Stmt & { readonly kind: 'go-through' };

const goneThroughBy = (s: { readonly kind: string }): GoThrough | null =>
  s.kind === 'go-through' ? (s as GoThrough) : null;

/**
 * Pointers of which it matters whether they are null. Pointers that are copied to each other are a group. A group
 * doesn't matter where all of it comes from outside and is only gone through: `int f(int *p) { return *p; }` may as
 * well be given a pointer that leads somewhere.
 */
function decisive<S extends { readonly kind: string }>({
  isMain,
  variables,
  blocks,
}: Function<S>): (v: VarId) => boolean {
  const uses = new PointerUses(variables);
  for (const v of variables) {
    if (v.pointer && v.scope === 'global' && v.initial === 0n && (isMain || v.fixed)) uses.asked.add(v.id);
  }
  for (const b of blocks) {
    for (const s of b.stmts) {
      const through = goneThroughBy(s);
      if (through === null) uses.take(s as unknown as Stmt);
      else if (through.guard !== null) uses.ask(through.guard);
    }
    if (b.end?.kind === 'branch') uses.ask(b.end.cond);
  }
  const groups = new Set([...uses.asked].map((v) => uses.group(v)));
  return (v) => !variables[v]?.pointer || groups.has(uses.group(v));
}

/** Pointers that something is asked of, and groups of those that are copied to each other. */
class PointerUses {
  readonly asked = new Set<VarId>();
  private readonly variables: readonly Variable[];
  private readonly parent = new Map<VarId, VarId>();

  constructor(variables: readonly Variable[]) {
    this.variables = variables;
  }

  /** What stands for its group. */
  group(v: VarId): VarId {
    let at = v;
    for (let up = this.parent.get(at); up !== undefined; up = this.parent.get(at)) at = up;
    return at;
  }

  private isPointer(v: VarId): boolean {
    return this.variables[v]?.pointer === true;
  }

  /** The value of the expression decides something. */
  ask(e: Expr): void {
    for (const v of readVariables(e)) if (this.isPointer(v)) this.asked.add(v);
  }

  take(statement: Stmt): void {
    switch (statement.kind) {
      case 'assign':
        if (this.isPointer(statement.target)) this.copy(statement.target, statement.value);
        else this.ask(statement.value);
        return;
      case 'store':
        this.ask(statement.value);
        return;
      case 'assume':
        if (!isValidity(statement.cond)) this.ask(statement.cond);
        return;
      case 'assert':
        this.ask(statement.cond);
        return;
      case 'load':
        if (this.isPointer(statement.target)) this.asked.add(statement.target);
        return;
      case 'call':
        for (const e of [...statement.args, ...(statement.positions ?? [])]) if (e !== null) this.ask(e);
        return;
      default:
        return;
    }
  }

  /** A pointer becomes the value of an expression. */
  private copy(target: VarId, expression: Expr): void {
    switch (expression.kind) {
      case 'const':
        if (expression.value === 0n) this.asked.add(target);
        return;
      case 'var':
        if (!this.isPointer(expression.id)) this.asked.add(target);
        else if (this.group(expression.id) !== this.group(target))
          this.parent.set(this.group(expression.id), this.group(target));
        return;
      case 'cast':
        this.copy(target, expression.arg);
        return;
      case 'ite':
        this.ask(expression.cond);
        this.copy(target, expression.then);
        this.copy(target, expression.else);
        return;
      case 'binary':
        if (expression.op === 'add' || expression.op === 'sub') {
          this.copy(target, counted(expression.left));
          return;
        }
        this.ask(expression);
        this.asked.add(target);
        return;
      case 'unary':
        this.ask(expression);
        this.asked.add(target);
    }
  }
}

/** `p == 0 || first <= p && p <= last`: a pointer is null or leads to an object. */
function isValidity(expression: Expr): boolean {
  if (
    expression.kind !== 'binary' ||
    expression.op !== 'lor' ||
    expression.left.kind !== 'binary' ||
    expression.left.op !== 'eq'
  )
    return false;
  const inside = expression.right;
  const bound = (x: Expr, op: string): boolean =>
    x.kind === 'binary' && x.op === op && x.right.kind === 'const' && x.left.kind === 'var';
  return (
    readVariables(expression).size === 1 &&
    inside.kind === 'binary' &&
    inside.op === 'land' &&
    bound(inside.left, 'ge') &&
    bound(inside.right, 'le')
  );
}

/** Of a block: pointers that are not null, and pairs of which both are null or neither is. */
class Known {
  private notNull: Set<VarId>;
  /** By pointer: those that are null just where it is. */
  private alike: Map<VarId, ReadonlySet<VarId>>;
  /** Another one has the same sets: most blocks change nothing. */
  private shares = false;

  constructor(notNull = new Set<VarId>(), alike = new Map<VarId, ReadonlySet<VarId>>()) {
    this.notNull = notNull;
    this.alike = alike;
  }

  copy(): Known {
    const other = new Known(this.notNull, this.alike);
    other.shares = true;
    this.shares = true;
    return other;
  }

  /** Before a change. */
  private own(): void {
    if (!this.shares) return;
    this.notNull = new Set(this.notNull);
    this.alike = new Map(this.alike);
    this.shares = false;
  }

  isNotNull(v: VarId): boolean {
    return this.notNull.has(v);
  }

  learn(variable: VarId): void {
    if (this.notNull.has(variable) && !this.alike.has(variable)) return;
    this.own();
    this.notNull.add(variable);
    for (const w of this.alike.get(variable) ?? []) this.notNull.add(w);
  }

  /** The pointer is another one: counted from the one given, or not known. */
  assign(variable: VarId, from: VarId | null, notNull: boolean): void {
    if (from === variable) return;
    this.own();
    for (const w of this.alike.get(variable) ?? [])
      this.alike.set(w, new Set([...(this.alike.get(w) ?? [])].filter((x) => x !== variable)));
    this.alike.delete(variable);
    if (notNull) this.notNull.add(variable);
    else this.notNull.delete(variable);
    if (from === null) return;
    const group = [from, ...(this.alike.get(from) ?? [])];
    for (const w of group) this.alike.set(w, new Set([...(this.alike.get(w) ?? []), variable]));
    this.alike.set(variable, new Set(group));
  }

  /** What both know; the first itself where it knows no more. */
  meet(other: Known): Known {
    const same =
      (this.notNull === other.notNull || isSubset(this.notNull, other.notNull)) &&
      (this.alike === other.alike || isSubMap(this.alike, other.alike));
    if (same) return this;
    const common = (a: ReadonlySet<VarId>, b: ReadonlySet<VarId> | undefined): Set<VarId> =>
      new Set([...a].filter((v) => b?.has(v)));
    const alike = [...this.alike].map(([v, with_]) => [v, common(with_, other.alike.get(v))] as const);
    return new Known(common(this.notNull, other.notNull), new Map(alike));
  }
}

function isSubset(a: ReadonlySet<VarId>, b: ReadonlySet<VarId> | undefined): boolean {
  for (const v of a) if (!b?.has(v)) return false;
  return true;
}

function isSubMap(a: ReadonlyMap<VarId, ReadonlySet<VarId>>, b: ReadonlyMap<VarId, ReadonlySet<VarId>>): boolean {
  for (const [v, with_] of a) if (!isSubset(with_, b.get(v))) return false;
  return true;
}

/**
 * Takes away the checks of pointers that can't be null there: forward, over what all ways to a block have in common.
 */
function withoutKnown<S extends { readonly kind: string }>({ variables, blocks, entry }: Function<S>): void {
  if (!blocks.some((b) => b.stmts.some((s) => checkedBy(s) !== null))) return;
  forward(blocks, entry, {
    start: new Known(),
    step: (s, known) => step(s, known, variables),
    learn: (cond, truth, known) => {
      for (const v of notNull(cond, truth)) known.learn(v);
    },
    isVain,
  });
}

/** A check of what is known. */
function isVain(statement: { readonly kind: string }, known: Known): boolean {
  const check = checkedBy(statement);
  if (check === null) return false;
  return (
    leads(check.position, known) ||
    (check.guard !== null && check.position.kind === 'var' && notNull(check.guard, true).includes(check.position.id))
  );
}

/** Whether a position can't be null. */
function leads(expression: Expr, known: Known): boolean {
  switch (expression.kind) {
    case 'const':
      return expression.value !== 0n;
    case 'var':
      return known.isNotNull(expression.id);
    case 'cast':
      return leads(expression.arg, known);
    case 'ite':
      return leads(expression.then, known) && leads(expression.else, known);
    case 'binary':
      return (expression.op === 'add' || expression.op === 'sub') && leads(counted(expression), known);
    case 'unary':
      return false;
  }
}

function step(statement: Stmt, known: Known, variables: readonly Variable[]): void {
  const check = checkedBy(statement);
  if (check !== null) {
    if (check.guard === null && check.position.kind === 'var') known.learn(check.position.id);
    return;
  }
  if (statement.kind === 'assume' || statement.kind === 'assert')
    for (const v of notNull(statement.cond, true)) known.learn(v);
  if (!('target' in statement) || statement.target === null || variables[statement.target]?.pointer !== true) return;
  const from = statement.kind === 'assign' ? counted(statement.value) : null;
  known.assign(
    statement.target,
    from?.kind === 'var' && variables[from.id]?.pointer ? from.id : null,
    statement.kind === 'assign' && leads(statement.value, known),
  );
}
