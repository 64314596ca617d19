import Database from 'better-sqlite3';
import type { StagedHistory } from '../../../../core/backups/restore-port.ts';

/** The history of a backup as one file beside no other. Its schema was compared with ours before this opens it. */
export const stagedHistory: StagedHistory = {
  restored: async (file, { at, isOwn }) => {
    const connection = new Database(file, { fileMustExist: true });
    try {
      // No log beside it: it is moved as one file. Each commit is synced.
      for (const pragma of ['journal_mode = DELETE', 'synchronous = EXTRA', 'trusted_schema = OFF'])
        connection.pragma(pragma);
      const columns = connection.prepare("SELECT name FROM pragma_table_info('runs')").pluck().all();
      // What a run did after the backup is not in it: going on with it would do that again.
      if (columns.includes('resumption_json'))
        connection.prepare("UPDATE runs SET resumption_json = NULL WHERE status = 'running'").run();
      const hasTriggers = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'triggers'").get();
      // A backup from before there were any.
      if (hasTriggers === undefined) return;
      const confirmed = isOwn ? '' : ', confirmed_at = NULL, next_due_at = NULL';
      connection.prepare(`UPDATE triggers SET restored_at = ?${confirmed}`).run(at);
    } finally {
      connection.close();
    }
  },
};
