import { Lexer, type Links, type Token } from 'marked';
import { calm } from './calm.ts';

/** One block of Markdown: a paragraph, a list, a table, a fence. Equal `raw` renders equally. */
export interface MarkdownBlock {
  readonly key: number;
  readonly raw: string;
  readonly token: Token;
  /** The text may still grow into it. */
  readonly isOpen: boolean;
}

/** Nested deeper than this, quotes and lists are shown as they were typed: parsers take quadratic time on them. */
const MAX_NESTING = 24;
const tooDeep = new RegExp(`^(?:[ \\t]*(?:>|[-+*]|\\d{1,9}[.)])){${MAX_NESTING},}`, 'mu');

/**
 * Markdown that arrives in pieces (CommonMark and GitHub's tables, as marked reads them). A block that another one
 * follows is settled: it is neither parsed nor drawn again, so the cost of a piece does not grow with the answer.
 */
export class GrowingMarkdown {
  #settled: readonly MarkdownBlock[] = [];
  /** Definitions such as `[1]: https://…` hold in all later blocks. */
  #links: Links = {};
  #parsed = 0;
  #tail = '';

  /** @param text the whole text so far; it begins with that of the last call. @param isOpen more may follow */
  read(text: string, isOpen: boolean): readonly MarkdownBlock[] {
    this.#tail += text.slice(this.#parsed);
    this.#parsed = text.length;
    const tokens = this.#lexed(this.#tail);
    const last = tokens.findLastIndex(({ type }) => type !== 'space');
    const settled = tokens.slice(0, Math.max(last, 0));
    if (settled.length > 0) {
      this.#settled = [...this.#settled, ...this.#blocks(settled, false)];
      this.#tail = this.#tail.slice(settled.reduce((length, { raw }) => length + raw.length, 0));
    }
    if (this.#tail.trim() === '') return this.#settled;
    const open = isOpen ? this.#lexed(calm(this.#tail)) : tokens.slice(Math.max(last, 0));
    return [...this.#settled, ...this.#blocks(open, isOpen)];
  }

  #blocks(tokens: readonly Token[], isOpen: boolean): readonly MarkdownBlock[] {
    const from = this.#settled.length;
    return tokens
      .filter(({ type }) => type !== 'space' && type !== 'def')
      .map((token, nth) => ({ key: from + nth, raw: token.raw, token, isOpen }));
  }

  #lexed(text: string): readonly Token[] {
    if (!tooDeep.test(text)) {
      const lexer = new Lexer({ gfm: true });
      lexer.tokens.links = this.#links;
      try {
        return lexer.lex(text);
      } catch {
        // The stack was too small for it.
      }
    }
    return [{ type: 'code', raw: text, text, lang: '' }];
  }
}
