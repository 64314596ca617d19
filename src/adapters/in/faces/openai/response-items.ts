import type { Told } from './told.ts';
import type { Fields } from './values.ts';

export type Item = Fields & { readonly id: string; readonly type: 'message' | 'reasoning' };

type Event = Fields & { readonly type: string };

/** The items of a response as they come: what the agent thinks and does, and what it says, in their order. */
export class ResponseItems {
  readonly #response: string;
  readonly #done: Item[] = [];
  #open: { readonly kind: 'text' | 'reasoning'; readonly id: string; text: string } | null = null;

  constructor(response: string) {
    this.#response = response;
  }

  /** Those that are complete. */
  get all(): readonly Item[] {
    return this.#done;
  }

  *add({ type, text }: Exclude<Told, { type: 'end' }>): Generator<Event> {
    if (text === '') return;
    if (this.#open?.kind !== type) {
      yield* this.close();
      yield* this.#begin(type);
    }
    const open = this.#open;
    if (open === null) return;
    open.text += text;
    yield type === 'text'
      ? { type: 'response.output_text.delta', ...this.#part('content_index'), delta: text, logprobs: [] }
      : { type: 'response.reasoning_summary_text.delta', ...this.#part('summary_index'), delta: text };
  }

  /** Completes the item that is open, if there is one. */
  *close(): Generator<Event> {
    const open = this.#open;
    if (open === null) return;
    const { kind, id, text } = open;
    const item = itemOf(kind, id, text, 'completed');
    if (kind === 'text') {
      const at = this.#part('content_index');
      yield { type: 'response.output_text.done', ...at, text, logprobs: [] };
      yield { type: 'response.content_part.done', ...at, part: textPart(text) };
    } else {
      const at = this.#part('summary_index');
      yield { type: 'response.reasoning_summary_text.done', ...at, text };
      yield { type: 'response.reasoning_summary_part.done', ...at, part: summaryPart(text) };
    }
    yield { type: 'response.output_item.done', output_index: this.#done.length, item };
    this.#done.push(item);
    this.#open = null;
  }

  *#begin(kind: 'text' | 'reasoning'): Generator<Event> {
    const id = `${kind === 'text' ? 'msg' : 'rs'}_${this.#response}_${this.#done.length}`;
    this.#open = { kind, id, text: '' };
    const item = itemOf(kind, id, null, 'in_progress');
    yield { type: 'response.output_item.added', output_index: this.#done.length, item };
    yield kind === 'text'
      ? { type: 'response.content_part.added', ...this.#part('content_index'), part: textPart('') }
      : {
          type: 'response.reasoning_summary_part.added',
          ...this.#part('summary_index'),
          part: summaryPart(''),
        };
  }

  #part(index: 'content_index' | 'summary_index'): Fields {
    return { item_id: this.#open?.id, output_index: this.#done.length, [index]: 0 };
  }
}

const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
const summaryPart = (text: string) => ({ type: 'summary_text', text });

/** @param text null: nothing of it has come */
const itemOf = (
  kind: 'text' | 'reasoning',
  id: string,
  text: string | null,
  status: 'in_progress' | 'completed',
): Item =>
  kind === 'text'
    ? { id, type: 'message', role: 'assistant', status, content: text === null ? [] : [textPart(text)] }
    : { id, type: 'reasoning', status, summary: text === null ? [] : [summaryPart(text)] };
