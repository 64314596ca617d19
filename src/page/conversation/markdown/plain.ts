import type { Token, Tokens } from 'marked';
import { lexed } from './lexed.ts';

/** What a text in Markdown says, without its marks, as a screen reader tells it. For texts of bounded length. */
export const plainText = (markdown: string): string =>
  blocks(lexed(markdown.replaceAll(/\r\n?/gu, '\n'), {})).trim();

const blocks = (tokens: readonly Token[]): string =>
  tokens
    .map(plain)
    .filter((text) => text !== '')
    .join('\n');

const inline = (tokens: readonly Token[]): string => tokens.map(plain).join('');

function plain(token: Token): string {
  switch (token.type) {
    case 'blockquote':
      return blocks(token.tokens ?? []);
    case 'list': {
      const { items, ordered, start } = token as Tokens.List;
      return items
        .map(({ tokens }, nth) => `${ordered ? `${Number(start) + nth}. ` : ''}${blocks(tokens)}`)
        .join('\n');
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows]
        .map((cells) => cells.map(({ tokens }) => inline(tokens)).join(', '))
        .join('\n');
    }
    case 'br':
      return '\n';
    case 'checkbox':
    case 'def':
    case 'hr':
    case 'space':
      return '';
    case 'html':
      return token.raw;
    default:
      return 'tokens' in token && token.tokens
        ? inline(token.tokens)
        : ((token as Tokens.Text).text ?? token.raw);
  }
}
