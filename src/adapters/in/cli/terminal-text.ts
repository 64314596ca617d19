/** What a model, a tool or a file says is shown by a terminal, not obeyed (S41). Line breaks and tabs stay. */
export const shown = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** The same, on one line. */
export const onOneLine = (text: string): string => shown(text).replace(/[\n\t]+/gu, ' ');
