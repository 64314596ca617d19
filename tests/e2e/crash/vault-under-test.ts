/**
 * Rotates a vault and kills itself at one moment: `node vault-under-test.ts <data dir> <n>`. The moments are before and
 * after each call that writes a file or the database, and in the middle of the transaction. With 0 it ends well, and
 * says how many moments there are.
 */
import { join } from 'node:path';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import type { VaultKeyFile, VaultStore } from '../../../src/core/secrets/store.ts';
import { secretsOver } from '../../harness/secrets.ts';
import { SECRETS, HOST } from './vault-secrets.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

const [dataDir = '', nth = ''] = process.argv.slice(2);
let moments = 0;
let isCounting = false;

/** SIGKILL takes effect before the next instruction of this thread. */
function moment(): void {
  if (!isCounting) return;
  moments += 1;
  if (moments === Number(nth)) process.kill(process.pid, 'SIGKILL');
}

const WRITING: ReadonlySet<string> = new Set([
  'replace',
  'replaceNext',
  'promoteNext',
  'dropNext',
  'begin',
  'put',
] satisfies (keyof VaultKeyFile | keyof VaultStore)[]);

const deadly = <T extends object>(part: T): T =>
  new Proxy(part, {
    get: (target, name) => {
      const method = target[name as keyof T] as (...given: unknown[]) => unknown;
      if (typeof method !== 'function') return method;
      if (name === 'rotate') return deadlyRotation(target as VaultStore);
      if (!WRITING.has(String(name))) return method.bind(target);
      return (...given: unknown[]) => {
        moment();
        const done = method.apply(target, given);
        if (!(done instanceof Promise)) moment();
        return done instanceof Promise ? done.finally(moment) : done;
      };
    },
  });

const deadlyRotation =
  (store: VaultStore): VaultStore['rotate'] =>
  (next, reseal, wrap) => {
    const and = <Given, Made>(make: (given: Given) => Made) => {
      return (given: Given): Made => {
        moment();
        return make(given);
      };
    };
    moment();
    const done = store.rotate(next, and(reseal), and(wrap));
    moment();
    return done;
  };

const { vault, secrets } = await secretsOver({
  database: openVault(join(dataDir, 'vault.db')),
  store: deadly,
  file: deadly(new DiskVaultKeyFile({ gate, dataDir })),
});
for (const [name, value] of SECRETS) secrets.put(name, value, [HOST]);
isCounting = true;
await vault.rotate();
await vault.rotate();
process.stdout.write(String(moments));
