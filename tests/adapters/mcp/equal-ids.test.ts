import { expect } from '@jest/globals';
import type { TransportResponse } from '../../../src/contract/client.ts';
import { engineSays, NOWHERE, openTestPort } from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { httpHost, modernHost, sseHost, type Host } from '../../e2e/mcp/hosts.ts';

verifies('security.handles', '50 hosts with equal request ids each get their own answers', async () => {
  // Answers in another order than it was asked in.
  const held: (() => void)[] = [];
  const engine = async (url: string): Promise<TransportResponse> => {
    const asked = /\/runs\/([^/]+)\/poll$/u.exec(url)?.[1];
    if (asked === undefined) return engineSays({ required: false, admitted: true });
    await new Promise<void>((resolve) => {
      held.push(resolve);
      if (held.length % 10 === 0) for (const free of held.splice(0).toReversed()) free();
    });
    return engineSays({ done: true, text: asked, status: 'completed' });
  };
  const { url } = await openTestPort({ dataDir: NOWHERE, engine });
  const kinds = [httpHost, sseHost, modernHost];
  const hosts: Host[] = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => await (kinds[at % 3] ?? httpHost)(url)),
  );
  const got = await Promise.all(
    hosts.flatMap((host, at) =>
      Array.from({ length: 4 }, async (_, n) => {
        const nonce = `nonce-${at}-${n}`;
        const { structured } = await host.call('svc_poll', { run_id: nonce });
        return [nonce, structured['text']];
      }),
    ),
  );
  expect(got.filter(([asked, text]) => asked !== text)).toEqual([]);
  expect(got).toHaveLength(200);
  for (const host of hosts) await host.close();
});
