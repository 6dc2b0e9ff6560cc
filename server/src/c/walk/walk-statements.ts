/** Statements in a walk. */

import type { SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import type { CType, Declared } from '../types/index.ts';
import {
  attributed,
  declarator,
  declaratorTraits,
  joinedTraits,
  namedTypeWith,
  newScope,
  OPAQUE,
  sizeOf,
  specifiers,
} from '../types/index.ts';
import { waysOf } from './walk-conditions.ts';
import { followGoto, followRow } from './walk-jumps.ts';
import { followLoop } from './walk-loops.ts';
import { completed, declaredObject, initialize } from './walk-objects.ts';
import { asType, placeOf, write } from './walk-places.ts';
import type { Exits, Walk } from './walk-state.ts';
import { attempt, expose, meet, step, textOf, WalkEnds, WayEnds } from './walk-state.ts';
import type { WalkedMemory } from './walked-memory.ts';
import { known } from './walked-values.ts';

/** Follows a statement; where no run comes out behind it, `WayEnds` is thrown. */
export function follow(w: Walk, node: SyntaxNode): void {
  step(w);
  w.visited.add(node.start);
  switch (node.type) {
    case 'compound_statement':
      inScope(w, () => {
        followRow(w, node.children);
      });
      return;
    case 'gnu_asm_expression':
      w.follow.value(w, node);
      return;
    case 'expression_statement': {
      const inner = node.children[0];
      if (inner !== undefined) w.follow.value(w, inner);
      return;
    }
    case 'declaration':
      declaration(w, node);
      return;
    case 'type_definition':
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      declaration(w, node);
      return;
    case 'if_statement':
      followIf(w, node);
      return;
    case 'while_statement':
    case 'do_statement':
      followLoop(w, {
        node,
        test: child(node, 'condition'),
        body: child(node, 'body'),
        update: null,
        late: node.type === 'do_statement',
        goesOn: w.behind.has(node),
      });
      return;
    case 'for_statement':
      followFor(w, node);
      return;
    case 'switch_statement':
      followSwitch(w, node);
      return;
    case 'break_statement':
      return leave(w, w.breaks);
    case 'continue_statement':
      return leave(w, w.continues);
    case 'goto_statement':
      return followGoto(w, node);
    case 'return_statement':
      return followReturn(w, node);
    case 'labeled_statement':
    case 'else_clause':
    case 'attributed_statement': {
      const inner = node.children[node.children.length - 1];
      if (inner !== undefined) follow(w, inner);
      return;
    }
    case 'attribute_declaration':
    case 'attribute_specifier':
      return;
    default:
      throw new WalkEnds();
  }
}

function leave(w: Walk, to: Exits | null): never {
  if (to === null) throw new WalkEnds();
  to.states.push(w.memory);
  w.left++;
  throw new WayEnds();
}

function inScope(w: Walk, run: () => void): void {
  const { scope } = w;
  w.scope = newScope(scope);
  try {
    run();
  } finally {
    w.scope = scope;
  }
}

function followIf(w: Walk, node: SyntaxNode): void {
  const [condition, consequence, alternative] = [
    child(node, 'condition'),
    child(node, 'consequence'),
    child(node, 'alternative'),
  ];
  if (condition === null) throw new WalkEnds();
  const { open } = w.memory;
  const { left } = w;
  const { yes, no } = waysOf(w, condition);
  const side = (memory: WalkedMemory | null, at: SyntaxNode | null): WalkedMemory | null => {
    if (memory === null) return null;
    w.memory = memory;
    return at === null || attempt(() => follow(w, at)) !== null ? w.memory : null;
  };
  const after = meet([side(yes, consequence), side(no, alternative)]);
  if (after === null) throw new WayEnds();
  w.memory = after;
  if (w.left === left) after.open = open;
}

function followFor(w: Walk, node: SyntaxNode): void {
  inScope(w, () => {
    const initializer = child(node, 'initializer');
    if (initializer?.type === 'declaration') declaration(w, initializer);
    else if (initializer !== null) w.follow.value(w, initializer);
    followLoop(w, {
      node,
      test: child(node, 'condition'),
      body: child(node, 'body'),
      update: child(node, 'update'),
      late: false,
      goesOn: w.behind.has(node),
    });
  });
}

/** The labels of a switch stand in its body, one after the other. */
function followSwitch(w: Walk, node: SyntaxNode): void {
  const [condition, body] = [child(node, 'condition'), child(node, 'body')];
  if (condition === null || body?.type !== 'compound_statement') throw new WalkEnds();
  const subject = known(w.follow.value(w, condition));
  const { memory: entry, left, breaks, scope } = w;
  const { open } = entry;
  const { chosen, hasDefault } = labelsOf(w, body, subject);
  const exits: Exits = { states: [] };
  w.breaks = exits;
  w.scope = newScope(scope);
  const through = throughLabels(w, body, chosen, entry);
  [w.scope, w.breaks] = [scope, breaks];
  const past = chosen === 'none' || (chosen === null && !hasDefault) ? entry : null;
  const after = meet([through, past, ...exits.states]);
  if (after === null) throw new WayEnds();
  w.memory = after;
  // breaks of its own lead here
  w.left -= exits.states.length;
  if (w.left === left) after.open = open;
}

/** The label that is jumped to; null: not known. */
type Chosen = SyntaxNode | 'none' | null;

function labelsOf(w: Walk, body: SyntaxNode, subject: bigint | null): { chosen: Chosen; hasDefault: boolean } {
  const labels = body.children.filter((c) => c.type === 'case_statement');
  const values = labels.map((c) => {
    const value = child(c, 'value');
    return value === null ? null : w.file.types.constant(value, w.scope);
  });
  const fallback = labels.find((c) => child(c, 'value') === null);
  // a label that isn't worked out, or is a range
  const clear = labels.every((c, i) => c === fallback || values[i] !== null);
  const chosen = subject === null || !clear ? null : (labels[values.indexOf(subject)] ?? fallback ?? 'none');
  return { chosen, hasDefault: fallback !== undefined };
}

/** Falls through from label to label; null: no run comes out at the end of the body. */
function throughLabels(w: Walk, body: SyntaxNode, chosen: Chosen, entry: WalkedMemory): WalkedMemory | null {
  let through: WalkedMemory | null = null;
  for (const c of body.children) {
    const isLabel = c.type === 'case_statement';
    if (isLabel && (chosen === null || chosen === c)) {
      const entered = entry.copy();
      if (chosen === null) entered.open++;
      through = meet([through, entered]);
    }
    if (through === null && c.type === 'declaration') throw new WalkEnds();
    if (through === null) continue;
    w.memory = through;
    const parts = isLabel ? c.children.filter((x) => x.field !== 'value') : [c];
    const goesOn = attempt(() => {
      followRow(w, parts);
    });
    through = goesOn === null ? null : w.memory;
  }
  return through;
}

function followReturn(w: Walk, node: SyntaxNode): never {
  const frame = w.frames[w.frames.length - 1]!;
  const value = node.children[0];
  const result = frame.definition.type.kind === 'function' ? frame.definition.type.result : null;
  const returned = value === undefined ? null : w.follow.value(w, value);
  frame.returned.push(returned === null || result === null ? null : asType(returned, result));
  frame.returns.states.push(w.memory);
  w.left++;
  throw new WayEnds();
}

function declaration(w: Walk, node: SyntaxNode): void {
  const ctx = w.file.types;
  if (/_specifier$/.test(node.type)) {
    specifiers(ctx, { ...node, children: [{ ...node, field: 'type' }] }, w.scope);
    return;
  }
  const spec = specifiers(ctx, node, w.scope);
  for (const d of node.children) {
    if (d.field !== 'declarator') continue;
    const found = declarator(ctx, d, spec.type, w.scope, spec.isConst);
    if (found === null) throw new WalkEnds();
    const traits = joinedTraits(spec.traits, declaratorTraits(ctx, node, d));
    const declared = { ...found, type: attributed(found.type, traits) };
    if (spec.typedef)
      w.scope.names.set(declared.name, {
        kind: 'typedef',
        type: namedTypeWith(declared.type, traits),
        isConst: declared.isConst,
      });
    else if (declared.type.kind === 'function')
      w.scope.names.set(declared.name, { kind: 'function', type: declared.type, noReturn: traits.noReturn });
    else if (traits.cleanup !== null) throw new WalkEnds();
    else declare(w, { ...declared, node: d }, spec);
  }
}

function declare(
  w: Walk,
  { name, type: given, isConst, node }: Declared & { readonly node: SyntaxNode },
  { isStatic, isExtern }: { readonly isStatic: boolean; readonly isExtern: boolean },
): void {
  const value = node.type === 'init_declarator' ? child(node, 'value') : null;
  const type = completed(w, given, value, w.scope);
  const symbol = { kind: 'local' as const, place: OPAQUE, type };
  const others = isStatic || isExtern;
  const size =
    type.kind === 'array' && type.length === null
      ? isExtern
        ? null
        : variableSize(w, type, node)
      : sizeOf(type, w.file.types.model);
  // a static object holds what any call before left there
  const fixed = isStatic && isConst;
  const object = declaredObject(w, node.start, {
    name: `\`${name}\``,
    type,
    kind: others ? 'global' : 'local',
    size,
    fixed,
  });
  if (others && !fixed) {
    expose(w, object);
    if (isExtern) w.memory.forget(object);
  }
  w.scope.names.set(name, symbol);
  w.named.set(symbol, object);
  const kept = others && !fixed;
  if (value === null || kept) return;
  // `int x = x;` is how compilers are told that a value comes later
  if (textOf(w, value) === name) w.memory.forget(object);
  else if (value.type === 'initializer_list' || type.kind === 'array') {
    const place = placeOf(object, type);
    if (place.kind === 'place') initialize(w, place, value);
  } else write(w, placeOf(object, type), w.follow.value(w, value), node);
}

/** Bytes of an array whose length is worked out when it is declared; null: not known. */
function variableSize(w: Walk, type: CType & { readonly kind: 'array' }, node: SyntaxNode): bigint | null {
  const at = node.type === 'init_declarator' ? child(node, 'declarator') : node;
  const size = at?.type === 'array_declarator' ? child(at, 'size') : null;
  const element = sizeOf(type.of, w.file.types.model);
  const inner = at === null ? null : child(at, 'declarator');
  if (size === null || element === null || inner?.type !== 'identifier') return null;
  const count = known(w.follow.value(w, size));
  return count === null || count <= 0n ? null : count * element;
}
