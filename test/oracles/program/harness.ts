/**
 * The C around generated programs: many of them are compiled together with gcc's sanitizer and run on many inputs, each
 * from the same state of memory. Undefined behaviour ends a run, and so does a failing assertion, with its line.
 */
export const ASSERT_HEADER = '#undef assert\n#define assert(c) ((c) ? (void)0 : failing(__LINE__))\n';

export const PRELUDE = `
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
enum { ENDS, UNDEFINED, LONG, FAILS };
/* a string that has no end within its array: the sanitizer doesn't look into the library */
static unsigned long length_within(const char *s, unsigned long room) {
  unsigned long n = 0;
  while (n < room && s[n]) n++;
  if (n == room) __builtin_trap();
  return n;
}
#define strlen(s) length_within((s), __builtin_object_size((s), 0))
struct known { long long value; long count; };
struct state {
  sigjmp_buf away;
  volatile long running, seen, ticks, most;
  int line, run, reading, hits[64], hit_count;
  unsigned long long seed;
  long long taken[64];
  const struct known *stream; int streamed; long used;
  int observing; unsigned char times[256];
  unsigned char failed[2000], reached[2000];
};
static struct state *S;
static void trapped(int number) { (void)number; siglongjmp(S->away, UNDEFINED); }
static void ticking(int number) {
  (void)number;
  if (!S->running) return;
  if (S->seen != S->running) { S->seen = S->running; S->ticks = 0; }
  else if (++S->ticks > S->most) siglongjmp(S->away, LONG);
}
static _Noreturn void ending(void) { siglongjmp(S->away, ENDS + 10); }
static void failing(int at) { S->line = at; siglongjmp(S->away, FAILS); }
static int hit(int at) { if (S->hit_count < 64) { for (int k = 0; k < S->hit_count; k++) if (S->hits[k] == at) return 0; S->hits[S->hit_count++] = at; } return 0; }
static unsigned draw(void) { S->seed ^= S->seed << 13; S->seed ^= S->seed >> 7; S->seed ^= S->seed << 17; return (unsigned)(S->seed >> 16); }
static const long long edges[] = { 0, 1, -1, 2, 127, 128, -128, 255, 256, 32767, -32768, 65535, 65536, 2147483647LL, -2147483648LL, 2147483646LL, 2147483648LL, 4294967295LL,
  9223372036854775807LL, -9223372036854775807LL - 1, 1000, 100, 99, 101 };
static long long choose(void) {
  long k = S->run / 8;
  switch (S->run % 8) {
    case 0: case 1: { for (int i = 0; i < S->reading; i++) k /= 6; return S->reading < 3 ? k % 6 : draw() % 3; }
    case 2: { for (int i = 0; i < S->reading; i++) k /= 11; return S->reading < 2 ? k % 11 : draw() % 11; }
    case 3: return draw() % 21;
    case 4: return (int)(draw() % 40) - 15;
    case 5: return draw() % 110;
    case 6: return edges[draw() % (sizeof edges / sizeof *edges)];
    default: return draw() % 4 ? draw() % 256 - 128LL : (long long)((unsigned long long)draw() << 32 | draw());
  }
}
static long long next(void) {
  if (S->stream) {
    while (S->streamed > 0 && S->used >= S->stream->count) { S->stream++; S->streamed--; S->used = 0; }
    if (S->streamed == 0) return 0;
    S->used++;
    return S->stream->value;
  }
  long long v = choose();
  if (S->reading < 64) S->taken[S->reading] = v;
  S->reading++;
  return v;
}
int __VERIFIER_nondet_int(void) { return next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return next(); }
char __VERIFIER_nondet_char(void) { return next(); }
short __VERIFIER_nondet_short(void) { return next(); }
unsigned __VERIFIER_nondet_uint(void) { return next(); }
long __VERIFIER_nondet_long(void) { return next(); }
_Bool __VERIFIER_nondet_bool(void) { return next(); }
static void observe(int point, int count, ...) {
  if (!S->observing || S->times[point] >= 40 || (S->times[point] > 12 && draw() % 3)) return;
  S->times[point]++;
  va_list values;
  va_start(values, count);
  printf("V %d", point);
  while (count-- > 0) printf(" %lld", va_arg(values, long long));
  va_end(values);
  puts("");
}
#define abort() ending()
#define exit(status) ending()
`;

export const DRIVER = `
#undef abort
#undef exit
extern char __data_start, _end;
static char stack[1 << 16];
static char *copy; static size_t length;
static int guarded(void (*what)(int), int which) {
  memcpy(&__data_start, copy, length);
  S->running++;
  S->hit_count = 0;
  int end = sigsetjmp(S->away, 0);
  if (end == 0) { what(which); end = ENDS + 10; }
  long running = S->running;
  S->running = 0;
  S->seen = 0;
  (void)running;
  S->running = 0;
  return end;
}
static void searched(int k, int runs) {
  long counts[4] = { 0 };
  printf("P %d\\n", k);
  memset(S->times, 0, sizeof S->times);
  memset(S->failed, 0, sizeof S->failed);
  memset(S->reached, 0, sizeof S->reached);
  S->most = 3;
  for (int run = 0; run < runs; run++) {
    S->run = run; S->reading = 0; S->stream = 0; S->seed = 88172645463325252ULL + run * 1000003ULL;
    S->running = k * 100000L + run + 1;
    int end = guarded(calls[k], run);
    counts[end % 10]++;
    if (end == UNDEFINED) printf("D %d\\n", run);
    int how = end == UNDEFINED ? 1 : 2;
    for (int h = 0; h < S->hit_count; h++) if (S->reached[S->hits[h]] < how) { S->reached[S->hits[h]] = how; printf("%c %d %d", how == 1 ? 'U' : 'R', S->hits[h], run); for (int t = 0; t < S->reading && t < 64; t++) printf(" %lld", S->taken[t]); puts(""); }
    if (end == FAILS && !S->failed[S->line]) { S->failed[S->line] = 1; printf("F %d %d", S->line, run); for (int t = 0; t < S->reading && t < 64; t++) printf(" %lld", S->taken[t]); puts(""); }
  }
  printf("C %ld %ld %ld %ld\\n", counts[ENDS], counts[UNDEFINED], counts[LONG], counts[FAILS]);
}
static void repeated(int k) {
  S->most = 200;
  S->run = 0; S->reading = 0; S->stream = streams[k]; S->streamed = lengths[k]; S->used = 0;
  int end = guarded(claimed, k);
  printf("Q %s %d", end == FAILS ? "fails" : end == LONG ? "long" : end == UNDEFINED ? "undefined" : "ends", S->line);
  for (int h = 0; h < S->hit_count; h++) printf(" %d", S->hits[h]);
  puts("");
}
/* A program may write anywhere before it is caught: each runs in a process of its own, and what a signal ends was undefined. */
static void apart(int search, int k, int runs) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    struct itimerval every = { { 0, 5000 }, { 0, 5000 } };
    setitimer(ITIMER_VIRTUAL, &every, 0);
    if (search) searched(k, runs); else repeated(k);
    fflush(stdout);
    _exit(0);
  }
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (search) printf("\\nX %d %d\\n", k, runs); else puts("\\nQ undefined 0");
}
int main(int argc, char **argv) {
  (void)argc;
  S = mmap(0, sizeof *S, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct sigaction action = { .sa_handler = trapped, .sa_flags = SA_NODEFER | SA_ONSTACK };
  stack_t alternate = { .ss_sp = mmap(0, sizeof stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), .ss_size = sizeof stack };
  sigaltstack(&alternate, 0);
  int fatal[] = { SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS };
  for (int k = 0; k < 5; k++) sigaction(fatal[k], &action, 0);
  action.sa_handler = ticking;
  action.sa_flags = SA_NODEFER | SA_RESTART;
  sigaction(SIGVTALRM, &action, 0);
  length = &_end - &__data_start;
  copy = mmap(0, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(copy, &__data_start, length);
  S->observing = argv[1][0] == 'o';
  int runs = atoi(argv[2]);
  for (int k = 0; k < programs; k++) apart(1, k, runs);
  for (int k = 0; k < claims; k++) apart(0, k, runs);
  return 0;
}
`;
