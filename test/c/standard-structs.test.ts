/** Structs of the machine's own headers, which aren't read: as gcc finds them there, and what loops over them say. */
import { expect, test } from 'vitest';
import type { StandardStruct } from '../../server/src/c/types/standard-structs.ts';
import { standardStructs } from '../../server/src/c/types/standard-structs.ts';
import { dataModel, standardTypes } from '../../server/src/c/types/standard-types.ts';
import { sentencesIn } from '../counting/sentences.ts';
import { compileAndRun } from './gcc.ts';

const ALL = standardStructs({ has: () => true } as unknown as ReadonlySet<string>, false);
const HEADERS = `arpa/inet.h dirent.h fcntl.h getopt.h glob.h grp.h locale.h net/if.h netdb.h netinet/in.h poll.h pwd.h
  regex.h sched.h shadow.h signal.h stdlib.h sys/ioctl.h sys/resource.h sys/select.h sys/sem.h sys/socket.h sys/stat.h
  sys/time.h sys/times.h sys/types.h sys/uio.h sys/un.h sys/utsname.h sys/wait.h termios.h time.h utime.h wordexp.h`;

/** The member is of this type, or an array of it; where it leads may be const. */
function isOfType(at: string, { type, pointers, length }: StandardStruct['members'][number]): string {
  const one = length === undefined ? at : `${at}[0]`;
  const is = ['', 'const '].map(
    (qualifier) => `__builtin_types_compatible_p(__typeof__(${one}), ${qualifier}${type} ${'*'.repeat(pointers)})`,
  );
  const isAsLong = typeof length === 'bigint' ? `sizeof(${at}) / sizeof(${one}) == ${length}` : '1';
  return `(${is.join(' || ')}) && ${isAsLong}`;
}

test.runIf(process.platform === 'linux' && process.arch === 'x64')('members have the types that gcc gives them', () => {
  const checks = [...ALL].flatMap(([name, { members, closed }]) => [
    ...members.flatMap((member) =>
      member.names.map((m) => `if (!(${isOfType(`((${name} *)0)->${m}`, member)})) puts("${name}.${m}");`),
    ),
    ...(closed ? [`if (sizeof(${name}) != ${sizeOf(name)}) puts("sizeof ${name}");`, ...inOrder(name)] : []),
  ]);
  const includes = HEADERS.split(/\s+/).map((h) => `#include <${h}>`);
  const program = `#define _GNU_SOURCE\n#include <stdio.h>\n#include <stddef.h>\n${includes.join('\n')}
int main(void) { ${checks.join('\n')} return 0; }`;
  expect(compileAndRun(program)).toEqual([]);
});

/** Members that aren't in a union come one behind the other. */
function inOrder(name: string): readonly string[] {
  const names = ALL.get(name)?.members.flatMap((m) => (m.inUnion ? [] : m.names)) ?? [];
  return names
    .slice(1)
    .map((m, i) => `if (offsetof(${name}, ${names[i]}) >= offsetof(${name}, ${m})) puts("order ${name}.${m}");`);
}

/** As C lays it out. */
function sizeOf(name: string): bigint {
  return layoutOf(name).size;
}

function layoutOf(name: string): { readonly size: bigint; readonly align: bigint } {
  let [size, align, united] = [0n, 1n, 0n];
  for (const { type, pointers, length, names, inUnion } of ALL.get(name)?.members ?? []) {
    const one = pointers > 0 ? { size: 8n, align: 8n } : type.startsWith('struct ') ? layoutOf(type) : scalar(type);
    const whole = one.size * (length ?? 1n);
    align = one.align > align ? one.align : align;
    for (const _ of names)
      if (inUnion) united = whole > united ? whole : united;
      else size = ((size + one.align - 1n) / one.align) * one.align + whole;
  }
  return { size: ((size + united + align - 1n) / align) * align, align };
}

const LP64 = dataModel('LP64', true);
const PLAIN: Readonly<Record<string, bigint>> = { char: 1n, short: 2n, int: 4n, long: 8n };

function scalar(type: string): { readonly size: bigint; readonly align: bigint } {
  const size = PLAIN[type] ?? BigInt((standardTypes(LP64).get(type)?.bits ?? 0) / 8);
  return { size, align: size };
}

test.each([
  ['<sys/stat.h>', 'struct stat *s', 'for (long i = 0; i < s->st_size; i++) ;', 's->st_size iterations'],
  [
    '<sys/time.h>',
    'struct timeval *t',
    'while (t->tv_usec >= 1000000) t->tv_usec -= 1000000;',
    't->tv_usec / 1000000 iterations',
  ],
  ['<dirent.h>', 'struct dirent *d', 'for (int i = 0; d->d_name[i]; i++) ;', 'strlen(d->d_name) iterations'],
  ['<regex.h>', 'regmatch_t *m', 'for (int i = m->rm_so; i < m->rm_eo; i++) ;', 'm->rm_eo - m->rm_so iterations'],
  ['<poll.h>', 'struct pollfd *f', 'for (unsigned i = 0; i < sizeof f[0]; i++) ;', '8 iterations'],
  ['<sys/stat.h>', 'struct stat *s', 'for (unsigned i = 0; i < sizeof *s; i++) ;', 'sizeof *s iterations'],
  ['<netdb.h>', 'struct addrinfo *a', 'for (; a; a = a->ai_next) ;', 'length(a) iterations'],
  // what the file says itself
  [
    '<stdio.h>',
    'struct stat *s',
    'for (long i = 0; i < s->st_size; i++) use(i);',
    "s->st_size iterations, if s->st_size is of type long and use() doesn't change s->st_size",
  ],
  [
    '<time.h>',
    'struct tm { unsigned char tm_mon; } *t',
    'for (int i = 0; i < t->tm_mon; i++) ;',
    't->tm_mon iterations',
  ],
])('%s: %s: %s', async (header, parameter, loop, sentence) => {
  expect(await sentencesIn(`#include ${header}\nvoid use(int);\nvoid f(${parameter}) { ${loop} }`)).toEqual([sentence]);
});

test('a file that defines such a struct itself has its own', async () => {
  const source = `#include <getopt.h>
struct option; int parse(struct option *o);
struct option { int n; struct option *next; };
int f(struct option *o) { int n = 0; for (; o; o = o->next) n += o->n; return n; }`;
  expect(await sentencesIn(source)).toEqual(['length(o) iterations']);
});
