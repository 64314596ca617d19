/** The words of a command as a person types them; single quotes hold words together. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, word]) => quoted ?? word ?? '');
