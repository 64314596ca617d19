// The stores of history answer from PostgreSQL as they do from SQLite.
import { changesetsContract } from '../../ports/changesets.contract.ts';
import { grantsContract } from '../../ports/grants.contract.ts';
import { historyContract, type OpenedWithHistory } from '../../ports/history.contract.ts';
import { journalContract } from '../../ports/journal.contract.ts';
import { promptsContract } from '../../ports/prompts.contract.ts';
import { storesContract } from '../../ports/stores.contract.ts';
import { describeInPostgres, freshPlaces, historyIn } from '../../harness/in-postgres.ts';

describeInPostgres('history', () => {
  const fresh = freshPlaces();

  async function opened(): Promise<OpenedWithHistory> {
    const place = fresh();
    let history = await historyIn(place);
    return {
      history,
      reopen: async () => {
        await history.close();
        history = await historyIn(place);
        return history;
      },
      close: () => history.close(),
    };
  }

  journalContract('PostgreSQL', opened);
  storesContract('PostgreSQL', opened);
  historyContract('PostgreSQL', opened);
  promptsContract('PostgreSQL', opened);
  grantsContract('PostgreSQL', opened);
  changesetsContract('PostgreSQL', opened);
});
