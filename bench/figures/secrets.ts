import { createDecipheriv, createCipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DiskVaultKeyFile } from '../../src/adapters/out/files/vault-key-file.ts';
import { openVault } from '../../src/adapters/out/sqlite/vault/open.ts';
import { valueMask } from '../../src/core/masking/value-mask.ts';
import { secretsOver } from '../../tests/harness/secrets.ts';
import type { Figure, Finding } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { interleaved, sides } from '../measure.ts';
import { WriteGate } from '../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

const SECRETS = 50;
const RESULT_CHARS = 100_000;
const READS = 2_000;
const ROUNDS = { warmUp: 3, counted: 15 };

export const secrets: Figure = {
  name: 'secrets',
  does: 'one value from a vault of 50, for its host (bare: opening one AES-256-GCM text), and masking 50 values in a result of 100 kB of prose and of base64 (bare: searching for 50 strings)',
  measure: async (lab) => [
    await vaultRead(lab),
    await masking('prose', prose()),
    await masking('base64', base64()),
  ],
};

async function vaultRead(lab: Lab): Promise<Finding> {
  const dataDir = lab.folder('vault');
  const { secrets: service, database } = await secretsOver({
    database: openVault(join(dataDir, 'vault.db')),
    file: new DiskVaultKeyFile({ gate, dataDir }),
  });
  const names = Array.from({ length: SECRETS }, (_, index) => `SECRET_${index}`);
  for (const name of names) await service.put(name, randomBytes(24).toString('base64'), ['api.example.com']);
  const pairs = await interleaved(
    ROUNDS,
    async () => microseconds((round) => service.resolve(names[round % SECRETS] ?? '', 'api.example.com')),
    async () => microseconds(bareOpening()),
  );
  await database.close();
  const both = sides(pairs);
  const result = { spread: both.engine, shown: 'engine' } as const;
  return { what: 'vault read', unit: 'µs', ...both, result, bound: { atMost: 50 } };
}

function microseconds(act: (round: number) => unknown): number {
  const startedAt = performance.now();
  for (let round = 0; round < READS; round++) act(round);
  return ((performance.now() - startedAt) * 1_000) / READS;
}

function bareOpening(): () => string {
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(randomBytes(24).toString('base64')), cipher.final()]);
  const tag = cipher.getAuthTag();
  return () => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString();
  };
}

/** Half are random, half are like passwords that people choose, with characters that encodings escape. */
const values: readonly string[] = Array.from({ length: SECRETS }, (_, index) =>
  index % 2 === 0 ? randomBytes(24).toString('base64') : `p@ss "w/rd" ${randomBytes(6).toString('hex')}`,
);

async function masking(of: string, text: string): Promise<Finding> {
  const masked = valueMask(() => values);
  const pairs = await interleaved(
    ROUNDS,
    async () => milliseconds(() => masked(text)),
    async () => milliseconds(() => values.every((value) => !text.includes(value))),
  );
  const both = sides(pairs);
  const result = { spread: both.engine, shown: 'engine' } as const;
  return { what: `masking 100 kB of ${of}`, unit: 'ms', ...both, result, bound: { atMost: 5 } };
}

function milliseconds(act: () => unknown): number {
  const startedAt = performance.now();
  act();
  return performance.now() - startedAt;
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
