/** The program that runs cut-out loops: each run in a process of its own, its count against what was told. */
import { spawnSync } from 'node:child_process';
import { below, bodyOf } from './clang-tree.ts';
import type { ClangFile, ClangNode } from './clang-tree.ts';
import { COUNT_RUNTIME } from './count-code.ts';
import type { CutLoop, CutVariable } from './cut-loops.ts';
import { INPUT_RUNTIME, InputCode } from './input-code.ts';
import { TypeTable, declared } from './type-table.ts';

export interface JudgedCut {
  readonly index: number;
  readonly cut: CutLoop;
  /** What was told, as C. */
  readonly code: string;
  readonly exact: boolean;
  /** Some runs are told to be endless: the count isn't about these. */
  readonly endless: boolean;
}

export const parameterList = (cut: CutLoop): string =>
  cut.parameters.map((p) => declared(p.type, p.name)).join(', ') || 'void';

/** What a run with random arguments may not do to the machine that it runs on. */
export const DANGEROUS =
  'unlink unlinkat remove rename renameat rmdir mkdir chmod chown link symlink truncate ftruncate system popen execv execve execvp execl execlp fork vfork kill killpg open openat creat fopen freopen tmpfile mkstemp socket connect bind signal sigaction raise pause sleep usleep nanosleep select poll setrlimit chdir chroot setuid setitimer dup dup2 close fclose mount reboot ioctl fcntl'.split(
    ' ',
  );

/** Runs end undefined, where the loop's count is told wrong, or `ok`; the file named by the first argument has them. */
export function harnessCode(
  read: ClangFile,
  judged: readonly JudgedCut[],
  { seed, rows }: { seed: number; rows: number },
): string {
  const table = new TypeTable(read.declarations);
  const inputs = new InputCode(table);
  const stubs = stubCode(read, inputs, table);
  const cuts = judged.map((j) => `${instrumented(j)}\n${runner(j, inputs)}`).join('\n');
  return `${forGcc(read.text)}
#undef NULL
typedef __SIZE_TYPE__ lens_size;
extern void *calloc(lens_size, lens_size), *malloc(lens_size);
extern lens_size strlen(const char *);
extern int dprintf(int, const char *, ...), __real_creat(const char *, unsigned), waitpid(int, int *, int), __real_fork(void);
extern unsigned alarm(unsigned);
extern void *mmap(void *, lens_size, int, int, int, long);
extern void _exit(int) __attribute__((noreturn));
void lens_dead(void) { _exit(9); }
${INPUT_RUNTIME}
${COUNT_RUNTIME}
static int lens_out, lens_index, lens_row, lens_exact, lens_endless;
static long long lens_count;
static lens_Z lens_told;
static long long lens_shown(lens_Z v) { return v > 9223372036854775807LL ? 9223372036854775807LL : (long long)v; }
static void lens_end(int whole) {
  int wrong = lens_exact && whole ? lens_told != lens_count : lens_told < lens_count;
  dprintf(lens_out, "%d %d %s %lld %lld\\n", lens_index, lens_row, wrong ? "wrong" : "ok", lens_count, lens_shown(lens_told));
  _exit(0);
}
static void lens_begin(lens_Z told) { lens_told = told; lens_count = 0; }
/* A run of more iterations than were told goes on, once for a loop: what overflows at last is undefined. */
static long long lens_most = 30000;
static volatile int *lens_longer;
static void lens_body(void) {
  if (++lens_count < lens_most) return;
  if (lens_endless) _exit(9);
  if (lens_most > 30000 || lens_told >= lens_count) lens_end(0);
  if (lens_longer[lens_index]++) _exit(9);
  lens_most = 1LL << 33;
  alarm(200);
}
${inputs.code()}
${stubs}
${cuts}
int main(int argc, char **argv) {
  static void (*const runs[])(void) = { ${judged.map((j) => `lens_run_${j.index}`).join(', ')} };
  static const int indices[] = { ${judged.map((j) => j.index).join(', ')} }, exact[] = { ${judged.map((j) => (j.exact ? 1 : 0)).join(', ')} };
  static const int endless[] = { ${judged.map((j) => (j.endless ? 1 : 0)).join(', ')} };
  lens_out = __real_creat(argv[1], 0644);
  lens_longer = mmap(0, 1 << 20, 3, 0x21, -1, 0);
  for (unsigned i = 0; i < ${judged.length}u; i++) {
    int late = 0;
    for (lens_row = 0; lens_row < ${rows} && late < 3; lens_row++) {
      int status = 0, child;
      lens_index = indices[i];
      lens_exact = exact[i];
      lens_endless = endless[i];
      if ((child = __real_fork()) == 0) {
        lens_state = 88172645463325252ULL + ${seed}ULL * 1000003 + (unsigned long long)indices[i] * 7919 + (unsigned long long)lens_row * 104729;
        for (int k = 0; k < 20; k++) lens_next();
        alarm(1);
        runs[i]();
        _exit(1);
      }
      waitpid(child, &status, 0);
      late += (status & 127) == 14;
      if (status) dprintf(lens_out, "%d %d undefined\\n", lens_index, lens_row);
    }
  }
  return 0;
}
`;
}

/** Names that Clang's headers define for themselves and gcc has as keywords. */
const forGcc = (text: string): string => text.replace(/typedef\s+(?:float|double|long double)\s+_Float\w+\s*;/g, '');

function instrumented({ index, cut, code }: JudgedCut): string {
  const [head, body, rest] = cut.text;
  return `void lens_cut_${index}(${parameterList(cut)}) { lens_begin(${code}); ${head} { lens_body(); ${body} } ${rest}; }`;
}

/** Gives every variable a value, and runs it. */
function runner({ index, cut }: JudgedCut, inputs: InputCode): string {
  const value = ({ name, type }: CutVariable): string => {
    const array = /^([^[]*)\[(\d+)\]((?:\[\d+\])*)$/.exec(type);
    if (array) {
      const element = `${(array[1] ?? '').trim()}${array[3]}`;
      return `${declared(element, `*${name}`)} = ${inputs.pointer(element)}(3, 1, ${array[2]});`;
    }
    const plainType = type.replace(/^const\s+(?=[^*]*$)/, '').replace(/\*\s*const\s*$/, '*');
    return `${declared(plainType, name)}; __builtin_memset(&${name}, 0, sizeof ${name}); ${inputs.fill(name, plainType, '3')}`;
  };
  // parameters may hide them: they come first
  const globals = cut.globals.map((g) => inputs.fill(g.name, g.type, '3')).join(' ');
  return `static void lens_run_${index}(void) { ${globals} { ${cut.parameters.map(value).join(' ')} lens_cut_${index}(${cut.parameters.map((p) => p.name).join(', ')}); } lens_end(1); }`;
}

/**
 * What the file has from others: variables; functions that yield anything and change nothing. The C library's are the
 * real ones, but for those that a run may not call.
 */
function stubCode({ declarations }: ClangFile, inputs: InputCode, table: TypeTable): string {
  const defined = new Set(declarations.filter((d) => bodyOf(d)).map((d) => d.name ?? ''));
  const library = libraryNames();
  const out = new Map<string, string>();
  for (const d of declarations) {
    const name = d.name ?? '';
    if (d.kind === 'VarDecl' && d.storageClass === 'extern' && d.init === undefined && !library.has(name))
      out.set(name, `${declared(d.type?.qualType ?? 'int', name)};`);
    if (d.kind !== 'FunctionDecl' || defined.has(name) || (!d.isUsed && !d.isReferenced)) continue;
    if (library.has(name) || name.startsWith('__builtin')) continue;
    const stub = functionStub(d, inputs, table);
    if (stub !== null) out.set(name, stub);
  }
  return [...out.values()].join('\n');
}

function functionStub(d: ClangNode, inputs: InputCode, table: TypeTable): string | null {
  const type = (d.type?.qualType ?? '').replace(/\s*__attribute__\(\(\w+\)\)$/, '');
  const parts = /^([^()]*)\((.*)\)$/.exec(type);
  if (!parts || /\(/.test(parts[2] ?? '')) return null;
  const result = (parts[1] ?? '').trim();
  const has = (kind: string): boolean => [...below(d)].some((n) => n.kind === kind);
  const shape = table.shape(result);
  let body = '';
  if (has('NoReturnAttr')) body = '_exit(9);';
  else if (shape.kind === 'pointer')
    body = has('PureAttr') || has('ConstAttr') ? 'return 0;' : `return ${inputs.pointer(shape.to)}(2, 1, 0);`;
  else if (shape.kind === 'integer') body = has('PureAttr') || has('ConstAttr') ? 'return 1;' : 'return lens_int();';
  else if (result !== 'void') body = `static __typeof__(${result}) none; return none;`;
  return `${result} ${d.name}(${parts[2]}) { ${body} }`;
}

/** Of the C library of this machine, without those that a run may not call. */
function libraryNames(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const library of ['libc.so.6', 'libm.so.6']) {
    const { stdout: path } = spawnSync('gcc', [`-print-file-name=${library}`], { encoding: 'utf8' });
    const { stdout } = spawnSync('nm', ['-D', '--defined-only', path.trim()], { encoding: 'utf8', maxBuffer: 1 << 26 });
    for (const line of stdout.split('\n')) names.add((line.split(' ').at(-1) ?? '').replace(/@.*$/, ''));
  }
  return names;
}
