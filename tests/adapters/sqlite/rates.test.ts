import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { rateStoreContract } from '../../ports/rate-store.contract.ts';

rateStoreContract('sqlite', () => openHistory(join(temporaryDir(), 'history.db')));

test('counts are there for the next process that opens the file', async () => {
  const file = join(temporaryDir(), 'history.db');
  const first = openHistory(file);
  const kept = { host: 'shop.example', window: 'day', used: 3, members: [], endsAt: 5 } as const;
  await first.journal.commit([{ change: 'rate.count', windows: [kept] }]);
  await first.close();
  const second = openHistory(file);
  expect(await second.rates.windows()).toEqual([kept]);
  await second.close();
});
