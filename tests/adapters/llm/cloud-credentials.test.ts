import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { missingCredentials } from '../../../src/adapters/out/llm/wire/cloud-credentials.ts';
import {
  NOT_SIGNED_IN,
  serviceAccountIn,
  UNUSABLE_FILE,
} from '../../../src/adapters/out/llm/wire/service-account.ts';
import { verifies } from '../../spec/verifies.ts';
import { serviceAccount } from './messages/models.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-home-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const machine = (isOfThePlatform: boolean) => ({
  home: () => home,
  isOfThePlatform: async () => isOfThePlatform,
});

verifies(
  'config.provider.problems',
  'a machine without cloud credentials is detected without a call',
  async () => {
    expect(await missingCredentials(null, machine(false))).toBe(NOT_SIGNED_IN.error);
    expect(await missingCredentials(null, machine(true))).toBeNull();
    mkdirSync(join(home, '.config/gcloud'), { recursive: true });
    writeFileSync(join(home, '.config/gcloud/application_default_credentials.json'), '{}');
    expect(await missingCredentials(null, machine(false))).toBeNull();
    const file = join(home, 'account.json');
    writeFileSync(file, '{}');
    expect(await missingCredentials(file, machine(true))).toBe(UNUSABLE_FILE.error);
    writeFileSync(file, serviceAccount);
    expect(await missingCredentials(file, machine(false))).toBeNull();
  },
);

describe('the file of a service account', () => {
  const key = JSON.parse(serviceAccount) as object;
  const { privateKey } = generateKeyPairSync('ed25519');
  const ofAnotherKind = { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };

  it.each<[string, unknown]>([
    ['is empty', ''],
    ['is no JSON', '{"type": "service_account", "secret-material'],
    ['is a list', []],
    ['has no address', { ...key, client_email: undefined }],
    ['has no key', { ...key, private_key: undefined }],
    ['has half a key', { ...key, private_key: '-----BEGIN PRIVATE KEY-----\nsecret-material\n' }],
    ['has a key of another kind without an address', ofAnotherKind],
    ['has a key that opens nothing', { ...key, private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END' }],
    ['names a command', { ...key, type: 'external_account' }],
  ])('is refused when it %s, and nothing of it is quoted', async (_what, content) => {
    const path = join(home, 'account.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    await expect(serviceAccountIn(path)).rejects.toMatchObject({
      name: 'WireFailure',
      failure: UNUSABLE_FILE,
    });
  });

  it('is refused when it cannot be read, without a word about the machine', async () => {
    for (const path of [join(home, 'nowhere.json'), home, join(home, 'x'.repeat(300))])
      await expect(serviceAccountIn(path)).rejects.toMatchObject({
        name: 'WireFailure',
        failure: { retryable: false, fault: 'key', error: expect.not.stringContaining(home) },
      });
  });
});
