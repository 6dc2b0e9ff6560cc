/** Loops whose counters are doubled, divided, shifted, or lose their bits. */
import type { Construct } from './surroundings.ts';
import { anyType } from './surroundings.ts';

const UNSIGNED = ['unsigned', 'unsigned char', 'unsigned short', 'unsigned long'];

export const BIT_CONSTRUCTS: Readonly<Record<string, Construct>> = {
  'unsigned wraps'(s) {
    const u = s.own(s.r.pick(UNSIGNED), 'u', '0');
    const start = s.r.pick([s.value(), '1', '250', '0']);
    return s.loop(
      `for (${u} = ${start}; ${u}${s.r.pick(['', ' != 0', ' > 3', ' < 200'])}; ${u} ${s.r.pick(['+= 64', '-= 1', '-= 3', '<<= 1', '>>= 1', '*= 2', '/= 2', '&= $ - 1', '^= $ & -$', '= -$ - 1', '+= 5'])})`.replaceAll(
        '$',
        u,
      ),
      () => s.body(),
    );
  },
  'compound steps'(s) {
    const [i, n] = [s.own(anyType(s), 'i', '0'), s.own('int', 'n', String(s.r.int(0, 200)))];
    return s.loop(
      `for (${i} = ${s.r.int(1, 3)}; ${i} < ${n}; ${i} ${s.r.pick(['*= 2', '*= 3', '<<= 1', '<<= 2', '|= $ + 1', '+= $', '+= $ + 1', '= $ * 2 + 1'])})`.replaceAll(
        '$',
        i,
      ),
      () => s.body(),
    );
  },
  'factors in several places'(s) {
    const u = s.own(s.r.pick(UNSIGNED), 'u', '0');
    const step = (): string =>
      `${u} ${s.r.pick(['*= 2', '*= 4', '*= 16', '<<= 3', '*= 3', '= $ * 2 + 1'])};`.replaceAll('$', u);
    const start = s.r.pick(['1', '3', '200', s.value()]);
    const limit = s.r.pick(['100', '200', '40000', '0x7000000', '0xf0000000u']);
    const body = (): readonly string[] => [step(), ...s.body(), step()];
    return s.r.pick([
      () => s.loop(`for (${u} = ${start}; ${u} < ${limit}; ${step().slice(0, -1)})`, body),
      () => [`${u} = ${start};`, ...s.loop('do', body, `} while (${u} < ${limit});`)],
    ])();
  },
  'bits run out'(s) {
    const x = s.own(s.r.chance(0.5) ? s.r.pick(UNSIGNED) : anyType(s), 'x', '0');
    const m = s.own(anyType(s), 'm', s.value());
    const mask = (): string => s.r.pick(['1', '3', '7', '0xe', '0x80', '0x4000', '0x80000000', m]);
    const test = s.r.pick([
      `(${x} & ${mask()}) != 0`,
      `!(${x} & ${mask()})`,
      `(${x} & 3) == ${s.r.int(0, 3)}`,
      `${x} % ${s.r.pick([2, 8, 10])} == ${s.r.int(0, 2)}`,
      `${x} > ${m}`,
      `(${x} > ${m}) & (${m} ${s.r.pick(['>', '!='])} 0)`,
    ]);
    // what is below zero isn't shifted to the left
    const steps = [`${x} >>= ${s.r.int(1, 3)};`, `${x} /= ${s.r.pick([2, 10])};`, `${x} = ${x} >> 1 & 0x7fffffff;`];
    const step = s.r.pick([
      ...steps,
      `if (${s.condition()}) ${x} >>= 2; else ${x} >>= 1;`,
      `${x} = (${x} & 0x7ff) << 1;`,
    ]);
    const body = (): readonly string[] => [step, ...s.body()];
    const start = `${x} = ${s.r.pick([s.value(), '0xcccc', '-1', '100'])};`;
    return [
      start,
      ...s.r.pick([() => s.loop(`while (${test})`, body), () => s.loop('do', body, `} while (${test});`)])(),
    ];
  },
};
