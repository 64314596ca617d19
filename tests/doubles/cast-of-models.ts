import {
  noPrice,
  type Model,
  type ModelEvent,
  type ModelRequest,
  type Price,
} from '../../src/core/ports/model.ts';
import { ScriptedModel, type Step } from './scripted-model.ts';

/**
 * One model that several ask at once, each with a script of its own: the part is named by a word in the first message
 * of a conversation, and who is not named by any plays `svc`.
 */
export class CastOfModels implements Model {
  readonly id: string;
  readonly provider = 'scripted';
  readonly contextWindow = 200_000;
  /** Little more than what a scripted turn says, so that its worst case is no other order than its cost. */
  readonly outputLimit = 12;
  readonly price: Price;
  readonly #parts: ReadonlyMap<string, ScriptedModel>;

  constructor(
    parts: Readonly<Record<string, readonly (readonly Step[])[]>>,
    { id = 'scripted', price = noPrice }: { readonly id?: string; readonly price?: Price } = {},
  ) {
    this.id = id;
    this.price = price;
    this.#parts = new Map(Object.entries(parts).map(([name, turns]) => [name, new ScriptedModel(turns)]));
  }

  /** What was asked of one part. */
  requestsTo(name: string): readonly ModelRequest[] {
    return this.#parts.get(name)?.requests ?? [];
  }

  /** Streams that have been begun and neither ended nor let go, of all parts. */
  get openStreams(): number {
    return [...this.#parts.values()].reduce((sum, { openStreams }) => sum + openStreams, 0);
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const first = JSON.stringify(request.messages[0]);
    const named = [...this.#parts].find(([name]) => name !== 'svc' && first.includes(name));
    const part = named?.[1] ?? this.#parts.get('svc');
    if (!part) throw new Error('nobody plays this part');
    return part.stream(request, signal);
  }
}
