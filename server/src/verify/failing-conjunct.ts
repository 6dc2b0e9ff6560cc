/** Which part of a conjunction fails: its parts in the IR, beside those of the source's text. */
import { UndefinedBehaviour, compileExpr, toCell } from '../interpret/index.ts';
import type { Expr, IrFunction } from '../program/index.ts';
import type { IntegerMode } from '../machine/index.ts';

/** The text of the first part that doesn't hold; null where the assertion is no conjunction that can be told apart. */
export function failingConjunct(
  fn: IrFunction,
  assertion: number,
  values: readonly (bigint | null)[],
  mode: IntegerMode,
): string | null {
  const site = fn.assertions[assertion];
  const stmt = fn.blocks.flatMap((b) => b.stmts).find((s) => s.kind === 'assert' && s.assertion === assertion);
  if (!site || stmt?.kind !== 'assert') return null;
  const parts = partsOf(stmt.cond);
  const texts = textsOf(site.text);
  if (parts.length < 2 || parts.length !== texts.length) return null;
  const cells = values.map((v) => (v === null ? undefined : toCell(v)));
  for (const [i, part] of parts.entries()) {
    try {
      if (compileExpr(part, { values: cells, mode }, null)() === 0) return texts[i] ?? null;
    } catch (e) {
      if (e instanceof UndefinedBehaviour) return null;
      throw e;
    }
  }
  return null;
}

function partsOf(e: Expr): Expr[] {
  if (e.kind === 'binary' && e.op === 'land') return [...partsOf(e.left), ...partsOf(e.right)];
  const inner = truthOf(e);
  return inner && partsOf(inner).length > 1 ? partsOf(inner) : [e];
}

/** `x != 0`, `!!x` and a conversion of it are true where x is. */
function truthOf(e: Expr): Expr | null {
  if (e.kind === 'binary' && e.op === 'ne' && e.right.kind === 'const' && e.right.value === 0n) return e.left;
  if (e.kind === 'unary' && e.op === 'lognot' && e.arg.kind === 'unary' && e.arg.op === 'lognot') return e.arg.arg;
  return e.kind === 'cast' && e.type.bits >= e.arg.type.bits ? e.arg : null;
}

function textsOf(text: string): string[] {
  const inner = withoutParentheses(text.trim());
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < inner.length; i++) {
    const part = inner[i];
    if (part === '(' || part === '[') depth++;
    else if (part === ')' || part === ']') depth--;
    // what binds less than && keeps it from being the outermost
    else if (depth === 0 && (inner.startsWith('||', i) || part === '?' || part === ',')) return [text.trim()];
    else if (depth === 0 && inner.startsWith('&&', i)) {
      parts.push(inner.slice(start, i));
      start = i + 2;
      i++;
    }
  }
  return parts.length === 0 ? [text.trim()] : [...parts, inner.slice(start)].flatMap(textsOf);
}

function withoutParentheses(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0)
      return i === text.length - 1 ? withoutParentheses(text.slice(1, -1).trim()) : text;
  }
  return text;
}
