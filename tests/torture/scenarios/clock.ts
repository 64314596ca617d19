// The wall clock jumps under a running engine, and is wrong at a start. Schedules and backups do not exist
// yet, so they are not tested here.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab, Started } from '../lab.ts';
import { fakeTime } from '../needs.ts';
import { faultsOnDisk } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { ask, failedReads, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const POLLED_MS = 2_500;
const EXPIRED_WITHIN_MS = 6_000;
const WRONG_AT_BOOT = ['-20y', '+10y', '-3h', '+0'];

export const clock: Scenario = {
  name: 'clock',
  promise: ['R12'],
  needs: ['faketime'],
  run: async (lab) => {
    const broken: string[] = [];
    const dataDir = lab.fresh();
    const file = join(lab.folder('clock'), 'offset');
    const set = (offset: string) => writeFileSync(file, `${offset}\n`);
    const env = {
      LD_PRELOAD: fakeTime() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    set('+0');
    const engine = await lab.start(dataDir, { env });
    broken.push(...(await jumps(lab, engine, set)));
    await engine.kill();

    let threads = await threadsOf(lab, dataDir);
    for (const offset of WRONG_AT_BOOT)
      for (const TZ of ['UTC', 'America/New_York', 'Pacific/Apia']) {
        set(offset);
        const wrong = await lab.start(dataDir, { env: { ...env, TZ } });
        broken.push(...(await failedReads(wrong)).map((fault) => `clock ${offset}, ${TZ}: ${fault}`));
        const { last } = await run(wrong, tasks.work(1));
        if (last !== 'done') broken.push(`clock ${offset}, ${TZ}: a run ends with ${last}`);
        const daily = await ask(wrong, `GET /api/history/cost/daily?timeZone=${encodeURIComponent(TZ)}`);
        if (daily.status !== 200)
          broken.push(`clock ${offset}, ${TZ}: days are ${daily.status} ${daily.code}`);
        await wrong.kill();
        threads += 1;
      }
    const found = await threadsOf(lab, dataDir);
    if (found !== threads) broken.push(`${found} of ${threads} threads are listed`);
    broken.push(...faultsOnDisk(dataDir));
    return {
      did: `jumps of -3 h and +40 d under a stream and two questions; ${WRONG_AT_BOOT.length * 3} starts with a wrong clock or zone`,
      broken,
      figures: `${found} threads kept; schedules and backups do not exist yet`,
    };
  },
};

async function jumps(lab: Lab, engine: Started, set: (offset: string) => void): Promise<readonly string[]> {
  const faults: string[] = [];
  const streaming = run(engine, tasks.say(300, 10, 40));
  const early = await asked(engine);
  const health = async () =>
    JSON.parse((await ask(engine, 'GET /api/status')).body) as { startedAt?: string };
  await health();

  set('-3h');
  if (!isShifted(await now(engine), -3)) faults.push('the clock of the engine could not be shifted');
  await sleep(POLLED_MS);
  const { pending } = await early.pending();
  if (!pending) faults.push('a question expired when the clock went back by 3 hours');
  const answered = await early.reply();
  if (answered.status !== 200) faults.push(`after -3 h an answer is ${answered.status} ${answered.code}`);
  if ((await early.ended).last !== 'done')
    faults.push('after -3 h the run that asked does not end with done');
  set('+0');

  const late = await asked(engine);
  set('+40d');
  const until = performance.now() + EXPIRED_WITHIN_MS;
  while ((await late.pending()).pending && performance.now() < until) await sleep(200);
  const gone = await late.reply();
  if (gone.status !== 410) faults.push(`40 days later an answer is ${gone.status} ${gone.code}, not 410`);
  if ((await late.ended).last !== 'done')
    faults.push('40 days later the run that asked does not end with done');

  const { last, stream } = await streaming;
  if (last !== 'done' || !stream.includes('299 ')) faults.push(`a stream over the jumps ends with ${last}`);
  faults.push(...(await failedReads(engine)));
  // Set it back: what was written meanwhile has a date in the future.
  set('+0');
  const after = await run(engine, tasks.work(2));
  if (after.last !== 'done') faults.push(`after the clock came back a run ends with ${after.last}`);
  const { body } = await ask(engine, `GET /api/threads/${after.threadId}/messages`);
  const seqs = [...body.matchAll(/"seq":(\d+)/gu)].map(([, seq]) => Number(seq));
  if (seqs.some((seq, index) => seq !== index + 1)) faults.push(`messages are out of order: ${seqs.join()}`);
  return faults;
}

/** A run that waits for its owner's answer. */
async function asked(engine: Started) {
  const { sessionId } = await engine.client['sessions.create']({ body: {} });
  const params = { id: sessionId };
  const ended = ask(engine, `POST /api/sessions/${sessionId}/run`, { task: tasks.ask }).then(({ body }) => ({
    last: /event: (\w+)\n[^\n]*\n\n$/u.exec(body)?.[1],
  }));
  const pending = () => engine.client['prompts.pending']({ params });
  let found = await pending();
  while (!found.pending) {
    await sleep(20);
    found = await pending();
  }
  const { promptId } = found;
  return {
    ended,
    pending,
    reply: () => ask(engine, `POST /api/sessions/${sessionId}/reply`, { answer: 'red', promptId }),
  };
}

async function now(engine: Started): Promise<number> {
  const { threadId } = await engine.client['sessions.create']({ body: {} });
  const thread = await engine.client['threads.get']({ params: { id: threadId } });
  return Date.parse(thread.createdAt);
}

const HOUR_MS = 3_600_000;
const isShifted = (at: number, hours: number): boolean =>
  Math.abs(at - (Date.now() + hours * HOUR_MS)) < HOUR_MS / 2;

async function threadsOf(lab: Lab, dataDir: string): Promise<number> {
  const engine = await lab.start(dataDir);
  const { body } = await ask(engine, 'GET /api/threads?limit=200');
  await engine.stop();
  return (body.match(/"threadId"/gu) ?? []).length;
}
