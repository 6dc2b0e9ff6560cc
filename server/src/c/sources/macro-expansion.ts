/** The expansion of macros (C11 6.10.3) with hide sets, so that recursion ends. */
import type { HideSet, Token } from './lexer.ts';
import type { Doubt, Macro } from './macro-definition.ts';
import type { Macros } from './macro-table.ts';
import { isDoubted, isDoubtedNumber, isDoubtedType, isInType } from './doubted-macros.ts';
import { substitute } from './macro-substitution.ts';

/** The most tokens that one call may expand to, and the most characters. */
const MOST_TOKENS = 20_000;
const MOST_CHARACTERS = 400_000;

/** Where an expansion gets the tokens behind the macro's name from: the file, or a finished list. */
export interface TokenSource {
  /** The next token without taking it; null at the end. */
  peek(): Token | null;
  take(): Token | null;
}

/** What `__LINE__` and `__COUNTER__` expand to. */
export interface Dynamic {
  line(): number;
  counter(): number;
}

/** Gets what isn't sure of macros that were met. */
export interface Doubts {
  /** Those that stay names. Null: all are expanded. */
  readonly kept: Map<string, Macro> | null;
  /** Those that were expanded all the same. */
  readonly expanded: Map<string, Doubt>;
}

/** Tokens that macros of a text may still be worked on, whatever comes of them. */
export interface ExpansionWork {
  left: number;
  /** The token before the macro's name. */
  before: string;
  readonly doubts: Doubts | null;
}

const NOWHERE: Dynamic = { line: () => 0, counter: () => 0 };

/**
 * The tokens that a macro's name expands to. `not-a-call`: the name of a function-like macro without arguments, or the
 * closing parenthesis is missing. `too-large`: the expansion is, and the call has been taken from the source.
 */
export function expandName(
  name: Token,
  macros: Macros,
  source: TokenSource,
  dynamic: Dynamic = NOWHERE,
  work: ExpansionWork = { left: MOST_TOKENS, before: '', doubts: null },
): Token[] | 'not-a-call' | 'too-large' {
  const budget: Budget = {
    tokens: MOST_TOKENS,
    characters: MOST_CHARACTERS,
    unclosed: false,
    dynamic,
    before: work.before,
    doubts: work.doubts,
  };
  if (macros.get(name.text)?.params != null && source.peek()?.text !== '(') return 'not-a-call';
  if (work.left <= 0) return 'too-large';
  const result = expand([name], macros, source, budget);
  work.left -= MOST_TOKENS - budget.tokens;
  if (budget.unclosed) return 'not-a-call';
  return spent(budget) ? 'too-large' : result;
}

interface Budget {
  tokens: number;
  characters: number;
  /** A call's closing parenthesis was missing. */
  unclosed: boolean;
  readonly dynamic: Dynamic;
  readonly before: string;
  readonly doubts: Doubts | null;
}

function spent(budget: Budget): boolean {
  return budget.tokens <= 0 || budget.characters <= 0;
}

function expand(input: readonly Token[], macros: Macros, behind: TokenSource | null, budget: Budget): Token[] {
  const out: Token[] = [];
  // a stack, next token last
  const pending: Token[] = [...input].reverse();
  const peek = (): Token | null => pending[pending.length - 1] ?? behind?.peek() ?? null;
  const take = (): Token | null => pending.pop() ?? behind?.take() ?? null;
  while (pending.length > 0) {
    const token = pending.pop()!;
    const macro = token.kind === 'identifier' && !hides(token.hide, token.text) ? macros.get(token.text) : undefined;
    if (macro === undefined || (macro.params !== null && peek()?.text !== '(')) {
      out.push(token);
      continue;
    }
    if (keeps(budget, macro, out.at(-1)?.text, peek()?.text)) {
      out.push({ ...token, hide: withName(token.hide, macro.name) });
      continue;
    }
    const call = macro.params === null ? { args: [], hide: token.hide } : readCall(token, macro, take, budget);
    if (call === null) return out;
    if (!takes(macro, call.args)) {
      // no compiler takes that: in the build, which defines other macros, it is a function
      out.push({ ...token, hide: withName(token.hide, macro.name) });
      for (const t of callTokens(call.args).reverse()) pending.push(t);
      continue;
    }
    const body = bodyOf(macro, call.args, macros, budget);
    if (spent(budget)) return out;
    for (const t of lookedThroughAgain(body, token, withName(call.hide, macro.name))) pending.push(t);
  }
  return out;
}

/** It stays a name, between these tokens. */
function keeps({ doubts, before }: Budget, macro: Macro, last = before, next = ''): boolean {
  const isKept = isDoubtedNumber(macro) || (isDoubtedType(macro) && !isInType(last, next));
  if (isKept) doubts?.kept?.set(macro.name, macro);
  return isKept && doubts?.kept != null;
}

/** What stands in a call's place, taken off the budget. */
function bodyOf(macro: Macro, args: Token[][], macros: Macros, budget: Budget): readonly Token[] {
  if (isDoubted(macro)) budget.doubts?.expanded.set(macro.name, macro.doubt);
  const body =
    macro.dynamic !== undefined
      ? [numberToken(macro.dynamic === 'line' ? budget.dynamic.line() : budget.dynamic.counter())]
      : substitute(macro, args, (tokens) => expand(tokens, macros, null, budget));
  budget.tokens -= body.length + 1;
  for (const t of body) budget.characters -= t.text.length;
  return body;
}

/**
 * The arguments of a function-like macro, and what its body hides; null where the call has no end, or none in sight.
 */
function readCall(
  name: Token,
  macro: Macro,
  take: () => Token | null,
  budget: Budget,
): { readonly args: Token[][]; readonly hide: HideSet | null } | null {
  take();
  const read = readArguments(take, macro);
  if (read === 'too-long') budget.tokens = 0;
  if (read === null) budget.unclosed = true;
  if (read === null || read === 'too-long') return null;
  // what the call ends behind of is not hidden any more
  return { args: read.args, hide: both(name.hide, read.close.hide) };
}

/** A macro's body is looked through again, with more names hidden. Its last token comes first. */
function* lookedThroughAgain(body: readonly Token[], name: Token, hide: HideSet): Generator<Token> {
  let own: HideSet | null = null;
  let joined = hide;
  for (let i = body.length - 1; i >= 0; i--) {
    const token = body[i]!;
    if (token.hide !== null && token.hide !== own) {
      own = token.hide;
      joined = either(own, hide);
    }
    yield {
      kind: token.kind,
      text: token.text,
      space: i === 0 ? name.space : token.space,
      hide: token.hide === null ? hide : joined,
    };
  }
}

/** Whether it can be called with so many arguments. */
function takes({ params, variadic }: Macro, { length }: readonly Token[][]): boolean {
  if (params === null || length === params.length) return true;
  if (variadic) return length >= params.length - 1;
  // of none there is an empty one
  return params.length === 0 && length === 1;
}

function callTokens(args: readonly Token[][]): Token[] {
  const mark = (text: string): Token => ({ kind: 'punctuator', text, space: false, hide: null });
  return [mark('('), ...args.flatMap((arg, i) => (i === 0 ? arg : [mark(','), ...arg])), mark(')')];
}

function numberToken(value: number): Token {
  return { kind: 'number', text: String(value), space: false, hide: null };
}

function hides(set: HideSet | null, name: string): boolean {
  for (let at = set; at !== null; at = at.rest) if (at.name === name) return true;
  return false;
}

function withName(set: HideSet | null, name: string): HideSet {
  return set !== null && hides(set, name) ? set : { name, rest: set };
}

/** Names in one of the sets. */
function either(first: HideSet, second: HideSet): HideSet {
  // most often one has grown from the other
  for (let at: HideSet | null = second; at !== null; at = at.rest) if (at === first) return second;
  let all = second;
  for (let at: HideSet | null = first; at !== null; at = at.rest) all = withName(all, at.name);
  return all;
}

/** Names in both sets. */
function both(first: HideSet | null, second: HideSet | null): HideSet | null {
  if (first === second) return first;
  let common: HideSet | null = null;
  for (let at = first; at !== null; at = at.rest) if (hides(second, at.name)) common = { name: at.name, rest: common };
  return common;
}

/** Reads up to the closing parenthesis; null where it never comes. */
function readArguments(
  take: () => Token | null,
  macro: Macro,
): { readonly args: Token[][]; readonly close: Token } | 'too-long' | null {
  const params = macro.params!;
  const args: Token[][] = [[]];
  for (let depth = 0, taken = 0; ; taken++) {
    const token = take();
    if (token === null) return null;
    if (taken > MOST_TOKENS) return 'too-long';
    if (token.text === '(') depth++;
    if (token.text === ')' && depth-- === 0) return { args, close: token };
    const full = macro.variadic && args.length === params.length;
    if (token.text === ',' && depth === 0 && !full) args.push([]);
    else args[args.length - 1]!.push(token);
  }
}
