import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { expect } from '@jest/globals';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { aMessage, aThread, begunRun, endOf } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { newFile } from './database-files.ts';

verifies('forks.large', 'a fork takes less processor time than its messages took', async () => {
  const history = openHistory(newFile());
  const { run, thread } = await begunRun(history.journal);
  const said = 'word '.repeat(200);
  const messages = Array.from({ length: 2_000 }, () => aMessage(run, said));
  const before = process.cpuUsage();
  await history.journal.commit(messages.map((message) => ({ change: 'message.append', message })));
  const appended = process.cpuUsage(before);
  await history.journal.commit([endOf(run.runId)]);
  const times: number[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const fork = aThread({ title: `fork ${nth}` });
    const from = process.cpuUsage();
    await history.journal.commit([
      { change: 'thread.fork', thread: fork, from: thread.threadId, path: [{ from: 1, to: 2_000 }] },
    ]);
    const { user, system } = process.cpuUsage(from);
    times.push((user + system) / 1_000);
    expect(await history.threads.get(EVERYONE, fork.threadId)).toMatchObject({ messageCount: 2_000 });
  }
  expect(Math.min(...times)).toBeLessThan((appended.user + appended.system) / 1_000);
  await history.close();
});
