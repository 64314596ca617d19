// Writes by every path, at the same time, with notes of what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';
import { framesOf, idOf } from '../../e2e/crash/client.ts';
import type { Started } from '../lab.ts';
import { tasks } from '../provider.ts';
import { ask } from '../requests.ts';
import { work } from '../work.ts';
import type { Diary } from './diary.ts';
import { streamsOf, TALKS, type Talk, type Told } from './told.ts';

/** How long what is only written may stay unsynced (1 s), with the time of the sync. */
const UNSYNCED_MS = 1_500;
/** On a busy machine the engine's timers are late. Once it has answered so often, they have fired, and the sync is over. */
const ANSWERS = 5;
const QUIET_MS = 3_500;

/** Longer than the others: it goes on when everything else has ended. */
const LAST = TALKS;

/** Uses the engine in every way, then only streams, until the caller kills it. */
export async function load(engine: Started, diary: Diary<Told>): Promise<void> {
  const { now } = diary;
  const looking = setInterval(() => {
    void heldInTime(engine, now);
  }, 100);
  try {
    let isBusy = true;
    const busy = Promise.all([
      work(engine, now.said),
      ...now.talks.slice(0, TALKS).map((talk, nth) => talked(engine, talk, tasks.say(30 + 5 * nth, 30, 20))),
      changed(engine, now),
      consented(engine, now),
      remembered(engine, now),
    ]).finally(() => (isBusy = false));
    const titled = titledWhile(engine, now, () => isBusy);
    await Promise.all([busy, titled]);
    // Nothing but deltas from here on: only time lets them be synced.
    const talk = now.talks[LAST] as Talk;
    void talked(engine, talk, tasks.say(1_000, 30, 20)).catch(() => undefined);
    await sleep(QUIET_MS);
  } finally {
    clearInterval(looking);
  }
}

/** The last frame of each run that was told by now. */
const framesTold = (told: Told): ReadonlyMap<string, number> =>
  new Map(streamsOf(told).map(({ runId, frames }) => [runId ?? '', Math.max(0, ...frames.keys())]));

/** What is told now may not be lost once the time is over in which it may stay unsynced. */
async function heldInTime(engine: Started, told: Told): Promise<void> {
  const seen = framesTold(told);
  await sleep(UNSYNCED_MS, undefined, { ref: false });
  for (let answer = 0; answer < ANSWERS; answer += 1) {
    if ((await ask(engine, 'GET /health')).status !== 200) return;
    await sleep(100, undefined, { ref: false });
  }
  holds(told, seen);
}

/** From now on a loss of power may not take these frames. */
function holds({ safe }: Told, seen: ReadonlyMap<string, number>): void {
  for (const [runId, id] of seen) if (id > (safe.get(runId) ?? 0)) safe.set(runId, id);
}

/** A run in a thread of its own, until its stream ends. */
export async function talked({ baseUrl, client }: Started, talk: Talk, task: string): Promise<void> {
  const { sessionId, threadId } = await client['sessions.create']({ body: {} });
  talk.sessionId = sessionId;
  talk.threadId = threadId;
  const response = await fetch(`${baseUrl}/api/sessions/${sessionId}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ task }),
  });
  if (!response.ok) throw new Error(`a run is ${response.status}: ${await response.text()}`);
  const runId = response.headers.get('svc-run-id') ?? '';
  talk.runId = runId;
  for await (const frame of framesOf(response)) {
    const id = idOf(frame);
    if (id !== null) talk.frames.set(id, frame);
  }
  // A run whose end could not be stored shows what it had cost at its start.
  if ([...talk.frames.values()].at(-1)?.includes('event: done') === true)
    talk.costUsd = (await client['history.run']({ params: { id: runId } })).costUsd;
}

export const CHANGED_CHARS = 3_000;

/** A run that writes a file, then its review. */
async function changed(engine: Started, { change }: Told): Promise<void> {
  const { sessionId } = await engine.client['sessions.create']({ body: {} });
  change.sessionId = sessionId;
  const route = `/api/sessions/${sessionId}`;
  const { body } = await ask(engine, `POST ${route}/run`, { task: tasks.write(CHANGED_CHARS) });
  if (!body.includes('event: done')) throw new Error(`the run that writes ends with ${body.slice(-200)}`);
  change.isOver = true;
  await sleep(100);
  const { runId } = await engine.client['changesets.get']({ params: { id: sessionId } });
  await engine.client['changesets.review']({
    params: { id: sessionId },
    body: { action: 'accept', runId: runId ?? '' },
  });
  change.isReviewed = true;
}

const TIMES = 8;

async function consented({ client }: Started, { hosts }: Told): Promise<void> {
  for (let nth = 0; nth < TIMES; nth += 1) {
    const target = `host-${nth}.example`;
    await client['consents.allow']({ body: { class: 'send_outside', target } });
    hosts.push(target);
    await sleep(60);
  }
}

async function remembered({ client }: Started, { lines }: Told): Promise<void> {
  for (let nth = 0; nth < TIMES; nth += 1) {
    const text = `line number ${nth} of the status`;
    await client['memory.append']({ params: { ns: 'status' }, body: { text } });
    lines.push(text);
    await sleep(60);
  }
}

/** Each new title is synced, and with it all that was written before it was asked for. */
async function titledWhile({ client }: Started, told: Told, isBusy: () => boolean): Promise<void> {
  const { threadId } = await client['sessions.create']({ body: {} });
  told.titled.threadId = threadId;
  for (let nth = 1; isBusy(); nth += 1) {
    const seen = framesTold(told);
    await client['threads.set']({ params: { id: threadId }, body: { title: titleOf(nth) } });
    told.titled.nth = nth;
    holds(told, seen);
    await sleep(80);
  }
}

/** The titles of one thread, in their order. */
export const titleOf = (nth: number): string => `title number ${nth}`;
export const numberOf = (title: string): number => Number(title.split(' ').at(-1));
