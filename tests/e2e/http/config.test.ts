import { describe, expect } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configKeys, type ConfigKey } from '../../../src/core/instance/config/keys.ts';
import { inEnglish } from '../../../src/contract/words/english.ts';
import { temporaryDir, type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem } from './problems.ts';
import * as sending from './sending.ts';
import { ask } from './wire.ts';
import { defaults } from '../../core/instance/config/samples.ts';

const started = async (options: TestEngineOptions = {}): Promise<TestEngine> =>
  (await sending.started(options)).engine;

/** An engine over a directory with this `config.json`. */
async function startedWith(config: unknown, options: TestEngineOptions = {}): Promise<TestEngine> {
  const dataDir = temporaryDir();
  writeFileSync(join(dataDir, 'config.json'), typeof config === 'string' ? config : JSON.stringify(config));
  return await started({ ...options, dataDir });
}

function projectWith(config: unknown): string {
  const projectDir = temporaryDir();
  mkdirSync(join(projectDir, '.svc'));
  writeFileSync(join(projectDir, '.svc/config.json'), JSON.stringify(config));
  return projectDir;
}

const fileOf = ({ dataDir }: TestEngine): string => join(dataDir, 'config.json');
const written = (engine: TestEngine): unknown => JSON.parse(readFileSync(fileOf(engine), 'utf8'));
const get = (engine: TestEngine) => engine.client['config.get']();
const put = (engine: TestEngine, body: Parameters<TestEngine['client']['config.set']>[0]) =>
  engine.client['config.set'](body);
const sent = (engine: TestEngine, body: string, query = '') =>
  ask(engine.port, { method: 'PUT', target: `/api/config${query}`, body });

verifies(
  ['config.get.sources', 'config.keys'],
  'without any source the defaults apply, and no file is created',
  async () => {
    const engine = await started();
    expect(await get(engine)).toEqual({
      config: defaults,
      sources: Object.fromEntries(Object.keys(defaults).map((key) => [key, 'default'])),
      problems: [],
    });
    expect((await ask(engine.port, { method: 'PUT', target: '/api/config' })).status).toBe(200);
    expect(readdirSync(engine.dataDir)).not.toContain('config.json');
  },
);

verifies(
  [
    'config.put',
    'config.put.clouddrive',
    'config.takes-effect',
    'config.balanced-model',
    'config.atomic',
    'security.modes',
  ],
  'a change is returned, read back, kept in a private file, and there after a restart',
  async () => {
    const engine = await started();
    const body = {
      balanced_model: 'a-model-of-tomorrow',
      backup_clouddrive: true,
      backup_schedule: '0 3 * * *',
      mcp_servers: [{ name: 'files', url: 'http://localhost:9000/mcp' }],
    };
    const answer = await put(engine, { body });
    expect(answer).toEqual(await get(engine));
    expect(answer.config).toEqual({ ...defaults, ...body });
    expect(answer.sources).toMatchObject({ balanced_model: 'user', default_tier: 'default' });
    expect(written(engine)).toEqual(body);
    expect(statSync(fileOf(engine)).mode & 0o777).toBe(0o600);
    expect((await put(engine, { body: { backup_clouddrive: null, backup_schedule: null } })).config).toEqual({
      ...defaults,
      balanced_model: body.balanced_model,
      mcp_servers: body.mcp_servers,
    });
    await engine.stop();
    const again = await started({ dataDir: engine.dataDir });
    expect((await get(again)).config.balanced_model).toBe('a-model-of-tomorrow');
  },
);

verifies(
  ['config.put.partial', 'contract.violations'],
  'a change with any invalid value is 400 with violations in the words of the documentation, and changes nothing',
  async () => {
    const engine = await startedWith({ backup_retention_days: 5 });
    const before = readFileSync(fileOf(engine), 'utf8');
    const must = (key: ConfigKey) => `must be ${inEnglish(configKeys[key].value.be)}`;
    for (const [body, path, message] of [
      ['{"balanced_model":"good","unknown":1}', '/unknown', 'is not known here'],
      ['{"backup_retention_days":40000.5}', '/backup_retention_days', must('backup_retention_days')],
      ['{"api_base_url":"https://me:secret@host"}', '/api_base_url', must('api_base_url')],
      ['{"model_profiles":{"a":{"provider":"demo"}}}', '/model_profiles/a/provider', must('provider')],
      ['{"__proto__":{"provider":"primary"}}', '/__proto__', 'is not known here'],
      ['[]', '', 'must be an object'],
      ['null', '', 'must be an object'],
    ] as const) {
      const problem = expectProblem(await sent(engine, body), 400, 'invalid_request');
      expect([body, problem['violations']]).toMatchObject([body, [{ path, message }]]);
      expect(JSON.stringify(problem)).not.toContain('me:secret');
    }
    expectProblem(await sent(engine, '{}', '?replace=perhaps'), 400, 'invalid_request');
    expect(readFileSync(fileOf(engine), 'utf8')).toBe(before);
  },
);

describe('secrets', () => {
  const KEY = 'sk-top-0123456789';
  const EU = 'eu-profile-0123456789';
  const user = {
    provider: 'custom',
    api_base_url: 'https://one.example/',
    api_key: KEY,
    model_profiles: { eu: { provider: 'compat', api_base_url: 'https://eu.example/', api_key: EU } },
  };

  verifies('config.put', 'one profile changes alone, while another client changes others', async () => {
    const engine = await startedWith(user);
    const { model_profiles: shown } = (await get(engine)).config;
    const other = { provider: 'primary', api_key: 'sk-other-0123456789' } as const;
    await put(engine, { body: { model_profiles: { ...shown, other } } });
    const fast = { provider: 'primary', model_id: 'fast' } as const;
    const profiles = () => (written(engine) as { model_profiles?: unknown }).model_profiles;
    const { eu } = user.model_profiles;
    await put(engine, { query: { profile: 'fast' }, body: { model_profiles: { fast } } });
    expect(profiles()).toEqual({ eu, other, fast });
    await put(engine, { query: { profile: 'fast' }, body: { model_profiles: { faster: fast } } });
    expect(profiles()).toEqual({ eu, other, faster: fast });
    const moved = { eu: { provider: 'primary', api_key: '[redacted]' } };
    const target = '?profile=eu';
    expectProblem(
      await sent(engine, JSON.stringify({ model_profiles: moved }), target),
      400,
      'invalid_request',
    );
    // What belongs to another profile, or to more than one, is no change of this one.
    for (const many of [{ other: fast }, { eu, faster: fast }, { a: fast, b: fast }])
      expectProblem(
        await sent(engine, JSON.stringify({ model_profiles: many }), target),
        400,
        'invalid_request',
      );
    expect(profiles()).toEqual({ eu, other, faster: fast });
    await put(engine, { query: { profile: 'eu' }, body: { model_profiles: {} } });
    await put(engine, { query: { profile: 'faster' }, body: { backup_retention_days: 3 } });
    expect(profiles()).toEqual({ other, faster: fast });
    await put(engine, { query: { profile: 'other' }, body: { model_profiles: {} } });
    await put(engine, { query: { profile: 'faster' }, body: { model_profiles: null } });
    expect(profiles()).toBeUndefined();
    // Without it the map is replaced, as ever.
    await put(engine, { body: { model_profiles: { fast } } });
    await put(engine, { body: { model_profiles: { other: fast } } });
    expect(profiles()).toEqual({ other: fast });
  });
});

verifies(
  ['config.file.project', 'config.environment', 'config.environment.blocked', 'config.project.allow-list'],
  'the environment wins over the project, and that over a change, which is kept for later; what is refused is told',
  async () => {
    const projectDir = projectWith({ balanced_model: 'of the project', backup_clouddrive: true });
    const engine = await startedWith(
      { balanced_model: 'of the user', backup_retention_days: 9 },
      {
        projectDir,
        env: {
          SVC_LLM_PROVIDER: 'primary',
          PRIMARY_API_KEY: 'sk-planted-0123456789',
          GCP_REGION: 'evil.example/',
          SVC_SEARXNG_URL: '',
          BACKUP_CLOUDDRIVE: 'true',
        },
      },
    );
    const searxng_url = 'http://search.example/';
    const answer = await put(engine, { body: { provider: 'compat', gcp_region: 'r', searxng_url } });
    expect(answer.config).toEqual({
      ...defaults,
      provider: 'primary',
      balanced_model: 'of the project',
      backup_retention_days: 9,
      searxng_url,
    });
    expect(answer.sources).toMatchObject({
      provider: 'env',
      balanced_model: 'project',
      backup_retention_days: 'user',
      searxng_url: 'user',
      backup_clouddrive: 'default',
    });
    expect(answer.problems.map(({ source, key }) => [source, key])).toEqual([
      ['project', 'backup_clouddrive'],
      ['env', 'gcp_region'],
    ]);
    expect(written(engine)).toMatchObject({ provider: 'compat', balanced_model: 'of the user' });
  },
);

// What may be in their place, form by form, is tried with the files themselves.
verifies(
  'config.bad-file',
  'the engine starts with an endless device and a folder in the place of its files, reports them, and can start afresh',
  async () => {
    const [dataDir, projectDir] = [temporaryDir(), temporaryDir()];
    symlinkSync('/dev/zero', join(dataDir, 'config.json'));
    mkdirSync(join(projectDir, '.svc/config.json'), { recursive: true });
    const engine = await started({ dataDir, projectDir });
    const { config, problems } = await get(engine);
    expect(config).toEqual(defaults);
    expect(problems.map(({ source }) => source)).toEqual(['user', 'project']);
    expect(JSON.stringify(problems)).not.toContain('svc-test-');
    expect(engine.log.events('error')).toEqual([]);
    expectProblem(await sent(engine, '{"default_tier":"deep"}'), 409, 'config_file_invalid');
    const afresh = await put(engine, { body: { default_tier: 'deep' }, query: { replace: true } });
    expect(afresh.config).toEqual({ ...defaults, default_tier: 'deep' });
    expect(written(engine)).toEqual({ default_tier: 'deep' });
  },
);

verifies(
  'config.provider.problems',
  'what a provider still lacks is among the problems, also for saved settings',
  async () => {
    const engine = await started();
    const lacks = expect.objectContaining({
      source: 'user',
      says: expect.objectContaining({ code: 'models.settings_missing' }) as unknown,
    }) as unknown;
    const saved = await put(engine, { body: { provider: 'compat' } });
    expect(saved.problems).toEqual([lacks]);
    expect((await get(engine)).problems).toEqual([lacks]);
    const body = { api_base_url: 'http://127.0.0.1:1/v1', compat_model_id: 'm' };
    expect((await put(engine, { body })).problems).toEqual([]);
    expect(
      (await put(engine, { body: { api_base_url: null, compat_model_id: null, provider: null } })).problems,
    ).toEqual([]);
  },
);
