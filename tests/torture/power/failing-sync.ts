// What the engine does while the syncs of its write-ahead logs fail, and after that.
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from '../lab.ts';
import { stacksIn } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { ask, failedReads, type Answer } from '../requests.ts';
import { NEW } from '../work.ts';
import type { Diary } from './diary.ts';
import { talked, titleOf } from './load.ts';
import { TALKS, type Talk, type Told } from './told.ts';

/** A thread whose run was cut off by failing syncs must be free within this time. */
const FREE_MS = 10_000;

/** One write to each store, and each kind of write that a person waits for. Notes what is acknowledged. */
const writers = (engine: Started, { hosts, lines, titled, said }: Told) => ({
  title: async (nth: number) => {
    const answer = await ask(engine, `PATCH /api/threads/${titled.threadId}`, { title: titleOf(nth) });
    if (answer.status === 200) titled.nth = nth;
    return answer;
  },
  session: () => ask(engine, 'POST /api/sessions', {}),
  consent: async (nth: number) => {
    const target = `host-${nth}.example`;
    const answer = await ask(engine, 'POST /api/consents', { class: 'send_outside', target });
    if (answer.status === 201) hosts.push(target);
    return answer;
  },
  memory: async (nth: number) => {
    const text = `line number ${nth} of the status`;
    const answer = await ask(engine, 'POST /api/memory/status/append', { text });
    if (answer.status === 201) lines.push(text);
    return answer;
  },
  secret: async (nth: number) => {
    const answer = await ask(engine, `PUT /api/secrets/${NEW.secret}`, {
      value: `value ${nth}`,
      hosts: ['a.example'],
    });
    if (isDone(answer)) said.secret = true;
    return answer;
  },
});

const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The faults of an engine whose syncs fail while the file `flag` exists. */
export async function failingSync(
  engine: Started,
  { now }: Diary<Told>,
  flag: string,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const created = await engine.client['sessions.create']({ body: {} });
  now.titled.threadId = created.threadId;
  const paths = writers(engine, now);
  let nth = 0;
  const writeAll = async (when: string, isRight: (answer: Answer) => boolean) => {
    for (const [path, write] of Object.entries(paths)) {
      nth += 1;
      const answer = await write(nth);
      if (!isRight(answer)) faults.push(`${when}, ${path} is ${answer.status} ${answer.code}`);
    }
  };
  for (const [round, talk] of now.talks.slice(0, TALKS).entries()) {
    await writeAll('before the syncs fail', isDone);
    const running = talked(engine, talk, tasks.say(100, 30, 20)).catch(() => undefined);
    while (talk.frames.size < 5) await sleep(20);

    writeFileSync(flag, '');
    await writeAll('while syncs fail', ({ status, code }) => status === 500 && code === 'storage_error');
    faults.push(...(await failedReads(engine)).map((fault) => `while syncs fail: ${fault}`));
    // The refused writes fall into different moments of the run.
    await sleep(300 * round);
    rmSync(flag);

    await writeAll('after the syncs failed', isDone);
    await running;
    faults.push(...(await blocked(engine, talk.sessionId ?? '')).map((fault) => `round ${round}: ${fault}`));
  }
  await talked(engine, now.talks[TALKS] as Talk, tasks.answer);
  return [...faults, ...stacksIn(engine.output.stderr)];
}

/** The thread of a run that failing syncs met takes the next run. */
async function blocked(engine: Started, sessionId: string): Promise<readonly string[]> {
  const until = performance.now() + FREE_MS;
  for (;;) {
    const { status, code, body } = await ask(engine, `POST /api/sessions/${sessionId}/run`, {
      task: tasks.answer,
    });
    if (status === 200)
      return body.includes('event: done') ? [] : [`the next run ends with ${body.slice(-300)}`];
    if (code !== 'run_in_progress' || performance.now() > until) return [`the next run is ${status} ${code}`];
    await sleep(100);
  }
}
