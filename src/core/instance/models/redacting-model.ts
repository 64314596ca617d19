import { isDeeperThan, type Json, type JsonObject } from '../../kernel/json.ts';
import { toolLimits } from '../../kernel/limits.ts';
import { withTexts } from '../../kernel/says.ts';
import { StreamedMask } from '../../trust/masking/streamed-mask.ts';
import type {
  Model,
  ModelEnd,
  ModelEvent,
  ModelRequest,
  ModelRetry,
  RequestedToolCall,
  ThinkingBlock,
} from '../../ports/model.ts';
import { ModelAround } from '../../ports/model-around.ts';
import { requestMask } from './masked-request.ts';

export interface MaskedInModel {
  unmistakable(): readonly string[];
  /** Those of them whose beginnings may be held back while a text comes; without it all. */
  heldBack?(): readonly string[];
}

type Words = Extract<ModelEvent, { type: 'text' | 'thinking' }>;

/**
 * The same model, with the secrets of this engine masked in both directions: a provider, or a proxy in front of it, may
 * quote what it was sent. Its output is masked before any of it is read, kept or carried out.
 */
export class RedactingModel extends ModelAround {
  readonly #known: MaskedInModel;
  readonly #masked: (request: ModelRequest) => ModelRequest;

  constructor(model: Model, known: MaskedInModel) {
    super(model);
    this.#known = known;
    this.#masked = requestMask(() => known.unmistakable());
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const keys = this.#known.unmistakable();
    if (keys.length === 0) {
      yield* this.model.stream(request, signal);
      return;
    }
    const heldBack = this.#known.heldBack?.() ?? keys;
    const mask = new StreamedMask(keys, heldBack);
    const clean = cleanerOf(keys, heldBack);
    let speaking: Words['type'] = 'text';
    const rest = (): readonly Words[] => {
      const text = mask.rest();
      return text === '' ? [] : [{ type: speaking, text }];
    };
    for await (const event of this.model.stream(this.#masked(request), signal)) {
      if (event.type === 'text' || event.type === 'thinking') {
        if (event.type !== speaking) yield* rest();
        speaking = event.type;
        const text = mask.next(event.text);
        if (text !== '') yield { type: speaking, text };
      } else if (event.type === 'was_thinking') {
        yield* rest();
        yield event;
      } else {
        yield* rest();
        yield event.type === 'retry' ? withCleanReason(event, clean) : cleanEnd(event, clean);
      }
    }
  }
}

type Cleaner = <T extends Json>(value: T) => T;

function cleanerOf(keys: readonly string[], heldBack: readonly string[]): Cleaner {
  const mask = new StreamedMask(keys, heldBack);
  const text = (given: string): string => mask.next(given) + mask.rest();
  const clean = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map((item: Json) => clean(item));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [text(key), clean(field)]));
  };
  return clean as Cleaner;
}

const withCleanReason = (retry: ModelRetry, clean: Cleaner): ModelRetry => ({
  ...retry,
  says: retry.says.map((one) => withTexts(one, clean)),
});

function cleanEnd(end: ModelEnd, clean: Cleaner): ModelEnd {
  if (end.stop === 'failed') return { ...end, says: end.says.map((one) => withTexts(one, clean)) };
  if (end.stop === 'aborted') return end;
  const thoughts = {
    ...(end.thinking && { thinking: end.thinking.map((block) => cleanThought(block, clean)) }),
    ...(end.parts && {
      parts: end.parts.map((part) => (part.type === 'thinking' ? cleanThought(part, clean) : part)),
    }),
  };
  return end.stop === 'tool_use'
    ? { ...end, ...thoughts, toolCalls: end.toolCalls.map((call) => cleanCall(call, clean)) }
    : { ...end, ...thoughts };
}

/** Providers refuse a changed thought with its seal; without the seal, the thought is left out. */
function cleanThought(block: ThinkingBlock, clean: Cleaner): ThinkingBlock {
  const { text, sealed } = block;
  const cleaned = { text: clean(text), sealed: clean(sealed) };
  return isSame(cleaned, { text, sealed }) ? block : { ...block, text: cleaned.text, sealed: {} };
}

/** A call with masked arguments is not the call that the model meant: carried out, it would write the mask to a file. */
function cleanCall(call: RequestedToolCall, clean: Cleaner): RequestedToolCall {
  const { name, input } = call;
  // This ends the run, which keeps nothing of it.
  if (isDeeperThan(input, toolLimits.inputDepth)) return call;
  const cleaned = { name: clean(name), input: clean(input) };
  return isSame(cleaned, { name, input }) ? call : { ...call, ...cleaned, problem: HOLDS_A_KEY };
}

const isSame = (a: JsonObject, b: JsonObject): boolean => JSON.stringify(a) === JSON.stringify(b);

const HOLDS_A_KEY =
  'The arguments contain a key of this engine, so the call was not carried out. Repeat it without the key; ' +
  'if the key is needed there, tell the owner to put it there.';
