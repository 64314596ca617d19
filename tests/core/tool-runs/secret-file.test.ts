import { expect, test } from '@jest/globals';
import { isSecretPath } from '../../../src/core/tool-runs/secret-file.ts';

test.each([
  '.env',
  '.env.local',
  '.ENV',
  'app/.env.production',
  '.npmrc',
  'id_rsa',
  'id_ed25519.pub',
  'credentials.json',
  'Credentials',
  'service-account-1.json',
  'secrets.yaml',
  'server.pem',
  'server.KEY',
  'x.p12',
  'vault.db',
  'vault.key.next',
  '.ssh/config',
  '.aws/config',
  '.svc/config.json',
  '．env',
])('%s counts as a secret', (path) => {
  expect(isSecretPath(path.split('/'))).toBe(true);
});

test.each([
  'report.md',
  'environment.md',
  'keys.csv',
  'monkey',
  'envelope.txt',
  'my-secret-garden.txt',
  'x.keynote',
])('%s does not', (path) => {
  expect(isSecretPath(path.split('/'))).toBe(false);
});
