/**
 * Objects of a file as they are declared: their types, and those that something which isn't understood may have
 * written.
 */
import type { SyntaxNode } from '../syntax/index.ts';
import {
  UNKNOWN,
  attributeOf,
  byAttribute,
  decidesAbout,
  isAsDeclared,
  initializerLength,
  namedInteger,
  pointerTo,
  specifiers,
  typeWith,
} from '../types/index.ts';
import { rowsDecidedBy } from './undecided-conditions.ts';
import type { CType, Declarations, Declared, GlobalObject, Traits } from '../types/index.ts';

interface ObjectDeclaration {
  readonly spec: ReturnType<typeof specifiers>;
  readonly declared: Declared;
  readonly traits: Traits;
  readonly initializer: SyntaxNode | null;
}

/** An object may be declared again and again, and defined by one of these declarations (C11 6.9.2). */
export function declareObject(ctx: Declarations, { spec, declared, traits, initializer }: ObjectDeclaration): void {
  const scope = ctx.fileScope;
  const { name } = declared;
  const known = scope.names.get(name);
  const before: GlobalObject | null = known?.kind === 'global' ? known.object : null;
  const external = spec.isExtern && initializer === null && (before === null || before.external);
  const isDefinedBefore = before !== null && !before.external && !external && initializer === null;
  const { nameNode } = declared;
  const initialized = initializer && { start: declared.nameNode.end, end: initializer.end };
  const rows =
    decidesAbout(ctx.types, name, declared.type, scope) ??
    (initialized === null ? null : rowsDecidedBy(ctx, initialized));
  const type = isAsDeclared(ctx.types, name, declared.type, scope) ? typeWith(declared.type, traits) : UNKNOWN;
  scope.names.set(name, {
    kind: 'global',
    object: {
      name,
      type: objectType(ctx, type, before, rows === null ? initializer : null),
      range: isDefinedBefore ? before.range : ctx.locator.range(nameNode.start, nameNode.end),
      isStatic: spec.isStatic || (before?.isStatic ?? false),
      isConst: declared.isConst,
      external,
      initializer: initializer ?? before?.initializer ?? null,
      ...lostObject(before, traits, rows),
    },
  });
}

/** Pointers to text, and to such pointers, that the library's headers declare (C's and POSIX'), which aren't read. */
const LIBRARY_TEXTS = new Map([
  ['optarg', 1],
  ['environ', 2],
]);

/** Those that the file names and doesn't declare itself. */
export function declareLibraryObjects(ctx: Declarations, named: ReadonlySet<string>): void {
  for (const [name, pointers] of LIBRARY_TEXTS) {
    if (!named.has(name) || ctx.fileScope.names.has(name)) continue;
    const text = namedInteger(ctx.types, 'char', ctx.fileScope);
    const type = Array.from({ length: pointers }).reduce<CType>((to) => pointerTo(to), text);
    const range = ctx.locator.range(ctx.ownStart, ctx.ownStart);
    const traits = { isStatic: false, isConst: false, external: true, initializer: null };
    ctx.fileScope.names.set(name, { kind: 'global', object: { name, type, range, ...traits } });
  }
}

/**
 * `extern struct row table[];` of another file is where its first element lies: a pointer that nothing changes. Once
 * all is declared: a definition may follow.
 */
export function followTablesElsewhere({ fileScope }: Declarations): void {
  for (const [name, symbol] of fileScope.names) {
    if (symbol.kind !== 'global') continue;
    const { type, external, lost } = symbol.object;
    if (!external || lost !== undefined || type.kind !== 'array' || type.length !== null) continue;
    if (type.of.kind !== 'pointer' && type.of.kind !== 'record') continue;
    fileScope.names.set(name, {
      kind: 'global',
      object: { ...symbol.object, type: pointerTo(type.of), isConst: true },
    });
  }
}

/** An array without a length has that of its initialiser, or of a declaration before. */
function objectType(
  ctx: Declarations,
  type: CType,
  before: GlobalObject | null,
  initializer: SyntaxNode | null,
): CType {
  if (type.kind !== 'array' || type.length !== null) return type;
  if (initializer !== null) return { ...type, length: initializerLength(ctx.types, type, initializer, ctx.fileScope) };
  return before?.type.kind === 'array' ? before.type : type;
}

/**
 * Why the declaration doesn't say what the object is: an attribute, or a macro that isn't known and decides which
 * `rows` it has.
 */
function lostObject(
  before: GlobalObject | null,
  { lost }: Traits,
  rows: string | null,
): Pick<GlobalObject, 'lost' | 'rowsDecidedBy'> {
  const reason = before?.lost ?? (lost !== null ? attributeOf(lost.name) : (rows ?? undefined));
  const decided = before?.rowsDecidedBy ?? rows;
  return { ...(reason !== undefined && { lost: reason }), ...(decided !== null && { rowsDecidedBy: decided }) };
}

/**
 * Marks objects as unknown that have another name by an attribute or a pragma, or that occur in code that was not
 * understood.
 */
export function loseObjects(ctx: Declarations, hidden: ReadonlySet<string>): void {
  for (const [name, symbol] of ctx.fileScope.names) {
    if (symbol.kind !== 'global' || symbol.object.lost !== undefined) continue;
    const attribute = ctx.otherNames.get(name);
    const why =
      attribute !== undefined
        ? attributeOf(attribute)
        : hidden.has(name)
          ? 'a declaration that was not understood'
          : null;
    if (why !== null) ctx.fileScope.names.set(name, { kind: 'global', object: { ...symbol.object, lost: why } });
  }
  // a function with a second name is still the one defined here; a weak one may be replaced by another
  for (const [name, attribute] of ctx.otherNames)
    if (!ctx.definitions.has(name) || attribute === 'weak' || attribute === 'redefine_extname')
      ctx.elsewhere.set(name, byAttribute(attribute));
}
