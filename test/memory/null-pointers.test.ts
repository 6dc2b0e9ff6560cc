/** Going through a pointer that is null is undefined: what stands behind it isn't reached, and no assertion there fails. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze, reach } from '../../server/src/analysis/analyze-file.ts';

const PRELUDE = '#include <assert.h>\nstruct s { struct s *next; int n; int a[2]; }; static struct s g = { 0, 1 }; static int *p; int x;';
const host = { now: () => performance.now(), cancelled: () => false };
const options = { ...DEFAULT_OPTIONS, loops: false };

describe('a static pointer that is null where the program starts', () => {
  it.each([
    ['is written through', 'p[0] = 1;'],
    ['is read through', 'x = *p;'],
    ['is a member, written through in parentheses', '(*g.next).n -= 1;'],
    ['is a member, read through', 'x = g.next->n;'],
    ['leads to an array', 'g.next->a[1] = 2;'],
    ['is gone through twice', 'x = g.next->next->n;'],
    ['is gone through on both ways', 'if (x) p[0] = 1; else x = *p;'],
    ['leads somewhere only afterwards', 'p[0] = 1; p = &x;'],
    ['is null again', 'p = &x; p = 0; p[0] = 1;'],
    ['is one in the function', 'static int *q; *q = 3;'],
    ['is a local', 'struct s *l = 0; x = l->n;'],
  ])('%s', async (_, body) => {
    const source = `${PRELUDE}\nint main(void) { ${body}\n x = 1;\n assert(x == 2); return 0; }\n`;
    const { assertions } = await analyze(source, options, host);
    expect(assertions[0]?.verdict).toBe('holds');
    const answer = await reach(source, { line: 4, options }, host);
    expect('missing' in answer ? answer.missing : answer.verdict).toBe('unreachable');
  });

  it.each([
    ['by a callee', 'static void put(int *q) { *q = 1; }', 'put(p);'],
    ['by a callee, a member', 'static int get(struct s *q) { return q->n; }', 'x = get(g.next);'],
    ['by a copy', '', 'int *l = p; *l = 2;'],
    ['by a copy, a member', '', 'struct s *l = g.next; l->n++;'],
  ])('%s: nothing fails behind it', async (_, callee, body) => {
    const source = `${PRELUDE}\n${callee}\nint main(void) { ${body}\n x = 1;\n assert(x == 2); return 0; }\n`;
    const { assertions } = await analyze(source, options, host);
    expect(assertions[0]?.verdict).not.toBe('violated');
    const answer = await reach(source, { line: 5, options }, host);
    expect('missing' in answer ? answer.missing : answer.verdict).not.toBe('reachable');
  });

  it('and does no harm where it has been set', async () => {
    const { assertions } = await analyze(`${PRELUDE}\nint main(void) { p = &x; *p = 1; assert(x == 2); return 0; }\n`, options, host);
    expect(assertions[0]?.verdict).toBe('violated');
  });
});
