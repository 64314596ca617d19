import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { ThinkingBlock } from '../../../../../core/ports/model.ts';
import { textIn } from '../payload.ts';
import type { CallExtra } from './extra-content.ts';
import { detailsIn, ReasoningDetails } from './reasoning-details.ts';

/** The names that servers have for the text of their thoughts. Some send it under two of them; the first counts. */
const FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;
type Field = (typeof FIELDS)[number];

/** What a delta or message says of thoughts, under the names under which it says so. */
export interface SaidThoughts {
  /** Empty ones, too: a server may ask for the field although there was no thought. */
  readonly texts: ReadonlyMap<Field, string>;
  readonly details: readonly JsonObject[];
}

export const thoughtFieldsIn = (said: JsonObject): SaidThoughts => ({
  texts: new Map(
    FIELDS.flatMap((field): readonly [Field, string][] => {
      const text = textIn(said[field]);
      return text === null ? [] : [[field, text]];
    }),
  ),
  details: detailsIn(said),
});

/**
 * The thoughts of one reply, as they must go back. Servers with thinking models refuse the results of calls when
 * the thoughts that led to them do not come back in the form in which they were sent (`echo.ts` sends them).
 */
export class Thoughts {
  readonly #texts = new Map<Field, string>();
  #details = new ReasoningDetails();

  /** The next piece of them. */
  add({ texts, details }: SaidThoughts): void {
    for (const [field, text] of texts) this.#texts.set(field, (this.#texts.get(field) ?? '') + text);
    this.#details.add(details);
  }

  /** What a message says: all so far or the next piece; after deltas it repeats them or is not believed. */
  addMessage({ texts, details }: SaidThoughts, hasDeltas: boolean): void {
    for (const [field, text] of texts) {
      const known = this.#texts.get(field) ?? '';
      if (text.startsWith(known)) this.#texts.set(field, text);
      else if (!hasDeltas) this.#texts.set(field, known + text);
    }
    if (details.length === 0 || (hasDeltas && !this.#details.isEmpty)) return;
    this.#details = new ReasoningDetails();
    this.#details.add(details);
  }

  /** Null when there is nothing to keep. `shown` is what people saw of them, wherever it came from. */
  block(model: string, shown: string, extras: readonly CallExtra[]): ThinkingBlock | null {
    const field = this.#field(shown);
    if (field === undefined && shown === '' && this.#details.isEmpty && extras.length === 0) return null;
    const text = field === undefined ? shown : (this.#texts.get(field) ?? '');
    return {
      type: 'thinking',
      text: text.toWellFormed(),
      model,
      sealed: {
        ...(field === undefined ? {} : { field }),
        ...(this.#details.isEmpty ? {} : { reasoning_details: this.#details.whole() }),
        ...(extras.length === 0
          ? {}
          : { calls: extras.map(({ index, extraContent }) => ({ index, extra_content: extraContent })) }),
      },
    };
  }

  /** The name that they arrived under. One that stayed empty counts only where nothing was thought at all. */
  #field(shown: string): Field | undefined {
    const arrived = FIELDS.filter((field) => this.#texts.has(field));
    return arrived.find((field) => this.#texts.get(field) !== '') ?? (shown === '' ? arrived[0] : undefined);
  }
}
