/**
 * C that makes random values of a file's types: small and boundary integers, strings, arrays, records whose pointers
 * lead to more of them, objects that several pointers lead into.
 */
import type { ClangNode } from './clang-tree.ts';
import { declared, plain } from './type-table.ts';
import type { TypeTable } from './type-table.ts';

export const INPUT_RUNTIME = `
static unsigned long long lens_state;
static unsigned long long lens_next(void) {
  lens_state ^= lens_state << 13; lens_state ^= lens_state >> 7; lens_state ^= lens_state << 17;
  return lens_state * 0x2545F4914F6CDD1DULL >> 16;
}
static unsigned lens_below(unsigned n) { return (unsigned)(lens_next() % n); }
static long long lens_int(void) {
  static const long long edges[] = {127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, -2147483647 - 1,
    2147483648LL, 4294967295LL, 9223372036854775807LL, -128, -32768, 4294967296LL};
  unsigned k = lens_below(100);
  if (k < 50) return lens_below(9);
  if (k < 60) return -1 - (long long)lens_below(4);
  if (k < 78) return 9 + lens_below(60);
  if (k < 88) return 100 + lens_below(1000);
  if (k < 97) return edges[lens_below(sizeof edges / sizeof *edges)] - lens_below(3);
  return (long long)lens_next();
}
static char lens_char(void) {
  static const char some[] = "aabcxyzAZ019  .,/-_%=\\n\\t\\\\\\"'";
  return lens_below(20) ? some[lens_below(sizeof some)] : (char)lens_next();
}
static void *lens_string(void) {
  static const char some[] = "aabcxyzAZ0019  .,/-_%=\\n\\"'";
  unsigned n = lens_below(4) ? lens_below(12) : lens_below(90);
  char *s = malloc(n + 1);
  for (unsigned i = 0; i < n; i++) s[i] = some[lens_below(sizeof some - 1)];
  s[n] = 0;
  return s;
}
struct lens_pool { char *last; unsigned count; };
/* what a pointer of this type was last given, now and then; else null: make a new one */
static void *lens_again(struct lens_pool *pool, unsigned size, int fresh) {
  if (fresh || !pool->last || lens_below(5) < 2) return 0;
  return pool->last + size * (lens_below(2) ? lens_below(pool->count + 1) : lens_below(2) * pool->count);
}
`;

export class InputCode {
  private readonly table: TypeTable;
  private readonly made = new Map<string, string>();
  private readonly prototypes: string[] = [];
  private readonly functions: string[] = [];

  constructor(table: TypeTable) {
    this.table = table;
  }

  /** The functions that the statements call. */
  code(): string {
    return [...this.prototypes, ...this.functions].join('\n');
  }

  /** Statements that give an object of that type a value; null: it can't be. */
  fill(place: string, type: string, depth: string, exactly?: number): string {
    const shape = this.table.shape(type);
    switch (shape.kind) {
      case 'integer':
        // what is told is worked out in signed numbers of 128 bits
        if (shape.wide) return `${place} = lens_int(); ${place} >>= 1;`;
        return /\bchar\b/.test(plain(type)) ? `${place} = lens_char();` : `${place} = lens_int();`;
      case 'real':
        return `${place} = lens_int() / 4.0;`;
      case 'pointer':
        return `${place} = ${this.pointer(shape.to)}(${depth}, ${shape.restricted ? 1 : 0}, ${exactly ?? 0});`;
      case 'array':
        return `for (unsigned lens_i = 0; lens_i < ${Math.min(shape.length, 300)}u; lens_i++) { ${this.element(place, shape.of, depth)} }`;
      case 'record':
        return this.record(place, shape.record, depth);
      default:
        return '';
    }
  }

  private element(place: string, type: string, depth: string): string {
    const inner = this.table.shape(type).kind;
    if (inner === 'array' || inner === 'record') return this.nested(`${place}[lens_i]`, type, depth);
    return this.fill(`${place}[lens_i]`, type, depth);
  }

  /** By a function of its own: loops and members aren't written out for each. */
  private nested(place: string, type: string, depth: string): string {
    const name = this.entry(`fill ${type}`, (id) => ({
      head: `static void ${id}(void *at, int depth)`,
      body: () => `${declared(type, '*p')} = at; ${this.fill('(*p)', type, 'depth')}`,
    }));
    return `${name}((void *)&${place}, ${depth});`;
  }

  private record(place: string, record: ClangNode, depth: string): string {
    const members = record.inner ?? [];
    const fields = members.filter((m) => m.kind === 'FieldDecl' && m.name);
    const some = record.tagUsed === 'union' ? fields.slice(0, 1) : fields;
    return some
      .map((f) => {
        const type = f.type?.qualType ?? '';
        const before = members[members.indexOf(f) - 1];
        const at = `${place}.${f.name}`;
        if (/\((?:anonymous|unnamed)/.test(type) && !/[*[]/.test(type.replace(/\(.*\)/, '')))
          return before?.kind === 'RecordDecl' ? this.record(at, before, depth) : '';
        if (/^const\b[^*]*$|\*\s*const$/.test(type)) return '';
        const kind = this.table.shape(type).kind;
        return kind === 'array' || kind === 'record' ? this.nested(at, type, depth) : this.fill(at, type, depth);
      })
      .join(' ');
  }

  /** The name of a function that gives pointers to objects of that type. */
  pointer(to: string): string {
    return this.entry(`pointer ${plain(to)}`, (id) => ({
      head: `static void *${id}(int depth, int fresh, int exactly)`,
      body: () => this.pointerBody(to),
    }));
  }

  private pointerBody(to: string): string {
    const type = plain(to);
    const shape = this.table.shape(type);
    if (shape.kind === 'other' && type !== 'void') return 'return 0;';
    const element = type === 'void' ? 'char' : type;
    const simple = shape.kind === 'integer' || shape.kind === 'real';
    const text = /^(?:(?:un)?signed )?char$/.test(type)
      ? `if (!exactly && lens_below(3)) { char *s = lens_string(); pool.last = s; pool.count = strlen(s); return s; }`
      : '';
    const T = `__typeof__(${element})`;
    return `static struct lens_pool pool; void *again = exactly ? 0 : lens_again(&pool, sizeof(${T}), fresh);
  if (again) return again;
  if (!exactly && ${simple ? 'lens_below(30) == 0' : 'depth <= 0 || lens_below(8) == 0'}) return 0;
  ${text}
  unsigned n = exactly ? (unsigned)exactly : ${simple || type === 'void' ? 'lens_below(4) ? 1 + lens_below(20) : 64 + lens_below(400)' : '1 + lens_below(4)'};
  ${T} *p = calloc(n, sizeof(${T}));
  pool.last = (char *)p; pool.count = n;
  for (unsigned k = 0; k < n && k < 2000; k++) { ${type === 'void' ? 'p[k] = lens_char();' : this.fill('p[k]', type, '(depth - 1)')} }
  return (void *)(exactly || lens_below(4) ? p : p + lens_below(n + 1));`;
  }

  private entry(key: string, make: (id: string) => { head: string; body: () => string }): string {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const id = `lens_make_${this.made.size}`;
    this.made.set(key, id);
    const { head, body } = make(id);
    this.prototypes.push(`${head};`);
    this.functions.push(`${head} { ${body()} }`);
    return id;
  }
}
