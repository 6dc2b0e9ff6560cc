/**
 * Are the loop invariants of a witness inductive? Each loop is taken by one iteration from any state that satisfies its
 * own invariants; what it may change is arbitrary there. They have to hold where the loop is entered and after each
 * iteration. Runs end where behaviour is undefined (signed overflow among it). Shares nothing with LoopLens: the
 * grammar and the solver are used directly.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';
import type { Node } from 'web-tree-sitter';
import { Unsupported } from './bitvectors.ts';
import { answers } from './smt.ts';
import type { Loop, Obligation } from './symbolic.ts';
import { Executor } from './symbolic.ts';

export interface Stated {
  readonly line: number;
  readonly column: number;
  readonly value: string;
}

export type Inductive =
  | {
      readonly kind: 'inductive' /** With them alone, without what is known of variables that a loop leaves as they are. */;
      readonly alone: boolean;
      readonly assertions: boolean;
    }
  | { readonly kind: 'not inductive'; readonly where: string; readonly model: string }
  | { readonly kind: 'not checked'; readonly reason: string };

const EFFORT = 30_000_000;

let loading: Promise<Parser> | null = null;

function parser(): Promise<Parser> {
  loading ??= (async () => {
    const modules = join(fileURLToPath(import.meta.url), '../../../node_modules');
    await Parser.init({ locateFile: () => join(modules, 'web-tree-sitter/web-tree-sitter.wasm') });
    const p = new Parser();
    p.setLanguage(await Language.load(join(modules, 'tree-sitter-c/tree-sitter-c.wasm')));
    return p;
  })();
  return loading;
}

/** The invariants of the function in a program, all at once. */
export async function inductive(program: string, name: string, stated: readonly Stated[]): Promise<Inductive> {
  const p = await parser();
  const parse = (text: string): Node => {
    const tree = p.parse(text);
    if (!tree) throw new Error('not parsed');
    return tree.rootNode;
  };
  const root = parse(program);
  const expression = (text: string): Node => {
    const returned = parse(`int f(void) { return (${text}); }`)
      .descendantsOfType('return_statement')[0]
      ?.namedChild(0)
      ?.namedChild(0);
    if (!returned) throw new Unsupported(`the invariant ${text}`);
    return returned;
  };
  const at = (line: number, column: number): readonly Node[] =>
    stated.filter((s) => s.line === line && s.column === column).map((s) => expression(s.value));
  try {
    const found: Loop[] = [];
    const framed = await decide(new Executor(root, name, at, false), found);
    if (framed.kind !== 'inductive') return framed;
    const missing = stated.find((s) => !found.some((l) => l.line === s.line && l.column === s.column));
    if (missing) return { kind: 'not checked', reason: `no loop at ${missing.line}:${missing.column}` };
    const alone = await decide(new Executor(root, name, at, true), []);
    return alone.kind === 'inductive' ? alone : { ...framed, alone: false };
  } catch (e) {
    if (e instanceof Unsupported) return { kind: 'not checked', reason: e.message };
    throw e;
  }
}

async function decide(executor: Executor, found: Loop[]): Promise<Inductive> {
  const { obligations, loops, script } = executor.run();
  found.push(...loops);
  let assertions = true;
  for (const o of obligations) {
    if (o.kind === 'assertion' && !assertions) continue;
    const answer = await answers(
      `${script}\n(assert (and ${o.path} (not ${o.goal})))\n(check-sat)\n${o.kind === 'assertion' ? '' : modelOf(o)}`,
      EFFORT,
    );
    if (/^unsat/.test(answer)) continue;
    if (o.kind === 'assertion') assertions = false;
    else if (/^sat/.test(answer)) return { kind: 'not inductive', where: o.where, model: readable(answer, o) };
    else return { kind: 'not checked', reason: `the solver: ${answer.split('\n')[0]} (${o.where})` };
  }
  return { kind: 'inductive', alone: true, assertions };
}

const modelOf = (o: Obligation): string =>
  o.state.length === 0 ? '' : `(get-value (${o.state.map((v) => v.text).join(' ')}))`;

function readable(answer: string, o: Obligation): string {
  const values = [...answer.matchAll(/#[xb][0-9a-f]+(?=\))/g)].map(([t]) => BigInt(`0${t.slice(1)}`));
  return o.state
    .map(({ name, type }, k) => `${name} = ${type.signed ? BigInt.asIntN(type.bits, values[k] ?? 0n) : values[k]}`)
    .join(', ');
}
