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
      const tables = connection.prepare('SELECT name FROM sqlite_master').pluck().all();
      if (tables.includes('workflow_runs'))
        for (const statement of CUT_OFF_WORKFLOWS) connection.prepare(statement).run({ at });
      // A backup from before there were any.
      if (!tables.includes('triggers')) return;
      const confirmed = isOwn ? '' : ', confirmed_at = NULL, next_due_at = NULL';
      connection.prepare(`UPDATE triggers SET restored_at = ?${confirmed}`).run(at);
    } finally {
      connection.close();
    }
  },
};

/** The same holds for workflows; their owner may do again what did not succeed. */
const CUT_OFF_WORKFLOWS: readonly string[] = [
  `UPDATE workflow_steps SET ended_at = :at, status = CASE status WHEN 'running' THEN 'failed' ELSE 'skipped' END,
      error_json = json_object('code', 'restored', 'error', 'A backup was restored that was made while it was in progress. It may have been done since.')
    WHERE status IN ('waiting', 'running')
      AND workflow_run_id IN (SELECT workflow_run_id FROM workflow_runs WHERE status = 'running')`,
  `UPDATE workflow_runs SET status = 'interrupted', outcome = 'failed', ended_at = :at, steps_done = step_count,
      error_json = json_object('code', 'restored', 'error', 'A backup was restored that was made while it was in progress. Retry does what is missing.')
    WHERE status = 'running'`,
];
