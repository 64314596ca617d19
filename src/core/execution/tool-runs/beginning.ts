/** The first characters of a text, in UTF-16 units; no character is cut in half. */
export const beginning = (text: string, chars: number): string =>
  text.length <= chars ? text : text.slice(0, chars).replace(/[\ud800-\udbff]$/u, '');
