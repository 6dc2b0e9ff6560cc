/** Counting alone, of loops over a program's options. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const OWN = 'static char *flag, letter, row[4], letters[9]; struct { char *at; } o;';
const ENDS = `_Noreturn void exit(int); void use(int); void end(int n) { if (n > 1) use(n); else exit(0); exit(n); }
void mayEnd(int n) { if (n > 1) { use(n); exit(0); } use(0); }`;

const HEAD = `
int getopt(int, char *const *, const char *); ${OWN}
extern int optind; extern char *optarg; ${ENDS.replaceAll('\n', ' ')}
void usage(int), use(int); int atoi(const char *); char *copy(void); int next(void);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const source = `${HEAD}int main(int argc, char **argv) { int c, k = 0; ${body} return k; }`;
  const options = { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' as const };
  const { loops } = await analyze(source, options, { now: () => 0, cancelled: () => false });
  return loops[0]?.count.sentence;
}

describe('a loop over options', () => {
  test.each([
    [
      `
        while ((c = getopt(argc, argv, "ab:")) != -1) switch (c) { case 'a': k = 1; break; case 'b': k = atoi(optarg);
          break; default: return 1; }`,
      'at most characters(argv, argc) iterations',
    ],
    [
      'for (;;) { c = getopt(argc, argv, "a"); if (c == -1) break; if (c == \'?\') usage(1); }',
      "at most characters(argv, argc) iterations, if usage() doesn't change optind or the strings of argv",
    ],
    [
      'while ((c = getopt(argc, argv, "a")) != -1) { usage(1); use(k); copy(); }',
      "at most characters(argv, argc) iterations, if the calls and stores in its body don't change optind or the strings of argv",
    ],
    [
      'while ((c = getopt(argc, argv, "a")) != -1) argv[1] = "-a";',
      "at most characters(argv, argc) iterations, if the store in line 5 doesn't change the strings of argv",
    ],
    [
      'while ((c = getopt(argc, argv, "a")) != -1) { usage(1); use(k); }',
      "at most characters(argv, argc) iterations, if usage() and use() don't change optind or the strings of argv",
    ],
    [
      'while ((c = getopt(argc, argv, "a")) != -1) (*(void (*)(void))copy)();',
      "at most characters(argv, argc) iterations, if the function called in line 5 doesn't change optind or the strings of argv",
    ],
    // a character may lie anywhere
    [
      'while ((c = getopt(argc, argv, "a")) != -1) *optarg = 0;',
      "at most characters(argv, argc) iterations, if the store in line 5 doesn't change optind or the strings of argv",
    ],
    // what has a name is no argument that the program was started with
    [
      'while ((c = getopt(argc, argv, "a")) != -1) { flag = optarg; letter = c; o.at = optarg; row[1] = 0; }',
      'at most characters(argv, argc) iterations',
    ],
    [
      'char *own[] = {letters, 0}; argv = own; while ((c = getopt(argc, argv, "a")) != -1) letters[0] = 0;',
      "at most characters(argv, argc) iterations, if the store in line 5 doesn't change the strings of argv",
    ],
    // it doesn't come back
    [
      'while ((c = getopt(argc, argv, "a")) != -1) if (c == \'?\') end(2);',
      'at most characters(argv, argc) iterations',
    ],
    [
      'while ((c = getopt(argc, argv, "a")) != -1) if (c == \'?\') mayEnd(2);',
      "at most characters(argv, argc) iterations, if mayEnd() doesn't change optind or the strings of argv",
    ],
    // the end in other words; a variable that has the name alone
    [
      'for (;;) { c = getopt(argc, argv, "a"); if (c != -1) k++; else break; }',
      'at most characters(argv, argc) iterations',
    ],
    [
      'int optind = 0; while ((c = getopt(argc, argv, "a")) != -1) optind++;',
      'at most characters(argv, argc) iterations',
    ],
    // begun anew; handed over is another vector each time; the end isn't what is asked for
    ['while ((c = getopt(argc, argv, "a")) != -1) optind = 1;', 'until getopt() returns -1'],
    ['while ((c = getopt(argc, argv, "a")) != -1) { argv++; argc--; }', 'until getopt() returns -1'],
    ['while ((c = getopt(argc, argv, "a")) != \'x\') k++;', "until getopt() returns 'x'"],
    ['while ((c = getopt(argc, argv, "a")) != -1) argc--;', 'until getopt() returns -1'],
    ['while ((c = getopt(argc, argv, "a")) != -1) argv++;', 'until getopt() returns -1'],
    ['while ((c = getopt(argc, argv, "a")) != 0) k++;', 'until getopt() returns 0'],
    ['while ((c = getopt(argc, argv, "a")) != -2) k++;', 'until getopt() returns -2'],
    ['while ((c = getopt(argc, argv, "a")) > -1) k++;', 'until getopt() returns at most -1'],
    ['while ((c = getopt(argc, argv, "a")) == -1) k++;', 'until getopt() returns something other than -1'],
    // what is tested is, or may be, something else
    ['while ((c = next()) != -1) k++;', 'until next() returns -1'],
    ['int d; while ((d = getopt(argc, argv, "a")), (c = next()) != -1) k++;', 'until next() returns -1'],
    ['for (;;) { c = getopt(argc, argv, "a"); if (k) c = 1; if (c == -1) break; }', 'until c == -1 in line 5'],
    ['c = 0; for (;;) { if (c == -1) break; c = getopt(argc, argv, "a"); }', 'until c == -1 in line 5'],
    // not in every iteration: the call, the test; and another call takes its part
    ['for (;;) { if (next()) c = getopt(argc, argv, "a"); if (c == -1) break; }', 'until getopt() returns -1'],
    ['for (;;) { c = getopt(argc, argv, "a"); if (next()) { if (c == -1) break; } }', 'until c == -1 in line 5'],
    [
      'while ((c = getopt(argc, argv, "a")) != -1) if (c == 1) { int x = getopt(argc, argv, "b"); k += x; }',
      'until (c = getopt(argc, argv, "a")) == -1',
    ],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});
