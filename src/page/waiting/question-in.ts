/** A question, and what is said before it: its last paragraph asks. */
export function questionIn(text: string): { readonly before: string; readonly asks: string } {
  const at = text.trimEnd().lastIndexOf('\n\n');
  return at === -1
    ? { before: '', asks: text }
    : { before: text.slice(0, at).trim(), asks: text.slice(at).trim() };
}
