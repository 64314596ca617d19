import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openHistory } from '../../src/adapters/out/sqlite/history/open.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import { pageReader } from '../../src/adapters/out/web/page-reader.ts';
import { SafeFetch } from '../../src/adapters/out/web/safe-fetch.ts';
import { runId, threadId } from '../../src/core/kernel/ids.ts';
import { WebService } from '../../src/core/web/service.ts';
import type { Figure } from '../figure.ts';
import { compared, interleaved, sides } from '../measure.ts';

const REPLY = JSON.stringify({
  items: Array.from({ length: 50 }, (_, index) => ({ index, text: 'some text' })),
});

export const httpRequest: Figure = {
  name: 'http-request',
  does: 'one http_request of the agent to a server on this machine, from its input to the tool result; bare: fetch',
  measure: async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(REPLY);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/items?page=1`;
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
      knownSecrets: { unmistakable: () => ['an-operator-key-4711', 'another-operator-key-0815'] },
      clock: systemClock,
      pageLimits: () => ({ pages: 0, hosts: 0 }),
    });
    const { signal } = new AbortController();
    let calls = 0;
    const took = async (work: () => Promise<unknown>): Promise<number> => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    const pairs = await interleaved(
      { warmUp: 50, counted: 400 },
      // A conversation may make only a limited number of requests.
      () =>
        took(() =>
          web.request(
            { method: 'GET', url, headers: {}, body: null, timeoutMs: null },
            {
              runId: runId('r'),
              threadId: threadId(`t${Math.floor(calls++ / 50)}`),
              signal,
              staysAtHost: false,
            },
          ),
        ),
      () => took(async () => await (await fetch(url)).text()),
    );
    server.closeAllConnections();
    server.close();
    await history.close();
    const added = compared(pairs, ({ engine, bare }) => engine - bare);
    return [
      {
        what: 'http_request over a bare fetch, loopback',
        unit: 'ms',
        ...sides(pairs),
        result: { spread: added, shown: 'added' },
        bound: { atMost: 2 },
      },
    ];
  },
};
