/** The step of the GitHub Action, run as the service does: in a repository with a branch that makes something worse. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const GOOD = 'int a[10];\nvoid f(void) { for (int i = 0; i < 10; i++) a[i] = i; }\n';
let folder = '';
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

function step(inputs: Record<string, string>) {
  const at = (name: string): string => join(folder, '.git', name);
  const { status, stdout } = spawnSync('bash', [resolve('scripts/action.sh')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...inputs,
      RUNNER_TEMP: at(''),
      GITHUB_OUTPUT: at('out'),
      GITHUB_STEP_SUMMARY: at('summary'),
    },
  });
  return { status, stdout, summary: existsSync(at('summary')) ? readFileSync(at('summary'), 'utf8') : '' };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'looplens action '));
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.c'), GOOD);
  git('add', '.');
  git('commit', '-qm', 'good');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('passes what is good, fails what is not, and tells what has changed', () => {
  expect(step({ LOOPLENS_PATHS: '.' }).status).toBe(0);
  writeFileSync(join(folder, 'a.c'), `\n${GOOD.replace('i < 10', 'i <= 10')}`);
  git('commit', '-qam', 'worse');
  const { status, stdout, summary } = step({ LOOPLENS_PATHS: '.', LOOPLENS_COMPARE_WITH: 'main~1' });
  expect(status).toBe(1);
  expect(stdout).toContain('a.c:3:');
  expect(summary).toContain('#### New (1)');
  const outputs = readFileSync(join(folder, '.git', 'out'), 'utf8');
  const [, sarif = '', report = ''] = /sarif=(.*)\nreport=(.*)\n/.exec(outputs) ?? [];
  expect(JSON.parse(readFileSync(sarif, 'utf8'))).toMatchObject({ version: '2.1.0', runs: [{ results: [{}] }] });
  expect(readFileSync(report, 'utf8')).toContain('writes element 10');
  // what was wrong already fails nothing where the call compares
  expect(step({ LOOPLENS_PATHS: '.', LOOPLENS_COMPARE_WITH: 'HEAD' }).status).toBe(0);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
}, 300_000);

it('every input of the action reaches its step', () => {
  const action = readFileSync('action.yml', 'utf8');
  const declared = [...(/inputs:\n([\s\S]*?)\noutputs:/.exec(action)?.[1] ?? '').matchAll(/^ {2}([\w-]+):/gm)].map(
    ([, name]) => name,
  );
  const used = [...action.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name);
  expect(used.sort()).toEqual(declared.sort());
  const script = readFileSync('scripts/action.sh', 'utf8');
  for (const [, name] of action.matchAll(/^ {8}(LOOPLENS_\w+):/gm)) expect(script).toContain(`\${${name}:-`);
});
