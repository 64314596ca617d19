// What any backup of a database has to do, and nothing else: a pinned copy, sealed in parts and synced; then opened,
// written out and checked. Prints the milliseconds.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const [source = '', scratch = ''] = process.argv.slice(2);
const PART = 2 ** 20;
const TAG = 16;
const key = randomBytes(32);
const nonce = (index: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 8);
  return bytes;
};
const [copy, sealed, opened] = ['copy', 'sealed', 'opened'].map((name) => join(scratch, name)) as [
  string,
  string,
  string,
];

const startedAt = performance.now();
const database = new Database(source, { readonly: true });
database.exec('BEGIN');
database.prepare('SELECT count(*) FROM sqlite_schema').get();
await database.backup(copy, { progress: () => 2_000 });
database.close();

through(copy, sealed, PART, (part, index) => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index));
  return Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()]);
});
through(sealed, opened, PART + TAG, (part, index) => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index));
  decipher.setAuthTag(part.subarray(part.length - TAG));
  return Buffer.concat([decipher.update(part.subarray(0, part.length - TAG)), decipher.final()]);
});
const check = new Database(opened, { readonly: true });
if (check.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Error('the copy is damaged');
check.close();
process.stdout.write(String(performance.now() - startedAt));
for (const file of [copy, sealed, opened, `${opened}-shm`, `${opened}-wal`]) rmSync(file, { force: true });

function through(
  from: string,
  to: string,
  size: number,
  change: (part: Buffer, index: number) => Buffer,
): void {
  const [input, output] = [openSync(from, 'r'), openSync(to, 'wx', 0o600)];
  const part = Buffer.alloc(size);
  for (let index = 0, count = readSync(input, part); count > 0; index += 1, count = readSync(input, part))
    writeSync(output, change(part.subarray(0, count), index));
  fsyncSync(output);
  for (const file of [input, output]) closeSync(file);
}
