import type { RateStore } from '../../../../core/api-store/store.ts';
import type { ChangesetStore } from '../../../../core/changesets/store.ts';
import type { GrantStore } from '../../../../core/consent/store.ts';
import type { HistoryStore } from '../../../../core/history/store.ts';
import type { Journal } from '../../../../core/ports/journal.ts';
import type { Change } from '../../../../core/changes.ts';
import type { PromptStore } from '../../../../core/prompts/store.ts';
import type { RunStore } from '../../../../core/runs/store.ts';
import type { SessionStore } from '../../../../core/sessions/store.ts';
import type { ThreadStore } from '../../../../core/threads/store.ts';
import { closeUntouched, refuseEmptied } from '../damaged.ts';
import { storedIds, type StoredIds } from '../highest-id.ts';
import { migrate, refuseNewer } from '../migrate.ts';
import { openDatabase, type OpenDatabase } from '../open.ts';
import { sqliteHistoryStore } from './history-reads.ts';
import { SqliteJournal } from './journal.ts';
import { migrations } from './migrations/all.ts';
import type { HistorySchema } from './schema.ts';
import {
  sqliteChangesetStore,
  sqliteRateStore,
  sqliteGrantStore,
  sqlitePromptStore,
  sqliteRunStore,
  sqliteSessionStore,
  sqliteThreadStore,
} from './stores.ts';

export interface HistoryStores {
  readonly journal: Journal<Change>;
  readonly sessions: SessionStore;
  readonly threads: ThreadStore;
  readonly runs: RunStore;
  readonly history: HistoryStore;
  readonly prompts: PromptStore;
  readonly grants: GrantStore;
  readonly changesets: ChangesetStore;
  readonly rates: RateStore;
  readonly ids: StoredIds;
}

export interface HistoryDatabase extends HistoryStores {
  /** From now on nothing is written, and `close` leaves the files as they are. */
  leave(): void;
  close(): Promise<void>;
}

/** Opens history.db (`:memory:` for a fast one), brought to the latest schema; `isBesideUsed` as in damaged.ts. */
export function openHistory(file: string, isBesideUsed: boolean = false): HistoryDatabase {
  refuseEmptied(file, 'history.db', isBesideUsed);
  refuseNewer(file, 'history.db', migrations);
  const database = openDatabase<HistorySchema>(file);
  try {
    migrate(database.connection, 'history.db', migrations);
    return historyOver(database);
  } catch (error) {
    closeUntouched(database.connection);
    throw error;
  }
}

const IDS = [
  ['threads', 'thread_id'],
  ['sessions', 'session_id'],
  ['runs', 'run_id'],
  ['tool_calls', 'tool_call_id'],
  ['prompts', 'prompt_id'],
  ['grants', 'grant_id'],
  ['side_calls', 'side_call_id'],
] as const;

function historyOver(database: OpenDatabase<HistorySchema>): HistoryDatabase {
  const { queries } = database;
  return {
    journal: new SqliteJournal(database),
    sessions: sqliteSessionStore(queries),
    threads: sqliteThreadStore(queries),
    runs: sqliteRunStore(queries),
    history: sqliteHistoryStore(queries),
    prompts: sqlitePromptStore(queries),
    grants: sqliteGrantStore(queries),
    changesets: sqliteChangesetStore(queries),
    rates: sqliteRateStore(queries),
    ids: storedIds(database.connection, IDS),
    leave: () => database.leave(),
    close: () => database.close(),
  };
}
