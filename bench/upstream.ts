import { createParser } from 'eventsource-parser';
import type { Wire, WireEvent } from './wires/wire.ts';

/**
 * Asks the fake provider and parses what it streams, with the least that this takes: the way of the proxy and of the
 * bare tool loop. A batch is what one read of the socket brought.
 */
export async function* ask(
  providerUrl: string,
  wire: Wire,
  body: object,
): AsyncGenerator<readonly WireEvent[]> {
  const response = await fetch(providerUrl + wire.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  let batch: WireEvent[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = wire.read(data);
      if (event) batch.push(event);
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (batch.length > 0) yield batch;
    batch = [];
  }
}
