import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOnDisk } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { ask, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const RUNS = 12;
const ROUNDS = 5;
const LONGEST_MS = 10_000;

export const sigterm: Scenario = {
  name: 'sigterm',
  promise: ['R3'],
  needs: [],
  run: async (lab) => {
    const broken: string[] = [];
    let longest = 0;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const dataDir = lab.fresh();
      const engine = await lab.start(dataDir);
      const before = lab.provider.arrived.length;
      const runs = Array.from({ length: RUNS }, () => run(engine, tasks.say(5_000, 20, 10)));
      await lab.provider.reached(before + RUNS);
      const askedAt = performance.now();
      const stopping = engine.stop();
      const late: Promise<Response | null>[] = [];
      let isOver = false;
      void stopping.then(() => (isOver = true));
      while (!isOver) {
        const asked = fetch(`${engine.baseUrl}/api/sessions`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: '{}',
        });
        late.push(asked.catch(() => null));
        await Promise.race([asked.catch(() => null), stopping]);
        await ask(engine, 'GET /health');
      }
      const code = await stopping;
      const took = performance.now() - askedAt;
      longest = Math.max(longest, took);
      if (code !== 0) broken.push(`it left with ${code}: ${engine.output.stderr}`);
      if (took > LONGEST_MS) broken.push(`it took ${Math.round(took)} ms to leave`);
      for (const { last, code: why } of await Promise.all(runs))
        if (last !== 'error' || why !== 'interrupted') broken.push(`a stream ended with ${last} ${why}`);
      for (const response of await Promise.all(late)) {
        if (!response || response.status === 201) continue;
        refused += 1;
        if (response.status !== 503 || !(Number(response.headers.get('retry-after')) > 0))
          broken.push(`late work is answered with ${response.status}, not 503 and Retry-After`);
      }
      for (const name of ['engine.json', 'engine.sock'])
        if (existsSync(join(dataDir, name))) broken.push(`${name} is left behind`);
      broken.push(...faultsOnDisk(dataDir));
    }
    return {
      did: `${ROUNDS} times SIGTERM with ${RUNS} runs that stream, and work that comes too late`,
      broken,
      figures: `gone within ${Math.round(longest)} ms; ${refused} requests came too late`,
    };
  },
};

const JSON_TYPE = { 'content-type': 'application/json' };
