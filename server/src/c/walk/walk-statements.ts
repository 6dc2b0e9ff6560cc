/** Statements in a walk. */

import type { SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import type { CType, Declared } from '../types/index.ts';
import {
  attributed,
  declarator,
  declaratorTraits,
  growsWithInitializer,
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
import { followParts, localAsDeclared } from './walk-undecided.ts';
import { suspectLoss } from './walk-suspicions.ts';
import { attempt, bare, expose, meet, step, textOf, WalkEnds, WayEnds } from './walk-state.ts';
import type { WalkedMemory } from './walked-memory.ts';
import type { WalkedValue } from './walked-values.ts';
import { known } from './walked-values.ts';

/** Follows a statement; where no run comes out behind it, `WayEnds` is thrown. */
export function follow(walk: Walk, node: SyntaxNode): void {
  step(walk);
  walk.visited.add(node.start);
  switch (node.type) {
    case 'compound_statement':
      inScope(walk, () => {
        if (!followParts(walk, node, node.children)) followRow(walk, node.children);
      });
      return;
    case 'gnu_asm_expression':
      walk.follow.value(walk, node);
      return;
    case 'expression_statement': {
      const inner = node.children[0];
      if (inner !== undefined) walk.follow.value(walk, inner);
      return;
    }
    case 'declaration':
      declaration(walk, node);
      return;
    case 'type_definition':
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      declaration(walk, node);
      return;
    case 'if_statement':
      followIf(walk, node);
      return;
    case 'while_statement':
    case 'do_statement':
      followLoop(walk, {
        node,
        test: child(node, 'condition'),
        body: child(node, 'body'),
        update: null,
        late: node.type === 'do_statement',
        goesOn: walk.behind.has(node),
      });
      return;
    case 'for_statement':
      followFor(walk, node);
      return;
    case 'switch_statement':
      followSwitch(walk, node);
      return;
    case 'break_statement':
      return leave(walk, walk.breaks);
    case 'continue_statement':
      return leave(walk, walk.continues);
    case 'goto_statement':
      return followGoto(walk, node);
    case 'return_statement':
      return followReturn(walk, node);
    case 'labeled_statement':
    case 'else_clause':
    case 'attributed_statement': {
      const inner = node.children[node.children.length - 1];
      if (inner !== undefined) follow(walk, inner);
      return;
    }
    case 'attribute_declaration':
    case 'attribute_specifier':
      return;
    default:
      throw new WalkEnds();
  }
}

function leave(walk: Walk, to: Exits | null): never {
  if (to === null) throw new WalkEnds();
  to.states.push(walk.memory);
  walk.left++;
  throw new WayEnds();
}

function inScope(walk: Walk, run: () => void): void {
  const { scope } = walk;
  walk.scope = newScope(scope);
  try {
    run();
  } finally {
    walk.scope = scope;
  }
}

function followIf(walk: Walk, node: SyntaxNode): void {
  const [condition, consequence, alternative] = [
    child(node, 'condition'),
    child(node, 'consequence'),
    child(node, 'alternative'),
  ];
  if (condition === null) throw new WalkEnds();
  const { open } = walk.memory;
  const { left } = walk;
  const { yes, no } = waysOf(walk, condition);
  if (yes !== null) walk.habits.held.add(condition.start);
  if (no !== null) walk.habits.failed.add(condition.start);
  const side = (memory: WalkedMemory | null, at: SyntaxNode | null): WalkedMemory | null => {
    if (memory === null) return null;
    walk.memory = memory;
    return at === null || attempt(() => follow(walk, at)) !== null ? walk.memory : null;
  };
  const after = meet([side(yes, consequence), side(no, alternative)]);
  if (after === null) throw new WayEnds();
  walk.memory = after;
  if (walk.left === left) after.open = open;
}

function followFor(walk: Walk, node: SyntaxNode): void {
  inScope(walk, () => {
    const initializer = child(node, 'initializer');
    if (initializer?.type === 'declaration') declaration(walk, initializer);
    else if (initializer !== null) walk.follow.value(walk, initializer);
    followLoop(walk, {
      node,
      test: child(node, 'condition'),
      body: child(node, 'body'),
      update: child(node, 'update'),
      late: false,
      goesOn: walk.behind.has(node),
    });
  });
}

/** The labels of a switch stand in its body, one after the other. */
function followSwitch(walk: Walk, node: SyntaxNode): void {
  const [condition, body] = [child(node, 'condition'), child(node, 'body')];
  if (condition === null || body?.type !== 'compound_statement') throw new WalkEnds();
  const subject = known(walk.follow.value(walk, condition));
  const { memory: entry, left, breaks, scope } = walk;
  const { open } = entry;
  const { chosen, hasDefault } = labelsOf(walk, body, subject);
  const exits: Exits = { states: [] };
  walk.breaks = exits;
  walk.scope = newScope(scope);
  const through = throughLabels(walk, body, chosen, entry);
  [walk.scope, walk.breaks] = [scope, breaks];
  const past = chosen === 'none' || (chosen === null && !hasDefault) ? entry : null;
  const after = meet([through, past, ...exits.states]);
  if (after === null) throw new WayEnds();
  walk.memory = after;
  // breaks of its own lead here
  walk.left -= exits.states.length;
  if (walk.left === left) after.open = open;
}

/** The label that is jumped to; null: not known. */
type Chosen = SyntaxNode | 'none' | null;

function labelsOf(walk: Walk, body: SyntaxNode, subject: bigint | null): { chosen: Chosen; hasDefault: boolean } {
  const labels = body.children.filter((c) => c.type === 'case_statement');
  const values = labels.map((c) => {
    const value = child(c, 'value');
    return value === null ? null : walk.file.types.constant(value, walk.scope);
  });
  const fallback = labels.find((c) => child(c, 'value') === null);
  // a label that isn't worked out, or is a range
  const clear = labels.every((c, i) => c === fallback || values[i] !== null);
  const chosen = subject === null || !clear ? null : (labels[values.indexOf(subject)] ?? fallback ?? 'none');
  return { chosen, hasDefault: fallback !== undefined };
}

/** Falls through from label to label; null: no run comes out at the end of the body. */
function throughLabels(walk: Walk, body: SyntaxNode, chosen: Chosen, entry: WalkedMemory): WalkedMemory | null {
  let through: WalkedMemory | null = null;
  for (const part of body.children) {
    const isLabel = part.type === 'case_statement';
    if (isLabel && (chosen === null || chosen === part)) {
      const entered = entry.copy();
      if (chosen === null) entered.open++;
      through = meet([through, entered]);
    }
    if (through === null && part.type === 'declaration') throw new WalkEnds();
    if (through === null) continue;
    walk.memory = through;
    const parts = isLabel ? part.children.filter((x) => x.field !== 'value') : [part];
    const goesOn = attempt(() => {
      if (!followParts(walk, part, parts)) followRow(walk, parts);
    });
    through = goesOn === null ? null : walk.memory;
  }
  return through;
}

function followReturn(walk: Walk, node: SyntaxNode): never {
  const frame = walk.frames[walk.frames.length - 1]!;
  const value = node.children[0];
  const result = frame.definition.type.kind === 'function' ? frame.definition.type.result : null;
  const deliberate = value !== undefined && isByZero(walk, bare(value));
  if (deliberate) walk.silent++;
  let returned: WalkedValue | null;
  try {
    returned = value === undefined ? null : walk.follow.value(walk, value);
  } finally {
    if (deliberate) walk.silent--;
  }
  frame.returned.push(returned === null || result === null ? null : asType(returned, result));
  frame.returns.states.push(walk.memory);
  walk.left++;
  throw new WayEnds();
}

/** `return x / 0.0;`: that is how functions say that there is no such number. */
function isByZero(walk: Walk, node: SyntaxNode): boolean {
  const [operator, right] = [child(node, 'operator'), child(node, 'right')];
  if (node.type !== 'binary_expression' || operator === null || right === null) return false;
  return textOf(walk, operator) === '/' && /^(0+\.0*|\.0+)[fFlL]?$/.test(textOf(walk, right));
}

function declaration(walk: Walk, node: SyntaxNode): void {
  const ctx = walk.file.types;
  if (/_specifier$/.test(node.type)) {
    specifiers(ctx, { ...node, children: [{ ...node, field: 'type' }] }, walk.scope);
    return;
  }
  const spec = specifiers(ctx, node, walk.scope);
  for (const declaratorNode of node.children) {
    if (declaratorNode.field !== 'declarator') continue;
    const named = declarator(ctx, declaratorNode, spec.type, walk.scope, spec.isConst);
    if (named === null) throw new WalkEnds();
    const found = localAsDeclared(walk.file, named, walk.scope);
    const traits = joinedTraits(spec.traits, declaratorTraits(ctx, node, declaratorNode));
    const declared = { ...found, type: attributed(found.type, traits) };
    if (spec.typedef)
      walk.scope.names.set(declared.name, {
        kind: 'typedef',
        type: namedTypeWith(declared.type, traits),
        isConst: declared.isConst,
      });
    else if (declared.type.kind === 'function')
      walk.scope.names.set(declared.name, { kind: 'function', type: declared.type, noReturn: traits.noReturn });
    else if (traits.cleanup !== null) throw new WalkEnds();
    else declare(walk, { ...declared, node: declaratorNode }, spec);
  }
}

function declare(
  walk: Walk,
  { name, type: given, isConst, node }: Declared & { readonly node: SyntaxNode },
  { isStatic, isExtern }: { readonly isStatic: boolean; readonly isExtern: boolean },
): void {
  const value = node.type === 'init_declarator' ? child(node, 'value') : null;
  const others = isStatic || isExtern;
  const complete = completed(walk, given, value, walk.scope);
  const type = others ? complete : measured(walk, complete, lengthsIn(node));
  const symbol = { kind: 'local' as const, place: OPAQUE, type };
  const size = others && growsWithInitializer(type) ? null : sizeOf(type, walk.file.types.model);
  // a static object holds what any call before left there
  const fixed = isStatic && isConst;
  const object = declaredObject(walk, node.start, {
    name: `\`${name}\``,
    type,
    kind: others ? 'global' : 'local',
    size,
    fixed,
  });
  if (others && !fixed) {
    expose(walk, object);
    if (isExtern) walk.memory.forget(object);
  }
  walk.scope.names.set(name, symbol);
  walk.named.set(symbol, object);
  const kept = others && !fixed;
  if (value === null || kept) return;
  // `int x = x;` is how compilers are told that a value comes later
  if (textOf(walk, value) === name) walk.memory.forget(object);
  else if (value.type === 'initializer_list' || type.kind === 'array') {
    const place = placeOf(object, type);
    if (place.kind === 'place') initialize(walk, place, value);
  } else {
    const given = walk.follow.value(walk, value);
    suspectLoss(walk, type, given, value);
    write(walk, placeOf(object, type), given, node);
  }
}

/** The lengths of an array's declarator, outermost first: `h` and `w` of `m[h][w]`. */
function lengthsIn(node: SyntaxNode): readonly (SyntaxNode | null)[] {
  const inner = child(node, 'declarator');
  if (node.type === 'init_declarator') return inner === null ? [] : lengthsIn(inner);
  if (node.type !== 'array_declarator' || inner === null) return [];
  return [...lengthsIn(inner), child(node, 'size')];
}

/** An array's type with the lengths that are worked out where it is declared. */
function measured(walk: Walk, type: CType, lengths: readonly (SyntaxNode | null)[]): CType {
  const [at, ...inner] = lengths;
  if (type.kind !== 'array' || at === undefined) return type;
  const count = type.length ?? (at === null ? null : known(walk.follow.value(walk, at)));
  return { ...type, of: measured(walk, type.of, inner), length: count !== null && count > 0n ? count : null };
}
