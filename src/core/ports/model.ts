import type { ToolCallId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';

/** One conversation format for all providers; each wire converts at its own border. */
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
 * What a model thought before it answered. It goes back unchanged, and only to the model that made it: providers
 * seal thoughts, and refuse a tool result whose call comes without them.
 */
export interface ThinkingBlock {
  readonly type: 'thinking';
  /** May be empty: some thoughts come encrypted. */
  readonly text: string;
  /** The id of the model that made it. */
  readonly model: string;
  /** Where it came from: scheme, host and port, or the name of the provider at its own address. Only there it goes back. */
  readonly origin?: string;
  /** What the wire needs to send it back; of no meaning elsewhere. */
  readonly sealed: JsonObject;
}
export type ModelBlock = TextBlock | ThinkingBlock | ToolCallBlock | ToolResultBlock;

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
   * Said after everything else, for this one call: no part of the conversation, and behind what is cached, because it
   * may be another one each time. The last message is the user's then.
   */
  readonly tail?: string;
  /** How often the provider may search by itself in this call, where it can. Absent: as often as the engine lets it. */
  readonly searches?: number;
  /** Whether the call may make another request when those so far have cost so many US dollars. */
  readonly affords?: (spentUsd: number) => Promise<boolean>;
  /** Names the conversation to providers that find their prompt caches by name. Opaque, the same for a whole thread. */
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

/** All of the prompt, whether it came from a cache or not. */
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
  /** US dollars for one search that the provider makes by itself. Absent: nothing, or it makes none. */
  readonly search?: number;
  /** What all tokens of a request cost whose prompt is longer than `above` tokens. Absent: the same. */
  readonly long?: TokenPrice & { readonly above: number };
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

/** What the tokens of one request cost whose prompt is this long. */
export const priceAt = (prompt: number, price: Price): TokenPrice =>
  price.long && prompt > price.long.above ? price.long : price;

/** US dollars for the tokens of one request. Not for the sum of several: the price depends on the length of each prompt. */
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

/** US dollars for all of it. */
export const costOfEnd = ({ usage, costUsd }: Billed, price: Price): number =>
  costUsd ?? costOf(usage, price);

/** A call as the model asked for it. */
export interface RequestedToolCall extends ToolCallBlock {
  /** Why it must not be carried out, in words for the model: its arguments came whole and were no JSON object. */
  readonly problem?: string;
}

/**
 * What a reply is made of, in its order: a thought, so many characters of its text, or the next of its calls. What is not
 * named follows: the rest of the text, and then of the calls.
 */
export type ReplyPart =
  | ThinkingBlock
  | { readonly type: 'text'; readonly chars: number }
  | { readonly type: 'call' };

/**
 * Where `usage` is the sum of several prompts (searches at the provider's, a paused turn, earlier attempts): the tokens
 * of the prompt as it was sent, null where that is not known. It says how full the window is; left out, `usage` does.
 */
type PromptTokens = number | null;

/** What a call is billed for. */
export type Billed = {
  readonly usage: Usage;
  /** US dollars, where that is not what `costOf` says of `usage`: of several requests, or of more than tokens. */
  readonly costUsd?: number;
  /** The provider has not told all of `usage`: what is missing is estimated, rather too high than too low. */
  readonly isEstimated?: true;
};

/** Both together, as one. */
export function addBilled(a: Billed, b: Billed, price: Price): Billed {
  const usage = addUsage(a.usage, b.usage);
  const costUsd = costOfEnd(a, price) + costOfEnd(b, price);
  return {
    usage,
    ...(costUsd === costOf(usage, price) ? {} : { costUsd }),
    ...(a.isEstimated || b.isEstimated ? { isEstimated: true } : {}),
  };
}

/** The one typed end of every model stream. Tool calls stand here because only a clean end makes them executable. */
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
      /** The thoughts that the reply began with, in their order. */
      readonly thinking?: readonly ThinkingBlock[];
      /** In the place of `thinking`, where there are thoughts behind a text or a call, too. */
      readonly parts?: readonly ReplyPart[];
      /** The provider has shown the model texts of others by itself: the addresses of those that have one. */
      readonly found?: readonly string[];
    }
  | { readonly type: 'end'; readonly stop: 'aborted' }
  | {
      readonly type: 'end';
      readonly stop: 'failed';
      /** Stable code (`provider_error`, `provider_timeout`, …) and a sentence for people. */
      readonly code: string;
      readonly error: string;
      /** The same request may succeed if it is sent again. */
      readonly retryable: boolean;
      /** How long the provider asks to be left alone first. */
      readonly retryAfterMs?: number;
    };

/** Nothing came of an attempt, and another one follows after `delayMs`. Nothing that was shown is void. */
export interface ModelRetry {
  readonly type: 'retry';
  /** From 1: the attempt that follows is the second call. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly delayMs: number;
  /** The code and the sentence of the attempt that failed. */
  readonly code: string;
  readonly reason: string;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | ModelRetry
  | ModelEnd;

export interface Model {
  /** The id that is stored with the run, priced and shown. */
  readonly id: string;
  readonly provider: string;
  /** Tokens that a request and its answer may have together. */
  readonly contextWindow: number;
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
   * Looks things up by itself while it answers. An end that went well says what it found; of one that did not nobody
   * knows whose words it has heard.
   */
  readonly searches?: boolean;
  /** The fast model of the same family, reached as this one is. Not there where none is known, or where it is this one. */
  readonly openFast?: () => Promise<Model>;
  /**
   * What keeps it from answering as this machine is set up now, in a sentence for people; null where nothing is known
   * to. Looks at this machine only, and sends nothing.
   */
  unready?(): Promise<string | null>;
}

/** Picks the model for the next run from the live configuration; a choice holds for a whole run. */
export interface ModelGateway {
  /** @throws Refusal of core/models/errors.ts when the configuration cannot be served, or lacks something. */
  open(profile: string | null): Promise<Model>;
}
