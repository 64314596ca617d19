import { setTimeout as sleep } from 'node:timers/promises';
import { spawnSvc } from '../../harness/spawned-engine.ts';
import { faultsIn } from '../../harness/sound-database.ts';
import { join } from 'node:path';
import { tasks } from '../provider.ts';
import { ask, failedReads, percentile, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const STARTS = Number(process.env['STARTS'] ?? 50);
const READY_MS = 3_000;
const LONGEST_LIFE_MS = 2_000;

export const starts: Scenario = {
  name: 'starts',
  promise: ['R1'],
  needs: [],
  run: async (lab) => {
    const dataDir = lab.copyOf(await lab.seeded());
    const broken: string[] = [];
    const ready: number[] = [];
    for (let nth = 1; nth <= STARTS; nth += 1) {
      const child = spawnSvc(['--http-api'], {
        SVC_DATA_DIR: dataDir,
        SVC_HTTP_PORT: '0',
        ...lab.environment,
      });
      await sleep(Math.random() * LONGEST_LIFE_MS);
      child.process.kill('SIGKILL');
      const { signal, stderr } = await child.finished;
      if (signal !== 'SIGKILL') broken.push(`start ${nth} ended by itself: ${stderr}`);
      if (nth % 5 !== 0) continue;
      const engine = await lab.start(dataDir);
      ready.push(engine.startMs);
      if (engine.startMs > READY_MS)
        broken.push(`start ${nth}: ready after ${Math.round(engine.startMs)} ms`);
      broken.push(...(await failedReads(engine)));
      const { last } = await run(engine, tasks.answer);
      if (last !== 'done') broken.push(`start ${nth}: a run ends with ${last}`);
      await engine.kill();
    }
    const engine = await lab.start(dataDir);
    const { body } = await ask(engine, 'GET /api/threads?limit=200');
    if (!body.includes('"nextCursor"')) broken.push('threads are lost');
    await engine.stop();
    broken.push(...faultsIn(join(dataDir, 'history.db')), ...faultsIn(join(dataDir, 'memory.db')));
    lab.remove(dataDir);
    return {
      did: `${STARTS} starts on 10,000 threads, killed after 0 to 2 s, and ${ready.length} that were used`,
      broken,
      figures: `ready after ${Math.round(percentile(ready, 0.5))} ms, at most ${Math.round(Math.max(...ready))} ms`,
    };
  },
};
