import { describe, expect, test } from '@jest/globals';
import { secretLimits } from '../../../../src/core/trust/secrets/limits.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import { hostFrom } from '../../../../src/core/trust/secrets/model.ts';
import { secretsOver } from '../../../harness/secrets.ts';
import { verifies } from '../../../spec/verifies.ts';
import { refusing } from '../../../harness/journals.ts';

const DAY = 24 * 60 * 60 * 1000;
const HOST = 'api.test';

const refusal = (act: () => unknown): { code?: unknown; message?: string; facts?: unknown } => {
  try {
    act();
  } catch (error) {
    return error as object;
  }
  return {};
};

const refused = async (
  act: () => Promise<unknown>,
): Promise<{ code?: unknown; message?: string; facts?: unknown }> => {
  try {
    await act();
  } catch (error) {
    return error as object;
  }
  return {};
};

describe('the source of a secret', () => {
  verifies('secrets.precedence', 'is the environment, else the vault, else the configuration', async () => {
    const environment = [{ name: 'A', value: 'of the environment', hosts: [HOST] }];
    const configured = ['A', 'B', 'C'].map((name) => ({
      name,
      value: 'of the configuration',
      hosts: [HOST],
    }));
    const { secrets } = await secretsOver({ environment, configured });
    await secrets.put('A', 'of the vault', null);
    await secrets.put('B', 'of the vault', [HOST]);
    expect(['A', 'B', 'C'].map((name) => secrets.resolve(name, HOST))).toEqual([
      'of the environment',
      'of the vault',
      'of the configuration',
    ]);
    expect(secrets.list()).toMatchObject([
      { name: 'A', source: 'environment', updatedAt: null },
      { name: 'B', source: 'vault' },
    ]);
    await secrets.delete('B');
    expect(secrets.resolve('B', HOST)).toBe('of the configuration');
    await secrets.delete('A');
    expect(secrets.resolve('A', HOST)).toBe('of the environment');
    expect(await refused(() => secrets.delete('A'))).toMatchObject({
      says: [{ code: 'secrets.of_environment', facts: { name: 'A' } }],
    });
  });

  verifies(
    'secrets.bound-to-hosts',
    'a vault entry does not widen the hosts of a secret from the configuration',
    async () => {
      const configured = [{ name: 'API_KEY', value: 'x', hosts: ['model.test:8443'] }];
      const { secrets } = await secretsOver({ configured });
      expect(secrets.resolve('API_KEY', 'model.test:8443')).toBe('x');
      for (const host of ['model.test', HOST])
        expect(refusal(() => secrets.resolve('API_KEY', host)).code).toBe('secret_not_for_host');
      await secrets.put('API_KEY', 'y', [HOST]);
      expect(refusal(() => secrets.resolve('API_KEY', 'model.test:8443')).code).toBe('secret_not_for_host');
    },
  );
});

describe('a secret goes', () => {
  verifies('secrets.bound-to-hosts', 'only to the hosts it is bound to, in any spelling', async () => {
    const { secrets } = await secretsOver();
    await secrets.put('A', 'a value', ['API.Example.com.', 'localhost:8080', 'bücher.example', '[::1]:9']);
    expect(secrets.list()[0]?.hosts).toEqual([
      'api.example.com',
      'localhost:8080',
      'xn--bcher-kva.example',
      '[::1]:9',
    ]);
    const good = [
      'api.example.com',
      'API.EXAMPLE.COM',
      'api.example.com.',
      'api.example.com:443',
      'localhost:8080',
    ];
    for (const host of good) expect(secrets.resolve('A', host)).toBe('a value');
    const bad = [
      'example.com',
      'evil.test',
      'api.example.com.evil.test',
      'x.api.example.com',
      'api.example.com:80',
      'localhost',
      'localhost:8081',
      'evil.test/api.example.com',
      'evil.test#api.example.com',
      'api.example.com@evil.test',
      'api.example.com\\@evil.test',
      'api.example.com ',
      '',
    ];
    for (const host of bad) {
      const { code, facts } = refusal(() => secrets.resolve('A', host));
      expect([host, code]).toEqual([host, 'secret_not_for_host']);
      expect(JSON.stringify(facts)).not.toContain('a value');
    }
  });

  verifies(
    'secrets.bound-to-hosts',
    'nowhere, until its owner names a host; a new value changes no binding',
    async () => {
      const { secrets } = await secretsOver();
      await secrets.put('A', 'a value', null);
      expect(refusal(() => secrets.resolve('A', HOST))).toMatchObject({
        code: 'secret_not_for_host',
        says: [{ code: 'secrets.other_host', facts: { hosts: [] } }],
      });
      await secrets.bindFor('shop', [{ name: 'A', host: HOST }]);
      expect(secrets.resolve('A', HOST)).toBe('a value');
      await secrets.put('A', 'a new one', null);
      expect(secrets.resolve('A', HOST)).toBe('a new one');
      await secrets.put('A', 'another', ['other.test']);
      expect(refusal(() => secrets.resolve('A', HOST)).code).toBe('secret_not_for_host');
      await secrets.put('A', 'another', []);
      expect(refusal(() => secrets.resolve('A', 'other.test')).code).toBe('secret_not_for_host');
      const bind = (name: string, host: string) => () => secrets.bindFor('shop', [{ name, host }]);
      expect((await refused(bind('B', HOST))).code).toBe('secret_not_found');
      expect((await refused(bind('A', 'no host'))).code).toBe('invalid_secret');
    },
  );

  test('an invalid host is refused when it is stored, and nothing is kept', async () => {
    const { secrets } = await secretsOver();
    for (const host of [
      'https://api.test',
      'api.test/x',
      'a b',
      'u@h',
      '$(reboot)',
      'a;reboot',
      '*.test',
      '',
    ]) {
      expect([host, hostFrom(host)]).toEqual([host, null]);
      expect((await refused(() => secrets.put('A', 'a value', [host]))).code).toBe('invalid_secret');
    }
    expect(secrets.list()).toEqual([]);
  });
});

verifies('secrets.unknown-name', 'an unknown secret is refused, with similar names', async () => {
  const environment = [{ name: 'GITLAB_TOKEN', value: 'x', hosts: [HOST] }];
  const { secrets } = await secretsOver({ environment });
  await secrets.put('GITHUB_TOKEN', 'a value', [HOST]);
  await secrets.put('WEATHER', 'a value', [HOST]);
  expect(refusal(() => secrets.resolve('GITHUB_TOKE', HOST))).toMatchObject({
    code: 'secret_not_found',
    says: [{ code: 'secrets.not_named' }, { code: 'secrets.near' }],
    facts: { near: ['GITHUB_TOKEN', 'GITLAB_TOKEN'] },
  });
  expect(refusal(() => secrets.resolve('NOTHING_LIKE_IT', HOST))).toMatchObject({
    code: 'secret_not_found',
    facts: { near: [] },
  });
  expect(refusal(() => secrets.resolve('github_token', HOST))).toMatchObject({ code: 'secret_not_found' });
  expect([secrets.known('GITHUBTOKEN'), secrets.known('WEATHER'), secrets.known('OTHER')]).toEqual([
    'GITHUB_TOKEN',
    'WEATHER',
    null,
  ]);
});

test('names must be valid in a reference, and values must be text', async () => {
  const { secrets } = await secretsOver();
  for (const name of ['a', '1A', '_A', 'A-B', 'Ä', `A${'B'.repeat(64)}`, '', 'A B', '__proto__'])
    expect([name, (await refused(() => secrets.put(name, 'a value', null))).code]).toEqual([
      name,
      'invalid_secret',
    ]);
  for (const value of ['\ud800 half', 'nul\0'])
    expect((await refused(() => secrets.put('A', value, null))).code).toBe('invalid_secret');
  const nasty = 'line\nbreak\r\n"quoted" \u2028 🎉 \u0001';
  await secrets.put('A', nasty, [HOST]);
  expect(secrets.resolve('A', HOST)).toBe(nasty);
});

describe('the age of a secret', () => {
  verifies(
    ['secrets.rotation-warning', 'secrets.status'],
    'over 90 days is reported at the start and in the status',
    async () => {
      expect(secretLimits.oldDays).toBe(90);
      const first = await secretsOver();
      const { secrets, clock, database, file } = first;
      await secrets.put('OLD', 'a value', null);
      clock.jump(DAY);
      await secrets.put('RENEWED', 'a value', null);
      await secrets.put('YOUNGER', 'a value', null);
      clock.jump(89 * DAY);
      expect((await secretsOver({ database, file, clock })).log.events('warn')).toEqual([]);
      expect(secrets.status()).toMatchObject({ secrets: 3, oldest: { name: 'OLD', ageDays: 90 }, old: [] });
      clock.jump(1);
      const again = await secretsOver({ database, file, clock });
      expect(again.log.lines).toEqual([
        { level: 'warn', event: expect.stringContaining('older than 90 days'), facts: { names: ['OLD'] } },
      ]);
      clock.jump(2 * DAY);
      await secrets.put('RENEWED', 'another', null);
      await first.vault.rotate();
      expect(secrets.status()).toMatchObject({
        vault: 'ready',
        problem: null,
        old: ['OLD', 'YOUNGER'],
        unreadable: [],
      });
      await secrets.put('OLD', 'a new one', null);
      expect(secrets.status()).toMatchObject({ oldest: { name: 'YOUNGER' }, old: ['YOUNGER'] });
    },
  );
});

verifies('secrets.long', 'a refused value is not registered, whatever the reason', async () => {
  let isFull = false;
  const { secrets, knownSecrets } = await secretsOver({
    journal: refusing(() => isFull),
  });
  const before = knownSecrets.values();
  const codes = [
    (await refused(() => secrets.put('bad name', 'refused-value', null))).code,
    (await refused(() => secrets.put('A', 'refused\0value', null))).code,
    (await refused(() => secrets.put('A', 'refused-value', ['no host']))).code,
  ];
  isFull = true;
  codes.push((await refused(() => secrets.put('A', 'refused-value', null))).code);
  expect(codes).toEqual(['invalid_secret', 'invalid_secret', 'invalid_secret', 'disk_full']);
  const locked = await secretsOver({ given: '' });
  expect((await refused(() => locked.secrets.put('A', 'refused-value', null))).code).toBe('vault_locked');
  expect([knownSecrets.values(), locked.knownSecrets.values()]).toEqual([before, []]);
});

verifies('secrets.masked', 'a value is registered before it is stored', async () => {
  let beforeCommit = (): void => undefined;
  const { secrets, knownSecrets } = await secretsOver({
    journal: (journal) => ({
      commit: async (changes) => {
        beforeCommit();
        await journal.commit(changes);
      },
    }),
  });
  const known: (readonly string[])[] = [];
  beforeCommit = () => known.push(knownSecrets.values(), knownSecrets.unmistakable());
  await secrets.put('A', 'hunter2', null);
  expect(known).toEqual([expect.arrayContaining(['hunter2']), expect.arrayContaining(['hunter2'])]);
});

verifies('secrets.masked', 'a value that was written but not synced stays registered', async () => {
  const { secrets, knownSecrets } = await secretsOver({
    journal: (journal) => ({
      commit: async (changes) => {
        await journal.commit(changes);
        if (changes[0]?.change === 'secret.put') throw refuseStorage.storage_error();
      },
    }),
  });
  expect((await refused(() => secrets.put('A', 'hunter2', null))).code).toBe('storage_error');
  expect(knownSecrets.unmistakable()).toContain('hunter2');
});

verifies('secrets.masked', 'a refused value stays registered if another secret has it', async () => {
  let isFull = false;
  const { secrets, knownSecrets } = await secretsOver({
    journal: refusing(() => isFull),
  });
  await secrets.put('A', 'hunter2', null);
  knownSecrets.learn(['ollama']);
  isFull = true;
  for (const value of ['hunter2', 'ollama'])
    expect((await refused(() => secrets.put('B', value, null))).code).toBe('disk_full');
  expect(knownSecrets.values()).toEqual(expect.arrayContaining(['hunter2', 'ollama']));
  expect(knownSecrets.unmistakable()).toContain('hunter2');
  expect(knownSecrets.unmistakable()).not.toContain('ollama');
});

verifies(
  'secrets.masked',
  'a value stays registered when one of two concurrent writes of it is refused',
  async () => {
    let isFull = false;
    const { secrets, knownSecrets } = await secretsOver({
      journal: (journal) => ({
        commit: async (changes) => {
          const refuses = isFull;
          isFull = false;
          if (refuses) throw refuseStorage.disk_full();
          await journal.commit(changes);
        },
      }),
    });
    isFull = true;
    const [first, second] = await Promise.allSettled([
      secrets.put('A', 'hunter2', null),
      secrets.put('B', 'hunter2', null),
    ]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(knownSecrets.values()).toContain('hunter2');
    expect(knownSecrets.unmistakable()).toContain('hunter2');
  },
);

verifies(
  'secrets.masked',
  'every value is registered as soon as it is stored, and after the next start',
  async () => {
    const { secrets, knownSecrets, database, file } = await secretsOver();
    await secrets.put('A', 'hunter2', null);
    expect((await refused(() => secrets.put('bad name', 'refused-value', null))).code).toBe('invalid_secret');
    for (const known of [knownSecrets.values(), knownSecrets.unmistakable()])
      expect(known).toEqual(expect.arrayContaining(['hunter2']));
    const environment = [{ name: 'E', value: 'of-the-environment', hosts: [] }];
    const again = await secretsOver({ database, file, environment });
    expect(again.knownSecrets.unmistakable()).toEqual(
      expect.arrayContaining(['hunter2', 'of-the-environment']),
    );
  },
);
