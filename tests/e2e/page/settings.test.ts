import { describe, expect, test } from '@jest/globals';
import * as page from '../../../src/page/settings/providers.ts';
import { ProblemError } from '../../../src/contract/client.ts';
import { configKeys, keyRow, type ConfigPatch } from '../../../src/core/instance/config/keys.ts';
import { inEnglish } from '../../../src/contract/words/english.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { writeServiceAccount } from '../../servers/vertex.ts';
import { verifies } from '../../spec/verifies.ts';

/** All that the settings of the model can change. */
const keys = [...Object.keys(page.settable), 'provider'] as readonly (page.Key | 'provider')[];

type Violation = Parameters<typeof page.explained>[0];

async function started(env: Record<string, string> = {}) {
  const { client } = await startTestEngine({ env });
  const report = async () => await client['config.get']();
  const save = (body: ConfigPatch) => client['config.set']({ body });
  return { client, report, save };
}

describe("the page's Settings", () => {
  test('lists every provider and no missing key', () => {
    const ids = page.providers.map(({ id }) => id);
    expect(ids.toSorted()).toEqual(
      ['', ...(configKeys.provider.value.schema['enum'] as string[])].toSorted(),
    );
    const needed = page.providers.flatMap(({ needs }) => Object.keys(needs));
    expect([...new Set(needed)].toSorted()).toEqual(Object.keys(page.settable).toSorted());
    for (const key of keys) expect([key, keyRow(key)?.environment?.[0]]).toEqual([key, page.variables[key]]);
    for (const { does } of page.providers) expect(does).toMatch(/^[A-Z][^.]+\.$/u);
  });

  verifies('page.settings', 'sends only changes: an empty field removes, an untouched key stays', () => {
    const before = {
      provider: 'compat',
      api_base_url: 'http://a.example',
      compat_model_id: 'm',
      api_key: '[redacted]',
    };
    const given = { provider: 'compat', api_base_url: 'http://a.example', compat_model_id: 'm', api_key: '' };
    expect(page.changesIn(given, before, [])).toEqual({});
    expect(page.changesIn({ ...given, api_base_url: ' http://b.example\t' }, before, [])).toEqual({
      api_base_url: 'http://b.example',
    });
    expect(page.changesIn({ ...given, compat_model_id: ' ' }, before, [])).toEqual({ compat_model_id: null });
    expect(page.changesIn({ ...given, provider: '' }, before, [])).toEqual({ provider: null });
    expect(page.changesIn({ ...given, api_key: ' sk-1 ' }, before, ['api_key'])).toEqual({ api_key: 'sk-1' });
    expect(page.changesIn(given, before, ['api_key'])).toEqual({ api_key: null });
    // A new file receives every filled field, and never the placeholder.
    expect(page.changesIn(given, {}, [])).toEqual({
      provider: 'compat',
      api_base_url: 'http://a.example',
      compat_model_id: 'm',
    });
  });

  verifies(
    'page.settings',
    'changes lead from any provider to any other, and back to the demo model',
    async () => {
      // Without credentials the cloud platform would be a problem.
      const credentials = await writeServiceAccount(temporaryDir());
      const { client, report, save } = await started({ GOOGLE_APPLICATION_CREDENTIALS: credentials });
      const filled: Readonly<Record<string, string>> = {
        api_key: 'sk-planted-secret-0123456789',
        api_base_url: 'http://127.0.0.1:9/v1',
        compat_model_id: 'm',
        gcp_project_id: 'p',
        gcp_region: 'europe-west1',
        balanced_model: '',
      };
      const ids = page.providers.map(({ id }) => id);
      for (const id of ids.flatMap((from) => ids.flatMap((to) => [from, to]))) {
        const now = await report();
        const needs = Object.keys(page.providers.find((one) => one.id === id)?.needs ?? {});
        const given = Object.fromEntries(needs.map((key) => [key, filled[key] ?? '']));
        const was = now.config.provider ?? '';
        const changes = page.changesIn(
          { ...given, provider: id },
          { ...now.config, provider: was },
          page.inTheWay(id, now, was),
        );
        await save(id === '' ? { demo: true } : { ...changes, demo: null });
        const { model } = await client['engine.status']();
        expect(model).toMatchObject({ provider: id === '' ? 'demo' : id });
      }
    },
  );

  verifies('config.demo', 'the demo model takes nothing from the provider that was set before', async () => {
    const { client, report, save } = await started();
    const provider = {
      provider: 'compat',
      api_base_url: 'http://127.0.0.1:9/v1',
      api_key: 'sk-planted-secret-0123456789',
      compat_model_id: 'm',
      context_window: 8_192,
      price_input_usd: 0.25,
      price_output_usd: 1,
    } as const;
    const answers = async () => (await client['engine.status']()).model;
    await save(provider);
    const { config: before } = await report();
    await save({ demo: true });
    expect(await answers()).toMatchObject({ provider: 'demo' });
    expect((await report()).config).toEqual({ ...before, demo: true });
    await save({ demo: null });
    expect((await report()).config).toEqual(before);
    expect(await answers()).toMatchObject({ provider: 'compat', id: 'm' });
    // Who sets a provider means it.
    await save({ demo: true });
    await save({ provider: 'compat' });
    expect((await report()).config).toEqual(before);
  });

  verifies('config.demo', 'a variable with a provider wins over a chosen demo model', async () => {
    const { client, save } = await started({
      SVC_LLM_PROVIDER: 'primary',
      PRIMARY_API_KEY: 'sk-ant-0123456789',
    });
    await save({ demo: true });
    expect((await client['engine.status']()).model).toMatchObject({ provider: 'primary' });
  });

  verifies('page.settings', 'names the settings that override the user file', async () => {
    const { report } = await started({ SVC_LLM_PROVIDER: 'custom', COMPAT_MODEL_ID: 'x'.repeat(300) });
    const now = await report();
    expect(page.lockOf('provider', now)).toContain('SVC_LLM_PROVIDER');
    expect(page.lockOf('compat_model_id', now)).toMatch(/^The environment variable COMPAT_MODEL_ID must be/u);
    expect(page.lockOf('api_base_url', now)).toBeNull();
    const sources = { ...now.sources, balanced_model: 'project', api_key: 'user' } as const;
    expect(page.lockOf('balanced_model', { ...now, sources })).toContain('.svc/config.json');
    expect(page.lockOf('api_key', { ...now, sources })).toBeNull();
  });

  verifies('page.settings', 'shows the reason for a refused value beside the field', async () => {
    const { save } = await started();
    const wrong: Readonly<Record<string, string>> = {
      provider: 'nobody',
      api_base_url: 'example.org',
      api_key: 'a b',
      compat_model_id: 'x'.repeat(201),
      balanced_model: '\u0007',
      gcp_project_id: 'A B',
      gcp_region: 'É',
    };
    expect(Object.keys(wrong).toSorted()).toEqual(keys.toSorted());
    for (const [key, value] of Object.entries(wrong)) {
      const said = await violationsOf(save({ [key]: value } as ConfigPatch));
      expect([...new Set(said.map(({ text }) => text))]).toEqual([
        `must be ${inEnglish(keyRow(key)!.value.be)}`,
      ]);
      expect(said.map((one) => one.key)).toEqual(said.map(() => key));
    }
    await save({ provider: 'custom', api_base_url: 'http://a.example', api_key: 'sk-1' });
    const moved = { api_base_url: 'http://b.example', api_key: '[redacted]' };
    expect(await violationsOf(save(moved))).toEqual([
      { key: 'api_key', text: expect.stringMatching(/^was given for another /u) },
    ]);
  });
});

async function violationsOf(saving: Promise<unknown>) {
  const error: unknown = await saving.catch((thrown: unknown) => thrown);
  if (!(error instanceof ProblemError)) throw new Error('it was not refused');
  return (error.problem['violations'] as readonly Violation[]).map(page.explained);
}
