/**
 * Attributes in front of, between and behind the parts of a declaration, also in front of a declarator beside others.
 */
import type { UnitDraft } from './draft.ts';
import { fresh } from './draft.ts';

const HARMLESS = ['unused', 'nothrow', 'cold', 'noinline', 'warn_unused_result', 'used', 'deprecated'];

/** The declaration of a function, perhaps with attributes that change nothing of what it does. */
export function headed(d: UnitDraft, declaration: string): string {
  if (d.r.chance(0.4)) return declaration;
  const name = d.r.pick(HARMLESS);
  const attribute = `__attribute__((${d.r.chance(0.3) ? `__${name}__` : name}))`;
  const at = d.r.pick(['in front', 'between', 'behind', 'twice', 'beside another']);
  d.made(`attribute: ${name} ${at}`);
  const [, storage = '', type = '', rest = ''] = /^(static |extern |)(\w+) (.*);$/.exec(declaration) ?? [];
  switch (at) {
    case 'in front':
      return `${attribute} ${declaration}`;
    case 'between':
      return `${storage}${type} ${attribute} ${rest};`;
    case 'behind':
      return `${storage}${type} ${rest} ${attribute};`;
    case 'twice':
      return `${attribute} ${storage}${type} ${rest} ${attribute};\n${declaration}`;
    default:
      return storage === 'static '
        ? declaration
        : `${storage}${type} ${rest} ${attribute}, ${fresh(d, 'never_called')}(void);`;
  }
}
