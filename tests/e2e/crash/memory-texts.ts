const lines = (word: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `${word} number ${index}, and what there is to say of it\n`,
  ).join('');

export const OLD_TEXT = `${lines('old', 2_000)}${lines('both', 500)}`;
export const NEW_TEXT = `${lines('new', 6_000)}${lines('both', 500)}`;
