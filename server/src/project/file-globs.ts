/** Globs on the disk. */

/** What they match, seen from the directory. Their package is loaded where there are some. */
export async function matching(patterns: readonly string[], directory: string): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  return glob([...patterns], { cwd: directory, dot: true, ignore: ['**/.git/**'] });
}
