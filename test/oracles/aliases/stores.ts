/** Statements that store: integers, whole structs, bytes, and by calls. */
import type { Scope } from './scope.ts';
import { SET, copierOf, globalOf, integer, setterOf, wholes } from './scope.ts';

/** A statement of the loop's body. */
export function store(s: Scope, made: (what: string) => void): string {
  const kind = s.r.int(0, 99);
  const [what, text] = kind < 45 ? storeInteger(s, kind) : storeWhole(s, kind);
  made(`store: ${what}`);
  return text;
}

type Store = readonly [what: string, text: string];

function storeInteger(s: Scope, kind: number): Store {
  const { text, type } = integer(s, true);
  if (kind < 25) return ['an integer', `${text} = ${s.r.pick(['v', '1', '2', '0', integer(s).text])};`];
  if (kind < 35) return ['a step', `${text}${s.r.pick(['++', '--'])};`];
  return SET.has(type) ? ['a call, an integer', `${setterOf(type, s)}(&${text});`] : ['an integer', `${text} = 3;`];
}

function storeWhole(s: Scope, kind: number): Store {
  const all = wholes(s);
  const { text: to, type } = s.r.pick(all);
  const from = s.r.pick([...all.filter((o) => o.type === type).map((o) => o.text), globalOf(type)]);
  if (kind < 75) return ['a struct', `${to} = ${from};`];
  if (kind < 82) return ['memcpy', `memcpy(&${to}, &${from}, sizeof(${type.name}));`];
  if (kind < 88) return ['memset', `memset(&${to}, ${s.r.pick([0, 0, 1])}, sizeof(${type.name}));`];
  if (kind < 94) return ['a literal', `${to} = (${type.name}){0};`];
  return ['a call, a struct', `${copierOf(type)}(&${to}, &${from});`];
}
