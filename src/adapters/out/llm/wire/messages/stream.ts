import type { JsonObject } from '../../../../../core/kernel/json.ts';
import { noUsage, promptTokensIn, type ModelEnd, type Usage } from '../../../../../core/ports/model.ts';
import type { Beside } from '../billed.ts';
import type { Delta, Finished, StreamReader } from '../exchange.ts';
import { sayFailure } from '../../../../../core/instance/models/says.ts';
import { failedWith, type Quoting } from '../failure.ts';
import { countIn, isObject, listIn, objectIn, payloadsOf, textIn } from '../payload.ts';
import type { ServerEvent } from '../sse.ts';
import { WholeCharacters } from '../whole-characters.ts';
import { AnswerBlocks } from './answer-blocks.ts';
import {
  besideText,
  foundElsewhere,
  hasToolsOfProvider,
  keptThoughts,
  rawContent,
  requestedCalls,
} from './answer-parts.ts';
import { isErrorPayload, reported } from './errors.ts';
import { countsAtStart, countsLater, searchesIn } from './token-counts.ts';

export interface Reading {
  /** Stored with the thoughts: only this model gets them back. */
  readonly modelId: string;
  readonly quoting: Quoting;
}

const NO_DELTAS: readonly Delta[] = [];

/**
 * Reads one Messages API answer, of the vendor or of one of the many servers that imitate it. It tolerates what they
 * really send, but accepts no call unless it arrived whole in an answer that ended well.
 */
export class MessagesReader implements StreamReader {
  readonly #reading: Reading;
  readonly #blocks = new AnswerBlocks();
  readonly #whole = { text: new WholeCharacters(), thinking: new WholeCharacters() };
  #usage = noUsage;
  /** The prompt's tokens before the provider's own tools added further prompts. */
  #promptAtStart = 0;
  /** Whether the answer was counted after its beginning. */
  #isCounted = false;
  /** The provider's count; null until it reports one. */
  #searches: number | null = null;
  #hasBegun = false;
  #stopReason: string | null = null;
  #isOver = false;
  #progress = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get finished(): Finished | null {
    if (this.#stopReason === null) return null;
    return this.#isCounted ? 'counted' : 'uncounted';
  }

  get progress(): number {
    return this.#progress;
  }

  get usage(): Usage {
    return this.#usage;
  }

  get beside(): Beside {
    const { searches, ...bytes } = besideText(this.#blocks.all);
    return { ...bytes, isCounted: this.#isCounted, searches: this.#searches ?? searches };
  }

  /** The answer so far if the provider paused its turn, to continue it; null if there is nothing to continue. */
  get paused(): readonly JsonObject[] | null {
    if (this.#stopReason !== 'pause_turn') return null;
    const content = rawContent(this.#blocks.all);
    return content.length > 0 ? content : null;
  }

  read({ event, data }: ServerEvent): readonly Delta[] {
    const payloads = this.#payloadsOf(data);
    // If the event name says everything, its data may be missing or not JSON.
    if (payloads.length === 0) return this.#take(event ?? '', event === 'error' ? { message: data } : {});
    return payloads.flatMap((payload) => this.#take(textIn(payload['type']) ?? event ?? '', payload, event));
  }

  end(): ModelEnd {
    const usage = this.#usage;
    if (!this.#isOver && this.#stopReason === null)
      return failedWith(
        this.#hasBegun
          ? { says: [sayFailure('model.cut')], retryable: true }
          : { says: [sayFailure('model.empty')], retryable: true, fault: 'no_api' },
        usage,
      );
    const found = foundElsewhere(this.#blocks.all);
    const prompt = hasToolsOfProvider(this.#blocks.all) ? { promptTokens: this.#promptAtStart || null } : {};
    const more = { usage, ...prompt, ...(found ? { found } : {}) };
    const thoughts = (keepsCalls: boolean) =>
      keptThoughts(this.#blocks.all, this.#reading.modelId, keepsCalls);
    if (this.#stopReason !== null && OUTPUT_LIMIT.has(this.#stopReason))
      return { type: 'end', stop: 'output_limit', ...more, ...thoughts(false) };
    if (this.#stopReason !== null && REFUSED.has(this.#stopReason))
      return { type: 'end', stop: 'refused', ...more, ...thoughts(false) };
    // Calls count more than the stop reason: many servers say `end_turn` all the same.
    const toolCalls = requestedCalls(this.#blocks.all);
    if (toolCalls.length > 0) return { type: 'end', stop: 'tool_use', toolCalls, ...more, ...thoughts(true) };
    return { type: 'end', stop: 'end_turn', ...more, ...thoughts(true) };
  }

  /** Damage after the stop reason cost nothing of the answer. */
  #payloadsOf(data: string): readonly JsonObject[] {
    try {
      return payloadsOf(data);
    } catch (error) {
      if (this.#stopReason === null && !this.#isOver) throw error;
      return [];
    }
  }

  #take(type: string, payload: JsonObject, event?: string): readonly Delta[] {
    if (this.#isOver) return NO_DELTAS;
    switch (type) {
      case 'message_start':
        this.#hasBegun = true;
        this.#usage = countsAtStart(this.#usage, usageIn(payload['message'], payload));
        this.#promptAtStart = promptTokensIn(this.#usage);
        return NO_DELTAS;
      case 'content_block_start':
        this.#hasBegun = true;
        return this.#start(payload['index'], objectIn(payload['content_block']) ?? {});
      case 'content_block_delta':
        this.#hasBegun = true;
        return this.#add(payload['index'], objectIn(payload['delta']) ?? {});
      case 'content_block_stop':
        this.#blocks.stop(payload['index']);
        return NO_DELTAS;
      case 'message_delta':
        this.#hasBegun = true;
        this.#countLater(usageIn(payload['delta'], payload));
        this.#stopReason = stopReasonIn(objectIn(payload['delta']) ?? payload) ?? this.#stopReason;
        return NO_DELTAS;
      case 'message_stop':
        this.#countLater(usageIn(payload['message'], payload));
        this.#isOver = true;
        return NO_DELTAS;
      case 'error':
        throw reported(payload, this.#reading.quoting);
      default:
        // Its `type` may be the kind of error.
        if (event === 'error') throw reported(payload, this.#reading.quoting);
        return this.#takeUnnamed(payload);
    }
  }

  /** A whole message, from a server that did not stream, or an error without an event name. Ignores everything else. */
  #takeUnnamed(payload: JsonObject): readonly Delta[] {
    if (
      Array.isArray(payload['content']) &&
      (payload['type'] === 'message' || payload['role'] === 'assistant')
    )
      return this.#takeWhole(payload);
    const error = payload['error'];
    const isReported =
      isObject(error) || typeof error === 'string' || (!this.#hasBegun && isErrorPayload(payload));
    if (payload['type'] === undefined && isReported) throw reported(payload, this.#reading.quoting);
    return NO_DELTAS;
  }

  #takeWhole(message: JsonObject): readonly Delta[] {
    this.#countLater(usageIn(message));
    const deltas = listIn(message['content']).flatMap((content) => {
      const block = objectIn(content);
      const said = block ? this.#start(undefined, block) : NO_DELTAS;
      this.#blocks.stop(undefined);
      return said;
    });
    this.#stopReason = stopReasonIn(message);
    this.#isOver = true;
    return deltas;
  }

  #countLater(said: JsonObject): void {
    this.#usage = countsLater(this.#usage, said);
    this.#isCounted ||= countIn(said['output_tokens']) > 0;
    this.#searches = searchesIn(said) ?? this.#searches;
  }

  #start(index: unknown, announced: JsonObject): readonly Delta[] {
    const { type, text } = this.#blocks.start(index, announced);
    this.#progress += 1;
    return type === 'text' || type === 'thinking' ? this.#deltas(type, text) : NO_DELTAS;
  }

  #add(index: unknown, delta: JsonObject): readonly Delta[] {
    switch (kindOf(delta)) {
      case 'text':
        return this.#say(index, 'text', delta['text']);
      case 'thinking':
        return this.#say(index, 'thinking', delta['thinking']);
      case 'signature':
        this.#blocks.sign(index, this.#counted(textIn(delta['signature']) ?? ''));
        return NO_DELTAS;
      case 'input_json':
        this.#blocks.addJson(index, this.#counted(jsonIn(delta['partial_json'])));
        return NO_DELTAS;
      case 'citations':
        this.#blocks.cite(index, objectIn(delta['citation']) ?? {});
        return NO_DELTAS;
      default:
        return NO_DELTAS;
    }
  }

  #say(index: unknown, type: 'text' | 'thinking', said: unknown): readonly Delta[] {
    const text = this.#counted(textIn(said) ?? '');
    if (text === '') return NO_DELTAS;
    this.#blocks.addText(index, type, text);
    return this.#deltas(type, text);
  }

  /** Counts a piece of the answer and returns it unchanged. */
  #counted(piece: string): string {
    this.#progress += piece.length;
    return piece;
  }

  #deltas(type: 'text' | 'thinking', piece: string): readonly Delta[] {
    const text = this.#whole[type].next(piece);
    return text === '' ? NO_DELTAS : [{ type, text }];
  }
}

/** `length` and `content_filter` belong to another API; proxies pass them on. */
const OUTPUT_LIMIT = new Set(['max_tokens', 'model_context_window_exceeded', 'length']);
const REFUSED = new Set(['refusal', 'content_filter']);

/** Counts are beside the message or inside it. */
const usageIn = (...places: readonly unknown[]): JsonObject =>
  places.map((place) => objectIn(objectIn(place)?.['usage'])).find((usage) => usage !== null) ?? {};

const stopReasonIn = (said: JsonObject): string | null => textIn(said['stop_reason']) || null;

/** `text` for `text_delta`; some servers omit the type, or its second half. */
function kindOf(delta: JsonObject): string | undefined {
  const type = textIn(delta['type']);
  if (type !== null) return type.replace(/_delta$/u, '');
  if ('partial_json' in delta) return 'input_json';
  return ['text', 'thinking', 'signature'].find((kind) => kind in delta);
}

/** A piece of text; some servers send the object itself. */
const jsonIn = (value: unknown): string => textIn(value) ?? (isObject(value) ? JSON.stringify(value) : '');
