/**
 * Rotates a vault and kills itself at one point: `node vault-under-test.ts <data dir> <n>`. The points are before and
 * after each call that writes a file, and before each step of the second transaction. With 0 it completes and prints
 * the number of points.
 */
import { join } from 'node:path';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { OneJournal } from '../../../src/adapters/out/sqlite/one-journal.ts';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import type { Step } from '../../../src/adapters/out/sql/step.ts';
import { stepsOn } from '../../../src/adapters/out/sqlite/vault/parts.ts';
import type { VaultSchema } from '../../../src/adapters/out/sql/vault/schema.ts';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import type { VaultChange, VaultKeyFile } from '../../../src/core/trust/secrets/store.ts';
import { secretsOver } from '../../harness/secrets.ts';
import { SECRETS, HOST } from './vault-secrets.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

const [dataDir = '', nth = ''] = process.argv.slice(2);
let moments = 0;
let isCounting = false;

/** SIGKILL takes effect before this thread's next instruction. */
function moment(): void {
  if (!isCounting) return;
  moments += 1;
  if (moments === Number(nth)) process.kill(process.pid, 'SIGKILL');
}

const WRITING: ReadonlySet<string> = new Set([
  'replace',
  'replaceNext',
  'replaceSealed',
  'promoteNext',
  'dropNext',
] satisfies (keyof VaultKeyFile)[]);

const deadly = <T extends object>(part: T): T =>
  new Proxy(part, {
    get: (target, name) => {
      const method = target[name as keyof T] as (...given: unknown[]) => unknown;
      if (typeof method !== 'function') return method;
      if (!WRITING.has(String(name))) return method.bind(target);
      return (...given: unknown[]) => {
        moment();
        const done = method.apply(target, given);
        if (!(done instanceof Promise)) moment();
        return done instanceof Promise ? done.finally(moment) : done;
      };
    },
  });

const file = join(dataDir, 'vault.db');
const database = openVault(file);
/** Each step of the second rotation, which retires two keys, is a point too. */
const counted = (all: readonly Step[]): readonly Step[] =>
  Object.assign([...all], {
    *[Symbol.iterator]() {
      for (const step of all) {
        moment();
        yield step;
      }
    },
  });
const opened = openDatabase<VaultSchema>(file);
const steps = stepsOn(opened.queries);
const journal = new SqliteJournal<VaultChange>(opened, {
  ...steps,
  'vault.rotate': (change) => {
    const all = steps['vault.rotate'](change);
    return change.retired.length > 1 ? counted(all) : all;
  },
});

const { vault, secrets } = await secretsOver({
  database,
  journal: (others) =>
    new OneJournal(
      { history: others, memory: others, engine: others, datastore: others, vault: journal },
      new WriteGate(),
    ),
  file: deadly(new DiskVaultKeyFile({ gate, dataDir })),
});
for (const [name, value] of SECRETS) await secrets.put(name, value, [HOST]);
isCounting = true;
await vault.rotate();
await vault.rotate();
process.stdout.write(String(moments));
