// Kills the process when a request of the agent arrives at its server.
import { expect } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aProfile } from '../../harness/apis.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine } from '../../harness/spawned-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, streams } from '../../servers/fake-provider.ts';
import { startWebServer } from '../../servers/web-server.ts';
import { verifies } from '../../spec/verifies.ts';

verifies(
  'apis.rate.durable',
  'a request that arrived is counted, even if the process was killed at that moment',
  async () => {
    let kill = (): unknown => undefined;
    const api = await startWebServer((_request, response) => {
      kill();
      response.end('hello');
    });
    const input = JSON.stringify({ url: `http://127.0.0.1:${api.port}/items` });
    const provider = await startFakeProvider(streams(chat.callAnswer('http_request', input).join('')));
    const dataDir = temporaryDir();
    mkdirSync(join(dataDir, 'apis'));
    const profile = aProfile({
      base_url: `http://127.0.0.1:${api.port}`,
      rate_limit: { requests_per_day: 5, requests_per_hour: 5 },
    });
    writeFileSync(join(dataDir, 'apis', `${profile.id}.json`), JSON.stringify(profile));
    const env = {
      SVC_LLM_PROVIDER: 'compat',
      COMPAT_MODEL_ID: 'm',
      PRIMARY_BASE_URL: `${provider.url}/v1`,
      SVC_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${api.port}`,
    };
    const first = await spawnEngine(dataDir, env);
    kill = () => first.process.kill('SIGKILL');
    const { sessionId } = await first.client['sessions.create']({ body: {} });
    const run = first.client['runs.start']({ params: { id: sessionId }, body: { task: `Ask ${api.port}` } });
    await run
      .then(async ({ events }) => {
        for await (const event of events) if (event.type === 'error') break;
      })
      .catch(() => undefined);
    expect((await first.finished).signal).toBe('SIGKILL');
    expect(api.arrived).toHaveLength(1);

    kill = () => undefined;
    const next = await spawnEngine(dataDir, env);
    const { limits } = await next.client['apis.get']({ params: { id: profile.id } });
    expect(limits.map(({ window, used }) => [window, used])).toEqual([
      ['hour', 1],
      ['day', 1],
    ]);
    next.process.kill('SIGTERM');
    await next.finished;
  },
);
