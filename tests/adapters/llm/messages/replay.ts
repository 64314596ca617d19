import { exchange } from '../../../../src/adapters/out/llm/wire/exchange.ts';
import { failedWith, isWireFailure } from '../../../../src/adapters/out/llm/wire/failure.ts';
import { MessagesReader } from '../../../../src/adapters/out/llm/wire/messages/stream.ts';
import { serverSentEvents } from '../../../../src/adapters/out/llm/wire/sse.ts';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import { noPrice, type ModelEnd } from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { MODEL } from './models.ts';

export interface Replayed {
  readonly text: string;
  readonly thinking: string;
  readonly end: ModelEnd;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const newReader = () => new MessagesReader({ modelId: MODEL, quoting: { secrets: [], now: 0 } });

async function* each(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** Reads a body in these pieces: the wire without a socket, for many samples. */
export async function replay(...pieces: readonly Uint8Array[]): Promise<Replayed> {
  const reader = newReader();
  const said = { text: '', thinking: '' };
  try {
    for await (const batch of serverSentEvents(each(pieces), modelLimits)) {
      for (const event of batch)
        for (const { type, text } of reader.read(event)) {
          if (!text.isWellFormed()) throw new Error('a piece of half a character');
          said[type] += text;
        }
      if (reader.isOver) break;
    }
    return { ...said, end: reader.end() };
  } catch (error) {
    if (!isWireFailure(error)) throw error;
    return { ...said, end: failedWith(error.failure, reader.usage) };
  }
}

/** The same through the whole exchange. */
export async function replayInExchange(body: ReadableStream<Uint8Array>): Promise<Replayed> {
  const said = { text: '', thinking: '' };
  const events = exchange(
    {
      reader: newReader(),
      billing: {
        price: noPrice,
        prompt: () => 0,
        allowed: { contextWindow: 200_000, hiddenTokens: 16_000, searches: 0 },
      },
      send: () => Promise.resolve(new Response(body)),
      explain: () => null,
    },
    new AbortController().signal,
    new ManualClock(),
  );
  for (let next = await events.next(); ; next = await events.next()) {
    if (next.done) return { ...said, end: next.value };
    if (next.value.type !== 'was_thinking') said[next.value.type] += next.value.text;
  }
}
