import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DiskVaultKeyFile } from '../../src/adapters/out/files/vault-key-file.ts';
import { openVault } from '../../src/adapters/out/sqlite/vault/open.ts';
import { WriteGate } from '../../src/core/kernel/write-gate.ts';
import { valueMask } from '../../src/core/trust/masking/value-mask.ts';
import { secretsOver } from '../../tests/harness/secrets.ts';
import { openBare } from '../bare/database.ts';
import type { Figure } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { ratio, type Series } from '../series.ts';
import { microsecondsEach } from '../timed.ts';

const SECRETS = 50;
const RESULT_CHARS = 100_000;
const READS = 2_000;
const ROUNDS = { warmUp: 3, counted: 25 };

export const secrets: Figure = {
  name: 'secrets',
  summary:
    'one value from a vault of 50, for its host (bare: one prepared read and AES-256-GCM), and masking 50 values in a result of 100 kB of prose and of base64 (bare: searching for 50 strings)',
  async *series(lab) {
    yield* vaultRead(lab);
    yield masking('prose', prose());
    yield masking('base64', base64());
  },
};

const names = Array.from({ length: SECRETS }, (_, index) => `SECRET_${index}`);
const nameOf = (nth: number): string => names[nth % SECRETS] ?? '';

async function* vaultRead(lab: Lab): AsyncGenerator<Series> {
  const dataDir = lab.folder('vault');
  const { secrets: service, database } = await secretsOver({
    database: openVault(join(dataDir, 'vault.db')),
    file: new DiskVaultKeyFile({ gate: new WriteGate(), dataDir }),
  });
  for (const name of names) await service.put(name, randomBytes(24).toString('base64'), ['api.example.com']);
  const { read, close } = bareVault(lab.folder('bare-vault'));
  yield {
    rows: [{ what: 'vault read', unit: 'µs', bounds: [ratio.atMost(4)] }],
    rounds: ROUNDS,
    engine: async () => [microsecondsEach(READS, (nth) => service.resolve(nameOf(nth), 'api.example.com'))],
    bare: async () => [microsecondsEach(READS, (nth) => read(nameOf(nth)))],
  };
  close();
  await database.close();
}

/** The same number of sealed values by name, and nothing that asks where they may go. */
function bareVault(folder: string) {
  const database = openBare(folder, 'bare.db');
  database.exec('CREATE TABLE secrets (name TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID');
  const key = randomBytes(32);
  const add = database.prepare('INSERT INTO secrets (name, sealed) VALUES (?, ?)');
  for (const name of names) {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
    const value = Buffer.concat([cipher.update(randomBytes(24).toString('base64')), cipher.final()]);
    add.run(name, Buffer.concat([nonce, cipher.getAuthTag(), value]));
  }
  const get = database.prepare<[string], { sealed: Buffer }>('SELECT sealed FROM secrets WHERE name = ?');
  const read = (name: string): string => {
    const { sealed = Buffer.alloc(0) } = get.get(name) ?? {};
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString();
  };
  return { read, close: () => database.close() };
}

/** Half are random, half are like passwords that people choose, with characters that encodings escape. */
const values: readonly string[] = Array.from({ length: SECRETS }, (_, index) =>
  index % 2 === 0 ? randomBytes(24).toString('base64') : `p@ss "w/rd" ${randomBytes(6).toString('hex')}`,
);

function masking(of: string, text: string): Series {
  const masked = valueMask(() => values);
  const milliseconds = (act: () => unknown) => [microsecondsEach(10, act) / 1_000];
  return {
    rows: [{ what: `masking 100 kB of ${of}`, unit: 'ms', bounds: [ratio.atMost(1)] }],
    rounds: ROUNDS,
    engine: async () => milliseconds(() => masked(text)),
    bare: async () => milliseconds(() => values.every((value) => !text.includes(value))),
  };
}

const base64 = (): string => randomBytes(RESULT_CHARS).toString('base64').slice(0, RESULT_CHARS);

function prose(): string {
  const words = 'the quick brown fox {"jumps":"over"} lazy dogs, http://example.com/path?x=1 and 12345'.split(
    ' ',
  );
  const random = randomBytes(RESULT_CHARS);
  return Array.from(random, (byte) => words[byte % words.length])
    .join(' ')
    .slice(0, RESULT_CHARS);
}
