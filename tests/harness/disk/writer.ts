// A process that writes rows to a database, one commit each, and tells each with the position of the disk's log.
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import Database from 'better-sqlite3';

const [file = '', synchronous = '', rows = ''] = process.argv.slice(2);
const log = process.env['DISK_LOG'] ?? '';

const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma(`synchronous = ${synchronous}`);
// Small, so that the write-ahead log is copied to the database and begun anew while the rows are written.
database.pragma('wal_autocheckpoint = 8');
database.exec('CREATE TABLE rows (nth INTEGER PRIMARY KEY, text TEXT)');
const insert = database.prepare('INSERT INTO rows (nth, text) VALUES (?, ?)');
for (let nth = 0; nth < Number(rows); nth += 1) {
  insert.run(nth, `row ${nth} `.repeat(50));
  process.stdout.write(`${nth} ${statSync(log).size}\n`);
}
// From a thread of libuv, as the engine does.
const handle = await open(`${file}-wal`, 'r+');
await handle.datasync();
process.stdout.write(`synced ${statSync(log).size}\n`);
process.kill(process.pid, 'SIGKILL');
