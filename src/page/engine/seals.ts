/** A text as JSON has it, from one quotation mark to the other. */
export const QUOTED = /^"(?:[^"\\]|\\.)*"$/su;
const EACH_QUOTED = /"(?:[^"\\]|\\.)*"/gsu;

/** Signs that Unicode leaves to private use. */
const FIRST = 0xf_0000;
export const SEAL = String.raw`[\u{f0000}-\u{ffffd}]`;
const EACH_SEAL = new RegExp(SEAL, 'gu');

/** What stands in quotation marks, each as one sign while the text around it is looked at. */
export class Seals {
  readonly #texts: string[] = [];

  /** Null for a text that has such signs itself. */
  seal(text: string): string | null {
    if (new RegExp(SEAL, 'u').test(text)) return null;
    return text.replaceAll(EACH_QUOTED, (quoted) => {
      this.#texts.push(quoted);
      return String.fromCodePoint(FIRST + this.#texts.length - 1);
    });
  }

  /**
   * The text with what was sealed, between quotation marks as `quoted` writes them. Within JSON they stay what they are.
   */
  opened(text: string, quoted: (text: string) => string = (one) => one): string {
    return text.replaceAll(EACH_SEAL, (sign, at: number) => {
      const original = this.#texts[(sign.codePointAt(0) ?? FIRST) - FIRST] ?? '';
      return at === 0 || /[\s(]/u.test(text[at - 1] ?? '') ? quoted(original) : original;
    });
  }
}
