import { createParser } from 'eventsource-parser';
import type { Wire, WireEvent } from './wires/wire.ts';

/**
 * Calls the fake provider and parses its stream with the least possible work, for the proxy and the bare
 * tool loop. A batch is what one read of the socket returned.
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
