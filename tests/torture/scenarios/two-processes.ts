import { spawnSvc } from '../../harness/spawned-engine.ts';
import { tasks } from '../provider.ts';
import { run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const AT_ONCE = 6;
const ROUNDS = 5;
const LEAVES_MS = 2_000;

export const twoProcesses: Scenario = {
  name: 'two-processes',
  promise: ['R2'],
  needs: [],
  run: async (lab) => {
    const dataDir = lab.fresh();
    const broken: string[] = [];
    let longest = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // At most one of the racing engines gets the lock; then the directory has its owner.
      const racing = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => lab.start(dataDir)));
      const won = racing.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
      if (won.length !== 1)
        broken.push(`${won.length} of ${AT_ONCE} engines started at once on one directory`);
      const lost = racing.flatMap((start) =>
        start.status === 'rejected' ? [(start.reason as Error).message] : [],
      );
      broken.push(...lost.filter((said) => !/^engine exited with 78: svc: [^\n]+\n$/u.test(said)));
      const [first] = won;
      if (!first) continue;
      const working = run(first, tasks.say(100, 20, 5));
      const startedAt = performance.now();
      const second = spawnSvc(['--http-api'], {
        SVC_DATA_DIR: dataDir,
        SVC_HTTP_PORT: '0',
        ...lab.environment,
      });
      const tooLong = setTimeout(() => second.process.kill('SIGKILL'), 3 * LEAVES_MS);
      const { code, stderr } = await second.finished;
      clearTimeout(tooLong);
      longest = Math.max(longest, performance.now() - startedAt);
      if (code !== 78 || !stderr.includes(`(pid ${first.pid})`))
        broken.push(`the second exited with ${code}: ${stderr}`);
      const { last } = await working;
      if (last !== 'done') broken.push(`a run of the first ended with ${last} while the second tried`);
      for (const engine of won) await engine.kill();
    }
    if (longest > LEAVES_MS) broken.push(`the second took ${Math.round(longest)} ms to exit`);
    return {
      did: `${ROUNDS} times: ${AT_ONCE} starts at once, one more beside the running engine, kill -9`,
      broken,
      figures: `the second exits within ${Math.round(longest)} ms`,
    };
  },
};
