import { setTimeout as sleep } from 'node:timers/promises';
import { get, post, remove } from '../client.ts';
import { cpuMs } from '../cpu.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { requestRate } from '../request-rate.ts';
import { ratio } from '../series.ts';
import { useTriggers } from '../used-triggers.ts';

const REQUESTS = 400;
const IDLE_MS = 10_000;
/** The worst of so many is told: of ten rounds it is the worst of 200. */
const AT_ONCE = 20;

/** Of work that runs itself. */
export const triggers: Figure = {
  name: 'triggers',
  summary:
    'how late triggers fire with 10,000 others waiting (bare: a timer of this process), processor time while none is due (bare: without triggers), and the lists of triggers and tasks, 10,000 against 50',
  async *series(lab) {
    const seeded = async (count: number) =>
      await lab.built(await lab.seeded(`triggers-${count}`, (folder) => useTriggers(folder, count)));
    const [many, few, none] = [await seeded(10_000), await seeded(50), await lab.built(lab.folder('data'))];
    yield {
      rows: [{ what: `late, worst of ${AT_ONCE}`, unit: 'ms', bounds: [{ of: 'engine', atMost: 20 }] }],
      rounds: { warmUp: 1, counted: 10 },
      engine: async () => [await latest(many)],
      bare: async () => [await latestTimer()],
    };
    yield {
      rows: [{ what: 'idle with 10,000 triggers', unit: '%', bounds: [{ of: 'engine', atMost: 0.2 }] }],
      rounds: { warmUp: 0, counted: 3 },
      engine: async () => [await idlePercent(many)],
      bare: async () => [await idlePercent(none)],
    };
    for (const path of ['/api/triggers', '/api/tasks']) {
      const rate = (server: Server) => async () => [
        await requestRate(REQUESTS, () => get(server.url + path)),
      ];
      yield {
        rows: [{ what: `GET ${path}, many against few`, unit: 'requests/s', bounds: [ratio.atLeast(0.8)] }],
        rounds: { warmUp: 4, counted: 20 },
        engine: rate(many),
        bare: rate(few),
      };
    }
    await Promise.all([many.stop(), few.stop(), none.stop()]);
  },
};

/** Reminders that are due one after another; how late the latest of them was, in milliseconds. */
async function latest({ url }: Server): Promise<number> {
  const from = Date.now() + 1_000;
  const ids: string[] = [];
  for (let nth = 0; nth < AT_ONCE; nth += 1) {
    const runAt = new Date(from + nth * 50).toISOString();
    const made = await post(`${url}/api/triggers`, { title: `At ${runAt}`, effect: 'notify', runAt });
    ids.push((JSON.parse(made) as { triggerId: string }).triggerId);
  }
  await sleep(from + AT_ONCE * 50 + 500 - Date.now());
  const late = ids.map(async (id) => {
    const { runs } = JSON.parse(await get(`${url}/api/triggers/${id}/runs`)) as {
      runs: readonly { dueAt: string; startedAt: string }[];
    };
    const [run] = runs;
    return run ? Date.parse(run.startedAt) - Date.parse(run.dueAt) : Infinity;
  });
  const worst = Math.max(...(await Promise.all(late)));
  for (const id of ids) await remove(`${url}/api/triggers/${id}`);
  return worst;
}

async function latestTimer(): Promise<number> {
  let worst = 0;
  for (let nth = 0; nth < AT_ONCE; nth += 1) {
    const due = performance.now() + 50;
    await sleep(50);
    worst = Math.max(worst, performance.now() - due);
  }
  return worst;
}

/** Of one core. */
async function idlePercent({ pid }: Server): Promise<number> {
  const before = cpuMs(pid);
  await sleep(IDLE_MS);
  return (100 * (cpuMs(pid) - before)) / IDLE_MS;
}
