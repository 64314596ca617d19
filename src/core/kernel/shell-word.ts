/** A name as it is typed in a shell: as it is, or in quotes, within which a shell reads nothing into it. */
export const shellWord = (name: string): string =>
  /^[\w.,:@/+=-]+$/u.test(name) && !name.startsWith('-')
    ? name
    : `'${name.replaceAll("'", String.raw`'\''`)}'`;
