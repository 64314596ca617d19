// The fake provider, a process of its own: it streams what the script in the request says, as fast as it is read.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRequest, Usage } from '../src/core/ports/model.ts';
import { serve } from './child.ts';
import { piecesOf, scriptOf, type WireEvent } from './wire.ts';

const usage: Usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };

async function send(response: ServerResponse, event: WireEvent): Promise<void> {
  if (!response.write(`data: ${JSON.stringify(event)}\n\n`)) await once(response, 'drain');
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { messages } = (await json(request)) as ModelRequest;
  const script = scriptOf(messages);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (script.does === 'say') {
    for (const text of piecesOf(script.chunks)) await send(response, { type: 'text', text });
    if (script.pauseMs !== undefined) await sleep(script.pauseMs);
    await send(response, { type: 'end', stop: 'end_turn', usage });
  } else {
    const made = messages.filter(({ role }) => role === 'assistant').length;
    if (made < script.times) {
      // Varied, so that the guard against repeated calls stays quiet.
      const input = { path: `file-${made % 10}.txt`, content: `what call ${made} has to say` };
      await send(response, { type: 'call', id: `call-${made}`, name: script.tool, input });
      await send(response, { type: 'end', stop: 'tool_use', usage });
    } else {
      await send(response, { type: 'text', text: 'all calls made' });
      await send(response, { type: 'end', stop: 'end_turn', usage });
    }
  }
  response.end();
}

await serve((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
