/** Counts in sentences: reductions as the casts that make them, powers of two as shifts. */

const CASTS: Readonly<Record<string, string>> = { '4294967296': '(unsigned)', 'power(2, 64)': '(unsigned long long)' };

/** `mod(n - 1, 4294967296)` is `(unsigned)(n - 1)`, `power(2, k)` is `1 << k`. Both stay in what is to be computed. */
export function withCasts(text: string): string {
  const at = text.search(/\b(mod|power)\(/);
  if (at < 0) return text;
  const open = text.indexOf('(', at);
  const args = argumentsAt(text, open);
  if (args === null) return text;
  const name = text.slice(at, open);
  const [first = '', second = ''] = args.parts;
  const [before, rest] = [text.slice(0, at), withCasts(text.slice(args.end))];
  const isWhole = before === '' && rest === '';
  return `${before}${told(name, first, second, isWhole) ?? `${name}(${args.parts.map(withCasts).join(', ')})`}${rest}`;
}

/** Null: another one. */
function told(name: string, first: string, second: string, isWhole: boolean): string | null {
  if (name === 'power') {
    if (first !== '2') return null;
    if (/^\d+$/.test(second)) return `2^${second}`;
    const shift = `1 << ${inParentheses(withCasts(second))}`;
    return isWhole ? shift : `(${shift})`;
  }
  const cast = CASTS[second];
  return cast === undefined ? null : cast + inParentheses(withCasts(first));
}

const inParentheses = (text: string): string => (/^\**[\w.>[\]-]*\w\]?$/.test(text) ? text : `(${text})`);

/** What stands between the parenthesis and the one that closes it; null: none does. */
function argumentsAt(text: string, open: number): { readonly parts: readonly string[]; readonly end: number } | null {
  const parts: string[] = [];
  let [depth, start] = [0, open + 1];
  for (let i = open; i < text.length; i++) {
    const c = text[i];
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    if (depth === 0 || (depth === 1 && c === ',')) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
    if (depth === 0) return { parts, end: i + 1 };
  }
  return null;
}
