import type { ToolCallId, PersonId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Says } from '../kernel/says.ts';

/** One conversation format for all providers; each wire converts to and from it. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}
export interface ToolCallBlock {
  readonly type: 'tool_call';
  readonly toolCallId: ToolCallId;
  readonly name: string;
  readonly input: JsonObject;
}
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly toolCallId: ToolCallId;
  readonly output: string;
  readonly success: boolean;
}
/**
 * A model's thoughts before its answer. They go back unchanged, and only to the model that made them: providers
 * seal thoughts, and refuse a tool result whose call comes without them.
 */
export interface ThinkingBlock {
  readonly type: 'thinking';
  /** Empty where the thoughts come encrypted. */
  readonly text: string;
  /** The id of the model that made it. */
  readonly model: string;
  /** Its origin: scheme, host and port, or the name of a provider at its own address. It goes back only there. */
  readonly origin?: string;
  /** Data with which the wire sends it back; opaque elsewhere. */
  readonly sealed: JsonObject;
}
/** An image of the owner, for requests only: no thread stores one. */
export interface MediaBlock {
  readonly type: 'media';
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In base64. */
  readonly data: string;
  /** What it takes in a prompt, estimated high. */
  readonly tokens: number;
  /** What a model that takes no images is told in its place. */
  readonly instead: string;
}
export type ModelBlock = TextBlock | ThinkingBlock | ToolCallBlock | ToolResultBlock | MediaBlock;

/**
 * Well-formed means: roles alternate and start with `user`, no message is empty, every tool call is answered
 * by a result in the message right after it, and no result stands without its call.
 */
export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ModelBlock[];
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (2020-12) of the input, an object. */
  readonly inputSchema: object;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDefinition[];
  /**
   * Text after everything else, for this one call: not part of the conversation, and after the cached part, because it
   * may differ each time. The last message must then be the user's.
   */
  readonly tail?: string;
  /** How often the provider itself may search in this call, where it can. Absent: the engine's own limit. */
  readonly searches?: number;
  /** Whether the call may make another request after its earlier ones cost this many US dollars. */
  readonly affords?: (spentUsd: number) => Promise<boolean>;
  /** The last answer was all thoughts: where the provider can be told so, it is to answer without any, or with few. */
  readonly thoughts?: 'few';
  /** The name of the conversation, for providers that cache prompts by name. Opaque, constant for a thread. */
  readonly cacheKey?: string;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
  cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
});

/** All tokens of the prompt, cached or not. */
export const promptTokensIn = ({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number =>
  inputTokens + cacheReadTokens + cacheWriteTokens;

/** US dollars for a million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface Price extends TokenPrice {
  /** US dollars for one search that the provider itself makes. Absent: free, or it makes none. */
  readonly search?: number;
  /** The prices of a request whose prompt is longer than `above` tokens. Absent: the same prices. */
  readonly long?: TokenPrice & { readonly above: number };
  /** The model's price is not known: this one is assumed, rather too high than too low. */
  readonly isAssumed?: true;
}

export const noPrice: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export const isFree = ({ search = 0, long, ...price }: Price): boolean =>
  search === 0 && [price, long ?? noPrice].every((each) => Object.values(tokenPrice(each)).every(isZero));

const tokenPrice = ({ input, output, cacheRead, cacheWrite }: TokenPrice): TokenPrice => ({
  input,
  output,
  cacheRead,
  cacheWrite,
});
const isZero = (usd: number): boolean => usd === 0;

/** The prices of one request with a prompt of this length. */
export const priceAt = (prompt: number, price: Price): TokenPrice =>
  price.long && prompt > price.long.above ? price.long : price;

/**
 * US dollars for the tokens of one request. Not for a sum of several: the price depends on the length of each prompt.
 */
export function costOf(usage: Usage, price: Price): number {
  const { input, output, cacheRead, cacheWrite } = priceAt(promptTokensIn(usage), price);
  return (
    (usage.inputTokens * input +
      usage.outputTokens * output +
      usage.cacheReadTokens * cacheRead +
      usage.cacheWriteTokens * cacheWrite) /
    1_000_000
  );
}

/** US dollars for the whole call. */
export const costOfEnd = ({ usage, costUsd }: Billed, price: Price): number =>
  costUsd ?? costOf(usage, price);

/**
 * What an amount of US dollars is. True: what was spent. False: an estimate, because not all that was used was reported.
 * Null: the price of a model is unknown; the amount is a careful guess, so that no ceiling is passed, and not a cost.
 */
export type PriceKnown = boolean | null;

/** What `costOfEnd` is. */
export const priceKnownOf = ({ isEstimated }: Billed, price: Price): PriceKnown => {
  if (isFree(price)) return true;
  return price.isAssumed ? null : isEstimated !== true;
};

/** What the sum of such amounts is. */
export const leastKnown = (all: Iterable<PriceKnown>): PriceKnown =>
  Array.from(all).reduce((sum, one) => (sum === null || one === null ? null : sum && one), true);

/** The input of a call whose arguments were no JSON object: what the model sent, as text. It sees it as its own call. */
export const unreadInput = (text: string): JsonObject =>
  text.trim() === '' ? {} : { unreadable_arguments: text.toWellFormed() };

/** A call as the model requested it. */
export interface RequestedToolCall extends ToolCallBlock {
  /** Why it must not be carried out, in words for the model: its arguments came whole and were not a JSON object. */
  readonly problem?: string;
}

/**
 * The parts of a reply, in order: a thought, a number of characters of its text, or its next call. Text and calls that
 * are not listed come at the end: first the rest of the text, then the rest of the calls.
 */
export type ReplyPart =
  | ThinkingBlock
  | { readonly type: 'text'; readonly chars: number }
  | { readonly type: 'call' };

/**
 * Tokens of the prompt as it was sent, where `usage` sums several prompts (the provider's own searches, a paused turn,
 * earlier attempts); null if unknown. Tells how full the window is; if absent, `usage` does.
 */
type PromptTokens = number | null;

/** The billed part of a call. */
export type Billed = {
  readonly usage: Usage;
  /** US dollars, where `costOf(usage)` would be wrong: for several requests, or for more than tokens. */
  readonly costUsd?: number;
  /** The provider did not report all of `usage`; the missing part is estimated, rather too high than too low. */
  readonly isEstimated?: true;
};

/** The sum of both. */
export function addBilled(a: Billed, b: Billed, price: Price): Billed {
  const usage = addUsage(a.usage, b.usage);
  const costUsd = costOfEnd(a, price) + costOfEnd(b, price);
  return {
    usage,
    ...(costUsd === costOf(usage, price) ? {} : { costUsd }),
    ...(a.isEstimated || b.isEstimated ? { isEstimated: true } : {}),
  };
}

/**
 * What a failed call points to: no connection; something answers that is no such API; the key; the address or the model
 * is unknown; the account has no money; the request is refused for another reason; the provider is overloaded or broken;
 * the request is longer than the model's window.
 */
export type ModelFault =
  | 'unreached'
  | 'no_api'
  | 'key'
  | 'not_found'
  | 'account'
  | 'request'
  | 'busy'
  | 'overflow';

/**
 * The one typed end of every model stream. It carries the tool calls, because only a clean end makes them executable.
 */
export type ModelEnd = Billed & { readonly promptTokens?: PromptTokens } & HowItEnded;

type HowItEnded =
  | {
      readonly type: 'end';
      readonly stop: 'end_turn' | 'output_limit' | 'refused';
      readonly thinking?: readonly ThinkingBlock[];
      readonly parts?: readonly ReplyPart[];
      readonly found?: readonly string[];
    }
  | {
      readonly type: 'end';
      readonly stop: 'tool_use';
      readonly toolCalls: readonly RequestedToolCall[];
      /** The thoughts at the beginning of the reply, in order. */
      readonly thinking?: readonly ThinkingBlock[];
      /** Instead of `thinking`, where thoughts also follow a text or a call. */
      readonly parts?: readonly ReplyPart[];
      /** The provider itself has shown third-party texts to the model: the addresses of those that have one. */
      readonly found?: readonly string[];
    }
  | { readonly type: 'end'; readonly stop: 'aborted' }
  | {
      readonly type: 'end';
      readonly stop: 'failed';
      /** Stable code (`provider_error`, `provider_timeout`, …) and what people are told. */
      readonly code: string;
      readonly says: readonly Says[];
      /** The same request may succeed if it is repeated. */
      readonly retryable: boolean;
      /** The pause that the provider asks for. */
      readonly retryAfterMs?: number;
      /** Absent where nothing tells. */
      readonly fault?: ModelFault;
      /** The window in tokens, where the provider names it. */
      readonly window?: number;
    };

/** An attempt failed without output, and another follows after `delayMs`. Everything shown stays valid. */
export interface ModelRetry {
  readonly type: 'retry';
  /** From 1: the attempt that follows is the second call. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly delayMs: number;
  /** The code of the attempt that failed, and what people are told of it. */
  readonly code: string;
  readonly says: readonly Says[];
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** All text of this answer so far was thoughts, as only their end has told: what follows is the answer. */
  | { readonly type: 'was_thinking' }
  | ModelRetry
  | ModelEnd;

export interface Model {
  /** The id that is stored with the run, priced and shown. */
  readonly id: string;
  readonly provider: string;
  /** Tokens that a request and its answer may have together. */
  readonly contextWindow: number;
  /** The share of it that tools may take, from 0 to 1; absent: the engine's own. */
  readonly toolShare?: number | undefined;
  /** Tokens that one answer may have. */
  readonly outputLimit: number;
  readonly price: Price;
  /**
   * Streams one turn. Every stream yields exactly one `end`, as its last event: failures and aborts are ends,
   * never exceptions. Breaking out of the loop, or aborting `signal`, frees the connection at once.
   * A request may be sent again; the adapter keeps nothing between calls.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /**
   * The provider itself looks things up during an answer. A successful end lists what it found; after a failed one, the
   * sources that the model has read are unknown.
   */
  readonly searches?: boolean;
  /** Opens the fast model of the same family over the same connection. Absent where no fast model is known, or this is the fast one. */
  readonly openFast?: () => Promise<Model>;
  /**
   * Why this machine's current settings keep the model from answering; null if nothing is known to. Checks this machine
   * only, and sends nothing.
   */
  unready?(): Promise<readonly Says[] | null>;
}

/** Picks the model for the next run from the live configuration; the choice holds for the whole run. */
export interface ModelGateway {
  /**
   * `modelId`: another model of the profile's provider, by its id there; absent: the profile's own. Whether the provider
   * has it shows with the first request. `whose`: for whom it works, and so whose secrets it neither sends nor says.
   * @throws Refusal of core/instance/models/errors.ts if the configuration cannot be used or is incomplete
   */
  open(profile: string | null, whose: PersonId | 'everyone', modelId?: string): Promise<Model>;
}
