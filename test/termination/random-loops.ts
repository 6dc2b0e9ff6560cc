/** Small random functions with one or two loops, as C text and as something to run. */

export interface Loops {
  readonly source: string;
  readonly variables: readonly string[];
  /**
   * Runs the function; `answer` gives what the environment says. Ends with the loop (by order of appearance) that it is
   * in when `steps` are used up, or null.
   */
  run(values: readonly number[], answer: () => number, steps: number): Outcome;
}

export interface Outcome {
  /** Loops entered. */
  readonly entered: ReadonlySet<number>;
  /** Loops that were left, at least once. */
  readonly left: ReadonlySet<number>;
  /** The loops that the run was in when it was given up; outermost first. */
  readonly stuck: readonly number[];
  /** States at the entry of each loop, first time. */
  readonly entry: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** Iterations of each loop, when it was run for the first time and left. */
  readonly iterations: ReadonlyMap<number, number>;
  /** The deterministic run came back to a state. */
  readonly cycle: boolean;
}

interface Env {
  readonly values: Map<string, number>;
  readonly answer: () => number;
  readonly outcome: {
    entered: Set<number>;
    left: Set<number>;
    stuck: number[];
    entry: Map<number, Map<string, number>>;
    iterations: Map<number, number>;
    cycle: boolean;
  };
  steps: number;
  readonly within: number[];
  readonly deterministic: boolean;
}

class GivenUp extends Error {}

interface Code {
  readonly text: string;
  run(env: Env): void;
}
interface Value {
  readonly text: string;
  get(env: Env): number;
}

export interface Style {
  readonly type: 'int' | 'unsigned char' | 'signed char';
  readonly nondet: boolean;
  readonly nested: boolean;
  /** Guards and updates are sums of variables with small factors, or simple counting. */
  readonly rich: boolean;
}

const COMPARISONS: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  '<': (x, y) => x < y,
  '>': (x, y) => x > y,
  '<=': (x, y) => x <= y,
  '>=': (x, y) => x >= y,
  '!=': (x, y) => x !== y,
  '==': (x, y) => x === y,
};

export function randomLoops(style: Style, pick: (n: number) => number): Loops {
  const variables = ['x', 'y', 'z'].slice(0, style.type === 'int' ? 1 + pick(3) : 1 + pick(2));
  const wrap = (v: number): number =>
    style.type === 'int' ? v : style.type === 'unsigned char' ? v & 255 : (v << 24) >> 24;
  let loops = 0;
  let uncertain = false;

  const variable = (): string => variables[pick(variables.length)] as string;
  const constant = (): number => [0, 1, -1, 2, -2, 3, 5, 10, -5, 100][pick(style.rich ? 10 : 7)] as number;
  const linear = (): Value => {
    const parts: { v: string | null; c: number }[] = [];
    const n = 1 + pick(style.rich ? 3 : 2);
    for (let i = 0; i < n; i++)
      parts.push(
        pick(3) === 0
          ? { v: null, c: constant() }
          : { v: variable(), c: [1, 1, -1, 2, -2][pick(style.rich ? 5 : 3)] as number },
      );
    return {
      text: parts.map((p) => (p.v === null ? `(${p.c})` : p.c === 1 ? p.v : `(${p.c}) * ${p.v}`)).join(' + '),
      get: (env) => parts.reduce((s, p) => s + p.c * (p.v === null ? 1 : (env.values.get(p.v) as number)), 0),
    };
  };
  const condition = (): Value => {
    if (style.nondet && pick(4) === 0) {
      uncertain = true;
      return { text: '__VERIFIER_nondet_int() != 0', get: (env) => (env.answer() !== 0 ? 1 : 0) };
    }
    const a: Value =
      pick(3) === 0
        ? linear()
        : (() => {
            const v = variable();
            return { text: v, get: (env: Env) => env.values.get(v) as number };
          })();
    const b: Value =
      pick(3) === 0
        ? linear()
        : (() => {
            const c = constant();
            return { text: `${c}`, get: () => c };
          })();
    const op = Object.keys(COMPARISONS)[pick(6)] as string;
    const one: Value = {
      text: `${a.text} ${op} ${b.text}`,
      get: (env) => (COMPARISONS[op]?.(a.get(env), b.get(env)) ? 1 : 0),
    };
    if (pick(4) > 0) return one;
    const other = condition();
    const and = pick(3) > 0;
    return {
      text: `(${one.text}) ${and ? '&&' : '||'} (${other.text})`,
      get: (env) => (and ? (one.get(env) ? other.get(env) : 0) : one.get(env) ? 1 : other.get(env)),
    };
  };
  const assignment = (): Code => {
    const v = variable();
    const kind = pick(8);
    if (kind === 0 && style.nondet) {
      uncertain = true;
      return { text: `${v} = __VERIFIER_nondet_int();`, run: (env) => void env.values.set(v, wrap(env.answer())) };
    }
    if (kind < 5) {
      const c = [1, -1, 2, -2, 3, -3][pick(6)] as number;
      return {
        text: `${v} = ${v} + (${c});`,
        run: (env) => void env.values.set(v, wrap((env.values.get(v) as number) + c)),
      };
    }
    const e = linear();
    return { text: `${v} = ${e.text};`, run: (env) => void env.values.set(v, wrap(e.get(env))) };
  };
  const sequence = (codes: readonly Code[]): Code => ({
    text: codes.map((c) => c.text).join('\n'),
    run: (env) => codes.forEach((c) => c.run(env)),
  });
  const statement = (depth: number): Code => {
    const kind = pick(style.nested && depth < 2 ? 6 : 5);
    if (kind < 3) return assignment();
    if (kind === 5) return loop(depth + 1);
    const c = condition();
    const then = assignment();
    const otherwise = pick(2) === 0 ? assignment() : null;
    return {
      text: `if (${c.text}) { ${then.text} }${otherwise ? ` else { ${otherwise.text} }` : ''}`,
      run: (env) => (c.get(env) ? then.run(env) : otherwise?.run(env)),
    };
  };
  const loop = (depth: number): Code => {
    const id = loops++;
    const c = condition();
    const body = sequence(Array.from({ length: 1 + pick(3) }, () => statement(depth)));
    return {
      text: `while (${c.text}) {\n${body.text}\n}`,
      run: (env) => {
        const { outcome } = env;
        outcome.entered.add(id);
        if (!outcome.entry.has(id)) outcome.entry.set(id, new Map(env.values));
        env.within.push(id);
        const seen = new Set<string>();
        let count = 0;
        while (c.get(env)) {
          count++;
          if (env.deterministic) {
            const state = [...env.values.values()].join();
            if (seen.has(state)) {
              outcome.cycle = true;
              outcome.stuck = [...env.within];
              throw new GivenUp();
            }
            seen.add(state);
          }
          if (env.steps-- <= 0 || [...env.values.values()].some((v) => Math.abs(v) > 1e12)) {
            outcome.stuck = [...env.within];
            throw new GivenUp();
          }
          body.run(env);
        }
        env.within.pop();
        if (!outcome.iterations.has(id)) outcome.iterations.set(id, count);
        outcome.left.add(id);
      },
    };
  };
  const guard = pick(3) === 0 ? condition() : null;
  const before = pick(3) === 0 ? [assignment()] : [];
  const whole = loop(0);
  const set = pick(3) === 0 ? [{ v: variables[0] as string, c: constant() }] : [];
  const source = `int __VERIFIER_nondet_int(void);\nint f(${variables.map((v) => `${style.type} ${v}`).join(', ')}) {\n${set
    .map((s) => `${s.v} = ${s.c};\n`)
    .join(
      '',
    )}${before.map((b) => `${b.text}\n`).join('')}${guard ? `if (${guard.text}) {\n` : ''}${whole.text}\n${guard ? '}\n' : ''}return 0;\n}\n`;
  return {
    source,
    variables,
    run(values, answer, steps) {
      const env: Env = {
        values: new Map(variables.map((v, i) => [v, values[i] as number])),
        answer,
        steps,
        within: [],
        deterministic: !uncertain,
        outcome: {
          entered: new Set(),
          left: new Set(),
          stuck: [],
          entry: new Map(),
          iterations: new Map(),
          cycle: false,
        },
      };
      try {
        for (const s of set) env.values.set(s.v, wrap(s.c));
        for (const b of before) b.run(env);
        if (!guard || guard.get(env)) whole.run(env);
      } catch (e) {
        if (!(e instanceof GivenUp)) throw e;
      }
      return env.outcome;
    },
  };
}
