import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { ThinkingBlock } from '../../../../../core/ports/model.ts';
import { textIn } from '../payload.ts';
import type { CallExtra } from './extra-content.ts';
import { detailsIn, ReasoningDetails } from './reasoning-details.ts';

/** The fields in which servers send thoughts. Some use two for the same text; the first counts. */
const FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;
type Field = (typeof FIELDS)[number];

/** The thoughts in a delta or message, by field. */
export interface SaidThoughts {
  /** Including empty ones: a server may require the field even without thoughts. */
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
 * The thoughts of one reply, in the form in which they must be sent back. Servers with thinking models refuse the
 * results of calls without the original thoughts that led to them (`echo.ts` sends them).
 */
export class Thoughts {
  readonly #texts = new Map<Field, string>();
  #details = new ReasoningDetails();

  /** Adds the next piece. */
  add({ texts, details }: SaidThoughts): void {
    for (const [field, text] of texts) this.#texts.set(field, (this.#texts.get(field) ?? '') + text);
    this.#details.add(details);
  }

  /** Adds a message: everything so far or the next piece. After deltas it repeats them, or is ignored. */
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

  /** Null if there is nothing to store. `shown` is the text that people saw, from whatever field. */
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

  /** The field of the thoughts. A field that stayed empty counts only if there were no thoughts at all. */
  #field(shown: string): Field | undefined {
    const arrived = FIELDS.filter((field) => this.#texts.has(field));
    return arrived.find((field) => this.#texts.get(field) !== '') ?? (shown === '' ? arrived[0] : undefined);
  }
}
