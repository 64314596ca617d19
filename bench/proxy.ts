// The bare limit for streams, in its own process: it parses each event of the provider, writes one event
// for it, and does nothing else. Its request body is the provider's.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { given, serve } from './child.ts';
import { ask } from './upstream.ts';
import { wireNamed } from './wires/all.ts';
import type { WireName } from './wires/wire.ts';

const config = given<{ readonly providerUrl: string; readonly wire: WireName }>();
const wire = wireNamed(config.wire);

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = (await json(request)) as object;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  let id = 0;
  for await (const batch of ask(config.providerUrl, wire, asked)) {
    for (const event of batch) {
      id += 1;
      const [type, data] = event.type === 'text' ? ['text', { text: event.text }] : ['done', {}];
      const frame = `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      if (!response.write(frame)) await once(response, 'drain');
    }
  }
  response.end();
}

await serve((request, response) => {
  pass(request, response).catch(() => response.destroy());
});
