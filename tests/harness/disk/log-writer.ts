// A process that writes rows through the engine's journal, and tells each once it is acknowledged, with the position of
// the disk's log. In the middle one sync of the write-ahead log fails; then the disk is well again.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { logDisk, type LogDisk } from '../../../src/adapters/out/sqlite/log-disk.ts';
import { BackgroundLogSync } from '../../../src/adapters/out/sqlite/log-sync.ts';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';

const [file = '', flag = '', rows = ''] = process.argv.slice(2);
const log = process.env['DISK_LOG'] ?? '';

const { connection, prepare } = openDatabase(file);
connection.exec(
  'CREATE TABLE rows (nth INTEGER PRIMARY KEY, text TEXT); CREATE INDEX by_text ON rows (text)',
);
const disk: LogDisk = {
  ...logDisk,
  sync: async (descriptor, folder) => {
    try {
      await logDisk.sync(descriptor, folder);
    } catch (error) {
      rmSync(flag);
      process.stdout.write(`failed ${statSync(log).size}\n`);
      throw error;
    }
  },
};
const sync = new BackgroundLogSync(`${file}-wal`, { disk });
const journal = new SqliteJournal<{ readonly change: 'add'; readonly nth: number }>(
  { connection, prepare, sync },
  {
    add: ({ nth }) => [
      {
        sql: 'INSERT INTO rows VALUES (?, ?)',
        parameters: [nth, `${(nth * 7_919) % 1_000} `.repeat(60)],
      },
    ],
  },
);
for (let nth = 0; nth < Number(rows); nth += 1) {
  // Pages before and after a checkpoint: an old log over a new database would show.
  if (nth === 20) connection.pragma('wal_checkpoint(TRUNCATE)');
  if (nth === Number(rows) - 10) writeFileSync(flag, '');
  await journal.commit([{ change: 'add', nth }]);
  process.stdout.write(`${nth} ${statSync(log).size}\n`);
}
process.kill(process.pid, 'SIGKILL');
