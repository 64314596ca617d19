import type { MarkedOptions, Tokens } from 'marked';

/** A formula in TeX: `text` is what stands between its marks. */
export interface MathToken {
  readonly type: 'math';
  readonly raw: string;
  readonly text: string;
  readonly isDisplay: boolean;
}

/** A longer formula is shown as it was typed. */
const MAX_CHARS = 2_000;

const CLOSING: Readonly<Record<string, string>> = { $$: '$$', $: '$', '\\[': '\\]', '\\(': '\\)' };

/**
 * The formula that the text begins with, by the rules of Pandoc: no blank line in it; a single `$` opens before and
 * closes behind a character that is no space, and closes before no digit, so that prices are none.
 * @param before the character in front: after a letter or a digit, a `$` is part of a price or a name
 * @returns 'open' if it depends on the text that follows
 */
export function mathAt(text: string, before = ''): MathToken | 'open' | null {
  const opening = /^(?:\$\$?|\\[[(])/u.exec(text)?.[0];
  if (opening === undefined) return null;
  const isDollar = opening === '$';
  if (isDollar && (/[\p{L}\d]/u.test(before) || /^\$\s/u.test(text))) return null;
  const closing = CLOSING[opening];
  const marks = isDollar ? /\\[^]|\$|\n[ \t]*\n/gu : /\\[^]|\$\$|\n[ \t]*\n/gu;
  marks.lastIndex = opening.length;
  for (let found = marks.exec(text); found && found.index <= MAX_CHARS; found = marks.exec(text)) {
    const [mark] = found;
    const end = found.index + mark.length;
    if (mark === closing) {
      const inner = text.slice(opening.length, found.index);
      const isNone = isDollar && (/\s$/u.test(inner) || /\d/u.test(text[end] ?? ''));
      if (isNone || inner.trim() === '') return null;
      return {
        type: 'math',
        raw: text.slice(0, end),
        text: inner,
        isDisplay: opening === '$$' || opening === '\\[',
      };
    }
    // Another formula begins within it, or a paragraph ends.
    if (mark === opening || mark.startsWith('\n')) return null;
  }
  return text.length <= MAX_CHARS ? 'open' : null;
}

/** Where a line begins a formula that has a block of its own, in a text that still grows; -1 if none is open there. */
export function openBlockAt(text: string): number {
  const from = Math.max(0, ...[...text.matchAll(/\n[ \t]*\n/gu)].slice(-1).map(({ index }) => index));
  let end = from;
  for (const { index, 0: mark } of text.slice(from).matchAll(BLOCK)) {
    const at = from + index + mark.length;
    if (at < end) continue;
    const found = mathAt(text.slice(at));
    if (found === 'open') return from + index;
    if (found) end = at + found.raw.length;
    // Whether the formula is a block of its own depends on the rest of its line.
    if (found && /^[ \t]*$/u.test(text.slice(end))) return from + index;
  }
  return -1;
}

/** What the beginning of a line is before a formula in a block of its own. */
const BLOCK = /^ {0,3}(?=\$\$|\\\[)/gmu;

function blockAt(text: string): MathToken | null {
  const indent = /^ {0,3}(?=\$\$|\\\[)/u.exec(text)?.[0];
  if (indent === undefined) return null;
  const found = mathAt(text.slice(indent.length));
  if (!found || found === 'open') return null;
  const raw = indent + found.raw;
  const rest = /^[ \t]*(?:\n|$)/u.exec(text.slice(raw.length));
  return rest ? { ...found, raw: raw + rest[0] } : null;
}

/** Formulas as the lexer of marked takes its extensions. */
export const formulas: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  block: [(text) => blockAt(text) ?? undefined],
  startBlock: [
    (text) => {
      const paragraph = /\n[ \t]*\n/u.exec(text)?.index ?? text.length;
      for (const { index } of text.slice(0, paragraph).matchAll(BLOCK))
        if (index > 0 && blockAt(text.slice(index))) return index;
      return;
    },
  ],
  inline: [
    (text, tokens) => {
      const found = mathAt(text, (tokens.at(-1) as Tokens.Generic | undefined)?.raw.at(-1));
      return found && found !== 'open' ? found : undefined;
    },
  ],
  startInline: [(text) => indexOf(text)],
};

function indexOf(text: string): number | undefined {
  const at = text.search(/\$|\\[[(]/u);
  return at === -1 ? undefined : at;
}
