// The fake provider in its own process. On either wire it streams what the request's script says, as fast
// as the client reads.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../src/core/kernel/json.ts';
import { serve } from './child.ts';
import { piecesOf } from './script.ts';
import { wires } from './wires/all.ts';

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wire = wires.find(({ path }) => path === request.url);
  if (!wire) throw new Error(`nothing is served at ${request.url}`);
  const send = async (text: string): Promise<void> => {
    if (!response.write(text)) await once(response, 'drain');
  };
  const { script, replies } = wire.asked((await json(request)) as JsonObject);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (script.does === 'say') {
    await send(wire.opening);
    for (const text of piecesOf(script.chunks)) await send(wire.text(text));
    if (script.pauseMs !== undefined) await sleep(script.pauseMs);
    await send(wire.end('end_turn'));
  } else if (script.does === 'pace') {
    await send(wire.opening);
    const startedAt = performance.now();
    for (let nth = 0; nth < script.chunks; nth++) {
      // Against the start, so that a late timer delays one text and not all that follow.
      const early = startedAt + nth * script.everyMs - performance.now();
      if (early > 0) await sleep(early);
      await send(wire.text(`${process.hrtime.bigint()} `));
    }
    await send(wire.end('end_turn'));
  } else if (replies < script.times) {
    // Inputs vary, so that the guard against repeated calls stays quiet.
    const input = { path: `file-${replies % 10}.txt`, content: `what call ${replies} has to say` };
    await send(wire.opening + wire.call(`call-${replies}`, script.tool, input) + wire.end('tool_use'));
  } else {
    await send(wire.opening + wire.text('all calls made') + wire.end('end_turn'));
  }
  response.end();
}

await serve((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
