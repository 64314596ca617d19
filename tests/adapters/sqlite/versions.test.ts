import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { expect } from '@jest/globals';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { isJournalConflict } from '../../../src/core/ports/journal.ts';
import { aMessage, aRun, aSession, begunRun, endOf } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { newFile } from './database-files.ts';

verifies('versions.crash', 'what comes with a choice that is refused is not there either', async () => {
  const history = openHistory(newFile());
  const { run, thread } = await begunRun(history.journal);
  const { threadId } = thread;
  await history.journal.commit([
    { change: 'message.append', message: aMessage(run, 'one') },
    { change: 'message.append', message: aMessage(run, 'two') },
  ]);
  const texts = async () =>
    (await history.threads.messages(threadId, { after: 0, limit: 10 })).map(({ seq }) => seq);
  const session = aSession(threadId);
  const other = aRun(session);
  const begin = [
    { change: 'session.create', session },
    // Refused while another run of the thread is in progress.
    { change: 'run.start', run: other, idempotencyKey: null, bootId: null },
    { change: 'thread.show', threadId, path: [], firstSeq: 1 },
    { change: 'message.append', message: aMessage(other, 'three') },
  ] as const;
  await history.journal.commit(begin).catch((error: unknown) => expect(isJournalConflict(error)).toBe(true));
  expect(await texts()).toEqual([1, 2]);
  expect(await history.threads.versions(threadId)).toEqual({ branches: [], hidden: [], lastSeq: 2 });

  await history.journal.commit([endOf(run.runId)]);
  await history.journal.commit(begin);
  expect(await texts()).toEqual([3]);
  expect(await history.threads.get(EVERYONE, threadId)).toMatchObject({ messageCount: 1 });
  expect(await history.threads.versions(threadId)).toEqual({
    branches: [{ fromSeq: 3, afterSeq: 0, firstSeq: 1 }],
    hidden: [{ from: 1, to: 2 }],
    lastSeq: 3,
  });
  // A choice without a message after it leaves nothing once another one is made.
  for (const path of [[{ from: 1, to: 2 }], [{ from: 3, to: 3 }]])
    await history.journal.commit([{ change: 'thread.show', threadId, path, firstSeq: null }]);
  expect((await history.threads.versions(threadId)).branches).toHaveLength(1);
  await history.close();
});
