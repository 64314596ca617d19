import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect } from '@jest/globals';
import { migrations as ofHistory } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { openMemory } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { BY_OWNER, OWNER_ID } from '../../doubles/people.ts';
import { BY_LAST_RUN, insightsOver } from '../../harness/insights.ts';
import { CountingIds } from '../../doubles/counting-ids.ts';
import { verifies } from '../../spec/verifies.ts';
import { copyAsAfterACrash, inFile, newFile } from './database-files.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Files {
  readonly history: string;
  readonly memory: string;
}

const newFiles = (): Files => ({ history: newFile(), memory: newFile() });
const copyOf = ({ history, memory }: Files): Files => ({
  history: copyAsAfterACrash(history),
  memory: copyAsAfterACrash(memory),
});

let firstId = 1;
/** Ids that no other engine of this file has. */
const moreIds = () => new CountingIds((firstId += 1_000_000));

function over(files: Files, committed: () => void = () => undefined) {
  const [history, memory] = [openHistory(files.history), openMemory(files.memory)];
  const told = <Commit extends (...given: never[]) => Promise<void>>(commit: Commit) =>
    (async (...given: Parameters<Commit>) => {
      await commit(...given);
      committed();
    }) as Commit;
  const open = insightsOver({
    history: { ...history, journal: { commit: told(history.journal.commit.bind(history.journal)) } },
    memory: { ...memory, journal: { commit: told(memory.journal.commit.bind(memory.journal)) } },
    ids: moreIds(),
  });
  closing.push(open.end);
  return open;
}

const closeAll = async () => {
  for (const close of closing.splice(0)) await close();
};

const QUESTION = 'Which plants in the garden need water?';

verifies('insights.crash', 'after a kill at any commit, each run is counted once', async () => {
  const files = newFiles();
  const copies: Files[] = [];
  const first = over(files, () => copies.push(copyOf(files)));
  await first.begun();
  const [kept, gone] = [await first.newThread('kept'), await first.newThread('gone')];
  for (let nth = 0; nth < 3; nth++)
    for (const thread of [kept, gone]) {
      await first.ran({ thread, task: QUESTION, tools: ['a', 'b'], tokens: 7, costUsd: 0.5 });
      // Some are counted alone, and some together.
      if (nth > 0) await first.patterns();
    }
  await first.remove(gone);
  await first.ran({ thread: kept, tools: ['-b'], status: 'failed' });
  await first.patterns();
  await closeAll();
  // The ends of runs, their counting, the deletion, the forgetting, and its note.
  expect(copies.length).toBeGreaterThan(14);
  for (const copy of copies) {
    const runs = inFile(
      copy.history,
      (connection) =>
        connection
          .prepare(
            `SELECT thread_id AS threadId, count(*) AS runs, sum(status = 'failed') AS failedRuns,
               sum(tool_call_count) AS toolCalls, sum(input_tokens) AS tokens
             FROM runs WHERE thread_id IS NOT NULL AND end_no IS NOT NULL GROUP BY thread_id`,
          )
          .all() as { threadId: string; runs: number }[],
    );
    const again = over(copy);
    await again.begun();
    const counted = (await again.threads()).map(({ threadId, runs, failedRuns, toolCalls, tokens }) => ({
      threadId,
      runs,
      failedRuns,
      toolCalls,
      tokens,
    }));
    const byId = (a: { threadId: string }, b: { threadId: string }) => (a.threadId < b.threadId ? -1 : 1);
    expect(counted.toSorted(byId)).toEqual(runs.toSorted(byId));
    const all = runs.reduce((sum, one) => sum + Math.min(3, one.runs), 0);
    const evidence = (await again.patterns()).map((one): [string, number] => [one.kind, one.evidence.count]);
    expect(new Map(evidence).get('repeated_question') ?? 0).toBe(all < 2 ? 0 : all);
    expect(new Map(evidence).get('sequence') ?? 0).toBe(all < 3 ? 0 : all);
    expect(await again.history.insightSource.deleted()).toEqual([]);
    await closeAll();
  }
});

verifies('insights.crash', 'runs of an earlier version are counted', async () => {
  const files = newFiles();
  const first = over(files);
  const { thread } = await first.ran({ task: QUESTION });
  await first.ran({ thread, task: QUESTION });
  await closeAll();
  const older = newFile();
  inFile(older, (connection) => {
    migrate(
      connection,
      'history.db',
      ofHistory.slice(
        0,
        ofHistory.findIndex(({ name }) => name === 'insights'),
      ),
    );
    connection.exec(`PRAGMA foreign_keys = OFF; ATTACH '${files.history}' AS now`);
    const columnsOf = (database: string, table: string): readonly string[] =>
      (connection.pragma(`${database}.table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    for (const table of ['threads', 'sessions', 'runs', 'messages']) {
      const now = columnsOf('now', table);
      const shared = columnsOf('main', table).filter((column) => now.includes(column));
      // What has another name by now.
      const [gone, values] = table === 'runs' ? [', started_by', ", 'owner'"] : ['', ''];
      connection.exec(
        `INSERT INTO main.${table} (${shared.join()}${gone}) SELECT ${shared.join()}${values} FROM now.${table}`,
      );
    }
  });
  const next = over({ history: older, memory: newFile() });
  await next.begun();
  const owner = await next.history.people.owner();
  const query = { days: null, sort: BY_LAST_RUN, limit: 9, after: null };
  const personId = owner?.personId ?? OWNER_ID;
  const threads = async () => (await next.insights.threads(personId, query)).items;
  expect(await threads()).toMatchObject([{ threadId: thread, runs: 2 }]);
  await next.ran({ thread, startedBy: { ...BY_OWNER, personId } });
  expect(await threads()).toMatchObject([{ threadId: thread, runs: 3 }]);
});

verifies('insights.crash', 'beside another history.db it begins again', async () => {
  const files = newFiles();
  const first = over(files);
  await first.begun();
  for (let nth = 0; nth < 3; nth++) await first.ran({ task: QUESTION, tools: ['a', 'b'] });
  expect(await first.patterns()).toHaveLength(2);
  await closeAll();
  const other = { ...files, history: newFile() };
  const second = over(other);
  const { thread } = await second.ran();
  await second.begun();
  expect(await second.threads()).toMatchObject([{ threadId: thread, runs: 1 }]);
  expect(await second.patterns()).toEqual([]);
});

function remainsIn(file: string, words: readonly string[]): readonly string[] {
  const bytes = ['', '-wal'].map((part) =>
    existsSync(file + part) ? readFileSync(file + part) : Buffer.alloc(0),
  );
  return words.filter((word) => bytes.some((all) => all.includes(word)));
}

verifies('insights.deleted', 'no word of it is left in the bytes of the database', async () => {
  const files = newFiles();
  const words = Array.from({ length: 40 }, (_, nth) => `petunia${nth}x hydrangea${nth}y`);
  const first = over(files);
  await first.begun();
  const threads = [];
  for (const task of words) threads.push((await first.ran({ task: `${task} in the garden` })).thread);
  await first.patterns();
  await closeAll();
  expect(remainsIn(files.memory, words)).toEqual(words);
  const second = over(files);
  await second.begun();
  for (const thread of threads) await second.remove(thread);
  expect(await second.threads()).toEqual([]);
  await closeAll();
  expect(remainsIn(files.memory, words)).toEqual([]);
});
