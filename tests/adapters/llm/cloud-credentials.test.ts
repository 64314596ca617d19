import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { missingCredentials } from '../../../src/adapters/out/llm/wire/cloud-credentials.ts';
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
    expect(await missingCredentials(null, machine(false))).toMatch(/^No credentials for the cloud platform/u);
    expect(await missingCredentials(null, machine(true))).toBeNull();
    mkdirSync(join(home, '.config/gcloud'), { recursive: true });
    writeFileSync(join(home, '.config/gcloud/application_default_credentials.json'), '{}');
    expect(await missingCredentials(null, machine(false))).toBeNull();
    const file = join(home, 'account.json');
    writeFileSync(file, '{}');
    expect(await missingCredentials(file, machine(true))).toMatch(/not the key of a service account/u);
    writeFileSync(file, serviceAccount);
    expect(await missingCredentials(file, machine(false))).toBeNull();
  },
);
