import { GeminiReader } from '../../../src/adapters/out/llm/gemini/stream.ts';
import { ChatStream } from '../../../src/adapters/out/llm/wire/chat/stream.ts';
import { exchange, type StreamReader } from '../../../src/adapters/out/llm/wire/exchange.ts';
import { failedWith, isWireFailure } from '../../../src/adapters/out/llm/wire/failure.ts';
import { MessagesReader } from '../../../src/adapters/out/llm/wire/messages/stream.ts';
import { serverSentEvents } from '../../../src/adapters/out/llm/wire/sse.ts';
import { modelLimits } from '../../../src/core/instance/models/limits.ts';
import { noPrice } from '../../../src/core/ports/model.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import type { Outcome } from './conversation.ts';
import { MODEL as GEMINI } from './gemini/talk.ts';
import { MODEL } from './messages/models.ts';

export type Reading = Omit<Outcome, 'events'>;

const quoting = { secrets: [], now: 0 };

/** New readers of the wires. */
export const chatReader = (): StreamReader => new ChatStream(quoting, 'model-1');
export const messagesReader = (): StreamReader => new MessagesReader({ modelId: MODEL, quoting });
export const geminiReader = (): StreamReader => new GeminiReader(GEMINI, quoting);

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The result of a body in these pieces: like `exchange`, but without a socket, so that it can run often. */
export async function readingOf(reader: StreamReader, ...pieces: readonly Uint8Array[]): Promise<Reading> {
  const said = { text: '', thinking: '' };
  try {
    for await (const batch of serverSentEvents(arriving(pieces), modelLimits)) {
      for (const event of batch)
        for (const { type, text } of reader.read(event)) {
          if (!text.isWellFormed()) throw new Error(`half a character: ${JSON.stringify(text)}`);
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

async function* arriving(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** The same through the whole exchange, whose connection may break after the bytes. */
export async function exchanged(reader: StreamReader, bytes: Uint8Array, breaks = false): Promise<Reading> {
  let isSent = bytes.length === 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (!isSent) controller.enqueue(bytes);
      else if (breaks) controller.error(new TypeError('terminated'));
      else controller.close();
      isSent = true;
    },
  });
  const said = { text: '', thinking: '' };
  const events = exchange(
    {
      reader,
      send: () => Promise.resolve(new Response(body)),
      billing: {
        price: noPrice,
        prompt: () => 0,
        allowed: { contextWindow: 200_000, hiddenTokens: 16_000, searches: 0 },
      },
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
