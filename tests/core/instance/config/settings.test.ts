import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { settingsFrom } from '../../../../src/main/settings.ts';
import { verifies } from '../../../spec/verifies.ts';

const given = { SVC_DATA_DIR: '/nonexistent' };

verifies(
  [
    'config.environment',
    'models.environment.eu-key',
    'models.environment.compat-key',
    'models.keys.service-account',
  ],
  'variables that are not configuration keys are passed on, empty ones as unset',
  () => {
    const nothing = settingsFrom({ ...given, PRIMARY_API_KEY: '', GCP_REGION: ' ' }, { demo: false });
    expect(new Set(Object.values(nothing.modelEnvironment))).toEqual(new Set([null]));
    expect([nothing.environment, nothing.demo]).toEqual([{}, false]);
    const { modelEnvironment } = settingsFrom(
      {
        ...given,
        PRIMARY_API_KEY: 'primary',
        COMPAT_API_KEY: 'compat',
        EU_PROVIDER_API_KEY: 'eu',
        EU_PROVIDER_BASE_URL: 'https://eu.example/',
        GOOGLE_APPLICATION_CREDENTIALS: 'relative/as-given.json',
      },
      { demo: false },
    );
    expect(modelEnvironment).toMatchObject({
      primaryKey: 'primary',
      compatKey: 'compat',
      euKey: 'eu',
      euBaseUrl: 'https://eu.example/',
      credentialsFile: 'relative/as-given.json',
    });
  },
);

verifies(
  ['security.redaction', 'security.environment'],
  'a key may come from a file, is known to the log, and is removed from the environment',
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'svc-settings-'));
    try {
      writeFileSync(join(dir, 'key'), 'key-from-a-file\n');
      const env: Record<string, string> = {
        ...given,
        PRIMARY_API_KEY_FILE: join(dir, 'key'),
        COMPAT_API_KEY: 'compat-key',
      };
      const settings = settingsFrom(env, { demo: false });
      expect(settings.modelEnvironment.primaryKey).toBe('key-from-a-file');
      expect(settings.secrets.toSorted()).toEqual(['compat-key', 'key-from-a-file']);
      expect(Object.values(env)).not.toContain('compat-key');
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);

test('the flag or its variable selects the demo model', () => {
  expect(settingsFrom({ ...given, SVC_DEMO: '1' }, { demo: false }).demo).toBe(true);
  expect(settingsFrom({ ...given }, { demo: true }).demo).toBe(true);
});

verifies(
  ['vault.key.environment', 'security.environment'],
  'the vault key and secrets are removed from the environment; published values return to it',
  () => {
    const env: Record<string, string> = {
      ...given,
      SVC_VAULT_KEY: ' the key ',
      SVC_SECRET_A: 'one',
      SVC_SECRET_A_HOSTS: 'a.test,b.test:8443,',
      SVC_SECRET_EMPTY: '',
      SVC_SECRET_lower: 'x',
      SVC_SECRETS: 'x',
    };
    const { vault, secrets } = settingsFrom(env, { demo: false });
    expect(vault).toMatchObject({
      given: 'the key',
      secrets: [{ name: 'A', value: 'one', hosts: ['a.test', 'b.test:8443'] }],
    });
    expect(secrets).toEqual(['the key', 'one']);
    expect([env['SVC_VAULT_KEY'], env['SVC_SECRET_A']]).toEqual([undefined, undefined]);
    vault.publish('the key that counts');
    expect(env['SVC_VAULT_KEY']).toBe('the key that counts');
  },
);

verifies('vault.key.environment', 'an unset key differs from an empty one', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-key-')), 'key');
  writeFileSync(file, ' of the file\n');
  const of = (env: Record<string, string>) => settingsFrom({ ...given, ...env }, { demo: false }).vault.given;
  expect([
    of({}),
    of({ SVC_VAULT_KEY: '' }),
    of({ SVC_VAULT_KEY: ' ' }),
    of({ SVC_VAULT_KEY_FILE: file }),
    of({ SVC_VAULT_KEY: '', SVC_VAULT_KEY_FILE: file }),
    of({ SVC_VAULT_KEY: 'itself', SVC_VAULT_KEY_FILE: file }),
  ]).toEqual([null, '', '', 'of the file', '', 'itself']);
  rmSync(join(file, '..'), { recursive: true });
});

test('local hosts that the agent may reach need ports, or the engine does not start', () => {
  const hosts = (list: string) =>
    settingsFrom({ SVC_ALLOW_PRIVATE_HOSTS: list }, { demo: false }).privateHosts;
  expect(hosts('nas.local:8080, 192.168.1.5:80,[::1]:3000')).toEqual([
    'nas.local:8080',
    '192.168.1.5:80',
    '[::1]:3000',
  ]);
  expect(hosts('')).toEqual([]);
  for (const wrong of ['nas.local', '*:80', 'http://nas.local:80', '10.0.0.0/8:80', ':80'])
    expect(() => hosts(wrong)).toThrow(/must be a list of host:port/u);
});

test('a setting without a meaning is refused by its name', () => {
  for (const [name, value] of [
    ['SVC_HTTP_PORT', 'http'],
    ['SVC_HTTP_PORT', '-1'],
    ['SVC_HTTP_PORT', '3100.5'],
    ['LOG_LEVEL', 'loud'],
    ['SVC_HTTP_TOKEN_FILE', '/nonexistent/token'],
  ] as const)
    expect(() => settingsFrom({ ...given, [name]: value }, { demo: false })).toThrow(name);
});
