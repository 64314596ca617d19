import { describe, expect, test } from '@jest/globals';
import { configLimits } from '../../../../src/core/instance/config/limits.ts';
import { verifies } from '../../../spec/verifies.ts';
import { configOver, refusalOf } from './over.ts';

const asPlainLetter = { replace: false };
const written = (text: string | null): unknown => JSON.parse(text ?? 'null');

const must = (code: string, isMissing = false) => ({
  code: 'wrong.must',
  facts: { be: expect.objectContaining({ code }) as unknown, isMissing },
});

describe('a change', () => {
  verifies(
    ['config.put', 'config.takes-effect'],
    'is in the file, readable by its owner only, and applies when it resolves',
    async () => {
      const { config, files } = await configOver();
      const report = await config.update({ backup_clouddrive: true, backup_dir: '/b' }, asPlainLetter);
      expect(report).toEqual(config.report());
      expect(files.userText).toBe('{\n  "backup_clouddrive": true,\n  "backup_dir": "/b"\n}\n');
      expect(config.current().values).toMatchObject({ backup_clouddrive: true, backup_dir: '/b' });
      await config.update({ backup_clouddrive: false }, asPlainLetter);
      expect(config.current().values.backup_clouddrive).toBe(false);
      expect(written(files.userText)).toEqual({ backup_clouddrive: false, backup_dir: '/b' });
    },
  );

  verifies('config.put.partial', 'goes into the file; the values of other sources do not', async () => {
    const { config, files } = await configOver({
      user: { backup_dir: '/b' },
      project: { balanced_model: 'of the project' },
      environment: { SVC_LLM_PROVIDER: 'primary' },
    });
    await config.update({ default_tier: 'deep' }, asPlainLetter);
    expect(written(files.userText)).toEqual({ backup_dir: '/b', default_tier: 'deep' });
    const report = await config.update({ provider: 'custom', balanced_model: 'mine' }, asPlainLetter);
    expect(written(files.userText)).toMatchObject({ provider: 'custom', balanced_model: 'mine' });
    expect([report.config.provider, report.sources.provider]).toEqual(['primary', 'env']);
    expect([report.config.balanced_model, report.sources.balanced_model]).toEqual([
      'of the project',
      'project',
    ]);
  });

  verifies('config.put.partial', 'replaces a whole key, never part of it, and null removes it', async () => {
    const { config, files } = await configOver({
      user: { model_profiles: { a: { provider: 'primary' }, b: { provider: 'custom' } }, backup_dir: '/b' },
    });
    await config.update({ model_profiles: { c: { provider: 'primary' } }, backup_dir: null }, asPlainLetter);
    expect(written(files.userText)).toEqual({ model_profiles: { c: { provider: 'primary' } } });
    await config.update({ model_profiles: null, worker_profile: null }, asPlainLetter);
    expect(written(files.userText)).toEqual({});
  });

  verifies(
    'config.put.partial',
    'that would be invalid changes nothing, however much of it is valid',
    async () => {
      const { config, files } = await configOver({ user: { backup_retention_days: 5 } });
      const before = [files.userText, config.current()];
      for (const [patch, path] of [
        [{ backup_retention_days: -1, balanced_model: 'good' }, '/backup_retention_days'],
        [{ provider: 'foo' }, '/provider'],
        [{ api_base_url: 'http://1.2.3.999' }, '/api_base_url'],
        [{ unknown: 1 }, '/unknown'],
        [
          {
            mcp_servers: [
              { name: 'a', url: 'http://x' },
              { name: 'a', url: 'http://y' },
            ],
          },
          '/mcp_servers',
        ],
        [{ model_profiles: { a: {} } }, '/model_profiles/a/provider'],
        [JSON.parse('{"__proto__": {"provider": "custom"}}'), '/__proto__'],
        [JSON.parse('{"model_profiles": {"__proto__": {"provider": "custom"}}}'), '/model_profiles'],
      ] as const) {
        const refusal = await refusalOf(config.update(patch as never, asPlainLetter));
        expect(refusal.code).toBe('invalid_request');
        expect(refusal.facts['violations']).toEqual([{ path, says: expect.anything() as unknown }]);
      }
      expect([files.userText, config.current(), files.writes]).toEqual([...before, 0]);
      expect(({} as { provider?: unknown }).provider).toBeUndefined();
    },
  );

  verifies(
    ['config.put.partial', 'contract.violations'],
    'that the schema rejects is reported in the words of the table, before anything is read',
    async () => {
      const { config, files } = await configOver({ user: '{ broken' });
      const reads = files.reads;
      for (const [patch, violations] of [
        [
          { provider: 'foo', default_tier: 5 },
          [
            { path: '/provider', says: must('demand.one_of') },
            { path: '/default_tier', says: must('demand.one_of') },
          ],
        ],
        [
          { model_profiles: { a: { api_base_url: 'x', api_key: 'sk planted-0123456789' } } },
          [
            {
              path: '/model_profiles/a/provider',
              says: must('demand.one_of', true),
            },
            {
              path: '/model_profiles/a/api_base_url',
              says: must('demand.url'),
            },
            {
              path: '/model_profiles/a/api_key',
              says: must('demand.key'),
            },
          ],
        ],
        [
          { mcp_servers: [{ name: ' ', url: 'http://x' }] },
          [{ path: '/mcp_servers/0/name', says: must('demand.name') }],
        ],
        [{ unknown: null }, [{ path: '/unknown', says: { code: 'wrong.unknown', facts: {} } }]],
        [null, [{ path: '', says: must('demand.type') }]],
        [['provider'], [{ path: '', says: must('demand.type') }]],
        ['text', [{ path: '', says: must('demand.type') }]],
      ] as const) {
        const refusal = await refusalOf(config.update(patch as never, asPlainLetter));
        expect([patch, refusal.code]).toEqual([patch, 'invalid_request']);
        expect([patch, refusal.facts['violations']]).toEqual([patch, violations]);
        expect(refusal.message).toBe('config.invalid_request');
      }
      expect([files.reads, files.writes]).toEqual([reads, 0]);
    },
  );

  verifies('config.put.partial', 'that would make the file too large to read is refused', async () => {
    const { config, files } = await configOver({ user: { backup_dir: '/b' } });
    const backup_schedule = 'x'.repeat(configLimits.fileBytes);
    expect((await refusalOf(config.update({ backup_schedule }, asPlainLetter))).code).toBe('invalid_request');
    expect(written(files.userText)).toEqual({ backup_dir: '/b' });
  });

  verifies('config.atomic', 'that the disk refuses changes nothing', async () => {
    const { config, files } = await configOver({ user: { backup_dir: '/b' } });
    files.isFull = true;
    const before = config.current();
    expect((await refusalOf(config.update({ backup_dir: '/c' }, asPlainLetter))).code).toBe('disk_full');
    expect(config.current()).toBe(before);
    files.isFull = false;
    await config.update({ default_tier: 'deep' }, asPlainLetter);
    expect(written(files.userText)).toEqual({ backup_dir: '/b', default_tier: 'deep' });
  });

  verifies('config.balanced-model', 'of balanced_model accepts any name', async () => {
    const { config } = await configOver();
    for (const balanced_model of ['model-1', 'vendor/model:1m@latest', 'Ω'])
      expect((await config.update({ balanced_model }, asPlainLetter)).config.balanced_model).toBe(
        balanced_model,
      );
  });

  verifies(
    ['config.schedule.inert', 'config.put.partial'],
    'removes only what it names: a null in the file stays',
    async () => {
      const { config, files } = await configOver({ user: { backup_schedule: null } });
      await config.update({ default_tier: 'deep' }, asPlainLetter);
      expect(written(files.userText)).toEqual({ backup_schedule: null, default_tier: 'deep' });
      await config.update({ backup_schedule: null }, asPlainLetter);
      expect(written(files.userText)).toEqual({ default_tier: 'deep' });
    },
  );
});

describe('an edit by hand', () => {
  verifies('config.takes-effect', 'applies with the next change of any key, and not before', async () => {
    const { config, files } = await configOver({ user: { backup_clouddrive: false } });
    files.put('user', '{"backup_clouddrive":true,"backup_dir":"/by-hand"}');
    expect(config.current().values.backup_clouddrive).toBe(false);
    config.report();
    expect([config.current().values.backup_clouddrive, files.reads]).toEqual([false, 1]);
    await config.update({ default_tier: 'deep' }, asPlainLetter);
    expect(config.current().values).toMatchObject({
      backup_clouddrive: true,
      backup_dir: '/by-hand',
      default_tier: 'deep',
    });
    expect(written(files.userText)).toEqual({
      backup_clouddrive: true,
      backup_dir: '/by-hand',
      default_tier: 'deep',
    });
  });

  verifies(
    'config.takes-effect',
    'applies with an empty change, which leaves the file as written',
    async () => {
      const { config, files } = await configOver();
      const text = '{ "backup_dir" :  "/by-hand" }';
      files.put('user', text);
      expect((await config.update({}, asPlainLetter)).config.backup_dir).toBe('/by-hand');
      await config.update({ backup_dir: '/by-hand', provider: null }, asPlainLetter);
      expect([files.userText, files.writes]).toEqual([text, 0]);
    },
  );

  verifies('config.takes-effect', 'that deletes the file removes its settings', async () => {
    const { config, files } = await configOver({ user: { backup_dir: '/b', default_tier: 'deep' } });
    files.user = { found: 'nothing' };
    await config.update({ balanced_model: 'm' }, asPlainLetter);
    expect(written(files.userText)).toEqual({ balanced_model: 'm' });
    expect(config.current().values.default_tier).toBe('balanced');
  });

  test('of a project file applies with the next change, too', async () => {
    const { config, files } = await configOver({ project: { balanced_model: 'one' } });
    files.put('project', { balanced_model: 'two' });
    expect(config.current().values.balanced_model).toBe('one');
    await config.update({}, asPlainLetter);
    expect(config.current().values.balanced_model).toBe('two');
  });
});

describe('with an unusable file', () => {
  const BROKEN = '{"backup_dir": "/b", "api_key": "sk-broken-0123", oops';

  verifies(
    'config.put.invalid-file',
    'a change is refused with the reason, and changes nothing',
    async () => {
      const { config, files } = await configOver({ user: { backup_dir: '/before' } });
      files.put('user', BROKEN);
      const refusal = await refusalOf(config.update({ backup_dir: '/c' }, asPlainLetter));
      expect(refusal.code).toBe('config_file_invalid');
      expect(refusal.facts['problems']).toEqual([expect.objectContaining({ source: 'user' })]);
      expect(JSON.stringify(refusal.facts)).not.toContain('sk-broken');
      expect([files.userText, files.writes, config.current().values.backup_dir]).toEqual([
        BROKEN,
        0,
        '/before',
      ]);
    },
  );

  verifies(
    'config.put.invalid-file',
    'replace starts a new file, and keeps the old one under the current time',
    async () => {
      const { config, files, clock } = await configOver({ user: BROKEN });
      expect(config.current().problems).toHaveLength(1);
      const report = await config.update({ backup_dir: '/c' }, { replace: true });
      expect(written(files.userText)).toEqual({ backup_dir: '/c' });
      expect(report).toMatchObject({ config: { backup_dir: '/c' }, problems: [] });
      expect(Object.fromEntries(files.kept)).toEqual({
        'replaced-20260101T000000000Z': { found: 'text', text: BROKEN },
      });
      files.put('user', `${BROKEN} again`);
      await config.update({}, { replace: true });
      clock.jump(1);
      files.user = { found: 'obstacle', obstacle: 'folder' };
      await config.update({}, { replace: true });
      expect([...files.kept.keys()]).toEqual([
        'replaced-20260101T000000000Z',
        'replaced-20260101T000000000Z-2',
        'replaced-20260101T000000001Z',
      ]);
      expect(files.userText).toBe('{}\n');
    },
  );

  verifies('config.put.invalid-file', 'replace loses nothing of a usable file', async () => {
    const { config, files } = await configOver({ user: { backup_dir: '/b' } });
    await config.update({ default_tier: 'deep' }, { replace: true });
    expect(written(files.userText)).toEqual({ backup_dir: '/b', default_tier: 'deep' });
    expect(files.kept.size).toBe(0);
  });

  verifies('config.put.invalid-file', 'replace with an invalid change leaves the broken file', async () => {
    const { config, files } = await configOver({ user: BROKEN });
    const bad = { provider: 'foo' } as never;
    expect((await refusalOf(config.update(bad, { replace: true }))).code).toBe('invalid_request');
    const placeholder = { api_key: '[redacted]' };
    expect((await refusalOf(config.update(placeholder, { replace: true }))).code).toBe('invalid_request');
    expect([files.userText, files.kept.size]).toEqual([BROKEN, 0]);
  });

  verifies('config.put.invalid-file', 'changes work again once the file is repaired by hand', async () => {
    const { config, files } = await configOver({ user: BROKEN });
    files.put('user', { backup_dir: '/mended' });
    expect(await config.update({}, asPlainLetter)).toMatchObject({
      config: { backup_dir: '/mended' },
      problems: [],
    });
  });
});

verifies(
  'config.put.concurrent',
  'concurrent changes all survive, even with a refused one among them',
  async () => {
    const { config, files } = await configOver();
    const outcomes = await Promise.allSettled([
      config.update({ backup_dir: '/b' }, asPlainLetter),
      config.update({ provider: 'foo' } as never, asPlainLetter),
      config.update({ default_tier: 'deep' }, asPlainLetter),
      config.load(),
      config.update({ balanced_model: 'm' }, asPlainLetter),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    const all = { backup_dir: '/b', default_tier: 'deep', balanced_model: 'm' };
    expect(written(files.userText)).toEqual(all);
    expect(config.current().values).toMatchObject(all);
  },
);

describe('secrets', () => {
  const KEY = 'sk-top-0123456789';
  const EU = 'eu-profile-0123456789';
  const user = {
    provider: 'custom',
    api_base_url: 'https://one.example/',
    api_key: KEY,
    model_profiles: {
      eu: { provider: 'compat', api_base_url: 'https://eu.example/', api_key: EU },
      open: { provider: 'compat', api_base_url: 'http://localhost/' },
    },
  };
  const shown = {
    ...user,
    api_key: '[redacted]',
    model_profiles: { ...user.model_profiles, eu: { ...user.model_profiles.eu, api_key: '[redacted]' } },
  };

  verifies(
    ['config.get.redacted', 'config.put.secrets'],
    'are shown as a placeholder, which can be sent back',
    async () => {
      const { config, files, learned } = await configOver({ user });
      expect(config.report().config).toMatchObject(shown);
      expect(config.current().values).toMatchObject(user);
      const report = await config.update({ ...config.report().config, balanced_model: 'm' }, asPlainLetter);
      expect(written(files.userText)).toMatchObject({ ...user, balanced_model: 'm' });
      expect(report.config).toMatchObject(shown);
      expect(new Set(learned)).toEqual(new Set([KEY, EU]));
    },
  );

  verifies(
    'config.put.secrets',
    'are learned once accepted; a refused one is neither learned nor echoed, however long it is',
    async () => {
      const { config, files, learned } = await configOver();
      const good = { provider: 'compat', api_base_url: 'https://models.test/v1' } as const;
      const refused: readonly object[] = [
        { api_key: 'sk-new-0123456789', provider: 'foo' },
        { api_key: 'sk-new-0123456789'.repeat(4_000) },
        { ...good, api_key: 'sk-new-0123456789', model_profiles: { a: { api_key: '[redacted]' } } },
      ];
      for (const patch of refused) {
        const refusal = await refusalOf(config.update(patch as never, asPlainLetter));
        expect(JSON.stringify([refusal.message, refusal.facts])).not.toContain('sk-new');
      }
      expect(learned).toEqual([]);
      files.isFull = true;
      await refusalOf(config.update({ ...good, api_key: 'sk-unkept-0123456789' }, asPlainLetter));
      expect(learned).toEqual([]);
      files.isFull = false;
      await config.update({ ...good, api_key: 'sk-new-0123456789' }, asPlainLetter);
      expect(learned).toEqual(['sk-new-0123456789']);
    },
  );

  const NONE_TO_KEEP = 'wrong.no_stored_key';
  const STRAYED = 'wrong.other_place';
  const eu = user.model_profiles.eu;

  for (const [name, patch, path, code] of [
    [
      'a placeholder for a profile that is new',
      { model_profiles: { us: { ...eu, api_key: '[redacted]' } } },
      '/model_profiles/us/api_key',
      NONE_TO_KEEP,
    ],
    [
      'a placeholder for a profile that had none',
      {
        model_profiles: {
          open: { provider: 'compat', api_base_url: 'http://localhost/', api_key: '[redacted]' },
        },
      },
      '/model_profiles/open/api_key',
      NONE_TO_KEEP,
    ],
    [
      'a placeholder for a name that objects inherit',
      { model_profiles: { toString: { ...eu, api_key: '[redacted]' } } },
      '/model_profiles/toString/api_key',
      NONE_TO_KEEP,
    ],
    [
      'a placeholder with another address',
      { api_key: '[redacted]', api_base_url: 'https://two.example/' },
      '/api_key',
      STRAYED,
    ],
    [
      'a placeholder with another provider',
      { api_key: '[redacted]', provider: 'compat' },
      '/api_key',
      STRAYED,
    ],
    ['a placeholder without the address', { api_key: '[redacted]', api_base_url: null }, '/api_key', STRAYED],
    [
      'another address of a profile',
      { model_profiles: { eu: { ...eu, api_base_url: 'https://two.example/', api_key: '[redacted]' } } },
      '/model_profiles/eu/api_key',
      STRAYED,
    ],
    [
      'another provider of a profile',
      { model_profiles: { eu: { ...eu, provider: 'primary', api_key: '[redacted]' } } },
      '/model_profiles/eu/api_key',
      STRAYED,
    ],
    [
      'no address of a profile',
      { model_profiles: { eu: { provider: 'compat', api_key: '[redacted]' } } },
      '/model_profiles/eu/api_key',
      STRAYED,
    ],
  ] as const)
    verifies('config.put.secrets', `${name} is refused, and changes nothing`, async () => {
      const { config, files } = await configOver({ user });
      const refusal = await refusalOf(config.update(patch as never, asPlainLetter));
      expect(refusal.code).toBe('invalid_request');
      expect(refusal.facts['violations']).toEqual([{ path, says: { code, facts: {} } }]);
      expect(JSON.stringify([refusal.message, refusal.facts])).not.toMatch(/0123456789/u);
      expect(written(files.userText)).toEqual(user);
    });

  for (const [name, patch, becomes] of [
    ['the key given again', { api_base_url: 'https://two.example/', api_key: KEY }, { api_key: KEY }],
    [
      'another key',
      { provider: 'compat', api_key: 'sk-other-0123456789' },
      { api_key: 'sk-other-0123456789' },
    ],
    ['the key taken out', { api_base_url: 'https://two.example/', api_key: null }, {}],
    [
      'the same address as before',
      { api_base_url: 'https://one.example/', api_key: '[redacted]' },
      { api_key: KEY },
    ],
    ['another model', { compat_model_id: 'm' }, { api_key: KEY }],
  ] as const)
    verifies('config.put.secrets', `a change with ${name} is accepted`, async () => {
      const { config, files } = await configOver({ user });
      await config.update(patch, asPlainLetter);
      const { api_key } = written(files.userText) as { api_key?: string };
      expect(api_key === undefined ? {} : { api_key }).toEqual(becomes);
    });

  verifies(
    'config.put.secrets',
    'a key is bound to the address it was entered for, or the first one named, until it is entered again',
    async () => {
      const { config, files } = await configOver({ user: { api_key: KEY } });
      const bound = () => (written(files.userText) as { api_key_for?: string }).api_key_for;
      await config.update({ compat_model_id: 'm' }, asPlainLetter);
      expect(bound()).toBeUndefined();
      await config.update({ provider: 'compat', api_base_url: 'https://one.example/v1' }, asPlainLetter);
      expect(bound()).toBe('https://one.example');
      expect(config.report().problems).toEqual([]);

      await config.update({ api_base_url: 'https://one.example/other' }, asPlainLetter);
      expect(config.report().problems).toEqual([]);
      for (const moved of [{ api_base_url: 'https://two.example/' }, { provider: 'primary' }] as const) {
        await config.update(moved, asPlainLetter);
        expect(written(files.userText)).toMatchObject({ api_key: KEY, api_key_for: 'https://one.example' });
        expect(config.report().problems).toMatchObject([{ source: 'user', key: 'api_key' }]);
      }

      await config.update({ api_key: 'sk-new-0123456789' }, asPlainLetter);
      expect(bound()).toBe('primary');
      expect(config.report().problems).toEqual([]);
      await config.update({ api_key: null }, asPlainLetter);
      expect(bound()).toBeUndefined();
    },
  );

  verifies('config.put.secrets', 'an address from the environment counts for the binding', async () => {
    const environment = { SVC_LLM_PROVIDER: 'custom', PRIMARY_BASE_URL: 'https://env.example/v1' };
    const { config, files } = await configOver({ environment });
    await config.update({ api_key: KEY, api_base_url: 'https://one.example/' }, asPlainLetter);
    expect(written(files.userText)).toMatchObject({ api_key_for: 'https://env.example' });
  });
});

test('a lasting problem is logged once; a new one is reported', async () => {
  const { config, files, log } = await configOver({ project: { provider: 'custom' } });
  await config.update({ default_tier: 'deep' }, asPlainLetter);
  await config.update({ default_tier: 'fast' }, asPlainLetter);
  expect(log.events('warn')).toEqual(['config problem']);
  files.put('project', { provider: 'custom', backup_dir: '/x' });
  await config.update({}, asPlainLetter);
  expect(log.lines.map(({ facts }) => facts['problems'])).toEqual([
    [expect.stringContaining('provider')],
    [expect.stringContaining('backup_dir')],
  ]);
});
