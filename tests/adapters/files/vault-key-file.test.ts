import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { MemoryVaultKeyFile } from '../../doubles/memory-vault-key-file.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { vaultKeyFileContract } from '../../ports/vault-key-file.contract.ts';
import { verifies } from '../../spec/verifies.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

vaultKeyFileContract('on disk', () => new DiskVaultKeyFile({ gate, dataDir: temporaryDir() }));
vaultKeyFileContract('in memory', () => new MemoryVaultKeyFile());

verifies(
  'vault.key.file',
  'both are readable by their owner only, and no third one stays behind',
  async () => {
    const dataDir = temporaryDir();
    const file = new DiskVaultKeyFile({ gate, dataDir });
    const modes = () =>
      readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
    await file.replace('first');
    chmodSync(join(dataDir, 'vault.key'), 0o644);
    await file.replace('second');
    await file.replaceNext('next');
    expect(modes()).toEqual([
      ['vault.key', 0o600],
      ['vault.key.next', 0o600],
    ]);
    await file.promoteNext();
    expect(modes()).toEqual([['vault.key', 0o600]]);
  },
);

test('a path that is not a file is reported as such, and a failing disk causes a refusal', async () => {
  const dataDir = temporaryDir();
  const file = new DiskVaultKeyFile({ gate, dataDir });
  mkdirSync(join(dataDir, 'vault.key'));
  mkdirSync(join(dataDir, 'vault.key.next'));
  expect([await file.read(), await file.readNext()]).toEqual([
    { found: 'obstacle', obstacle: 'folder' },
    { found: 'obstacle', obstacle: 'folder' },
  ]);
  for (const act of [() => file.replace('x'), () => file.replaceNext('x'), () => file.dropNext()])
    await expect(act()).rejects.toMatchObject({ code: 'storage_error' });
});
