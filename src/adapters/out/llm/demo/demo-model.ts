import type { Clock } from '../../../../core/ports/clock.ts';
import {
  noPrice,
  type MediaBlock,
  type Model,
  type ModelBlock,
  type ModelEvent,
  type ModelRequest,
  type Usage,
} from '../../../../core/ports/model.ts';
import { planFor } from './script.ts';

type Piece = Extract<ModelEvent, { type: 'text' | 'thinking' }>;

export interface DemoModelDeps {
  readonly clock: Clock;
  /** The pause between two pieces of an answer. */
  readonly paceMs: number;
}

/**
 * Answers without a key, an account or a network, and asks for real tools, so that a newcomer sees the whole
 * machine work. Deterministic: see `planFor`. It counts about four characters as one token.
 */
export class DemoModel implements Model {
  readonly id = 'demo';
  readonly provider = 'demo';
  readonly contextWindow = 200_000;
  readonly outputLimit = 16_000;
  readonly price = noPrice;
  readonly #deps: DemoModelDeps;

  constructor(deps: DemoModelDeps) {
    this.#deps = deps;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const { clock, paceMs } = this.#deps;
    const inputTokens = tokensIn(JSON.stringify(request, withoutBytes).length);
    let written = 0;
    const usage = (): Usage => ({
      inputTokens,
      outputTokens: tokensIn(written),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    });

    const { thinking, chunks, toolCalls } = planFor(request);
    const pieces: readonly Piece[] = [{ type: 'thinking', text: thinking }, ...chunks.map(asText)];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await clock.sleep(paceMs, signal);
      if (signal.aborted) break;
      written += piece.text.length;
      yield piece;
    }
    if (signal.aborted) {
      yield { type: 'end', stop: 'aborted', usage: usage() };
      return;
    }
    if (toolCalls.length > 0) {
      written += JSON.stringify(toolCalls).length;
      yield { type: 'end', stop: 'tool_use', usage: usage(), toolCalls };
      return;
    }
    yield { type: 'end', stop: 'end_turn', usage: usage() };
  }
}

/** The bytes of images are not read, and would count for more than their whole conversation. */
const withoutBytes = (_key: string, value: unknown): unknown =>
  (value as ModelBlock | null)?.type === 'media' ? (value as MediaBlock).instead : value;

const asText = (text: string): Piece => ({ type: 'text', text });

const tokensIn = (characters: number): number => Math.ceil(characters / 4);
