import type { Links, Token, Tokens } from 'marked';
import { calm } from './calm.ts';
import { cutOf } from './cut.ts';
import { Fence, fenceAt, type FenceToken } from './fence.ts';
import { lexed } from './lexed.ts';
import { openBlockAt } from './math.ts';

/** One block of Markdown: a paragraph, a list, a table, a fence. A settled one stays the same object. */
export interface MarkdownBlock {
  readonly key: number;
  readonly token: Token | FenceToken;
  /** The text may still grow into it. */
  readonly isOpen: boolean;
  /** The block before it is its beginning: a paragraph, list or table of unusual length is drawn in parts. */
  readonly isContinued: boolean;
}

export interface Drawing {
  /** Blocks in groups of `GROUP`. A group that is full stays the same array. */
  readonly groups: readonly (readonly MarkdownBlock[])[];
  /** Text is left over for the next call. */
  readonly isBehind: boolean;
}

/** Blocks that are compared and drawn together. */
const GROUP = 32;
/** Text is taken in steps of this many characters, so that a parser never sees more than this and one open block. */
const STEP = 2_048;
/** A longer block is cut, because the open block is parsed anew with each piece of text. */
const MAX_OPEN = 6_000;
const MAX_LINKS = 1_000;

/**
 * Markdown that arrives in pieces (CommonMark and GitHub's tables, as marked reads them). A block that another one
 * follows is settled: it is neither parsed nor drawn again, so the cost of a piece does not grow with the answer.
 * The same text makes the same blocks, whatever pieces it came in.
 */
export class GrowingMarkdown {
  #groups: (readonly MarkdownBlock[])[] = [];
  #count = 0;
  /** Definitions such as `[1]: https://…` hold in all blocks. */
  #links: Links = {};
  #taken = 0;
  #tail = '';
  #fence: Fence | null = null;
  #isContinued = false;

  /**
   * @param text the whole text so far; it begins with that of the last call
   * @param isOpen more may follow
   * @param mayGoOn asked after each step: whether there is time for another one
   */
  read(text: string, isOpen: boolean, mayGoOn: () => boolean = () => true): Drawing {
    // Half of a line break of two characters waits for the other half.
    const length = isOpen && text.endsWith('\r') ? text.length - 1 : text.length;
    while (this.#taken < length) {
      const step = Math.min(length, this.#taken + STEP);
      const end = step < length && text[step - 1] === '\r' ? step - 1 : step;
      this.#tail += text.slice(this.#taken, end).replaceAll(/\r\n?/gu, '\n');
      this.#taken = end;
      this.#settle();
      if (!mayGoOn()) break;
    }
    const isBehind = this.#taken < length;
    const groups = this.#withEnd(isOpen || isBehind);
    return { groups: isOpen || isBehind ? groups : groups.map(joined), isBehind };
  }

  #settle(): void {
    for (;;) {
      if (this.#fence) {
        const { isClosed, rest } = this.#fence.take(this.#tail);
        this.#tail = rest;
        if (!isClosed) return;
        this.#add(this.#fence.token(''));
        this.#fence = null;
        continue;
      }
      const fence = fenceAt(this.#tail);
      if (fence) {
        this.#fence = fence;
        this.#tail = fence.rest;
        continue;
      }
      // A line in a formula that is not closed yet may look like the item of a list.
      const open = openBlockAt(this.#tail);
      const tokens = lexed(open < 0 ? this.#tail : this.#tail.slice(0, open), this.#links);
      const last = tokens.findLastIndex(({ type }) => type !== 'space');
      // A fence that came whole is read like one that grows.
      const nextFence = tokens.findIndex(({ type, raw }) => type === 'code' && fenceAt(raw));
      const end = nextFence > 0 ? nextFence : last;
      const settled = tokens.slice(0, Math.max(end, 0));
      if (settled.length > 0) {
        for (const token of settled) this.#add(token);
        this.#tail = this.#tail.slice(settled.reduce((length, { raw }) => length + raw.length, 0));
        continue;
      }
      if (this.#tail.length <= MAX_OPEN) return;
      const { at, head } = cutOf(this.#tail, tokens[0]?.type ?? '', MAX_OPEN);
      for (const token of lexed(this.#tail.slice(0, at), this.#links)) this.#add(token);
      this.#tail = head + this.#tail.slice(at);
      this.#isContinued = true;
    }
  }

  #add(token: Token | FenceToken): void {
    if (token.type === 'def') this.#define(token);
    if (token.type === 'space' || token.type === 'def') return;
    const block = { key: this.#count, token, isOpen: false, isContinued: this.#isContinued };
    this.#isContinued = false;
    const last = this.#groups.at(-1);
    if (last && last.length < GROUP) this.#groups[this.#groups.length - 1] = [...last, block];
    else this.#groups.push([block]);
    this.#count += 1;
  }

  /** Of definitions of one name the first counts. */
  #define(token: Token | FenceToken): void {
    const { tag, href, title } = token as Tokens.Def;
    const isFull = Object.keys(this.#links).length >= MAX_LINKS;
    if (!isFull && !Object.hasOwn(this.#links, tag)) this.#links[tag] = { href, title };
  }

  /** The settled blocks, and what the rest looks like at the moment. */
  #withEnd(isOpen: boolean): readonly (readonly MarkdownBlock[])[] {
    if (!isOpen) this.#resolve();
    const tokens = this.#fence
      ? [isOpen ? this.#fence.token(this.#tail) : this.#fence.ended(this.#tail)]
      : lexed(isOpen ? calm(this.#tail) : this.#tail, this.#links);
    const blocks = tokens
      .filter(({ type }) => type !== 'space' && type !== 'def')
      .map((token, nth) => {
        return { key: this.#count + nth, token, isOpen, isContinued: nth === 0 && this.#isContinued };
      });
    if (blocks.length === 0) return [...this.#groups];
    const last = this.#groups.at(-1);
    return last && last.length < GROUP
      ? [...this.#groups.slice(0, -1), [...last, ...blocks]]
      : [...this.#groups, blocks];
  }

  /** A definition often stands at the end of an answer: what refers to it becomes a link when the answer is complete. */
  #resolve(): void {
    if (!this.#fence)
      for (const token of lexed(this.#tail, {})) if (token.type === 'def') this.#define(token);
    if (Object.keys(this.#links).length === 0) return;
    this.#groups = this.#groups.map((blocks) => {
      if (!blocks.some(({ token }) => refers(token))) return blocks;
      return blocks.map((block) => {
        if (!refers(block.token)) return block;
        const [token] = lexed(block.token.raw, this.#links);
        return token === undefined ? block : { ...block, token };
      });
    });
  }
}

/**
 * Of a text that is whole, a paragraph that was drawn in parts is one again, where its parts are in one group. One of
 * very many parts stays as it is: a browser takes long to lay it out at once.
 */
function joined(blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  if (!blocks.some(({ isContinued }) => isContinued)) return blocks;
  const all: MarkdownBlock[] = [];
  for (const [nth, block] of blocks.entries()) {
    const before = all.at(-1);
    if (
      before &&
      isPart(block) &&
      before.token.type === 'paragraph' &&
      partsAround(blocks, nth) <= MAX_JOINED
    )
      all[all.length - 1] = { ...before, token: both(before.token, block.token) };
    else all.push(block);
  }
  return all;
}

const MAX_JOINED = 4;

const isPart = (block: MarkdownBlock | undefined): boolean =>
  block?.isContinued === true && block.token.type === 'paragraph';

/** Of how many parts the paragraph is that this block is one of. */
function partsAround(blocks: readonly MarkdownBlock[], nth: number): number {
  let [from, to] = [nth, nth];
  while (isPart(blocks[from])) from -= 1;
  while (isPart(blocks[to + 1])) to += 1;
  return to - from + 1;
}

function both(head: Token | FenceToken, rest: Token | FenceToken): Token {
  const [first, second] = [head as Tokens.Paragraph, rest as Tokens.Paragraph];
  // The cut may have taken the space; a word without end is cut in its middle.
  const isApart = endsWithSpace(first.raw) && !endsWithSpace(first.text);
  const gap: Token[] = isApart ? [{ type: 'text', raw: ' ', text: ' ' }] : [];
  return {
    type: 'paragraph',
    raw: first.raw + second.raw,
    text: `${first.text}${isApart ? ' ' : ''}${second.text}`,
    tokens: [...first.tokens, ...gap, ...second.tokens],
  };
}

// A pattern would be tried at each space of the text.
const endsWithSpace = (text: string): boolean => /\s/u.test(text.slice(-1));

/** Whether the token has brackets that no definition was known for. */
const refers = (token: Token | FenceToken): boolean =>
  token.type !== 'code' && token.type !== 'fence' && /\[[^\]]+\]/u.test(token.raw);
