/** What stands in a loop's body. */
import type { Place, UnitDraft } from './draft.ts';
import { comparison, constant, fresh, other, value } from './draft.ts';
import { loop } from './loops.ts';

/** Statements; those given are not changed by name. */
export function body(d: UnitDraft, kept: readonly Place[]): string[] {
  const lines: string[] = [];
  d.depth++;
  for (let k = d.r.int(0, 3); k > 0; k--) lines.push(...statement(d, kept));
  d.depth--;
  return lines.map((l) => `  ${l}`);
}

export function update(d: UnitDraft, kept: readonly Place[] = []): string {
  const p = other(d, kept);
  if (p === null) return ';';
  return d.r.pick([
    `${p.text}++;`,
    `${p.text}--;`,
    `${p.text} += ${value(d)};`,
    `${p.text} -= ${constant(d)};`,
    `${p.text} = ${value(d)};`,
    `${p.text} ^= ${d.r.pick([1, 3])};`,
    `${p.text} |= ${value(d)};`,
    `${p.text} = ${comparison(d)};`,
    `if (${comparison(d)}) ${p.text} = ${value(d)};`,
  ]);
}

function statement(d: UnitDraft, kept: readonly Place[]): readonly string[] {
  const { r } = d;
  const kind = r.int(0, 19);
  if (kind < 5) return [update(d, kept)];
  if (kind < 10 && d.acts.length > 0) return [r.pick(d.acts)()];
  if (kind < 11 && d.asks.length > 0)
    return [`if (${r.pick(d.asks)()}) ${r.pick(['break;', 'continue;', update(d, kept), 'return 5;'])}`];
  if (kind < 12) return [`if (${comparison(d)}) break;`];
  if (kind < 13) return [`if (${comparison(d)}) continue;`];
  if (kind < 14)
    return [`if (${comparison(d)}) { ${update(d, kept)} ${r.pick(['break;', 'return 3;', update(d, kept)])} }`];
  if (kind < 16) {
    d.made('switch in a loop');
    return [
      `switch (${value(d)} & 3) {`,
      `case 0: ${update(d, kept)} ${r.pick(['break;', 'continue;', ''])}`,
      `case ${r.int(1, 3)}: ${update(d, kept)} ${r.pick(['break;', 'return 4;', ''])}`,
      `default: ${update(d, kept)}`,
      '}',
    ];
  }
  if (kind < 18 && d.arrays.length > 0) return [`${r.pick(d.arrays)}[${value(d)} & 7] = ${value(d)};`];
  if (kind < 19 && d.depth < 2) return loop(d);
  if (r.chance(0.3)) {
    const name = fresh(d, 't');
    return [`int ${name} = ${value(d)};`, `if (${name} > ${constant(d)}) ${update(d, kept)}`];
  }
  return [update(d)];
}
