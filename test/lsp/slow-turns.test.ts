import { expect, test } from 'vitest';
import { createSlowTurns } from '../../server/src/lsp/slow-turns.ts';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

test('a turn of the main loop that takes long is logged with all that was in it, others are not', async () => {
  const lines: string[] = [];
  const turns = createSlowTurns((line) => lines.push(line), 20);
  turns.begin('quick');
  await turn();
  turns.begin('textDocument/hover');
  turns.begin('new results');
  for (const since = performance.now(); performance.now() - since < 30; );
  await turn();
  await turn();
  expect(lines).toEqual([expect.stringMatching(/^slow turn: \d+ ms in textDocument\/hover, new results$/)]);
});
