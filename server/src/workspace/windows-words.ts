/**
 * Words of a command as programs on Windows split it. A backslash is one, but before a double quote: there two stand for
 * one, and one that is left over makes the quote a letter. Single quotes are letters.
 */
export function windowsWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let inQuotes = false;
  for (const [unit, backslashes = '', quote] of command.matchAll(/(\\*)(")|\s|[^\s"]/g)) {
    if (quote !== undefined) {
      const isLetter = backslashes.length % 2 === 1;
      word = (word ?? '') + '\\'.repeat(Math.floor(backslashes.length / 2)) + (isLetter ? '"' : '');
      if (!isLetter) inQuotes = !inQuotes;
    } else if (inQuotes || /\S/.test(unit)) word = (word ?? '') + unit;
    else {
      if (word !== null) words.push(word);
      word = null;
    }
  }
  if (word !== null) words.push(word);
  return words;
}
