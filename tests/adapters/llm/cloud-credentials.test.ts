import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, expect, it } from '@jest/globals';
import { missingCredentials } from '../../../src/adapters/out/llm/wire/cloud-credentials.ts';
import {
  NOT_SIGNED_IN,
  serviceAccountIn,
  UNUSABLE_FILE,
} from '../../../src/adapters/out/llm/wire/service-account.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { writeServiceAccount } from '../../servers/vertex.ts';
import { verifies } from '../../spec/verifies.ts';

let home: string;
beforeEach(() => {
  home = temporaryDir();
});

const machine = (isOfThePlatform: boolean) => ({
  home: () => home,
  isOfThePlatform: async () => isOfThePlatform,
});

verifies('config.provider.problems', 'a machine without credentials is detected without a call', async () => {
  expect(await missingCredentials(null, machine(false))).toBe(NOT_SIGNED_IN.says);
  expect(await missingCredentials(null, machine(true))).toBeNull();
  mkdirSync(join(home, '.config/gcloud'), { recursive: true });
  writeFileSync(join(home, '.config/gcloud/application_default_credentials.json'), '{}');
  expect(await missingCredentials(null, machine(false))).toBeNull();
  const file = join(home, 'account.json');
  writeFileSync(file, '{}');
  expect(await missingCredentials(file, machine(true))).toBe(UNUSABLE_FILE.says);
  expect(await missingCredentials(await writeServiceAccount(home), machine(false))).toBeNull();
});

const { privateKey } = generateKeyPairSync('ed25519');
const ofAnotherKind = { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };

it.each<[string, unknown]>([
  ['is empty', ''],
  ['is no JSON', '{"type": "service_account", "secret-material'],
  ['is a list', []],
  ['has no address', { client_email: undefined }],
  ['has no key', { private_key: undefined }],
  ['has half a key', { private_key: '-----BEGIN PRIVATE KEY-----\nsecret-material\n' }],
  ['has a key of another kind without an address', { ...ofAnotherKind, client_email: undefined }],
  ['has a key that opens nothing', { private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END' }],
  ['names a command', { type: 'external_account' }],
])(
  'the file of a service account is refused when it %s, and nothing of it is quoted',
  async (_what, content) => {
    const path = await writeServiceAccount(home);
    const key = JSON.parse(readFileSync(path, 'utf8')) as object;
    const isWhole = typeof content === 'string' || Array.isArray(content);
    writeFileSync(
      path,
      typeof content === 'string'
        ? content
        : JSON.stringify(isWhole ? content : { ...key, ...(content as object) }),
    );
    await expect(serviceAccountIn(path)).rejects.toMatchObject({
      name: 'WireFailure',
      failure: UNUSABLE_FILE,
    });
  },
);

it('a file that cannot be read is refused without a word about the machine', async () => {
  for (const path of [join(home, 'nowhere.json'), home, join(home, 'x'.repeat(300))])
    await expect(serviceAccountIn(path)).rejects.toMatchObject({
      name: 'WireFailure',
      failure: { retryable: false, fault: 'key', says: [{ facts: {} }] },
    });
});
