import { join } from 'node:path';
import { openHistory, type HistoryDatabase } from '../src/adapters/out/sqlite/history/open.ts';
import type { HistoryChange as Change } from '../src/adapters/out/sqlite/history/parts.ts';
import { uuidIds } from '../src/adapters/out/system/uuid-ids.ts';
import { sessionId, threadId } from '../src/core/kernel/ids.ts';
import { countRuns } from './counted-runs.ts';
import { newThread, pastRun } from './used-data.ts';

const CALLS = 5;
const IN_ONE_COMMIT = 200;

/** Fills a data directory with as many threads, each with one run of five tool calls, and counts them. */
export async function useInsights(dataDir: string, threads: number): Promise<void> {
  const history = openHistory(join(dataDir, 'history.db'));
  for (let from = 0; from < threads; from += IN_ONE_COMMIT)
    await history.journal.commit(
      Array.from({ length: Math.min(IN_ONE_COMMIT, threads - from) }, (_, nth) =>
        runInNewThread(from + nth),
      ).flat(),
    );
  await countRuns(dataDir, history);
  await history.close();
}

/** Writes one more. */
export const addRun = async (history: HistoryDatabase, nth: number): Promise<void> =>
  await history.journal.commit(runInNewThread(nth));

function runInNewThread(nth: number): readonly Change[] {
  const [thread, session, at] = [threadId(uuidIds.next()), sessionId(uuidIds.next()), Date.now()];
  const opened = { sessionId: session, threadId: thread, profile: null, createdAt: at };
  return [
    newThread(thread, nth, at),
    { change: 'session.create', session: opened },
    ...pastRun(thread, session, at, nth, CALLS).map((change) =>
      change.change === 'run.start' ? { ...change, run: { ...change.run, task: question(nth) } } : change,
    ),
  ];
}

/** Some are asked again. */
const question = (nth: number): string =>
  `Which of the letters in folder ${nth % 400} were not answered, and who waits for them the longest?`;
