import { OWNER_ID } from './owner.ts';
import { join } from 'node:path';
import { openHistory } from '../src/adapters/out/sqlite/history/open.ts';
import type { HistoryChange as Change } from '../src/adapters/out/sqlite/history/parts.ts';
import { uuidIds } from '../src/adapters/out/system/uuid-ids.ts';
import { shortId, taskId, triggerId } from '../src/core/kernel/ids.ts';
import { triggerLimits } from '../src/core/automation/triggers/limits.ts';
import { trusting } from '../tests/doubles/trusted-clock.ts';

const IN_ONE_COMMIT = 200;
const DAY_MS = 86_400_000;

/** Fills a data directory with as many triggers, each of which has fired once and is due in a year, and as many tasks. */
export async function useTriggers(dataDir: string, count: number): Promise<void> {
  const history = openHistory(join(dataDir, 'history.db'));
  const now = Date.now();
  for (let from = 0; from < count; from += IN_ONE_COMMIT)
    await history.journal.commit(
      Array.from({ length: Math.min(IN_ONE_COMMIT, count - from) }, (_, index) => [
        ...trigger(from + index, now),
        task(from + index, now),
      ]).flat(),
    );
  await history.close();
}

function trigger(nth: number, now: number): readonly Change[] {
  const id = triggerId(shortId(uuidIds.next()));
  const dueAt = now - DAY_MS - nth;
  const fire = { triggerId: id, dueAt, cause: 'due' as const };
  const made = {
    triggerId: id,
    kind: 'schedule' as const,
    title: `Trigger ${nth} that looks at something`,
    effect: 'run_agent' as const,
    schedule: '0 8 1 1 *',
    runAt: null,
    timeZone: 'Europe/Vienna',
    watch: null,
    task: 'Look at what has come in, and write a short report about it. '.repeat(3),
    workflow: null,
    expectation: null,
    profile: null,
    permissions: { tools: [], hosts: ['api.example.org'], folders: ['reports'] },
    ceilings: { runUsd: 1, monthUsd: 10 },
    enabled: true,
    pausedReason: null,
    confirmedAt: now,
    nextDueAt: now + 365 * DAY_MS + nth,
    failuresInRow: 0,
    threadId: null,
    isOfAgent: false,
    personId: OWNER_ID,
    createdBy: 'owner',
    createdAt: now,
    updatedAt: now,
  };
  return [
    { change: 'trigger.add', trigger: made, at: now },
    {
      change: 'fire.begin',
      ...fire,
      runId: null,
      startedAt: dueAt,
      missed: 0,
      missedBecause: null,
      baseline: null,
    },
    {
      change: 'fire.end',
      fire,
      outcome: 'unverified',
      reason: null,
      endedAt: dueAt + 1_000,
      notCarriedOut: [],
      failuresInRow: 0,
      pause: null,
      past: trusting({ now: () => dueAt }).past(triggerLimits.keptFiresMs),
    },
  ];
}

const task = (nth: number, now: number): Change => ({
  change: 'task.add',
  task: {
    taskId: taskId(shortId(uuidIds.next())),
    title: `Task ${nth} that is to be done`,
    description: 'What it is about, in a few words that fill a line. '.repeat(3),
    status: nth % 3 === 0 ? 'completed' : 'open',
    priority: 'medium',
    assignee: nth % 2 === 0 ? 'Ann' : null,
    dueAt: now + nth * 1_000,
    tags: ['home', 'tax 2026'],
    parentId: null,
    threadId: null,
    runId: null,
    problem: null,
    report: null,
    completedBy: null,
    isOfAgent: false,
    personId: OWNER_ID,
    createdBy: 'owner',
    createdAt: now,
    updatedAt: now,
    completedAt: nth % 3 === 0 ? now : null,
  },
});
