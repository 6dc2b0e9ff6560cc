/** A macro's replacement list with its arguments put in (C11 6.10.3.1-3, C23's `__VA_OPT__`, GNU's comma). */
import { append } from './append-all.ts';
import { tokenize } from './lexer.ts';
import type { Token } from './lexer.ts';
import type { Macro } from './macro-definition.ts';

interface Substitution {
  readonly macro: Macro;
  readonly params: readonly string[];
  readonly args: readonly (readonly Token[])[];
  readonly expanded: (readonly Token[] | undefined)[];
  readonly expand: (tokens: readonly Token[]) => Token[];
}

/** Stands for an empty operand of `##`. */
const PLACEMARKER: Token = { kind: 'punctuator', text: '', space: false, hide: null };

/** The replacement of one call; `expand` expands an argument completely. */
export function substitute(
  macro: Macro,
  args: readonly (readonly Token[])[],
  expand: (tokens: readonly Token[]) => Token[],
): readonly Token[] {
  const special = macro.body.some((t) => t.text === '##');
  if (macro.params === null && !special) return macro.body;
  const s: Substitution = { macro, params: macro.params ?? [], args, expanded: [], expand };
  return replaced(macro.body, s).filter((t) => t.text !== '');
}

/** One element of a replacement list: where it ends, and what it becomes. */
interface Element {
  readonly end: number;
  readonly tokens: readonly Token[];
}

function replaced(body: readonly Token[], substitution: Substitution): Token[] {
  const out: Token[] = [];
  let pasting = false;
  for (let i = 0; i < body.length; ) {
    const token = body[i]!;
    if (token.text === '##' && i > 0 && i + 1 < body.length) {
      pasting = true;
      i++;
      continue;
    }
    if (pasting && isVariable(token, substitution) && out[out.length - 1]?.text === ',') {
      // GNU: `, ## __VA_ARGS__` loses its comma where there are none
      const last = substitution.params.length - 1;
      const none =
        substitution.args[last] === undefined ||
        (substitution.args[last].length === 0 && substitution.params.length === 1);
      if (none) out.pop();
      else append(out, spaced(argument(substitution, last), token));
      pasting = false;
      i++;
      continue;
    }
    const { end, tokens } = element(body, i, substitution, pasting);
    const [first, ...rest] = tokens;
    if (pasting) out.push(...paste(out.pop() ?? PLACEMARKER, first ?? PLACEMARKER), ...rest);
    else if (first === undefined) {
      if (body[end]?.text === '##') out.push({ ...PLACEMARKER, space: token.space });
    } else append(out, tokens);
    pasting = false;
    i = end;
  }
  return out;
}

function isVariable(token: Token, s: Substitution): boolean {
  return s.macro.variadic && token.kind === 'identifier' && token.text === s.params[s.params.length - 1];
}

function element(body: readonly Token[], at: number, substitution: Substitution, pasting: boolean): Element {
  const token = body[at]!;
  const next = body[at + 1];
  if (token.text === '#' && substitution.macro.params !== null && next !== undefined) {
    const index = substitution.params.indexOf(next.text);
    if (index >= 0) return { end: at + 2, tokens: [stringized(substitution.args[index] ?? [], token)] };
    if (isOptional(body, at + 1, substitution)) {
      const inner = optional(body, at + 1, substitution);
      return { end: inner.end, tokens: [stringized(inner.tokens, token)] };
    }
  }
  if (isOptional(body, at, substitution)) return optional(body, at, substitution);
  const index = token.kind === 'identifier' ? substitution.params.indexOf(token.text) : -1;
  if (index < 0) return { end: at + 1, tokens: [token] };
  // an operand of ## is taken as it stands
  const plain = pasting || next?.text === '##';
  return {
    end: at + 1,
    tokens: spaced(plain ? (substitution.args[index] ?? []) : argument(substitution, index), token),
  };
}

function argument(s: Substitution, index: number): readonly Token[] {
  return (s.expanded[index] ??= s.expand(s.args[index] ?? []));
}

/** The first token stands as far from what is before as the parameter did. */
function spaced(tokens: readonly Token[], parameter: Token): readonly Token[] {
  const [first, ...rest] = tokens;
  return first === undefined || first.space === parameter.space
    ? tokens
    : [{ ...first, space: parameter.space }, ...rest];
}

function isOptional(body: readonly Token[], i: number, s: Substitution): boolean {
  return s.macro.variadic && body[i]!.text === '__VA_OPT__' && body[i + 1]?.text === '(';
}

/** `__VA_OPT__(...)`: its content where there are variable arguments, else nothing. */
function optional(body: readonly Token[], index: number, substitution: Substitution): Element {
  let end = index + 2;
  for (let depth = 1; end < body.length; end++) {
    if (body[end]!.text === '(') depth++;
    else if (body[end]!.text === ')' && --depth === 0) break;
  }
  const content = body.slice(index + 2, end);
  const given = argument(substitution, substitution.params.length - 1).length > 0;
  return { end: end + 1, tokens: given ? replaced(content, substitution) : [] };
}

function paste(left: Token, right: Token): readonly Token[] {
  if (right.text === '') return [left];
  if (left.text === '') return [{ ...right, space: left.space }];
  return tokenize(left.text + right.text).map((t, k) => (k === 0 ? { ...t, space: left.space } : t));
}

function stringized(tokens: readonly Token[], at: Token): Token {
  const shown = tokens.filter((t) => t.text !== '');
  const text = shown
    .map((t, i) => (i > 0 && t.space ? ' ' : '') + (t.kind === 'string' ? t.text.replace(/[\\"]/g, '\\$&') : t.text))
    .join('');
  return { kind: 'string', text: `"${text}"`, space: at.space, hide: null };
}
