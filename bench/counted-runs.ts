import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { HistoryDatabase } from '../src/adapters/out/sqlite/history/open.ts';
import { openMemory } from '../src/adapters/out/sqlite/memory/open.ts';
import { EndsOfRuns } from '../src/core/execution/insights/ends.ts';
import { sortFrom } from '../src/core/execution/insights/model.ts';
import { Insights } from '../src/core/execution/insights/service.ts';
import { OWNER_ID } from './owner.ts';
import { topicOf } from '../src/core/knowledge/memory/search/topics.ts';
import type { InsightChange, InsightSourceChange } from '../src/core/execution/insights/store.ts';

/** Insights over a history and the memory.db beside it, without an engine. */
export interface CountedRuns {
  /** Counts what is not counted yet, and reads one thread. */
  count(): Promise<void>;
  close(): Promise<void>;
}

/** One list, because a mask is made anew for each. */
const NO_SECRETS: readonly string[] = [];

export function countedRuns(dataDir: string, history: HistoryDatabase): CountedRuns {
  const memory = openMemory(join(dataDir, 'memory.db'));
  const ends = new EndsOfRuns();
  const fail = (event: string, facts?: object) => {
    throw new Error(event, { cause: facts });
  };
  const insights = new Insights({
    journal: {
      commit: (changes: readonly (InsightChange | InsightSourceChange)[], durability) =>
        changes.some(({ change }) => change === 'insights.forgotten')
          ? history.journal.commit(changes as readonly InsightSourceChange[], durability)
          : memory.journal.commit(changes as readonly InsightChange[], durability),
    },
    store: memory.insights,
    source: history.insightSource,
    ends,
    topicOf,
    knownSecrets: { valuesFor: () => NO_SECRETS, begunFor: () => 'some' },
    clock: { now: Date.now } as never,
    log: { debug: fail, info: fail, warn: fail, error: fail },
  });
  const isComplete = async () =>
    (await insights.threads(OWNER_ID, { days: null, sort: sortFrom('-lastRunAt'), limit: 1, after: null }))
      .isComplete;
  return {
    count: async () => {
      ends.committed([{ change: 'run.end' }]);
      insights.begin();
      while (!(await isComplete())) await nextTick();
    },
    close: async () => {
      await insights.stop();
      await memory.close();
    },
  };
}

/** As the engine does when it is used: otherwise the next start would be busy with it. */
export async function countRuns(dataDir: string, history: HistoryDatabase): Promise<void> {
  const { count, close } = countedRuns(dataDir, history);
  await count();
  await close();
}
