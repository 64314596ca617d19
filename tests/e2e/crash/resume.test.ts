// Real kills of the built engine during runs that go on.
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { exited, spawnEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const DEMO = { SVC_DEMO: '1' };

for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  verifies(
    ['runs.resume', 'crash.acknowledged'],
    `a run goes on after ${signal}, and its readers miss and repeat nothing`,
    async () => {
      const dataDir = temporaryDir();
      let engine = await spawnEngine(dataDir, DEMO);
      const { sessionId } = await engine.client['sessions.create']({ body: {} });
      const { runId, events } = await engine.client['runs.start']({
        params: { id: sessionId },
        body: { task: 'count to 500', resume: true },
      });
      if (runId === null) throw new Error('The answer names no run.');
      const ids: number[] = [];
      const types: string[] = [];
      let text = '';
      const readUntil = async (all: typeof events, isEnough: (type: string) => boolean): Promise<void> => {
        for await (const event of all) {
          ids.push(event.id ?? NaN);
          types.push(event.type);
          if (event.type === 'done') text = event.data.text;
          if (isEnough(event.type)) return;
        }
      };
      const after = async () =>
        (await engine.client['runs.events']({ params: { runId }, query: { after: ids.at(-1) ?? 0 } })).events;
      await readUntil(events, () => ids.length === 5);
      for (let times = 1; times <= 2; times++) {
        await exited(engine, signal);
        engine = await spawnEngine(dataDir, DEMO);
        await readUntil(await after(), (type) => type === 'resumed');
      }
      await readUntil(await after(), () => false);
      expect(ids).toEqual(ids.map((_, at) => at + 1));
      expect(types.filter((type) => type === 'resumed')).toHaveLength(2);
      expect(types.at(-1)).toBe('done');
      expect(text.split(' ').length).toBeGreaterThan(490);
      await exited(engine);
    },
  );
