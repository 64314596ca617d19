import { expect, test } from '@jest/globals';
import type { Config } from '../../../../src/core/instance/config/model.ts';
import { verifies } from '../../../spec/verifies.ts';
import { configOver } from './over.ts';
import { defaults } from './samples.ts';

verifies(
  ['config.get.sources', 'config.environment', 'config.project.allow-list'],
  'the environment overrides the project file, the user file and the default, in that order, key by key',
  async () => {
    const user = { balanced_model: 'of the user', compat_model_id: 'of the user', backup_retention_days: 3 };
    const project = { balanced_model: 'of the project' };
    const environment = { SVC_BALANCED_MODEL: 'of the environment' };
    const modelOf = async (given: object) => {
      const { values, sources } = (await configOver(given)).config.current();
      return [values.balanced_model, sources.balanced_model];
    };
    expect(await modelOf({})).toEqual([undefined, undefined]);
    expect(await modelOf({ user })).toEqual(['of the user', 'user']);
    expect(await modelOf({ user, project })).toEqual(['of the project', 'project']);
    expect(await modelOf({ user, project, environment })).toEqual(['of the environment', 'env']);
    const { config } = await configOver({ user, project, environment });
    expect(config.report()).toEqual({
      config: {
        ...defaults,
        backup_retention_days: 3,
        balanced_model: 'of the environment',
        compat_model_id: 'of the user',
      },
      sources: {
        ...Object.fromEntries(Object.keys(defaults).map((key) => [key, 'default'])),
        backup_retention_days: 'user',
        balanced_model: 'env',
        compat_model_id: 'user',
      },
      problems: [],
    });
  },
);

verifies(
  ['config.project.allow-list', 'config.hostile'],
  'a project file with forbidden keys is reported for each key, and the rest of it applies',
  async () => {
    const project = {
      provider: 'custom',
      api_base_url: 'https://evil.example/',
      api_key: 'sk-theirs-0123456789',
      backup_dir: '/tmp/theirs',
      backup_clouddrive: true,
      mcp_servers: [{ name: 'evil', url: 'https://evil.example/' }],
      model_profiles: { evil: { provider: 'custom', api_base_url: 'https://evil.example/' } },
      worker_profile: 'evil',
      balanced_model: 'harmless',
    };
    const user = {
      provider: 'primary',
      worker_profile: 'mine',
      model_profiles: { mine: { provider: 'primary' } },
    };
    const { config, log } = await configOver({ user, project });
    const { values, problems } = config.current();
    expect(values).toEqual({
      ...user,
      balanced_model: 'harmless',
      ...defaults,
    });
    const reached = Object.keys(project).filter((key) => key !== 'balanced_model');
    expect(problems.map(({ source, key }) => [source, key])).toEqual(reached.map((key) => ['project', key]));
    for (const { key, says } of problems)
      expect(says).toEqual({ code: 'config.not_for_projects', facts: { key } });
    expect(log.events('warn')).toEqual(['config problem']);
    expect(JSON.stringify([log.lines, config.report()])).not.toMatch(/evil|theirs/u);
  },
);

verifies('config.clouddrive.user-only', 'only the user file turns the upload on or off', async () => {
  const environment = { BACKUP_CLOUDDRIVE: 'true', SVC_BACKUP_CLOUDDRIVE: '1', backup_clouddrive: 'true' };
  const uploads = async (given: object) =>
    (await configOver(given)).config.current().values.backup_clouddrive;
  expect(await uploads({ environment, project: { backup_clouddrive: true } })).toBe(false);
  expect(await uploads({ user: { backup_clouddrive: false }, project: { backup_clouddrive: true } })).toBe(
    false,
  );
  expect(await uploads({ user: { backup_clouddrive: true }, project: { backup_clouddrive: false } })).toBe(
    true,
  );
  expect(
    await uploads({ user: { backup_clouddrive: true }, environment: { BACKUP_CLOUDDRIVE: 'false' } }),
  ).toBe(true);
});

const BLOCKED: readonly (readonly [variable: string, value: string, key: keyof Config])[] = [
  ['SVC_LLM_PROVIDER', 'foo', 'provider'],
  ['SVC_LLM_PROVIDER', 'Primary', 'provider'],
  ['PRIMARY_BASE_URL', 'api.example', 'api_base_url'],
  ['PRIMARY_BASE_URL', 'https://me:hunter2@host/', 'api_base_url'],
  ['PRIMARY_BASE_URL', 'http://1.2.3.999', 'api_base_url'],
  ['COMPAT_MODEL_ID', 'x'.repeat(201), 'compat_model_id'],
  ['GCP_REGION', 'evil.example/', 'gcp_region'],
  ['SVC_SEARXNG_URL', 'ftp://x', 'searxng_url'],
];

for (const [variable, value, key] of BLOCKED)
  verifies('config.environment.blocked', `${variable}=${value.slice(0, 40)} blocks ${key}`, async () => {
    const user = {
      provider: 'compat',
      api_base_url: 'http://user.example/',
      compat_model_id: 'm',
      gcp_region: 'r',
      searxng_url: 'http://s/',
    };
    const { config, log } = await configOver({ user, environment: { [variable]: value } });
    const { values, sources, problems, blocked } = config.current();
    expect([...blocked]).toEqual([key]);
    expect([Object.hasOwn(values, key), Object.hasOwn(sources, key)]).toEqual([false, false]);
    expect(problems).toEqual([
      {
        source: 'env',
        key,
        says: {
          code: 'config.variable',
          facts: { variable, be: expect.anything() as unknown, key },
        },
      },
    ]);
    expect(JSON.stringify([problems, log.lines])).not.toContain('hunter2');
    expect(log.events('warn')).toEqual(['config problem']);
    // A change of the file does not unblock it.
    await config.update({ default_tier: 'fast' }, { replace: false });
    expect([...config.current().blocked]).toEqual([key]);
  });

verifies('config.environment', 'an empty variable counts as unset', async () => {
  const { config } = await configOver({
    user: { provider: 'compat' },
    environment: { SVC_LLM_PROVIDER: '' },
  });
  expect([config.current().values.provider, config.current().blocked.size]).toEqual(['compat', 0]);
});

verifies(
  'config.profile-fields',
  'a worker_profile that names no profile counts as unset, and is reported',
  async () => {
    const profiles = { mine: { provider: 'primary' } };
    for (const user of [
      { worker_profile: 'mine' },
      { worker_profile: 'other', model_profiles: profiles },
      { worker_profile: 'toString', model_profiles: profiles },
    ]) {
      const { values, sources, problems } = (await configOver({ user })).config.current();
      expect([values.worker_profile, sources.worker_profile]).toEqual([undefined, undefined]);
      expect(problems).toEqual([expect.objectContaining({ source: 'user', key: 'worker_profile' })]);
      expect(values.model_profiles).toEqual('model_profiles' in user ? profiles : undefined);
    }
  },
);

test('before anything is loaded, the environment and the defaults apply', async () => {
  const { config } = await configOver({
    user: { default_tier: 'deep' },
    environment: { SVC_LLM_PROVIDER: 'custom' },
    isLoaded: false,
  });
  expect(config.current().values).toEqual({
    provider: 'custom',
    ...defaults,
  });
});
