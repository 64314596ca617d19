// The bare limit for streams, a process of its own: it parses each event of the provider and writes one of its own
// for it, and does nothing else that an engine does.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ModelRequest } from '../src/core/ports/model.ts';
import { given, serve } from './child.ts';
import { ask } from './upstream.ts';

const { providerUrl } = given<{ readonly providerUrl: string }>();

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = (await json(request)) as ModelRequest;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  let id = 0;
  for await (const batch of ask(providerUrl, asked)) {
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
