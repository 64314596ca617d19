import {
  noPrice,
  type Model,
  type ModelEvent,
  type ModelRequest,
  type Price,
} from '../../src/core/ports/model.ts';
import { ScriptedModel, type Step } from './scripted-model.ts';

/**
 * One model that several agents call at once, each with its own script. A name in the first message of a
 * conversation selects the script; without a match it is `svc`.
 */
export class CastOfModels implements Model {
  readonly id: string;
  readonly provider = 'scripted';
  readonly contextWindow = 200_000;
  /** Slightly more than a scripted turn uses, so that the worst case is close to the real cost. */
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

  /** The requests to one of them. */
  requestsTo(name: string): readonly ModelRequest[] {
    return this.#parts.get(name)?.requests ?? [];
  }

  /** The number of streams that have begun and neither ended nor been released, of all scripts. */
  get openStreams(): number {
    return [...this.#parts.values()].reduce((sum, { openStreams }) => sum + openStreams, 0);
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const first = JSON.stringify(request.messages[0]);
    const named = [...this.#parts].find(([name]) => name !== 'svc' && first.includes(name));
    const part = named?.[1] ?? this.#parts.get('svc');
    if (!part) throw new Error('no script has this name');
    return part.stream(request, signal);
  }
}
