/**
 * A function as formulas over bit vectors, loops cut at their heads: statement by statement, with states that meet
 * merged again. What isn't followed (pointers, structures, floats, calls of own functions, goto) is said to be
 * `Unsupported`.
 */
import type { Node } from 'web-tree-sitter';
import type { CType, Value } from './bitvectors.ts';
import {
  INT,
  LONG,
  Unsupported,
  and,
  constant,
  convert,
  fromTruth,
  not,
  operate,
  or,
  promoted,
  sort,
  truth,
  typeOf,
} from './bitvectors.ts';

interface Variable {
  readonly id: string;
  readonly name: string;
  readonly type: CType;
  /** Elements of an array; null: a scalar. */
  readonly length: bigint | null;
}

interface State {
  path: string;
  /** By variable; text of its value, an SMT array for an array. */
  readonly env: Map<string, string>;
}

export interface Loop {
  readonly line: number;
  readonly column: number;
}

export interface Obligation {
  readonly kind: 'invariant' | 'assertion';
  readonly where: string;
  readonly path: string;
  readonly goal: string;
  /** The state at the loop's head, or at the entry. */
  readonly state: readonly { readonly name: string; readonly text: string; readonly type: CType }[];
}

interface Jumps {
  readonly breaks: State[];
  readonly continues: State[];
}

const HALTS = new Set(['abort', 'exit', '_Exit', 'reach_error', '__VERIFIER_error', '__assert_fail']);
const ASSUMES = new Set(['__VERIFIER_assume', 'assume', 'assume_abort_if_not', '__builtin_assume']);
const ASSERTS = new Set(['assert', '__VERIFIER_assert']);
const NONDET: Readonly<Record<string, string>> = {
  bool: '_Bool',
  char: 'char',
  uchar: 'unsigned char',
  schar: 'signed char',
  short: 'short',
  ushort: 'unsigned short',
  int: 'int',
  uint: 'unsigned int',
  unsigned: 'unsigned int',
  long: 'long',
  ulong: 'unsigned long',
  longlong: 'long long',
  ulonglong: 'unsigned long long',
  size_t: 'size_t',
  u8: 'uint8_t',
  u16: 'uint16_t',
  u32: 'uint32_t',
};

export class Executor {
  private readonly root: Node;
  private readonly name: string;
  private readonly stated: (line: number, column: number) => readonly Node[];
  /** At a loop's head, everything is arbitrary but what its invariants say. */
  private readonly alone: boolean;
  private readonly lines: string[] = [];
  private readonly obligations: Obligation[] = [];
  private readonly loops: Loop[] = [];
  private scopes: Map<string, Variable>[] = [new Map()];
  private jumps: Jumps[] = [];
  private head: Obligation['state'] = [];
  private count = 0;

  constructor(root: Node, name: string, stated: (line: number, column: number) => readonly Node[], alone: boolean) {
    this.root = root;
    this.name = name;
    this.stated = stated;
    this.alone = alone;
  }

  run(): { readonly obligations: readonly Obligation[]; readonly loops: readonly Loop[]; readonly script: string } {
    const state: State = { path: 'true', env: new Map() };
    for (const d of this.root.namedChildren) if (d?.type === 'declaration') this.declare(d, state, true);
    const fn = this.root
      .descendantsOfType('function_definition')
      .find((d) => nameOf(d?.childForFieldName('declarator')) === this.name);
    const body = fn?.childForFieldName('body');
    if (!fn || !body) throw new Unsupported(`no function ${this.name}`);
    this.scopes.push(new Map());
    for (const p of fn.descendantsOfType('parameter_declaration')) {
      const declarator = p?.childForFieldName('declarator');
      if (!p || !declarator) continue;
      const type = typeOf(specifiers(p));
      if (!type || declarator.type !== 'identifier') throw new Unsupported(`the parameter ${p.text}`);
      this.bind(declarator.text, type, null, state, null);
    }
    this.statement(body, state);
    return { obligations: this.obligations, loops: this.loops, script: this.lines.join('\n') };
  }

  private fresh(kind: string, hint: string): string {
    const name = `|${hint}!${this.count++}|`;
    this.lines.push(`(declare-const ${name} ${kind})`);
    return name;
  }

  /** Terms are shared by name: what is merged again and again stays small. */
  private named(text: string, kind: string): string {
    if (text.length < 40) return text;
    const name = `d!${this.count++}`;
    this.lines.push(`(define-fun ${name} () ${kind} ${text})`);
    return name;
  }

  private bind(name: string, type: CType, length: bigint | null, state: State, value: string | null): Variable {
    const v: Variable = { id: `${name}!${this.count++}`, name, type, length };
    this.scopes[this.scopes.length - 1]?.set(name, v);
    state.env.set(v.id, value ?? this.fresh(kindOf(v), name));
    return v;
  }

  private lookUp(name: string): Variable {
    for (let k = this.scopes.length - 1; k >= 0; k--) {
      const v = this.scopes[k]?.get(name);
      if (v) return v;
    }
    throw new Unsupported(`the name ${name}`);
  }

  private require(state: State, condition: string): void {
    state.path = this.named(and(state.path, condition), 'Bool');
  }

  private merge(states: readonly State[]): State {
    const live = states.filter((s) => s.path !== 'false');
    const [first, ...rest] = live;
    if (!first) return { path: 'false', env: new Map(states[0]?.env ?? []) };
    const out: State = { path: first.path, env: new Map(first.env) };
    for (const s of rest) {
      for (const [id, value] of s.env) {
        const own = out.env.get(id);
        if (own === undefined) out.env.set(id, value);
        else if (own !== value) out.env.set(id, this.named(`(ite ${s.path} ${value} ${own})`, this.kindById(id)));
      }
      out.path = this.named(or(out.path, s.path), 'Bool');
    }
    return out;
  }

  private readonly kinds = new Map<string, string>();
  private kindById(id: string): string {
    for (const scope of this.scopes) for (const v of scope.values()) this.kinds.set(v.id, kindOf(v));
    const kind = this.kinds.get(id);
    if (!kind) throw new Unsupported(`a variable that is out of scope: ${id}`);
    return kind;
  }

  private branch(state: State, condition: string): [State, State] {
    const c = this.named(condition, 'Bool');
    return [
      { path: this.named(and(state.path, c), 'Bool'), env: new Map(state.env) },
      { path: this.named(and(state.path, not(c)), 'Bool'), env: new Map(state.env) },
    ];
  }

  private declare(d: Node, state: State, global: boolean): void {
    const type = typeOf(specifiers(d));
    for (const declarator of d.childrenForFieldName('declarator')) {
      if (declarator) this.declareOne(declarator, type, state, global);
    }
  }

  private declareOne(declarator: Node, type: ReturnType<typeof typeOf>, state: State, global: boolean): void {
    const inner = declarator.type === 'init_declarator' ? declarator.childForFieldName('declarator') : declarator;
    const value = declarator.childForFieldName('value');
    if (inner?.type === 'function_declarator') return;
    if (!type || !inner) throw new Unsupported(`the declaration ${declarator.text}`);
    if (inner.type === 'identifier') {
      const zero = global && this.name === 'main' ? constant(0n, type).text : null;
      const start = value ? convert(this.value(value, state), type).text : zero;
      this.bind(inner.text, type, null, state, start);
      this.kindById(this.lookUp(inner.text).id);
      return;
    }
    const name = inner.type === 'array_declarator' ? inner.childForFieldName('declarator') : null;
    if (name?.type !== 'identifier') throw new Unsupported(`the declaration ${declarator.text}`);
    if (value) throw new Unsupported('an initialised array');
    const size = inner.childForFieldName('size');
    const length = size?.type === 'number_literal' ? literal(size.text).value : null;
    this.bind(name.text, type, length, state, null);
  }

  private statement(s: Node, state: State): State {
    if (state.path === 'false') return state;
    switch (s.type) {
      case 'compound_statement': {
        this.scopes.push(new Map());
        let now = state;
        for (const c of s.namedChildren) if (c && c.type !== 'comment') now = this.statement(c, now);
        this.scopes.pop();
        return now;
      }
      case 'declaration':
        this.declare(s, state, false);
        return state;
      case 'expression_statement': {
        const e = s.namedChild(0);
        if (e) this.value(e, state);
        return state;
      }
      case 'if_statement': {
        const [yes, no] = this.branch(state, truth(this.value(field(s, 'condition'), state)));
        const otherwise = s.childForFieldName('alternative')?.namedChildren.find((c) => c?.type !== 'comment');
        return this.merge([
          this.statement(field(s, 'consequence'), yes),
          otherwise ? this.statement(otherwise, no) : no,
        ]);
      }
      case 'while_statement':
      case 'do_statement':
      case 'for_statement':
        return this.loop(s, state);
      case 'break_statement':
        return this.leave(state, (j) => j.breaks);
      case 'continue_statement':
        return this.leave(state, (j) => j.continues);
      case 'return_statement': {
        const e = s.namedChild(0);
        if (e) this.value(e, state);
        return { path: 'false', env: state.env };
      }
      default:
        throw new Unsupported(`a ${s.type.replaceAll('_', ' ')}`);
    }
  }

  private leave(state: State, where: (j: Jumps) => State[]): State {
    const jumps = this.jumps[this.jumps.length - 1];
    if (!jumps) throw new Unsupported('a jump out of nothing');
    where(jumps).push(state);
    return { path: 'false', env: new Map(state.env) };
  }

  private loop(s: Node, before: State): State {
    const place: Loop = { line: s.startPosition.row + 1, column: s.startPosition.column + 1 };
    this.loops.push(place);
    this.scopes.push(new Map());
    const first = s.type === 'for_statement' ? s.childForFieldName('initializer') : null;
    if (first?.type === 'declaration') this.declare(first, before, false);
    else if (first) this.value(first, before);
    const invariants = this.stated(place.line, place.column);
    const where = `the loop at ${place.line}:${place.column}`;
    for (const i of invariants) this.demand(i, before, `${where} is entered: ${i.text}`);
    const outer = this.head;
    const start: State = { path: this.alone ? 'true' : before.path, env: new Map(before.env) };
    const changed = changedIn(s);
    const seen: { name: string; text: string; type: CType }[] = [];
    for (const v of this.visible()) {
      if (this.alone || changed.has(v.name)) start.env.set(v.id, this.fresh(kindOf(v), v.name));
      if (v.length === null) seen.push({ name: v.name, text: start.env.get(v.id) ?? '', type: v.type });
    }
    for (const i of invariants) {
      const v = truth(this.value(i, start));
      this.require(start, v);
    }
    this.head = seen;
    const condition = s.childForFieldName('condition');
    const decide = (at: State): [State, State] =>
      condition ? this.branch(at, truth(this.value(condition, at))) : [at, { path: 'false', env: new Map(at.env) }];
    const [into, out] = s.type === 'do_statement' ? [start, null] : decide(start);
    this.jumps.push({ breaks: [], continues: [] });
    const ended = this.statement(field(s, 'body'), into);
    const { breaks, continues } = this.jumps.pop() as Jumps;
    let again = this.merge([ended, ...continues]);
    const update = s.childForFieldName('update');
    if (update) this.value(update, again);
    let left = out;
    if (s.type === 'do_statement') [again, left] = decide(again);
    if (again.path !== 'false') for (const i of invariants) this.demand(i, again, `${where} goes on: ${i.text}`);
    this.head = outer;
    const after = this.merge([...(left ? [left] : []), ...breaks]);
    this.scopes.pop();
    return after;
  }

  private visible(): Variable[] {
    const all = new Map<string, Variable>();
    for (const scope of this.scopes) for (const v of scope.values()) all.set(v.name, v);
    return [...all.values()];
  }

  /** The expression has to hold, and to be defined. */
  private demand(e: Node, at: State, where: string): void {
    const state: State = { path: 'true', env: new Map(at.env) };
    const goal = truth(this.value(e, state));
    this.obligations.push({
      kind: 'invariant',
      where,
      path: at.path,
      goal: this.named(and(state.path, goal), 'Bool'),
      state: this.head,
    });
  }

  private value(e: Node, state: State): Value {
    switch (e.type) {
      case 'parenthesized_expression':
        return this.value(field(e, null), state);
      case 'number_literal': {
        const { value, type } = literal(e.text);
        return constant(value, type);
      }
      case 'char_literal':
        return constant(BigInt(charCode(e.text)), INT);
      case 'true':
        return constant(1n, INT);
      case 'false':
        return constant(0n, INT);
      case 'identifier': {
        const v = this.lookUp(e.text);
        if (v.length !== null) throw new Unsupported(`the array ${v.name} as a value`);
        return { text: state.env.get(v.id) ?? '', type: v.type };
      }
      case 'subscript_expression': {
        const { array, index } = this.element(e, state);
        return { text: `(select ${state.env.get(array.id)} ${index})`, type: array.type };
      }
      case 'cast_expression': {
        const type = typeOf(field(e, 'type').text);
        if (!type) throw new Unsupported(`the type ${field(e, 'type').text}`);
        return convert(this.value(field(e, 'value'), state), type);
      }
      case 'unary_expression':
        return this.unary(e, state);
      case 'update_expression': {
        const target = field(e, 'argument');
        const old = this.value(target, state);
        const next = this.operation(e.text.includes('++') ? '+' : '-', old, constant(1n, INT), state);
        const now = this.assign(target, next, state);
        return e.child(0)?.type === target.type ? old : now;
      }
      case 'assignment_expression': {
        const [target, op] = [field(e, 'left'), e.childForFieldName('operator')?.text ?? '='];
        const right = this.value(field(e, 'right'), state);
        return this.assign(
          target,
          op === '=' ? right : this.operation(op.slice(0, -1), this.value(target, state), right, state),
          state,
        );
      }
      case 'comma_expression':
        this.value(field(e, 'left'), state);
        return this.value(field(e, 'right'), state);
      case 'conditional_expression': {
        const condition = this.named(truth(this.value(field(e, 'condition'), state)), 'Bool');
        const [yes, no] = this.branch(state, condition);
        const [a, b] = [this.value(field(e, 'consequence'), yes), this.value(field(e, 'alternative'), no)];
        const type = operate('&', a, b).value.type;
        this.take(state, this.merge([yes, no]));
        return {
          text: this.named(`(ite ${condition} ${convert(a, type).text} ${convert(b, type).text})`, sort(type)),
          type,
        };
      }
      case 'binary_expression': {
        const op = e.childForFieldName('operator')?.text ?? '';
        const left = this.value(field(e, 'left'), state);
        if (op !== '&&' && op !== '||') return this.operation(op, left, this.value(field(e, 'right'), state), state);
        const l = this.named(truth(left), 'Bool');
        const [yes, no] = this.branch(state, l);
        const r = truth(this.value(field(e, 'right'), op === '&&' ? yes : no));
        this.take(state, this.merge([yes, no]));
        return fromTruth(this.named(op === '&&' ? and(l, r) : or(l, r), 'Bool'));
      }
      case 'call_expression':
        return this.call(e, state);
      default:
        throw new Unsupported(`a ${e.type.replaceAll('_', ' ')}`);
    }
  }

  private take(state: State, from: State): void {
    state.path = from.path;
    for (const [id, v] of from.env) state.env.set(id, v);
  }

  private operation(op: string, left: Value, right: Value, state: State): Value {
    const { value, defined } = operate(op, left, right);
    if (defined !== 'true') this.require(state, defined);
    return { text: this.named(value.text, sort(value.type)), type: value.type };
  }

  private unary(e: Node, state: State): Value {
    const op = e.childForFieldName('operator')?.text ?? '';
    const v = this.value(field(e, 'argument'), state);
    if (op === '!') return fromTruth(not(truth(v)));
    const own = convert(v, promoted(v.type));
    if (op === '+') return own;
    if (op === '-') return this.operation('-', constant(0n, own.type), own, state);
    if (op === '~') return { text: `(bvnot ${own.text})`, type: own.type };
    throw new Unsupported(`the operator ${op}`);
  }

  private assign(target: Node, v: Value, state: State): Value {
    if (target.type === 'parenthesized_expression') return this.assign(field(target, null), v, state);
    if (target.type === 'identifier') {
      const variable = this.lookUp(target.text);
      const now = convert(v, variable.type);
      const text = this.named(now.text, sort(variable.type));
      state.env.set(variable.id, text);
      return { text, type: variable.type };
    }
    if (target.type !== 'subscript_expression') throw new Unsupported(`an assignment to ${target.text}`);
    const { array, index } = this.element(target, state);
    const now = convert(v, array.type);
    state.env.set(array.id, this.named(`(store ${state.env.get(array.id)} ${index} ${now.text})`, kindOf(array)));
    return now;
  }

  private element(e: Node, state: State): { readonly array: Variable; readonly index: string } {
    const base = field(e, 'argument');
    const array = base.type === 'identifier' ? this.lookUp(base.text) : null;
    if (!array || array.length === null) throw new Unsupported(`the element ${e.text}`);
    const index = convert(this.value(field(e, 'index'), state), LONG).text;
    this.require(state, `(bvult ${index} ${constant(array.length, LONG).text})`);
    return { array, index };
  }

  private call(e: Node, state: State): Value {
    const name = field(e, 'function').text;
    const args = field(e, 'arguments').namedChildren.filter((c): c is Node => c !== null && c.type !== 'comment');
    const none = constant(0n, INT);
    const nondet = /^__VERIFIER_nondet_(\w+)$/.exec(name)?.[1];
    if (nondet) {
      const type = typeOf(NONDET[nondet] ?? nondet);
      if (!type) throw new Unsupported(name);
      const text = this.fresh(sort(type), nondet);
      if (type.bool) this.require(state, `(bvule ${text} (_ bv1 ${type.bits}))`);
      return { text, type };
    }
    if (HALTS.has(name)) {
      if (name !== 'abort' && name !== 'exit' && name !== '_Exit')
        this.obligations.push({ kind: 'assertion', where: e.text, path: state.path, goal: 'false', state: this.head });
      state.path = 'false';
      return none;
    }
    const [argument] = args;
    if (argument && ASSUMES.has(name)) {
      const p = truth(this.value(argument, state));
      this.require(state, p);
      return none;
    }
    if (argument && ASSERTS.has(name)) {
      const goal = truth(this.value(argument, state));
      this.obligations.push({ kind: 'assertion', where: e.text, path: state.path, goal, state: this.head });
      this.require(state, goal);
      return none;
    }
    throw new Unsupported(`a call of ${name}`);
  }
}

const kindOf = (v: Variable): string => (v.length === null ? sort(v.type) : `(Array (_ BitVec 64) ${sort(v.type)})`);

function field(n: Node, name: string | null): Node {
  const child = name === null ? n.namedChildren.find((c) => c?.type !== 'comment') : n.childForFieldName(name);
  if (!child) throw new Unsupported(`a ${n.type} without ${name}`);
  return child;
}

const specifiers = (d: Node): string =>
  d.children
    .filter(
      (c): c is Node =>
        c !== null &&
        [
          'primitive_type',
          'sized_type_specifier',
          'type_identifier',
          'struct_specifier',
          'union_specifier',
          'enum_specifier',
          'type_qualifier',
          'storage_class_specifier',
        ].includes(c.type),
    )
    .map((c) => c.text)
    .join(' ');

function nameOf(declarator: Node | null | undefined): string | null {
  return declarator?.type === 'function_declarator' ? (declarator.childForFieldName('declarator')?.text ?? null) : null;
}

/** Names that are assigned to somewhere inside. */
function changedIn(s: Node): ReadonlySet<string> {
  const out = new Set<string>();
  const target = (n: Node | null): void => {
    if (n?.type === 'identifier') out.add(n.text);
    else if (n?.type === 'subscript_expression') target(n.childForFieldName('argument'));
    else if (n?.type === 'parenthesized_expression') target(n.namedChild(0));
  };
  for (const a of s.descendantsOfType('assignment_expression')) target(a?.childForFieldName('left') ?? null);
  for (const u of s.descendantsOfType('update_expression')) target(u?.childForFieldName('argument') ?? null);
  return out;
}

function literal(text: string): { readonly value: bigint; readonly type: CType } {
  // the grammar takes a sign for a part of the number
  if (text.startsWith('-')) {
    const { value, type } = literal(text.slice(1).trim());
    return { value: type.signed ? -value : BigInt.asUintN(type.bits, -value), type };
  }
  const m = /^(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$/.exec(text);
  if (!m) throw new Unsupported(`the number ${text}`);
  const digits = m[1] ?? '0';
  const value = /^0\d/.test(digits) ? BigInt(`0o${digits}`) : BigInt(digits);
  const suffix = (m[2] ?? '').toLowerCase();
  const decimal = !digits.startsWith('0') || digits === '0';
  const candidates: CType[] = [
    [32, true],
    [32, false],
    [64, true],
    [64, false],
  ].map(([bits, signed]) => ({ bits: bits as number, signed: signed as boolean }));
  const type = candidates.find(
    (t) =>
      (!suffix.includes('l') || t.bits === 64) &&
      (!suffix.includes('u') || !t.signed) &&
      (t.signed || suffix.includes('u') || !decimal) &&
      value < 1n << BigInt(t.bits - (t.signed ? 1 : 0)),
  );
  if (!type) throw new Unsupported(`the number ${text}`);
  return { value, type };
}

function charCode(text: string): number {
  const inner = text.slice(1, -1);
  const escapes: Readonly<Record<string, number>> = { '\\n': 10, '\\t': 9, '\\0': 0, '\\r': 13, '\\\\': 92, "\\'": 39 };
  const code = escapes[inner] ?? (inner.length === 1 ? inner.charCodeAt(0) : undefined);
  if (code === undefined) throw new Unsupported(`the character ${text}`);
  return code;
}
