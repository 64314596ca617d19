/** What is longer becomes a file: a field with more of it would hold up the page with each key. */
export const MOST_BYTES = 20_000;

/** Without counting bytes where the characters decide. */
export const isLong = (text: string): boolean =>
  text.length > MOST_BYTES || (text.length * 3 > MOST_BYTES && new Blob([text]).size > MOST_BYTES);

export const asFile = (name: string, text: string) => ({
  name,
  content: new Blob([text], { type: 'text/plain' }),
});
