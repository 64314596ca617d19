import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { ClientEvent, ClientStream, TransportResponse } from '../../../../contract/client.ts';
import type { Bytes, EventSchemas, EventStream, StreamEvent } from '../../../../contract/row.ts';
import { headersOf } from '../bytes.ts';
import { ClientLeft, lost, type DirectCall } from './direct-call.ts';

/** What JSON makes of it. */
export const copied = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/**
 * The events, one batch at a time, when the client asks for it: a slow client holds one in memory and delays nothing.
 * @param failure the event that ends a stream which fails
 */
export function streamed(
  { headers, events }: EventStream,
  call: DirectCall,
  failure: (error: unknown) => StreamEvent,
): ClientStream<EventSchemas> {
  const source = events[Symbol.asyncIterator]();
  // What it is told begins with its call.
  let next = asked();
  call.onLeft(() => void ended(source));
  return { runId: headers['Svc-Run-Id'] ?? null, events: read() };

  /** Its rejection is handled where it is read. */
  function asked(): ReturnType<typeof source.next> {
    const batch = source.next();
    batch.catch(() => undefined);
    return batch;
  }

  async function* read(): AsyncGenerator<ClientEvent<EventSchemas>> {
    try {
      for (;;) {
        const { done, value } = await call.unlessLeft(next);
        if (done) return call.over();
        for (const event of value) {
          call.throwIfLeft();
          yield eventOf(event);
        }
        next = asked();
      }
    } catch (error) {
      if (call.isLeft) throw error;
      call.over();
      yield eventOf(failure(error));
    } finally {
      call.leave(new ClientLeft());
    }
  }
}

/** All readers of a run share its events. */
const eventOf = ({ id, type, data }: StreamEvent): ClientEvent<EventSchemas> => ({
  id,
  type,
  data: copied(data) as never,
});

/** @param failed learns of an error in the middle, which the client reads as a lost connection */
export function sent(bytes: Bytes, call: DirectCall, failed: (error: unknown) => void): TransportResponse {
  const source = bytes.body[Symbol.asyncIterator]();
  call.onLeft(() => void ended(source));
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (reader) => {
        try {
          const { done, value } = await call.unlessLeft(source.next());
          if (done) {
            call.over();
            return reader.close();
          }
          reader.enqueue(value);
          // A reader as fast as the source would block all others.
          await turn();
        } catch (error) {
          if (call.isLeft) throw error;
          call.over();
          failed(error);
          throw lost(error);
        }
      },
      cancel: () => call.leave(new ClientLeft()),
    },
    { highWaterMark: 0 },
  );
  return {
    ok: true,
    status: 200,
    headers: new Headers(headersOf(bytes)),
    body,
    text: () => text(body),
  };
}

/** Closes what was opened for a client that has left. */
export function abandoned(result: unknown): void {
  const { events, body } = (result ?? {}) as Partial<EventStream & Bytes>;
  for (const source of [events, body])
    if (Symbol.asyncIterator in Object(source)) void ended((source as Bytes['body'])[Symbol.asyncIterator]());
}

/** It may be at work on its next piece, and ends after that. */
async function ended(source: AsyncIterator<unknown>): Promise<void> {
  await source.return?.().catch(() => undefined);
}
