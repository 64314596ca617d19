import { Parser } from 'htmlparser2';
import { Lexer, type Token, type Tokens } from 'marked';

/**
 * What a person would read out of a text in Markdown (CommonMark with GitHub's tables, as marked reads it): the words of
 * headings, paragraphs, lists and tables, each ended so that the voice pauses. Left out are code blocks, the addresses
 * of links and bare ones, the marks, HTML, pictures but for their descriptions, and emoji. Never throws: what is nested
 * too deeply for the parser is taken as it stands, without its marks.
 */
export function wordsToSay(markdown: string): string {
  const text = markdown.replaceAll(/\r\n?/gu, '\n');
  return clean(blocksIn(text).join('\n\n'));
}

function blocksIn(text: string): readonly string[] {
  try {
    return new Lexer({ gfm: true }).lex(text).flatMap(block);
  } catch {
    // The stack was too small for it.
    return [text.replaceAll(/[#>*_`~|[\]]+/gu, ' ')];
  }
}

function block(token: Token): readonly string[] {
  switch (token.type) {
    case 'heading':
    case 'paragraph':
      return [ended(inline(token.tokens))];
    case 'text':
      return [ended(token.tokens ? inline(token.tokens) : wordsIn(token.text as string))];
    case 'blockquote':
      return (token.tokens ?? []).flatMap(block);
    case 'list': {
      const list = token as Tokens.List;
      return [list.items.map((item, nth) => itemOf(item, list, nth)).join('\n')];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const row = (cells: readonly Tokens.TableCell[]): string => {
        const words = cells.map(({ tokens }) => inline(tokens).trim()).filter((cell) => cell !== '');
        return ended(words.join(', '));
      };
      return [[header, ...rows].map(row).join('\n')];
    }
    case 'html':
      return [ended(wordsIn(token.raw))];
    default:
      // Code, lines, definitions, spaces.
      return [];
  }
}

/** Numbers are read out, other marks are not. */
function itemOf({ tokens }: Tokens.ListItem, { ordered, start }: Tokens.List, nth: number): string {
  const words = tokens
    .filter(({ type }) => type !== 'checkbox')
    .flatMap(block)
    .join('\n');
  return ordered && words.trim() !== '' ? `${Number(start) + nth}. ${words}` : words;
}

const inline = (tokens: readonly Token[] | undefined): string => (tokens ?? []).map(word).join('');

function word(token: Token): string {
  switch (token.type) {
    case 'br':
      return '\n';
    case 'codespan':
    case 'escape':
      return token.text as string;
    case 'html':
    case 'checkbox':
      return '';
    default:
      // Text, emphasis, links; of a picture its description.
      return 'tokens' in token && token.tokens && token.type !== 'image'
        ? inline(token.tokens)
        : wordsIn('text' in token ? (token.text as string) : '');
  }
}

/** Without tags, scripts and styles, and with characters for their references (`&amp;`). */
function wordsIn(html: string): string {
  if (!/[<&]/u.test(html)) return html;
  const words: string[] = [];
  let hidden = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => (hidden += UNSAID.has(name) ? 1 : 0),
      onclosetag: (name) => (hidden -= UNSAID.has(name) ? 1 : 0),
      ontext: (text) => hidden === 0 && words.push(text),
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return words.join('');
}

const UNSAID: ReadonlySet<string> = new Set(['script', 'style', 'pre', 'svg', 'template']);

/** A block that ends without a mark of its own would run into the next. */
function ended(text: string): string {
  const words = clean(text);
  return words === '' || /[.!?:;…。！？：；]["'”’)\]»]*$/u.test(words) ? words : `${words}.`;
}

/** Without addresses, emoji and what cannot be said; spaces and line breaks in one form. */
function clean(text: string): string {
  return (
    text
      .replaceAll(ADDRESS, '')
      .replaceAll(EMOJI, '')
      .replaceAll(UNSPEAKABLE, ' ')
      .replaceAll(/[^\S\n]+/gu, ' ')
      .replaceAll(/ ?\n ?/gu, '\n')
      .replaceAll(/\n{3,}/gu, '\n\n')
      .replaceAll(/\(\s*\)|\[\s*\]|<\s*>/gu, '')
      .replaceAll(/ +([.,;:!?])/gu, '$1')
      .split('\n')
      // Punctuation without words is what remains of an address or a picture.
      .map((line) => (/[\p{L}\p{N}]/u.test(line) ? line.trim() : ''))
      .join('\n')
      .replaceAll(/\n{3,}/gu, '\n\n')
      .trim()
  );
}

/** With a scheme, or beginning with www; a full stop at the end belongs to the sentence. */
const ADDRESS =
  /(?:\b[a-z][a-z\d+.-]{0,20}:\/\/|\bwww\.)[^\s<>"'()]*(?:\([^\s<>"'()]*\)[^\s<>"'()]*)*(?<![.,;:!?])|\bdata:[\w.+-]+\/[\w.+-]+[;,][^\s<>"')]*/giu;
/** Sequences with all their parts; single signs only if they are drawn in colour by themselves. */
const EMOJI = /\p{RGI_Emoji}|\p{Emoji_Presentation}|[\u{1F3FB}-\u{1F3FF}]|\uFE0F|\u20E3/gv;
/** Control characters, marks of direction, boxes and private use; the joiners of words stay. */
const UNSPEAKABLE = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2500-\u259F\uFFFC\uFFFD]/gu;
