import { modelLimits } from '../../../../../core/instance/models/limits.ts';
import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { Connection } from '../../../../../core/instance/models/model.ts';
import {
  addBilled,
  costOfEnd,
  noUsage,
  promptTokensIn,
  type Billed,
  type Model,
  type ModelEnd,
  type ModelEvent,
  type ModelRequest,
  type Price,
} from '../../../../../core/ports/model.ts';
import { promptEstimate } from '../../../../../core/execution/runs/window/estimated-usage.ts';
import { tokensInText } from '../../../../../core/execution/runs/window/tokens.ts';
import type { WireDeps } from '../deps.ts';
import { exchange } from '../exchange.ts';
import { sayFailure } from '../../../../../core/instance/models/says.ts';
import { failedWith, type Failure, type Quoting } from '../failure.ts';
import { OptionalFields } from '../optional-fields.ts';
import { Learnt } from '../learnt.ts';
import { explained } from './errors.ts';
import { messagesBody, type MessagesBody } from './request.ts';
import { MessagesReader } from './stream.ts';

/** Sends a request that allows `searches` searches at most. Rejects with the errors of the SDK or a WireFailure. */
export type Send = (body: MessagesBody, signal: AbortSignal, searches: number) => Promise<Response>;

/** A model that speaks the Messages API, on any server. */
export class MessagesModel implements Model {
  readonly id: string;
  readonly provider: string;
  readonly contextWindow: number;
  readonly outputLimit: number;
  readonly price: Price;
  readonly searches: boolean;
  readonly #connection: Connection;
  readonly #deps: WireDeps;
  readonly #send: Send;
  readonly #optional: OptionalFields;

  constructor(connection: Connection, deps: WireDeps, send: Send) {
    this.id = connection.modelId;
    this.provider = connection.provider;
    this.contextWindow = connection.contextWindow;
    this.outputLimit = connection.outputLimit;
    this.price = connection.price;
    this.searches = connection.capabilities.builtInSearch;
    this.#connection = connection;
    this.#deps = deps;
    this.#send = send;
    this.#optional = new OptionalFields(connection.endpoint ?? '', connection.modelId, deps);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const body = messagesBody(request, this.#connection);
    // The vendor sends thoughts as such; others serve models of any kind.
    const { endpoint, modelId } = this.#connection;
    const { clock, learnt = new Learnt() } = this.#deps;
    const tagging = endpoint === null ? {} : { thoughts: learnt.of(endpoint, modelId).thoughts };
    const explain = (error: unknown) => explained(error, this.#quoting());
    let content: readonly JsonObject[] = [];
    let spent: Billed = { usage: noUsage };
    let first: ModelEnd | null = null;
    const found: (readonly string[])[] = [];
    let searches = request.searches ?? (this.searches ? modelLimits.vendorSearches[0] : 0);
    const promptWith = (said: readonly JsonObject[]): number =>
      promptEstimate(request) + (said.length === 0 ? 0 : tokensInText(JSON.stringify(said)));
    for (let pauses = 0; ; pauses++) {
      const reader = new MessagesReader({ modelId: this.id, quoting: this.#quoting() });
      const send = (stop: AbortSignal) =>
        this.#optional.sent(continued(body, content), (ready) => this.#send(ready, stop, searches));
      const said = content;
      const billing = {
        price: this.price,
        prompt: () => promptWith(said),
        allowed: {
          contextWindow: this.contextWindow,
          hiddenTokens: this.outputLimit,
          searches: this.searches ? searches : 0,
        },
      };
      const end = yield* exchange({ reader, ...tagging, send, explain, billing }, signal, clock);
      spent = addBilled(spent, end, this.price);
      first ??= end;
      if ('found' in end && end.found) found.push(end.found);
      if (end.stop !== 'end_turn' || !reader.paused) {
        yield wholeOf(first, end, spent, found);
        return;
      }
      if (pauses === modelLimits.pauses) {
        yield wholeOf(first, failedWith(PAUSES, spent.usage), spent, found);
        return;
      }
      content = [...content, ...reader.paused];
      // The vendor's API cannot express zero.
      if (searches > 0) searches = Math.max(1, searches - reader.beside.searches);
      if (!((await request.affords?.(costOfEnd(spent, this.price))) ?? true)) {
        yield wholeOf(first, failedWith(TOO_DEAR, spent.usage), spent, found);
        return;
      }
    }
  }

  #quoting(): Quoting {
    const { key } = this.#connection;
    return { secrets: key === null ? [] : [key], now: this.#deps.clock.now() };
  }
}

/** The request to continue a turn that the provider paused: its own content comes last. */
const continued = (body: MessagesBody, content: readonly JsonObject[]): MessagesBody =>
  content.length === 0
    ? body
    : {
        ...body,
        messages: [
          ...body.messages,
          // The content is from the provider itself, whatever its block types.
          { role: 'assistant', content: content as unknown as MessagesBody['messages'][number]['content'] },
        ] as MessagesBody['messages'],
      };

/** The end of a turn in several parts. Thoughts at the start of the first part belong to the whole. */
function wholeOf(
  first: ModelEnd,
  end: ModelEnd,
  spent: Billed,
  found: readonly (readonly string[])[],
): ModelEnd {
  const all = found.length > 0 ? { found: found.flat() } : {};
  // The prompt of each part contains the parts before it.
  const { promptTokens = promptTokensIn(first.usage) || null } = first;
  const prompt = first === end ? {} : { promptTokens };
  if (end.stop === 'aborted' || end.stop === 'failed') return { ...end, ...prompt, ...spent };
  const { thinking: _later, parts: _laterParts, ...rest } = end;
  const { thinking, parts } = 'thinking' in first || 'parts' in first ? first : NO_THOUGHTS;
  return { ...rest, ...prompt, ...spent, ...(thinking && { thinking }), ...(parts && { parts }), ...all };
}

const NO_THOUGHTS: { readonly thinking?: undefined; readonly parts?: undefined } = {};

const PAUSES: Failure = {
  says: [sayFailure('model.paused', { times: modelLimits.pauses })],
  retryable: false,
};

const TOO_DEAR: Failure = {
  says: [sayFailure('model.pause_cost')],
  retryable: false,
};
