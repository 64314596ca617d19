import { OWNER_ID } from '../owner.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openHistory } from '../../src/adapters/out/sqlite/history/open.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import { pageReader } from '../../src/adapters/out/web/page-reader.ts';
import { SafeFetch } from '../../src/adapters/out/web/safe-fetch.ts';
import { runId, threadId } from '../../src/core/kernel/ids.ts';
import { WebService } from '../../src/core/outside/web/service.ts';
import type { Figure } from '../figure.ts';
import { ratio } from '../series.ts';
import { timed } from '../timed.ts';

const REPLY = JSON.stringify({
  items: Array.from({ length: 50 }, (_, index) => ({ index, text: 'some text' })),
});

/** A conversation may make only a limited number of requests. */
const IN_ONE_THREAD = 50;

export const httpRequest: Figure = {
  name: 'http-request',
  summary:
    'one http_request of the agent to a server on this machine, from its input to the tool result; bare: fetch',
  async *series() {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(REPLY);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/items?page=1`;
    const { web, close } = webOverNothing();
    let calls = 0;
    const request = async () =>
      await web.request(
        { method: 'GET', url, headers: {}, body: null, timeoutMs: null },
        {
          runId: runId('r'),
          personId: OWNER_ID,
          threadId: threadId(`t${Math.floor(calls++ / IN_ONE_THREAD)}`),
          signal: new AbortController().signal,
          staysAtHost: false,
        },
      );
    yield {
      rows: [{ what: 'http_request on loopback', unit: 'ms', bounds: [ratio.atMost(5)] }],
      rounds: { warmUp: 50, counted: 400 },
      engine: async () => [await timed(request)],
      bare: async () => [await timed(async () => await (await fetch(url)).text())],
    };
    server.closeAllConnections();
    server.close();
    await close();
  },
};

function webOverNothing() {
  const history = openHistory(':memory:');
  const web = new WebService({
    web: new SafeFetch({
      clock: systemClock,
      userAgent: 'bench',
      ownPorts: new Set(),
      mayBeLocal: () => true,
    }),
    reader: pageReader,
    gate: { precheck: () => undefined, admit: async () => ({ headers: {}, query: {} }) },
    history: history.history,
    knownSecrets: { unmistakableFor: () => ['an-operator-key-4711', 'another-operator-key-0815'] },
    clock: systemClock,
    pageLimits: () => ({ pages: 0, hosts: 0 }),
  });
  return { web, close: () => history.close() };
}
