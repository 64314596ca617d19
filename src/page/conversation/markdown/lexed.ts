import { Lexer, type Links, type Token } from 'marked';
import { formulas } from './math.ts';

/**
 * Nested deeper than this, quotes and lists are shown as they were typed: parsers take quadratic time on them. In a
 * list each level is indented, in a line the marks follow each other.
 */
const tooDeep = /^(?:(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){24,}|[ \t]{40,}(?:[-+*]|\d{1,9}[.)])[ \t])/mu;
/** In one paragraph, cell or item; so many marks that may open or close something make parsing quadratic. */
const MAX_MARKS = 400;
/** A word of this length with an @ or a dot is searched for mail addresses in quadratic time. */
const longWord = /\S{1500}/u;

/**
 * The tokens of a text of bounded length. What would take long is shown as it was typed.
 * @param links definitions of the texts around it
 */
export function lexed(text: string, links: Links): readonly Token[] {
  if (text === '') return [];
  if (!tooDeep.test(text)) {
    const lexer = new Lexer({ gfm: true, extensions: formulas });
    lexer.tokens.links = { ...links };
    try {
      lexer.blockTokens(text, lexer.tokens);
      // Blocks with inline text are queued, so that definitions behind them count.
      for (const { src, tokens } of lexer.inlineQueue) {
        if (isHard(src)) tokens.push({ type: 'text', raw: src, text: src });
        else lexer.inlineTokens(src, tokens);
      }
      return lexer.tokens;
    } catch {
      // The stack was too small for it.
    }
  }
  return [{ type: 'code', raw: text, text, lang: '' }];
}

function isHard(text: string): boolean {
  if (longWord.test(text)) return true;
  let marks = 0;
  for (const _ of text.matchAll(/[[\]<`*_~!\\$]/gu)) if ((marks += 1) > MAX_MARKS) return true;
  return false;
}
