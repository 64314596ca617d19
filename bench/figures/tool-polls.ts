import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { hostOverHttp, type Host } from '../host.ts';
import { ratio } from '../series.ts';
import { taskFor } from '../script.ts';
import { wires } from '../wires/all.ts';

const RUNS = 12;
/** Ten times a second. */
const EVERY_MS = 100;
const SHARE = 0.99;

export const toolPolls: Figure = {
  name: 'tool-polls',
  summary: `the slowest of 99 % of the polls while ${RUNS} runs stream and each is polled ten times a second; bare: while none runs`,
  async *series(lab) {
    const [wire] = wires;
    const provider = await lab.provider();
    const server = await lab.toolServer(lab.folder('data'), wire?.env(provider.url));
    const host = await hostOverHttp(server.url);
    const streaming = { does: 'pace', chunks: 600, everyMs: 5 } as const;
    const begun = async () =>
      String((await host.call('svc_run_start', { task: taskFor(streaming) }))['run_id']);
    yield {
      rows: [{ what: `poll while ${RUNS} runs stream`, unit: 'ms', bounds: [ratio.atMost(3)] }],
      rounds: { warmUp: 1, counted: 7 },
      engine: async () => {
        const runs = await Promise.all(Array.from({ length: RUNS }, begun));
        return [slowestOf((await Promise.all(runs.map((run) => polled(host, run)))).flat())];
      },
      bare: async () => {
        // Only so many runs can be polled: an older one may be gone.
        const ended = await begun();
        await polled(host, ended);
        const times: number[] = [];
        for (let nth = 0; nth < 300; nth++) {
          times.push((await poll(host, ended, 0)).ms);
          await sleep(EVERY_MS / RUNS);
        }
        return [slowestOf(times)];
      },
    };
    await host.close();
    await Promise.all([server.stop(), provider.stop()]);
  },
};

async function poll(host: Host, run: string, cursor: number) {
  const askedAt = performance.now();
  const answer = await host.call('svc_poll', { run_id: run, cursor });
  return {
    ms: performance.now() - askedAt,
    isDone: answer['done'] === true,
    cursor: Number(answer['nextCursor']),
  };
}

/** Until the run has ended. @returns how long each poll took */
async function polled(host: Host, run: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let cursor = 0; ;) {
    const { ms, isDone, cursor: next } = await poll(host, run, cursor);
    times.push(ms);
    if (isDone) return times;
    cursor = next;
    await sleep(EVERY_MS);
  }
}

const slowestOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * SHARE) - 1] ?? NaN;
