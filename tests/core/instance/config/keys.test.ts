import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { AjvValidator } from '../../../../src/adapters/out/system/ajv-validator.ts';
import { configSchemaDocument, withConfigTable } from '../../../../src/contract/config-document.ts';
import { configVariables } from '../../../../src/core/instance/config/environment.ts';
import {
  configFileSchema,
  configPatchSchema,
  configShownSchema,
  keyRow,
  keyRows,
  type ConfigKey,
} from '../../../../src/core/instance/config/keys.ts';
import type { ConfigPatch } from '../../../../src/core/instance/config/model.ts';
import { settingsFrom } from '../../../../src/main/settings.ts';
import { verifies } from '../../../spec/verifies.ts';
import { configOver } from './over.ts';
import { sampleOf, samples } from './samples.ts';

const root = new URL('../../../../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const validator = new AjvValidator();
const names = keyRows.map(([key]) => key);
const namesWhere = (is: (key: ConfigKey) => unknown): readonly string[] => names.filter(is).toSorted();

/** The table of the specification with its printed defaults; null where a default is not a fixed value. */
const SPECIFIED: Readonly<Record<string, unknown>> = {
  backup_retention_days: 30,
  backup_encrypt: null,
  backup_dir: null,
  backup_clouddrive: false,
  backup_schedule: null,
  provider: null,
  api_base_url: null,
  compat_model_id: null,
  balanced_model: null,
  gcp_project_id: null,
  gcp_region: null,
  model_profiles: null,
  worker_profile: null,
  mcp_servers: null,
};

verifies('config.keys', 'the table has every key of the specification, and marks ours', () => {
  expect(namesWhere((key) => !keyRow(key)?.ours)).toEqual(Object.keys(SPECIFIED).toSorted());
  for (const [key, byDefault] of Object.entries(SPECIFIED))
    expect([key, keyRow(key)?.default ?? null]).toEqual([key, byDefault]);
});

verifies('config.schedule.inert', 'only the table knows backup_schedule', () => {
  const sources = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|js|html)$/u.test(name),
  );
  expect(sources.filter((name) => text(`src/${name}`).includes('backup_schedule'))).toEqual([
    'core/instance/config/keys.ts',
  ]);
});

/** The type of each key in the specification: values that fit, and values that do not. */
const TYPES: Readonly<
  Record<string, { readonly fit: readonly unknown[]; readonly not: readonly unknown[] }>
> = {
  backup_retention_days: { fit: [0, 30, 365], not: [1.5, '30', true, null, [30]] },
  backup_encrypt: { fit: [true, false], not: ['true', 1, null, {}] },
  backup_dir: { fit: ['/var/backups', 'relative/folder'], not: ['', 7, false, ['/var'], null] },
  backup_clouddrive: { fit: [true, false], not: ['false', 0, null, []] },
  provider: {
    fit: ['primary', 'compat', 'custom', 'cloud_hosted'],
    not: ['', 'Primary', 'other', 'demo', 1, null, ['primary']],
  },
  api_base_url: {
    fit: ['https://one.example/v1', 'http://127.0.0.1:11434'],
    not: ['', 'one.example', '/v1', 'ftp://one.example', 1, null],
  },
  compat_model_id: { fit: ['some/model:7b'], not: ['', 7, null, ['m']] },
  balanced_model: { fit: ['a-model-of-tomorrow'], not: ['', 7, null, {}] },
  gcp_project_id: { fit: ['my-project'], not: ['', 7, null, ['p']] },
  gcp_region: { fit: ['europe-west1'], not: ['', 7, null, {}] },
  model_profiles: {
    fit: [{}, { one: { provider: 'primary' }, two: { provider: 'compat' } }],
    not: [[], 'one', null, { one: 'primary' }, { one: null }],
  },
  worker_profile: { fit: ['one'], not: ['', 7, null, { provider: 'primary' }] },
  mcp_servers: {
    fit: [[], [{ name: 'files', url: 'http://localhost:9000/mcp' }]],
    not: [{}, 'x', null, [{ name: 'files' }], [{ url: 'http://localhost/' }], [{ name: 1, url: 2 }]],
  },
};

verifies(
  [
    'config.backup_retention_days',
    'config.backup_encrypt',
    'config.backup_dir',
    'config.backup_clouddrive',
    'config.provider',
    'config.api_base_url',
    'config.compat_model_id',
    'config.balanced_model',
    'config.gcp_project_id',
    'config.gcp_region',
    'config.model_profiles',
    'config.worker_profile',
    'config.mcp_servers',
  ],
  'every key accepts exactly its type, and without a value its default applies',
  async () => {
    // backup_schedule accepts anything.
    expect(Object.keys(TYPES)).toEqual(Object.keys(SPECIFIED).filter((key) => key !== 'backup_schedule'));
    const unset = (await configOver()).config.current();
    for (const [key, { fit, not }] of Object.entries(TYPES)) {
      expect([key, unset.values[key as ConfigKey] ?? null]).toEqual([key, SPECIFIED[key]]);
      for (const value of fit)
        expect([key, value, validator.check(configFileSchema, { [key]: value })]).toEqual([key, value, []]);
      for (const value of not)
        expect([key, value, validator.check(configFileSchema, { [key]: value }).length]).not.toEqual([
          key,
          value,
          0,
        ]);
    }
  },
);

verifies(
  [
    'profiles.provider',
    'profiles.api_base_url',
    'profiles.api_key',
    'profiles.model_id',
    'profiles.context_window',
  ],
  'every field of a profile accepts exactly its type',
  async () => {
    const accepts = (fields: object): boolean =>
      validator.check(configFileSchema, { model_profiles: { one: { provider: 'compat', ...fields } } })
        .length === 0;
    const { fit, not } = TYPES['provider'] ?? { fit: [], not: [] };
    expect(fit.filter((provider) => accepts({ provider }))).toEqual(fit);
    expect(not.filter((provider) => accepts({ provider }))).toEqual([]);
    expect(accepts({ api_base_url: 'https://one.example/v1' })).toBe(true);
    for (const url of ['one.example', 7, null]) expect(accepts({ api_base_url: url })).toBe(false);
    for (const name of ['api_key', 'model_id']) {
      expect([name, accepts({ [name]: 'one-0123456789' })]).toEqual([name, true]);
      for (const value of ['', 7, null, {}])
        expect([name, value, accepts({ [name]: value })]).toEqual([name, value, false]);
    }
    expect([accepts({}), accepts({ context_window: 32_000 })]).toEqual([true, true]);
    for (const window of ['32000', 1.5, null]) expect(accepts({ context_window: window })).toBe(false);
    const user = { model_profiles: { one: { provider: 'compat', api_key: 'sk-sample-0123' } } };
    const { config } = await configOver({ user });
    expect(config.current().values.model_profiles?.['one']?.api_key).toBe('sk-sample-0123');
    expect(JSON.stringify(config.report())).not.toContain('sk-sample-0123');
  },
);

verifies(
  'config.one-table',
  'every schema has exactly the keys of the table, and is strict where required',
  () => {
    for (const schema of [configFileSchema, configPatchSchema, configShownSchema])
      expect(Object.keys(schema['properties'] as object)).toEqual(names);
    expect([configFileSchema, configPatchSchema].map((schema) => schema['additionalProperties'])).toEqual([
      false,
      false,
    ]);
  },
);

verifies(['config.one-table', 'config.project.allow-list'], 'a project file may set exactly two keys', () => {
  expect(namesWhere((key) => keyRow(key)?.project)).toEqual(['backup_schedule', 'balanced_model']);
});

verifies(
  ['config.one-table', 'config.environment'],
  'the variables are those of the specification, and ours',
  () => {
    const variables = keyRows.flatMap(([key, { environment = [] }]) =>
      environment.map((name) => [name, key]),
    );
    expect(Object.fromEntries(variables)).toEqual({
      SVC_LLM_PROVIDER: 'provider',
      PRIMARY_BASE_URL: 'api_base_url',
      COMPAT_MODEL_ID: 'compat_model_id',
      SVC_BALANCED_MODEL: 'balanced_model',
      GCP_PROJECT_ID: 'gcp_project_id',
      GCP_REGION: 'gcp_region',
      SVC_SEARXNG_URL: 'searxng_url',
    });
    expect(variables).toHaveLength(configVariables.length);
  },
);

verifies('config.one-table', 'the settings pass on every variable of the table that is set', () => {
  const set = Object.fromEntries(configVariables.map((name) => [name, ` value of ${name} `]));
  const from = (env: Record<string, string>) =>
    settingsFrom({ SVC_DATA_DIR: '/nonexistent', ...env }, { demo: false }).environment;
  expect(from({ ...set, OTHER: 'x' })).toEqual(
    Object.fromEntries(configVariables.map((name) => [name, `value of ${name}`])),
  );
  expect(from({ [configVariables[0] ?? '']: '  ' })).toEqual({});
});

/** The same facts for every key, so that no place can miss one. */
for (const [key, row] of keyRows) {
  const sample = sampleOf(key);
  /** Other keys that the value needs to be valid. */
  const beside = key === 'worker_profile' ? { model_profiles: samples.model_profiles } : {};

  verifies(['config.keys', 'config.one-table'], `${key}: the user file sets it`, async () => {
    const { config } = await configOver({ user: { ...beside, [key]: sample } });
    expect(config.current().problems).toEqual([]);
    expect(config.current().values[key]).toEqual(sample);
    expect(config.current().sources[key]).toBe('user');
  });

  verifies(
    ['config.keys', 'config.put', 'config.put.partial', 'config.one-table'],
    `${key}: a change sets it, and null removes it`,
    async () => {
      const { config, files } = await configOver({ user: { ...beside, backup_dir: '/kept' } });
      const patch = { [key]: sample } as ConfigPatch;
      expect(validator.check(configPatchSchema, patch)).toEqual([]);
      await config.update(patch, { replace: false, fromTerminal: true });
      expect(config.current().values[key]).toEqual(sample);
      expect(JSON.parse(files.userText ?? '')).toEqual({ backup_dir: '/kept', ...beside, ...patch });
      const none = { [key]: null } as ConfigPatch;
      expect(validator.check(configPatchSchema, none)).toEqual([]);
      await config.update(none, { replace: false, fromTerminal: true });
      expect(config.current().values[key]).toEqual(row.default);
      expect(config.current().sources[key]).toBe(row.default === undefined ? undefined : 'default');
      expect(Object.keys(JSON.parse(files.userText ?? '') as object)).not.toContain(key);
    },
  );

  verifies(
    ['config.project.allow-list', 'config.one-table'],
    `${key}: a project file ${row.project ? 'sets it, over the user file' : 'may not set it'}`,
    async () => {
      const { config, log } = await configOver({
        user: { ...beside },
        project: { ...beside, [key]: sample },
      });
      const { values, sources, problems } = config.current();
      expect([values[key], sources[key]]).toEqual(
        row.project ? [sample, 'project'] : [row.default, row.default === undefined ? undefined : 'default'],
      );
      const about = problems.filter((one) => one.key === key);
      expect(about.map(({ source }) => source)).toEqual(row.project ? [] : ['project']);
      expect(log.events('warn')).toHaveLength(problems.length > 0 ? 1 : 0);
    },
  );

  verifies(
    ['config.environment', 'config.one-table'],
    `${key}: ${row.environment ? 'its variable counts over both files' : 'no variable sets it'}`,
    async () => {
      const named = [key.toUpperCase(), `SVC_${key.toUpperCase()}`, key];
      const [variable] = row.environment ?? [undefined];
      const environment = {
        ...Object.fromEntries(named.map((name) => [name, String(sample)])),
        ...(variable === undefined ? {} : { [variable]: String(sample) }),
      };
      const { config } = await configOver({ user: {}, project: {}, environment });
      const { values, sources } = config.current();
      if (variable === undefined) expect(values[key]).toEqual(row.default);
      else expect([values[key], sources[key]]).toEqual([sample, 'env']);
    },
  );

  verifies(
    ['config.get.redacted', 'config.one-table'],
    `${key}: is shown ${row.secret ? 'as a placeholder' : 'as it is'}`,
    async () => {
      const { config } = await configOver({ user: { ...beside, [key]: sample } });
      const shown = JSON.parse(JSON.stringify(config.report())) as { config: Record<string, unknown> };
      expect(validator.check(configShownSchema, shown.config)).toEqual([]);
      const secretIn = (value: unknown) =>
        JSON.stringify(value).replaceAll(/\b(sk|eu)-sample-\d+/gu, '[redacted]');
      expect(JSON.stringify(shown.config[key])).toBe(secretIn(sample));
      expect(JSON.stringify(shown)).not.toMatch(/sample-0123/u);
    },
  );
}

verifies(
  'config.one-table',
  'config/config.schema.json matches the table: if not, run `make contract`',
  () => {
    expect(text('config/config.schema.json')).toBe(`${JSON.stringify(configSchemaDocument(), null, 2)}\n`);
  },
);

verifies(
  'config.one-table',
  'the table in docs/settings.md matches the table of keys: if not, run `make contract`',
  () => {
    const document = text('docs/settings.md');
    expect(withConfigTable(document) === document).toBe(true);
    for (const key of names) expect(document).toContain(`| \`${key}\``);
  },
);

verifies('models.minimum-versions', 'people who run their own server are told the minimum version', () => {
  expect(text('docs/settings.md')).toMatch(/local model server should be of version 0\.4 or newer/u);
  expect(text('docs/settings.md')).toMatch(/inference server of build 0\.6 or newer/u);
});

test('the published schema validates a config file as the engine does', () => {
  expect(validator.check(configSchemaDocument(), samples)).toEqual([]);
  expect(validator.check(configSchemaDocument(), { ...samples, other: 1 })).toHaveLength(1);
});
