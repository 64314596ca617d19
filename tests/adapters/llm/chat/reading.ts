import { ChatStream } from '../../../../src/adapters/out/llm/wire/chat/stream.ts';
import { failedWith, isWireFailure } from '../../../../src/adapters/out/llm/wire/failure.ts';
import { serverSentEvents } from '../../../../src/adapters/out/llm/wire/sse.ts';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import type { ModelEnd } from '../../../../src/core/ports/model.ts';

export interface Reading {
  readonly text: string;
  readonly thinking: string;
  readonly end: ModelEnd;
}

/** The result of a body in these pieces: like `exchange`, but without a socket, so that it can run often. */
export async function readingOf(...pieces: readonly Uint8Array[]): Promise<Reading> {
  const reader = new ChatStream({ secrets: [], now: 0 }, 'model-1');
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

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
