/** Macros: their definitions, and the expansion of a call (C11 6.10.3) with hide sets, so that recursion ends. */
import { nextToken, tokenize } from './lexer.ts';
import type { Token } from './lexer.ts';

export interface Macro {
  readonly name: string;
  /** Parameter names; null for an object-like macro. */
  readonly params: readonly string[] | null;
  readonly variadic: boolean;
  readonly body: readonly Token[];
}

export type MacroTable = Map<string, Macro>;

/** Parses what follows `#define`; null where it is malformed. */
export function parseDefine(text: string): Macro | null {
  const name = nextToken(text, 0, true);
  if (name === null || name.token.kind !== 'identifier') return null;
  if (text[name.end] !== '(') return { name: name.token.text, params: null, variadic: false, body: tokenize(text.slice(name.end)) };
  const params: string[] = [];
  let variadic = false;
  let at = nextToken(text, name.end + 1, true);
  for (; at !== null && at.token.text !== ')'; at = nextToken(text, at.end, true)) {
    if (at.token.kind === 'identifier') params.push(at.token.text);
    else if (at.token.text === '...') {
      const last = text.slice(0, at.start).trimEnd();
      // GNU: `args...` names the variable arguments
      if (params.length === 0 || last.endsWith(',')) params.push('__VA_ARGS__');
      variadic = true;
    }
  }
  if (at === null) return null;
  return { name: name.token.text, params, variadic, body: tokenize(text.slice(at.end)) };
}

/** A constant definition for tables: `define('CHAR_BIT', '8')`. */
export function define(name: string, body: string): Macro {
  return { name, params: null, variadic: false, body: tokenize(body) };
}

/** The most tokens that one call may expand to. */
const LIMIT = 20_000;

/** Where an expansion gets the tokens behind the macro's name from: the file, or a finished list. */
export interface TokenSource {
  /** The next token without taking it; null at the end. */
  peek(): Token | null;
  take(): Token | null;
}

/**
 * The tokens that a macro's name expands to; null where it is no call of a function-like macro, or where it gets too large
 * (nothing has been taken from the source then, or the whole call: `tooLarge` says so).
 */
export function expandName(name: Token, macros: ReadonlyMap<string, Macro>, source: TokenSource): Token[] | 'not-a-call' | 'too-large' {
  const budget: Budget = { left: LIMIT, unclosed: false };
  if (macros.get(name.text)?.params != null && source.peek()?.text !== '(') return 'not-a-call';
  const result = expand([name], macros, source, budget);
  if (budget.unclosed) return 'not-a-call';
  return budget.left <= 0 ? 'too-large' : result;
}

interface Budget {
  left: number;
  /** A call's closing parenthesis was missing. */
  unclosed: boolean;
}

function expand(input: readonly Token[], macros: ReadonlyMap<string, Macro>, behind: TokenSource | null, budget: Budget): Token[] {
  const out: Token[] = [];
  // a stack, next token last
  const pending: Token[] = [...input].reverse();
  const peek = (): Token | null => pending[pending.length - 1] ?? behind?.peek() ?? null;
  const take = (): Token | null => pending.pop() ?? behind?.take() ?? null;
  while (pending.length > 0) {
    const token = pending.pop()!;
    const macro = token.kind === 'identifier' && !(token.hide?.has(token.text) ?? false) ? macros.get(token.text) : undefined;
    if (macro === undefined) {
      out.push(token);
      continue;
    }
    let args: Token[][] = [];
    if (macro.params !== null) {
      if (peek()?.text !== '(') {
        out.push(token);
        continue;
      }
      take();
      const read = readArguments(take, macro);
      if (read === null) {
        budget.unclosed = true;
        return out;
      }
      args = read;
    }
    const hide = new Set(token.hide ?? []);
    hide.add(macro.name);
    const body = substitute(macro, args, macros, budget);
    budget.left -= body.length + 1;
    if (budget.left <= 0) return out;
    for (let i = body.length - 1; i >= 0; i--) {
      const t = body[i]!;
      pending.push({ kind: t.kind, text: t.text, space: i === 0 ? token.space : t.space, hide: t.hide === null ? hide : new Set([...t.hide, ...hide]) });
    }
  }
  return out;
}

/** Reads up to the closing parenthesis; null where it never comes. */
function readArguments(take: () => Token | null, macro: Macro): Token[][] | null {
  const params = macro.params!;
  const args: Token[][] = [[]];
  for (let depth = 0, taken = 0; ; taken++) {
    const token = take();
    if (token === null || taken > LIMIT) return null;
    if (token.text === '(') depth++;
    if (token.text === ')' && depth-- === 0) break;
    const full = macro.variadic && args.length === params.length;
    if (token.text === ',' && depth === 0 && !full) args.push([]);
    else args[args.length - 1]!.push(token);
  }
  while (args.length < params.length) args.push([]);
  return args;
}

function substitute(macro: Macro, args: readonly Token[][], macros: ReadonlyMap<string, Macro>, budget: Budget): Token[] {
  if (macro.params === null && !macro.body.some((t) => t.text === '##')) return [...macro.body];
  const params = macro.params ?? [];
  const expanded: (Token[] | undefined)[] = [];
  const argument = (t: Token): number => (t.kind === 'identifier' ? params.indexOf(t.text) : -1);
  const out: Token[] = [];
  const { body } = macro;
  for (let i = 0; i < body.length; i++) {
    const token = body[i]!;
    const next = body[i + 1];
    if (token.text === '#' && macro.params !== null && next !== undefined && argument(next) >= 0) {
      out.push({ kind: 'string', text: stringize(args[argument(next)]!), space: token.space, hide: null });
      i++;
      continue;
    }
    if (token.text === '##' && next !== undefined && out.length > 0) {
      const right = argument(next) >= 0 ? args[argument(next)]! : [next];
      i++;
      if (right.length === 0) {
        // GNU: `, ## __VA_ARGS__` loses its comma
        if (out[out.length - 1]!.text === ',') out.pop();
        continue;
      }
      if (out[out.length - 1]!.text === ',') {
        out.push(...right);
        continue;
      }
      const left = out.pop()!;
      out.push(...tokenize(left.text + right[0]!.text).map((t, k) => (k === 0 ? { ...t, space: left.space } : t)), ...right.slice(1));
      continue;
    }
    const index = argument(token);
    if (index < 0) {
      out.push(token);
      continue;
    }
    // an operand of ## is taken as it stands
    const plain = next?.text === '##';
    const tokens = plain ? args[index]! : (expanded[index] ??= expand(args[index]!, macros, null, budget));
    if (plain && tokens.length === 0) {
      // placemarker: the paste is what stands on the right
      const after = body[i + 2];
      i += 2;
      if (after !== undefined) out.push(...(argument(after) >= 0 ? args[argument(after)]! : [after]));
      continue;
    }
    tokens.forEach((t, k) => out.push(k === 0 && t.space !== token.space ? { ...t, space: token.space } : t));
  }
  return out;
}

function stringize(tokens: readonly Token[]): string {
  const text = tokens.map((t, i) => (i > 0 && t.space ? ' ' : '') + (t.kind === 'string' ? t.text.replace(/[\\"]/g, '\\$&') : t.text)).join('');
  return `"${text}"`;
}
