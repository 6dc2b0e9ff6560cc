/**
 * Names that no header that was read declares: each is one object for all functions, and library functions may set
 * `errno`.
 */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';

const host = { now: () => 0, cancelled: () => false };
const verdictsOf = async (source: string): Promise<string[]> =>
  (await analyze(`#include <assert.h>\n${source}`, { ...DEFAULT_OPTIONS, loops: false }, host)).assertions.map(
    ({ verdict }) => verdict,
  );

describe('an object of a header that is not read', () => {
  it('is the same in all functions', async () => {
    const source = `#include "elsewhere.h"
      static void set(void) { thing_elsewhere = 5; }
      int f(void) { thing_elsewhere = 0; set(); assert(thing_elsewhere == 5); assert(thing_elsewhere == 0); return 0;
        }`;
    expect(await verdictsOf(source)).toEqual(['holds', 'violated']);
  });

  it.each(['#include <errno.h>', 'extern int errno;'])('errno may be set by a library function: %s', async (head) => {
    const source = `${head}
      int close(int);
      static void done(int file) { close(file); }
      int f(int file) { errno = 0; close(file); assert(errno == 0); return 0; }
      int g(int file) { errno = 0; done(file); assert(errno == 0); return 0; }
      int h(int file) { errno = 0; assert(errno == 0); return 0; }`;
    const [called, below, kept] = await verdictsOf(source);
    expect([called, below]).not.toContain('holds');
    expect(kept).toBe('holds');
  });
});
