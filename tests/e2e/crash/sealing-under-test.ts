/**
 * Opens the vault of an earlier version, or takes it in from a backup, and kills itself at one write:
 * `node sealing-under-test.ts <data dir> <n> [<key of the backup>]`. The moments are before each statement that writes, and
 * the end. With 0 it completes and prints their number.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import { SqliteStagedVault } from '../../../src/adapters/out/sqlite/vault/staged-vault.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { secretsOver } from '../../harness/secrets.ts';
import { KEPT, STAGED } from './earlier-vault.ts';

const [dataDir = '', nth = '', given] = process.argv.slice(2);
let moments = 0;

/** SIGKILL takes effect before this thread's next instruction. */
function moment(): void {
  moments += 1;
  if (moments === Number(nth)) process.kill(process.pid, 'SIGKILL');
}

const isVault = ({ name }: Database.Database): boolean => name.endsWith('vault.db');

function countWrites(): void {
  const { prepare, exec } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql) as Database.Statement<unknown[]>;
    const run = statement.run.bind(statement);
    if (isVault(this) && /^\s*(?:INSERT|UPDATE|DELETE)/iu.test(sql))
      statement.run = (...values: unknown[]) => {
        moment();
        return run(...values);
      };
    return statement;
  } as typeof prepare;
  Database.prototype.exec = function (this: Database.Database, sql: string) {
    if (isVault(this)) moment();
    return exec.call(this, sql);
  };
}

const open = async (folder: string) =>
  await secretsOver({
    database: openVault(join(folder, 'vault.db')),
    file: new DiskVaultKeyFile({ gate: new WriteGate(), dataDir: folder }),
  });

if (given === undefined) {
  countWrites();
  await open(dataDir);
} else {
  const { vault } = await open(join(dataDir, KEPT));
  countWrites();
  const staged = new SqliteStagedVault((stored, key) => vault.resealed(stored, key));
  const missing = await staged.seal(join(dataDir, STAGED, 'vault.db'), given, null);
  if (missing !== null) throw new Error(`the key ${missing} is missing`);
}
moment();
process.stdout.write(String(moments));
process.exit();
