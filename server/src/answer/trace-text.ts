/** A trace as text: `π1^(n - x) exit`. */
import type { Term } from '../logic/index.ts';
import { isConst, plus } from '../logic/index.ts';
import type { Case, Segment, Summary } from '../summary/index.ts';

export function traceText(summaryCase: Case, summary: Summary, term: (t: Term) => string): string {
  if (summaryCase.trace === null) return '(any order)';
  const power = (base: string, n: Term): string => {
    if (isConst(n)) return n.value === 1n ? base : `${base}^${n.value}`;
    const t = term(n);
    return `${base}^${/^[\w₀-₉∞]+$/.test(t) ? t : `(${t})`}`;
  };
  const id = (i: number): string => summary.paths[i]?.id ?? '?';
  const segment = (segment: Segment): string => {
    if (isConst(segment.count) && segment.count.value === 0n) return '';
    if (segment.kind === 'path') return power(id(segment.path), segment.count);
    const word = segment.word
      .filter((w) => !(isConst(w.count) && w.count.value === 0n))
      .map((w) => power(id(w.path), w.count));
    if (segment.kind === 'mixed') return `{${word.join(', ')}}`;
    return power(
      segment.word.length === 1 && word[0] === id(segment.word[0]?.path ?? 0) ? word[0] : `(${word.join(' ')})`,
      segment.count,
    );
  };
  const text = rotated(summaryCase.trace)
    .map(segment)
    .filter((s) => s !== '');
  const last =
    summaryCase.end.kind === 'diverge' ? [] : summaryCase.end.kind === 'fail' ? ['assertion-fails'] : ['exit'];
  return [...text, ...last].join(' ');
}

/** `a (b a)^k b` is `(a b)^(k + 1)`. */
function rotated(trace: readonly Segment[]): readonly Segment[] {
  for (const [i, segment] of trace.entries()) {
    if (segment.kind !== 'cycle') continue;
    for (let cut = 1; cut < segment.word.length; cut++) {
      const head = segment.word.slice(0, cut);
      const tail = segment.word.slice(cut);
      const matches = (part: readonly Segment[], word: typeof head): boolean =>
        part.length === word.length &&
        part.every((p, j) => p.kind === 'path' && p.path === word[j]?.path && p.count === word[j]?.count);
      if (!matches(trace.slice(i + 1, i + 1 + head.length), head) || !matches(trace.slice(i - tail.length, i), tail))
        continue;
      return rotated([
        ...trace.slice(0, i - tail.length),
        { kind: 'cycle', word: [...tail, ...head], count: plus(segment.count, 1) },
        ...trace.slice(i + 1 + head.length),
      ]);
    }
  }
  return trace;
}
