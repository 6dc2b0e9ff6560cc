/** The project file as if what it says had been given to a call. */
import { resolve } from 'node:path';
import type { Project } from '../project/index.ts';
import { optionsOfCall } from './option-table.ts';
import type { Call } from './option-table.ts';

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** The project file as if its options had been given to the call; `given` goes before, behind it in lists. */
export function withProject({ directory, told }: Project, call: Call, given: Values): Values {
  const here = (path: string): string => resolve(directory, path);
  const said: Values = {
    integers: told.integers,
    'data-model': told.dataModel,
    char: told.char,
    aliasing: told.aliasing,
    'assert-name': told.assertNames,
    'assume-name': told.assumeNames,
    include: told.includePaths?.map(here),
    define: told.defines,
    undefine: told.undefines,
    'compile-commands': told.compileCommands === undefined ? undefined : here(told.compileCommands),
    timeout: told.timeout === undefined ? undefined : String(told.timeout),
    overflow: told.overflow,
    suspicions: told.suspicions,
    'fail-on': told.failOn,
    baseline: told.baseline === undefined ? undefined : here(told.baseline),
  };
  const taken: ReadonlySet<string> = new Set(optionsOfCall(call).map(([name]) => name));
  const values: Record<string, Values[string]> = { ...given };
  for (const [name, value] of Object.entries(said)) {
    if (value === undefined || !taken.has(name)) continue;
    const own = given[name];
    if (own === undefined) values[name] = value;
    else if (ADDED.has(name)) values[name] = [value, own].flat() as string[];
  }
  return values;
}

/** Lists that go on behind those of the project; `--fail-on` says anew what it is. */
const ADDED: ReadonlySet<string> = new Set(['assert-name', 'assume-name', 'include', 'define', 'undefine']);
