import { inText } from '../../src/core/kernel/says.ts';
import { aborted } from '../../src/core/kernel/abort.ts';
import { toolCallId } from '../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../src/core/kernel/json.ts';
import {
  noPrice,
  noUsage,
  type Model,
  type ModelEnd,
  type ModelEvent,
  type ModelRequest,
  type Price,
  type ThinkingBlock,
  type ToolCallBlock,
  type Usage,
} from '../../src/core/ports/model.ts';

/** One step of a scripted turn; use the builders below. */
export type Step =
  | { readonly step: 'emit'; readonly event: Exclude<ModelEvent, { type: 'end' }> }
  | { readonly step: 'calls'; readonly calls: readonly ScriptedCall[] }
  | { readonly step: 'end'; readonly end: ModelEnd }
  | { readonly step: 'wait'; readonly until: () => Promise<void> }
  | { readonly step: 'throw'; readonly error: unknown }
  | { readonly step: 'cut' };

export interface ScriptedCall {
  readonly name: string;
  readonly input: JsonObject;
  /** The provider's id of the call; by default numbered. */
  readonly id?: string;
}

/** The usage that an end reports by default. */
export const SCRIPTED_USAGE: Usage = {
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

export const text = (said: string): Step => ({ step: 'emit', event: { type: 'text', text: said } });

export const thinking = (thought: string): Step => ({
  step: 'emit',
  event: { type: 'thinking', text: thought },
});

/**
 * Ends the turn with these tool calls, unless a later step ends it otherwise. An empty list imitates a
 * provider's mistake.
 */
export const toolCalls = (...calls: readonly ScriptedCall[]): Step => ({ step: 'calls', calls });

/**
 * Only needed for a stop other than `end_turn`, or another usage. Steps after it break the contract and are
 * still played.
 */
export const end = (
  stop: 'end_turn' | 'output_limit' | 'refused' | 'aborted',
  usage = SCRIPTED_USAGE,
): Step => ({
  step: 'end',
  end: { type: 'end', stop, usage },
});

export const fail = (
  code: string,
  { retryable = true, error = `scripted ${code}`, usage = SCRIPTED_USAGE } = {},
): Step => ({
  step: 'end',
  end: { type: 'end', stop: 'failed', usage, code, says: [inText(error)], retryable },
});

/** A reply with tool calls as a wire reports them: with thoughts before them, or with a problem. */
export const asksFor = (
  calls: readonly (ScriptedCall & { readonly problem?: string })[],
  thoughts: readonly ThinkingBlock[] = [],
): Step => ({
  step: 'end',
  end: {
    type: 'end',
    stop: 'tool_use',
    usage: SCRIPTED_USAGE,
    thinking: thoughts,
    toolCalls: calls.map(({ id = 'call', ...call }) => ({
      type: 'tool_call',
      toolCallId: toolCallId(id),
      ...call,
    })),
  },
});

/** Breaks the contract: the stream throws. */
export const throws = (error: unknown = new Error('scripted fault')): Step => ({ step: 'throw', error });

/** Breaks the contract: the stream finishes without an end. */
export const endsWithoutEnd = (): Step => ({ step: 'cut' });

/** Waits until the signal aborts, then ends the turn as aborted. */
export const hangUntilAbort = (): Step => ({ step: 'wait', until: () => new Promise(() => undefined) });

/**
 * Holds the turn here until the test opens the gate or the signal aborts.
 *
 *     const pause = gate();
 *     new ScriptedModel([[text('a'), pause.step, text('b')]]);
 *     await pause.reached; // "a" has been delivered
 *     pause.open();
 */
export function gate(): { readonly step: Step; readonly reached: Promise<void>; open(): void } {
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const until = () => {
    reached.resolve();
    return opened.promise;
  };
  return { step: { step: 'wait', until }, reached: reached.promise, open: () => opened.resolve() };
}

/**
 * A model that follows a script: the n-th call of `stream` plays the n-th turn, whatever the request. A
 * turn ends with `end_turn`, or with `tool_use` if it has tool calls, unless a step says otherwise. After
 * the last turn every call answers "(script ended)". It keeps the contract of `Model` unless a step breaks
 * it.
 */
export class ScriptedModel implements Model {
  readonly id: string;
  readonly provider = 'scripted';
  contextWindow = 200_000;
  outputLimit = 1_000;
  searches = false;
  readonly price: Price;
  readonly #turns: readonly (readonly Step[])[];
  readonly #requests: ModelRequest[] = [];
  #callsMade = 0;
  #openStreams = 0;

  constructor(turns: readonly (readonly Step[])[] = [], id = 'scripted', price = noPrice) {
    this.#turns = turns;
    this.id = id;
    this.price = price;
  }

  /** Every request, oldest first: deep-frozen copies, taken when `stream` was called. */
  get requests(): readonly ModelRequest[] {
    return this.#requests;
  }

  /** The number of streams that have begun and neither ended nor been released. */
  get openStreams(): number {
    return this.#openStreams;
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const turn = this.#turns[this.#requests.length] ?? [text('(script ended)')];
    this.#requests.push(frozenCopy(request));
    return this.#play(turn, signal);
  }

  async *#play(turn: readonly Step[], signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.#openStreams += 1;
    try {
      let calls: readonly ToolCallBlock[] | undefined;
      let hasEnded = false;
      for (const step of turn) {
        if (step.step === 'wait') await Promise.race([step.until(), aborted(signal)]);
        if (signal.aborted) break;
        if (step.step === 'throw') throw step.error;
        if (step.step === 'cut') return;
        if (step.step === 'calls') calls = [...(calls ?? []), ...step.calls.map((call) => this.#block(call))];
        if (step.step === 'emit') yield step.event;
        if (step.step === 'end') {
          hasEnded = true;
          yield step.end;
        }
      }
      if (hasEnded) return;
      if (signal.aborted) yield { type: 'end', stop: 'aborted', usage: noUsage };
      else if (calls) yield { type: 'end', stop: 'tool_use', usage: SCRIPTED_USAGE, toolCalls: calls };
      else yield { type: 'end', stop: 'end_turn', usage: SCRIPTED_USAGE };
    } finally {
      this.#openStreams -= 1;
    }
  }

  #block({ name, input, id }: ScriptedCall): ToolCallBlock {
    this.#callsMade += 1;
    return { type: 'tool_call', toolCallId: toolCallId(id ?? `scripted-${this.#callsMade}`), name, input };
  }
}

function frozenCopy<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  const copy: unknown = Array.isArray(value)
    ? value.map(frozenCopy)
    : Object.fromEntries(Object.entries(value).map(([key, field]) => [key, frozenCopy(field)]));
  return Object.freeze(copy) as T;
}
