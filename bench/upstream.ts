import { createParser } from 'eventsource-parser';
import type { ModelRequest } from '../src/core/ports/model.ts';
import type { WireEvent } from './wire.ts';

/**
 * Asks the fake provider and parses what it streams: the one way for the engine, for the proxy it is measured
 * against, and for the bare tool loop. A batch is what one read of the socket brought.
 */
export async function* ask(
  providerUrl: string,
  request: ModelRequest,
  signal?: AbortSignal,
): AsyncGenerator<readonly WireEvent[]> {
  const response = await fetch(providerUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    ...(signal ? { signal } : {}),
  });
  let batch: WireEvent[] = [];
  const parser = createParser({ onEvent: ({ data }) => batch.push(JSON.parse(data) as WireEvent) });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (batch.length > 0) yield batch;
    batch = [];
  }
}
