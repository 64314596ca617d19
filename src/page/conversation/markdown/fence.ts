/** A fence as it is drawn: its code in parts, of which all but the last stay as they are. */
export interface FenceToken {
  readonly type: 'fence';
  readonly raw: string;
  readonly lang: string;
  readonly parts: readonly string[];
}

/** Characters that are drawn together. */
const PART_CHARS = 6_000;

/** A fenced block whose text still arrives (CommonMark, Fenced code blocks). Each line is looked at once. */
export class Fence {
  /** What follows the line that opens it. */
  readonly rest: string;
  readonly #lang: string;
  readonly #indent: RegExp | null;
  readonly #closing: RegExp;
  readonly #closingAtEnd: RegExp;
  readonly #mayClose: RegExp;
  #parts: readonly string[] = [];
  #last = '';
  /** The beginning of a very long line is in `#last` already. */
  #isMidLine = false;

  constructor(indent: string, marks: string, lang: string, rest: string) {
    const [mark = ''] = marks;
    this.#lang = lang;
    this.#indent = indent === '' ? null : new RegExp(`^ {1,${indent.length}}`, 'gmu');
    this.#closing = new RegExp(`^ {0,3}${mark}{${marks.length},}[ \\t]*\\n`, 'mu');
    this.#closingAtEnd = new RegExp(`^ {0,3}${mark}{${marks.length},}[ \\t]*$`, 'u');
    this.#mayClose = new RegExp(`^ {0,3}${mark}*[ \\t]*$`, 'u');
    this.rest = rest;
  }

  /** Takes whole lines up to the closing one. @returns what is left: the text behind the fence, or a line that is not whole */
  take(text: string): { readonly isClosed: boolean; readonly rest: string } {
    const found = this.#closing.exec(text);
    // At the start, `^` may be the middle of a line.
    const isClosed = found !== null && !(this.#isMidLine && found.index === 0);
    const end = isClosed ? found.index : text.lastIndexOf('\n') + 1;
    this.#write(text.slice(0, end));
    const rest = text.slice(isClosed ? end + found[0].length : end);
    if (isClosed || rest.length <= PART_CHARS) return { isClosed, rest };
    this.#write(rest);
    return { isClosed, rest: '' };
  }

  /** @param line the line that is not whole yet */
  token(line: string): FenceToken {
    return this.#drawn(!this.#isMidLine && this.#mayClose.test(line) ? '' : line);
  }

  /** The fence at the end of the text, where a line without a break closes it, too. */
  ended(line: string): FenceToken {
    return this.#drawn(!this.#isMidLine && this.#closingAtEnd.test(line) ? '' : line);
  }

  #drawn(line: string): FenceToken {
    const last = this.#last + this.#unindented(line);
    const parts = last === '' ? this.#parts : [...this.#parts, last];
    return { type: 'fence', raw: '', lang: this.#lang, parts };
  }

  #write(text: string): void {
    if (text === '') return;
    this.#last += this.#unindented(text);
    this.#isMidLine = !text.endsWith('\n');
    while (this.#last.length > PART_CHARS) {
      const line = this.#last.lastIndexOf('\n', PART_CHARS - 1) + 1;
      const isSurrogate = /[\uD800-\uDBFF]$/u.test(this.#last.slice(0, PART_CHARS));
      const at = line > 0 ? line : isSurrogate ? PART_CHARS - 1 : PART_CHARS;
      this.#parts = [...this.#parts, this.#last.slice(0, at)];
      this.#last = this.#last.slice(at);
    }
  }

  #unindented(text: string): string {
    if (!this.#indent) return text;
    const from = this.#isMidLine ? text.indexOf('\n') + 1 || text.length : 0;
    return text.slice(0, from) + text.slice(from).replaceAll(this.#indent, '');
  }
}

/** The fence that this text begins with, once its first line is whole. */
export function fenceAt(text: string): Fence | null {
  const found = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})[ \t]*([^\n]*)\n/u.exec(text);
  if (!found) return null;
  const [opening, indent = '', marks = '', lang = ''] = found;
  return new Fence(indent, marks, lang.trim(), text.slice(opening.length));
}

/** The code of a fence, without the break before its closing line. */
export const codeOf = (parts: readonly string[]): string => parts.join('').replace(/\n$/u, '');

/** Whether code is a diagram to draw. While more of it may come, it is code. */
export const isDiagram = (language: string, isOpen: boolean): boolean =>
  language.toLowerCase() === 'mermaid' && !isOpen;
