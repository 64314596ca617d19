// Room: what the model is shown: system prompt, conversation, memory, and the tools that it is offered. A
// thread is compacted before anything of it is left out.

import type { ToolCallId } from '../../../kernel/ids.ts';
import { contextLimits } from '../limits.ts';
import {
  promptTokensIn,
  type ModelBlock,
  type ModelEnd,
  type ModelMessage,
  type ToolResultBlock,
} from '../../../ports/model.ts';
import { tokensIn } from './tokens.ts';

const { full, roomy, parkedChars, cutChars, leastChars, kept, handles, believed } = contextLimits;

/**
 * Selects what a model is shown of a conversation, so that it fits the window. Nothing is lost: the thread keeps every
 * message, and a result that was set aside can be recalled by its handle.
 *
 * In this order: large results are set aside, oldest first; then messages in the middle are left out, never a call
 * without its result; then long texts are cut, those of the last message at the very last. What is left out stays out for the rest of the run, and more than needed
 * is left out at once, because every change near the beginning costs the provider's cache.
 */
export class Context {
  #window: number;
  #fixedTokens: number;
  readonly #parked = new Set<ToolCallId>();
  /** Messages after the first, up to this index, are left out. */
  #from = 1;
  #isCut = false;
  /** Texts are cut to this many characters; those of the last message only where nothing else helps. */
  #chars: number = cutChars;
  #lastChars = Infinity;
  /** The provider's token count relative to our estimate. */
  #correction = 1;

  /** `fixedTokens`: what every request contains besides its messages. */
  constructor(window: number, fixedTokens: number) {
    this.#window = window;
    this.#fixedTokens = fixedTokens;
  }

  /** The window, or what every request contains besides its messages, is another one from now on. */
  resize(window: number, fixedTokens: number): void {
    this.#window = window;
    this.#fixedTokens = fixedTokens;
  }

  /** @returns null if there is no room for messages at all */
  fit(messages: readonly ModelMessage[]): readonly ModelMessage[] | null {
    if (this.#fits(messages, full)) return this.#view(messages);
    this.#park(messages.slice(0, -2));
    if (this.#fits(messages, full)) return this.#view(messages);
    this.#leaveOut(messages);
    if (this.#fits(messages, full)) return this.#view(messages);
    this.#isCut = true;
    this.#park(messages.slice(0, -1));
    if (this.#fits(messages, 1)) return this.#view(messages);
    for (; this.#chars >= leastChars; this.#chars /= 2)
      if (this.#fits(messages, 1)) return this.#view(messages);
    for (let chars = this.#window; chars >= leastChars; chars /= 2) {
      this.#lastChars = Math.min(this.#lastChars, Math.floor(chars));
      if (this.#fits(messages, full)) return this.#view(messages);
    }
    return null;
  }

  /**
   * What the last `fit` left out of the middle of texts of its user: the characters that these texts have, and that are
   * left out. Null: nothing.
   */
  cutFrom(messages: readonly ModelMessage[]): { readonly chars: number; readonly leftOut: number } | null {
    if (!this.#isCut) return null;
    const shown = messages.filter((_, index) => index === 0 || index >= this.#from);
    const texts = shown.flatMap(({ role, content }, index) =>
      role === 'user' ? content.map((block) => ({ block, most: this.#charsAt(index, shown) })) : [],
    );
    const cut = texts.flatMap(({ block, most }) =>
      block.type === 'text' && block.text.length > most
        ? [{ chars: block.text.length, leftOut: leftOutOf(block.text, most) }]
        : [],
    );
    if (cut.length === 0) return null;
    return {
      chars: cut.reduce((sum, { chars }) => sum + chars, 0),
      leftOut: cut.reduce((sum, { leftOut }) => sum + leftOut, 0),
    };
  }

  /** Estimated tokens of a request with these messages. */
  estimate(shown: readonly ModelMessage[]): number {
    return Math.ceil((this.#fixedTokens + tokensIn(shown)) * this.#correction);
  }

  /** Adjusts the estimate to what the provider counted for these messages, unless that is implausible. */
  counted(shown: readonly ModelMessage[], end: Pick<ModelEnd, 'usage' | 'promptTokens'>): void {
    const counted = promptTokensOf(end);
    if (counted === null) return;
    const ratio = counted / (this.#fixedTokens + tokensIn(shown));
    if (ratio >= believed.min && ratio <= believed.max) this.#correction = ratio;
  }

  /** The provider refused these messages for their length: they take more than the window that it now has. */
  refused(shown: readonly ModelMessage[]): void {
    const tooMuch = (this.#window * contextLimits.refusedAt) / (this.#fixedTokens + tokensIn(shown));
    this.#correction = Math.min(believed.max, Math.max(this.#correction, tooMuch));
  }

  #fits(messages: readonly ModelMessage[], share: number): boolean {
    return this.estimate(this.#view(messages)) <= this.#window * share;
  }

  #park(messages: readonly ModelMessage[]): void {
    for (const { content } of messages)
      for (const block of content)
        if (block.type === 'tool_result' && block.output.length > parkedChars)
          this.#parked.add(block.toolCallId);
  }

  /** From the front, up to a reply of the model, so that roles keep alternating and calls keep their results. */
  #leaveOut(messages: readonly ModelMessage[]): void {
    for (let index = this.#from; index <= messages.length - kept; index++) {
      if (messages[index]?.role !== 'assistant') continue;
      this.#from = index;
      if (this.#fits(messages, roomy)) return;
    }
  }

  #view(messages: readonly ModelMessage[]): readonly ModelMessage[] {
    const [first, ...rest] = messages;
    if (!first || (this.#from <= 1 && this.#parked.size === 0 && !this.#isCut)) return messages;
    const left = rest.slice(this.#from - 1);
    const opening: ModelMessage =
      this.#from <= 1
        ? first
        : { ...first, content: [...first.content, placeholder(rest.slice(0, this.#from - 1))] };
    const view = [opening, ...left].map((message) => this.#stubbed(message));
    return this.#isCut ? view.map((message, index) => shortened(message, this.#charsAt(index, view))) : view;
  }

  #charsAt(index: number, view: readonly ModelMessage[]): number {
    return index < view.length - 1 ? this.#chars : this.#lastChars;
  }

  #stubbed(message: ModelMessage): ModelMessage {
    const isParked = (block: ModelBlock): block is ToolResultBlock =>
      block.type === 'tool_result' && this.#parked.has(block.toolCallId);
    if (!message.content.some(isParked)) return message;
    return { ...message, content: message.content.map((block) => (isParked(block) ? stub(block) : block)) };
  }
}

/** Tokens of the prompt as sent; null if only the sum of several prompts is known. */
const promptTokensOf = ({ usage, promptTokens }: Pick<ModelEnd, 'usage' | 'promptTokens'>): number | null =>
  promptTokens === undefined ? promptTokensIn(usage) : promptTokens;

const stub = (block: ToolResultBlock): ToolResultBlock => ({
  ...block,
  output: `[This result of ${block.output.length} characters was put aside to save room. recall_tool_result with toolCallId "${block.toolCallId}" brings it back.]`,
});

function placeholder(left: readonly ModelMessage[]): ModelBlock {
  const ids = left
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_result' ? [block.toolCallId] : []))
    .slice(-handles);
  const recall =
    ids.length === 0
      ? ''
      : ` recall_tool_result brings back the results of calls in them: ${ids.join(', ')}.`;
  return {
    type: 'text',
    text: `[${left.length} messages of this conversation are left out here to save room.${recall}]`,
  };
}

function shortened(message: ModelMessage, chars: number): ModelMessage {
  if (chars === Infinity) return message;
  const content = message.content.map((block): ModelBlock => {
    switch (block.type) {
      case 'media':
        return { type: 'text', text: block.instead };
      case 'text':
        return block.text.length > chars ? { ...block, text: cut(block.text, chars) } : block;
      case 'tool_result':
        return block.output.length > chars ? beginning(block, chars) : block;
      default:
        return block;
    }
  });
  return { ...message, content };
}

const leftOutOf = (text: string, chars: number): number => text.length - 2 * Math.floor(chars / 2);

function cut(text: string, chars: number): string {
  const half = Math.floor(chars / 2);
  const left = leftOutOf(text, chars);
  return `${text.slice(0, half).toWellFormed()}\n[… ${left} characters are left out here, because the context window is full …]\n${text.slice(-half).toWellFormed()}`;
}

/** Its rest can be read from where it is cut. */
const beginning = (block: ToolResultBlock, chars: number): ToolResultBlock => ({
  ...block,
  output: `${block.output.slice(0, chars).toWellFormed()}\n[… ${block.output.length - chars} characters are left out here, because the context window is full. recall_tool_result with toolCallId "${block.toolCallId}" and from ${chars} goes on.]`,
});
