/** What a script in an editor has said: a line of JSON for each thing, among whatever else the editor prints. */
export const saidIn = (output) =>
  new Map(
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .map(({ what, value }) => [what, value]),
  );
