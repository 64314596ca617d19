import { OWNER_ID } from '../../doubles/people.ts';
import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { historyContract, type OpenedWithHistory } from '../../ports/history.contract.ts';
import { runId, sessionId, threadId } from '../../../src/core/kernel/ids.ts';
import { aRun, aSession, endOf, NOON } from '../../ports/history-builders.ts';
import { journalContract } from '../../ports/journal.contract.ts';
import { changesetsContract } from '../../ports/changesets.contract.ts';
import { grantsContract } from '../../ports/grants.contract.ts';
import { promptsContract } from '../../ports/prompts.contract.ts';
import { storesContract } from '../../ports/stores.contract.ts';
import { verifies } from '../../spec/verifies.ts';
import { historyBefore, inFile, newFile } from './database-files.ts';

async function opened(): Promise<OpenedWithHistory> {
  const file = newFile();
  let history = openHistory(file);
  return {
    history,
    reopen: async () => {
      await history.close();
      history = openHistory(file);
      return history;
    },
    close: () => history.close(),
  };
}

const openedSince = (...given: Parameters<typeof historyBefore>) => openHistory(historyBefore(...given));

verifies('runs.cost.estimated', 'the cost of a run of an earlier version counts as an estimate', async () => {
  const history = openedSince('run-price-known', (connection) =>
    connection.exec(
      `INSERT INTO threads (thread_id, title, created_at, updated_at) VALUES ('t', 'kept', 1, 1);
     INSERT INTO sessions (session_id, thread_id, created_at) VALUES ('s', 't', 1);
     INSERT INTO runs (run_id, session_id, thread_id, task, status, model, provider, usage_json, cost_usd, duration_ms, wait_ms,
       started_by, created_at, ended_at, run_no)
     VALUES ('r', 's', 't', 'hi', 'completed', 'm', 'p', '{}', 0.5, 1, 0, 'owner', 1, 2, 1);`,
    ),
  );
  expect(await history.runs.get(EVERYONE, runId('r'))).toMatchObject({ costUsd: 0.5, priceKnown: false });
  await history.close();
});

test('changes that were pending by session are pending by thread, those of one file in sequence', async () => {
  const stretch = (copyId: string | null, ...left: readonly (string | null)[]) => ({
    original: copyId === null ? null : { copyId, contentId: `id of ${copyId}`, sizeBytes: 10, mode: 0o600 },
    left,
  });
  const rows = [
    // Only the order in which the copies were made counts, not that of the sessions or of their last runs.
    ['s1', 'a', [stretch('3', 'z')]],
    ['s2', 'a', [stretch('1', 'x'), stretch('2', 'y', null)]],
    ['s2', 'b', [stretch(null, 'n')]],
    ['s3', 'a', [stretch('4', 'q')]],
    // One session deleted the file, the other recreated it, and the first one changed something else last.
    ['s1', 'c', [stretch('5', 'id of 5', null), stretch('7', 'id of 7', 'v')]],
    ['s2', 'c', [stretch(null, null, 'id of 7')]],
    // In sequence, although the set of the first has the later run.
    ['s1', 'd', [stretch('8', 'id of 8', 'id of 9')]],
    ['s2', 'd', [stretch('9', 'id of 9', 'w')]],
  ] as const;
  const history = openedSince('changesets-by-thread', (connection) => {
    connection.exec(
      `INSERT INTO threads (thread_id, title, created_at, updated_at) VALUES ('t', 'one', 1, 1), ('u', 'two', 1, 1);
       INSERT INTO sessions (session_id, thread_id, created_at) VALUES ('s1', 't', 1), ('s2', 't', 1), ('s3', 'u', 1);
       INSERT INTO changesets VALUES ('s1', 'run-2', 7), ('s2', 'run-1', 5), ('s3', 'run-3', 6);`,
    );
    const insert = connection.prepare('INSERT INTO changed_files VALUES (?, ?, ?, 10)');
    for (const [session, path, stretches] of rows) insert.run(session, path, JSON.stringify(stretches));
  });
  expect(await history.changesets.pendingIn(threadId('t'))).toEqual({
    threadId: 't',
    runId: 'run-2',
    files: [
      { path: 'a', stretches: [stretch('1', 'x'), stretch('2', 'y', null), stretch('3', 'z')] },
      { path: 'b', stretches: [stretch(null, 'n')] },
      {
        path: 'c',
        stretches: [
          stretch('5', 'id of 5', null),
          stretch(null, null, 'id of 7'),
          stretch('7', 'id of 7', 'v'),
        ],
      },
      { path: 'd', stretches: [stretch('8', 'id of 8', 'id of 9'), stretch('9', 'id of 9', 'w')] },
    ],
  });
  expect(await history.changesets.keptBytes(threadId('t'))).toBe(70);
  expect((await history.changesets.pendingIn(threadId('u')))?.files).toEqual([
    { path: 'a', stretches: [stretch('4', 'q')] },
  ]);
  await history.close();
});

verifies(
  ['contract.lists.order', 'crash.atomic-migration'],
  'rows from before numbering keep the order in which they were listed',
  async () => {
    const history = openedSince('order', (connection) =>
      connection.exec(
        `INSERT INTO threads (thread_id, title, archived, created_at, updated_at)
         VALUES ('c', '', 0, 1, 5), ('a', '', 0, 1, 5), ('d', '', 1, 1, 9), ('b', '', 0, 1, 2);
       INSERT INTO runs (run_id, session_id, thread_id, task, status, model, provider, usage_json, cost_usd, duration_ms,
           wait_ms, started_by, created_at)
         SELECT column1, 's', 'a', '', 'completed', 'm', 'p',
           '{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}', 0, 0, 0, 'owner', column2
         FROM (VALUES ('z', 3), ('y', 7), ('x', 7), ('w', 1));
       INSERT INTO tool_calls (run_id, tool_call_id, name, input_json, started_at)
         VALUES ('z', '3', 'n', '{}', 9), ('z', '2', 'n', '{}', 4), ('z', '1', 'n', '{}', 9), ('y', '9', 'n', '{}', 1);`,
      ),
    );
    const threads = async () =>
      (await history.threads.list(EVERYONE, { limit: 9, after: null, includeArchived: true })).items.map(
        ({ threadId: id }) => id,
      );
    expect(await threads()).toEqual(['d', 'c', 'a', 'b']);
    await history.journal.commit([
      { change: 'thread.set', threadId: threadId('b'), title: 'new', updatedAt: 0 },
    ]);
    expect(await threads()).toEqual(['b', 'd', 'c', 'a']);
    const runs = await history.history.runs(EVERYONE, { filter: {}, after: null, limit: 9 });
    expect(runs.items.map(({ runId: id }) => id)).toEqual(['y', 'x', 'z', 'w']);
    expect((await history.runs.toolCalls(runId('z'))).map(({ toolCallId: id }) => id)).toEqual([
      '3',
      '2',
      '1',
    ]);
    await history.close();
  },
);

verifies('history.sums', 'a history.db with a count too large to add to keeps working', async () => {
  const file = newFile();
  await openHistory(file).close();
  const huge = '9223372036854774784';
  const usage = `{"inputTokens":${huge},"outputTokens":5,"cacheReadTokens":0,"cacheWriteTokens":0}`;
  const day = Math.floor(NOON / 86_400_000);
  inFile(file, (connection) =>
    connection.exec(
      `INSERT INTO threads (thread_id, person_id, title, created_at, updated_at, change_no)
       VALUES ('t', '${OWNER_ID}', '', 1, 1, 1);
     INSERT INTO sessions (session_id, thread_id, created_at) VALUES ('s', 't', 1);
     INSERT INTO runs (run_id, session_id, thread_id, task, status, model, provider, usage_json, cost_usd, duration_ms,
         wait_ms, starter_kind, created_at, run_no)
       VALUES ('a', 's', 't', '', 'completed', 'm', 'p', '${usage}', 0, 0, 0, 'person', ${NOON}, 1),
         ('b', 's', 't', '', 'failed', 'm', 'p', '${usage}', 0, 0, 0, 'person', ${NOON}, 2);
     INSERT INTO spent_days VALUES (${day}, '${OWNER_ID}', 'm', 'p', 'completed', 1, 0, 0, 0, ${huge}, 5, 0, 0),
       (${day - 1}, '${OWNER_ID}', 'm', 'p', 'completed', 1, 0, 0, 0, ${huge}, 5, 0, 0);`,
    ),
  );
  const history = openHistory(file);
  const session = { ...aSession(threadId('t')), sessionId: sessionId('s') };
  const run = aRun(session, { model: 'm', provider: 'p', createdAt: NOON });
  const used = { inputTokens: 5_000, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };
  await history.journal.commit([
    { change: 'run.start', run, idempotencyKey: null, bootId: null },
    endOf(run.runId, { totals: { usage: used, costUsd: 0, priceKnown: true, durationMs: 5 } }),
  ]);
  expect(await history.runs.get(EVERYONE, run.runId)).toMatchObject({ status: 'completed', usage: used });
  const most = { inputTokens: Number.MAX_SAFE_INTEGER };
  expect(await history.history.spentSince(EVERYONE, 0)).toMatchObject([
    { runs: 3, usage: { ...most, outputTokens: 15 } },
  ]);
  expect(await history.history.spentByDay(EVERYONE, [0, NOON + 1])).toMatchObject([{ runs: 3, usage: most }]);
  await history.close();
});

for (const contract of [
  journalContract,
  storesContract,
  historyContract,
  promptsContract,
  grantsContract,
  changesetsContract,
])
  contract('sqlite', opened);
