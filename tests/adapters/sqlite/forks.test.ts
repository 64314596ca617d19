import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { expect } from '@jest/globals';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { aMessage, aThread, begunRun, endOf } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { counted, type Counted } from '../../harness/statements.ts';
import { newFile } from './database-files.ts';

verifies('forks.large', 'a fork of 2,000 messages asks the database no more than one of 20', async () => {
  const history = openHistory(newFile());
  const { run, thread } = await begunRun(history.journal);
  const said = 'word '.repeat(200);
  const messages = Array.from({ length: 2_000 }, () => aMessage(run, said));
  await history.journal.commit(messages.map((message) => ({ change: 'message.append', message })));
  await history.journal.commit([endOf(run.runId)]);
  const askedFor = async (to: number): Promise<Counted> => {
    const fork = aThread({ title: `fork of ${to}` });
    const asked = await counted(() =>
      history.journal.commit([
        { change: 'thread.fork', thread: fork, from: thread.threadId, path: [{ from: 1, to }] },
      ]),
    );
    expect(await history.threads.get(EVERYONE, fork.threadId)).toMatchObject({ messageCount: to });
    return asked;
  };
  await askedFor(20);
  expect(await askedFor(2_000)).toEqual(await askedFor(20));
  await history.close();
});
