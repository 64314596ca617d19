import type { ContainerModuleLoadOptions } from 'inversify';
import { OneJournal } from '../../adapters/out/sqlite/one-journal.ts';
import { backUpBeforeMigration, backUpOlder } from '../backup-before-migration.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { openStores } from '../open-stores.ts';
import {
  backupTokens,
  databaseTokens,
  expiryTokens,
  graphTokens,
  insightTokens,
  liveTokens,
  metricTokens,
  processTokens,
  threadSearchTokens,
} from '../tokens.ts';

/** The databases of the data directory, opened under its lock, and the one journal that writes to them. */
export const databasesModule = {
  name: 'databases',
  tokens: databaseTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { databases, journal } = databaseTokens;
    provide(
      options,
      journal,
      {
        databases,
        gate: processTokens.gate,
        meters: metricTokens.meters,
        news: liveTokens.threadNews,
        fresh: threadSearchTokens.freshMessages,
        ends: insightTokens.endsOfRuns,
        words: graphTokens.newWords,
      },
      ({ databases: { journals }, gate, meters, news, fresh, ends, words }) =>
        new OneJournal(journals, gate, (changes) => {
          meters.committed(changes);
          news.committed(changes);
          fresh.committed(changes);
          ends.committed(changes);
          words.committed(changes);
        }),
    );
  },
  start: async ({ get, set, onStop }) => {
    const { settings, log, gate, clock, missingDatabases, waiting, ids, boot } = processTokens;
    const { dataDir, storage } = get(settings);
    const work = get(backupTokens.backupProcess);
    const open = () =>
      openStores({
        dataDir,
        storage,
        lifecycle: { add: onStop },
        log: get(log),
        gate: get(gate),
        clock: get(clock),
        ids: get(ids),
        machineBoot: get(boot),
        missingDatabases: get(missingDatabases),
        stage: async (folder, databases) => await work.stage(folder, databases),
        backUpOlder: async (older) => await backUpOlder(get, older),
        ...get(waiting),
      });
    if (storage === null && get(missingDatabases) === 'create') await backUpBeforeMigration(get);
    await set(databaseTokens.databases, open);
    if (storage !== null) await get(expiryTokens.expiry).begin(get(databaseTokens.databases).historyIsNew);
    for (const id of await get(databaseTokens.databases).highestIds()) get(ids).continueAfter(id);
  },
} satisfies Module;
