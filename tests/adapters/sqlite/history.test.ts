import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { historyContract, type OpenedWithHistory } from '../../ports/history.contract.ts';
import { journalContract } from '../../ports/journal.contract.ts';
import { promptsContract } from '../../ports/prompts.contract.ts';
import { storesContract } from '../../ports/stores.contract.ts';

async function inMemory(): Promise<OpenedWithHistory> {
  const history = openHistory(':memory:');
  return { history, reopen: null, close: () => history.close() };
}

async function inFile(): Promise<OpenedWithHistory> {
  const dir = mkdtempSync(join(tmpdir(), 'history-'));
  let history = openHistory(join(dir, 'history.db'));
  return {
    history,
    reopen: async () => {
      await history.close();
      history = openHistory(join(dir, 'history.db'));
      return history;
    },
    close: async () => {
      await history.close();
      rmSync(dir, { recursive: true });
    },
  };
}

for (const contract of [journalContract, storesContract, historyContract, promptsContract]) {
  contract('sqlite, :memory:', inMemory);
  contract('sqlite, a file', inFile);
}
