import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { migrations } from '../../../src/adapters/out/sqlite/vault/parts.ts';
import { nodeCrypto } from '../../../src/adapters/out/system/node-crypto.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { keyFrom, newKeyText } from '../../../src/core/trust/secrets/key-ring.ts';

export interface EarlierSecret {
  readonly name: string;
  readonly value: string;
  /** Where its owner lets it go, and where profiles of APIs do. */
  readonly own: readonly string[];
  readonly ofProfile: readonly string[];
}

export const EARLIER: readonly EarlierSecret[] = [
  { name: 'A', value: 'the first value', own: ['a.test'], ofProfile: [] },
  { name: 'B', value: 'grüße 🎉', own: ['b.test', 'a.test'], ofProfile: ['shop.test'] },
  { name: 'C', value: 'of no host', own: [], ofProfile: [] },
  { name: 'D', value: 'of a profile alone', own: [], ofProfile: ['shop.test'] },
];

/** Folders of a vault that stays, and of one of a backup that takes its place. */
export const [KEPT, STAGED] = ['kept', 'staged'];

/** The version before hosts were part of a seal: its first two migrations. */
const EARLIER_SCHEMA = migrations.findIndex(({ name }) => name === 'sealed-hosts');

/** The files of a vault as that version left them. @returns its key */
export async function earlierVault(dataDir: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  const text = newKeyText(nodeCrypto);
  await new DiskVaultKeyFile({ gate: new WriteGate(), dataDir }).replace(text);
  const connection = new Database(join(dataDir, 'vault.db'));
  migrate(connection, 'vault.db', migrations.slice(0, EARLIER_SCHEMA));
  const salt = nodeCrypto.random(16);
  const { keyId, seal } = await keyFrom(text, salt, nodeCrypto);
  connection.prepare('INSERT INTO vault VALUES (1, ?)').run(salt);
  connection.prepare('INSERT INTO keys VALUES (?, 1, NULL, NULL)').run(keyId);
  for (const { name, value, own, ofProfile } of EARLIER) {
    const sealed = seal({ secret: name, hosts: null }, value);
    connection
      .prepare('INSERT INTO secrets VALUES (?, ?, ?, ?)')
      .run(name, keyId, sealed, Date.UTC(2026, 0, 1));
    for (const [place, host] of own.entries())
      connection.prepare('INSERT INTO bindings VALUES (?, ?, ?)').run(name, place, host);
    for (const host of ofProfile)
      connection.prepare("INSERT INTO profile_bindings VALUES ('shop', ?, ?)").run(name, host);
  }
  connection.close();
  return text;
}
