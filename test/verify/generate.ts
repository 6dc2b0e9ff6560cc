/** Random programs with loops and assertions that are often, but not always, true. */

export type Random = () => number;

/** Numbers in [0, 1) from a seed. */
export function randomOf(seed: number): Random {
  let x = (seed * 2_654_435_761 + 12_345) >>> 0 || 1;
  return () => {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0;
    return x / 4_294_967_296;
  };
}

const NONDET: Record<string, string> = {
  int: '__VERIFIER_nondet_int()',
  'unsigned int': '__VERIFIER_nondet_uint()',
  'unsigned char': '__VERIFIER_nondet_uchar()',
};

/** A `main` over a few variables of random types. */
export function program(random: Random): string {
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const names = ['a', 'b', 'c', 'n'].slice(0, 2 + below(3));
  const types = names.map(() => pick(['int', 'int', 'int', 'unsigned int', 'unsigned char']));
  const lines: string[] = [];
  for (const [i, x] of names.entries()) {
    const type = types[i] as string;
    lines.push(`${type} ${x} = ${random() < 0.45 ? NONDET[type] : below(4)};`);
    if (random() < 0.5) lines.push(`if (!(${x} >= ${below(3)} && ${x} <= ${4 + below(20)})) return 0;`);
  }
  const atom = (): string => (random() < 0.6 ? pick(names) : `${below(6)}`);
  const condition = (): string => {
    switch (below(7)) {
      case 0:
        return `${pick(names)} % ${2 + below(3)} == ${below(2)}`;
      case 1:
        return `${pick(names)} != ${atom()}`;
      case 2:
        return `${pick(names)} == ${atom()}`;
      case 3:
        return '__VERIFIER_nondet_int()';
      case 4:
        return `${pick(names)} < ${atom()} && ${pick(names)} > ${below(3)}`;
      default:
        return `${pick(names)} ${pick(['<', '<=', '>', '>='])} ${atom()}`;
    }
  };
  const update = (): string => {
    const x = pick(names);
    switch (below(8)) {
      case 0:
        return `${x} = ${atom()};`;
      case 1:
        return `${x} = ${pick(names)} + ${pick(names)};`;
      case 2:
        return `${x} -= ${1 + below(3)};`;
      case 3:
        return `${x} = ${2 + below(2)} * ${pick(names)};`;
      case 4:
        return `${x} = ${pick(names)} / ${2 + below(2)};`;
      case 5:
        return `${x} += ${pick(names)};`;
      default:
        return `${x} += ${1 + below(3)};`;
    }
  };
  const assertion = (): string => {
    const e = (): string =>
      random() < 0.3 ? `${pick(names)} + ${pick(names)}` : random() < 0.3 ? `${1 + below(3)} * ${pick(names)}` : atom();
    switch (below(6)) {
      case 0:
        return `__VERIFIER_assert(${e()} == ${e()});`;
      case 1:
        return `__VERIFIER_assert(${pick(names)} % ${2 + below(2)} == ${below(2)});`;
      case 2:
        return `__VERIFIER_assert(${pick(names)} != ${below(12)});`;
      default:
        return `__VERIFIER_assert(${e()} ${pick(['<=', '>=', '<', '>='])} ${random() < 0.5 ? below(40) : e()});`;
    }
  };
  const body = (depth: number): string[] => {
    const out: string[] = [];
    for (let k = 1 + below(3); k > 0; k--) {
      const what = random();
      if (what < 0.28) out.push(`if (${condition()}) { ${update()} } else { ${update()} }`);
      else if (what < 0.38) out.push(`if (${condition()}) { ${update()} ${random() < 0.3 ? 'break;' : ''} }`);
      else if (what < 0.48 && depth > 0) out.push(`while (${condition()}) {`, ...body(depth - 1), '}');
      else if (what < 0.58) out.push(assertion());
      else out.push(update());
    }
    return out;
  };
  for (let k = 1 + below(2); k > 0; k--)
    lines.push(`while (${condition()}) {`, ...body(1), '}', ...(random() < 0.6 ? [assertion()] : []));
  lines.push(assertion());
  return `int main(void) {\n${lines.map((l) => `  ${l}`).join('\n')}\n  return 0;\n}\n`;
}

/** A `main` that fills, copies and changes small arrays in loops, and asserts something of their elements. */
export function arrayProgram(random: Random): string {
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const size = 6;
  const arrays = ['p', 'q'].slice(0, 1 + below(2));
  const lines = [
    'int i, x = 0;',
    'int n = __VERIFIER_nondet_int();',
    `if (n < 0 || n > ${size}) return 0;`,
    ...arrays.map((a) => `int ${a}[${size}];`),
  ];
  const head = (): string =>
    pick([
      'i = 0; i < n; i++',
      `i = 0; i < ${size}; i++`,
      'i = n - 1; i >= 0; i--',
      'i = 1; i < n; i++',
      'i = 0; i + 1 < n; i++',
      'i = 0; i < n; i += 2',
    ]);
  const index = (): string => (random() < 0.85 ? 'i' : 'n - 1 - i');
  const value = (): string =>
    pick([`${below(4)}`, '__VERIFIER_nondet_int()', 'i', `${pick(arrays)}[i]`, `${pick(arrays)}[i] / 2`, 'x', 'n']);
  const guard = (body: string): string =>
    random() < 0.3
      ? `if (${pick(['i % 2 == 0', `${pick(arrays)}[i] > 0`, 'x < 3', '__VERIFIER_nondet_int()'])}) ${body}`
      : body;
  for (let k = 1 + below(3); k > 0; k--)
    lines.push(
      `for (${head()}) { ${guard(`${pick(arrays)}[${index()}] = ${value()};`)} ${random() < 0.3 ? 'x++;' : ''} }`,
    );
  const relation = pick(['==', '>=', '<=', '!=']);
  const right = pick([`${below(4)}`, 'i', `${pick(arrays)}[i]`, 'n', 'x']);
  lines.push(`for (${head()}) __VERIFIER_assert(${pick(arrays)}[${index()}] ${relation} ${right});`);
  return `int main(void) {\n${lines.map((l) => `  ${l}`).join('\n')}\n  return 0;\n}\n`;
}
