import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { inEnglish } from '../../../../src/contract/words/english.ts';
import { inText } from '../../../../src/core/kernel/says.ts';
import { describe, expect, test } from '@jest/globals';
import { choose, fastOf, outline } from '../../../../src/core/instance/models/choice.ts';
import type { Connection, Draft } from '../../../../src/core/instance/models/model.ts';
import type { ModelSettings } from '../../../../src/core/instance/models/settings.ts';
import { ModelService } from '../../../../src/core/instance/models/service.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { ScriptedModel } from '../../../doubles/scripted-model.ts';
import { verifies } from '../../../spec/verifies.ts';
import { known, settings } from './settings.ts';

const URL_ONE = { value: 'http://one.example/v1/', by: 'config' } as const;

function connectionOf(set: ModelSettings, profile: string | null = null): Connection {
  const choice = choose(set, profile, known);
  if (choice.kind !== 'connection') throw new Error(`no connection: ${JSON.stringify(choice)}`);
  return choice.connection;
}

function refusalOf(set: ModelSettings, profile: string | null = null): string {
  const choice = choose(set, profile, known);
  if (choice.kind !== 'refusal') throw new Error(`no refusal: ${JSON.stringify(choice)}`);
  return `${choice.refusal.code}: ${inEnglish(choice.refusal.says)}`;
}

describe('the demo model', () => {
  verifies('runs.demo.only-unset', 'answers when provider, key and address are all unset', () => {
    expect(choose(settings(), null, known).kind).toBe('demo');
    expect(choose(settings({ balancedModel: 'x', compatModelId: 'y' }), null, known).kind).toBe('demo');
  });

  verifies('runs.demo.only-unset', 'answers when selected, whatever is set', () => {
    const set = { demo: true, provider: 'primary', problem: inText('broken') } as const;
    expect(choose(settings(set), null, known).kind).toBe('demo');
  });

  const SET_UP: readonly (readonly [string, ModelSettings])[] = [
    ['a provider', settings({ provider: 'compat' })],
    ['an address', settings({ baseUrl: URL_ONE })],
    ['api_key', settings({ apiKey: 'k' })],
    ['PRIMARY_API_KEY', settings({ environment: { primaryKey: 'k' } })],
    ['COMPAT_API_KEY', settings({ environment: { compatKey: 'k' } })],
    ['the key of the EU provider', settings({ environment: { euKey: 'k' } })],
    ['the address of the EU provider', settings({ environment: { euBaseUrl: 'http://eu.example/v1' } })],
    ['something that cannot be understood', settings({ problem: inText('SVC_LLM_PROVIDER is "x".') })],
  ];
  test.each(SET_UP)('does not answer when this is set: %s', (_what, set) => {
    expect(choose(set, null, known).kind).not.toBe('demo');
  });
});

describe('the fast model beside another one', () => {
  const at = (given: Parameters<typeof settings>[0]) => fastOf(connectionOf(settings(given)), known);
  const { fast } = known.catalog.tiers.primary;

  verifies('agents.fast', 'uses the same key at the same place, and is known by its own capabilities', () => {
    const top = settings({ provider: 'primary', apiKey: 'k' });
    expect(fastOf(connectionOf(top), known)).toEqual({
      ...connectionOf(top),
      modelId: fast,
      contextWindow: 200_000,
      outputLimit: 8_192,
      thinks: false,
      price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 2, search: 0.01 },
    });
    const cloud = { provider: 'cloud_hosted', cloudProject: 'p', cloudRegion: 'r' } as const;
    expect(at(cloud)).toMatchObject({ provider: 'cloud_hosted', modelId: fast, cloud: { projectId: 'p' } });
  });

  verifies(
    'agents.fast',
    'does not exist where the model is unknown, costs as much, or belongs to another family',
    () => {
      const primary = { provider: 'primary', apiKey: 'k' } as const;
      expect(at({ ...primary, defaultTier: 'fast' })).toBeNull();
      expect(at({ ...primary, balancedModel: 'claude-haiku-5-5' })).toBeNull();
      expect(at({ ...primary, balancedModel: 'claude-of-our-own' })).toBeNull();
      expect(at({ provider: 'custom', baseUrl: URL_ONE })).toBeNull();
      expect(at({ provider: 'compat', baseUrl: URL_ONE, compatModelId: 'claude-sonnet-4-6' })).toBeNull();
      const cloud = { provider: 'cloud_hosted', cloudProject: 'p', cloudRegion: 'r' } as const;
      expect(at({ ...cloud, balancedModel: 'gemini-2.5-pro' })).toBeNull();
    },
  );
});

describe('what a provider needs', () => {
  verifies(['models.primary', 'models.balanced.default'], 'primary: a key', () => {
    expect(refusalOf(settings({ provider: 'primary' }))).toMatch(/^provider_incomplete: .*PRIMARY_API_KEY/u);
    expect(connectionOf(settings({ provider: 'primary', apiKey: 'k' }))).toMatchObject({
      provider: 'primary',
      modelId: known.catalog.tiers.primary.balanced,
      endpoint: null,
      key: 'k',
      contextWindow: 200_000,
    });
    expect(connectionOf(settings({ environment: { primaryKey: 'k' } }))).toMatchObject({
      provider: 'primary',
    });
  });

  verifies('models.compat', 'compat: an address and a model, and no key', () => {
    expect(refusalOf(settings({ provider: 'compat' }))).toMatch(/PRIMARY_BASE_URL.*COMPAT_MODEL_ID/u);
    expect(refusalOf(settings({ provider: 'compat', baseUrl: URL_ONE }))).toMatch(/compat_model_id/u);
    expect(
      connectionOf(settings({ provider: 'compat', baseUrl: URL_ONE, compatModelId: 'local' })),
    ).toMatchObject({ endpoint: 'http://one.example/v1', modelId: 'local', key: null, isEuProvider: false });
  });

  verifies('models.custom', 'custom: an address', () => {
    expect(refusalOf(settings({ provider: 'custom' }))).toMatch(/api_base_url/u);
    expect(connectionOf(settings({ provider: 'custom', baseUrl: URL_ONE }))).toMatchObject({ key: null });
  });

  verifies('models.cloud-hosted', 'cloud_hosted: a project and a region', () => {
    expect(refusalOf(settings({ provider: 'cloud_hosted' }))).toMatch(/gcp_project_id.*gcp_region/u);
    const set = { provider: 'cloud_hosted', cloudProject: 'p', cloudRegion: 'r', baseUrl: URL_ONE } as const;
    expect(
      connectionOf(settings({ ...set, environment: { credentialsFile: '/f', primaryKey: 'k' } })),
    ).toMatchObject({
      endpoint: null,
      key: null,
      cloud: { projectId: 'p', region: 'r', credentialsFile: '/f' },
    });
  });

  test('a key or an address that fits several providers is not attributed to one of them', () => {
    for (const set of [
      settings({ baseUrl: URL_ONE }),
      settings({ baseUrl: URL_ONE, apiKey: 'k' }),
      settings({ environment: { compatKey: 'k' } }),
    ])
      expect(refusalOf(set)).toMatch(/but the provider is not/u);
  });
});

describe('tiers', () => {
  verifies(
    'models.balanced.newer',
    'balanced_model replaces the balanced tier; the newer build has 1M tokens',
    () => {
      const set = (more: Partial<ModelSettings>) => settings({ provider: 'primary', apiKey: 'k', ...more });
      expect(connectionOf(set({ balancedModel: 'claude-sonnet-5' }))).toMatchObject({
        modelId: 'claude-sonnet-5',
        contextWindow: 1_000_000,
      });
      expect(connectionOf(set({ balancedModel: 'x', defaultTier: 'fast' })).modelId).toBe(
        known.catalog.tiers.primary.fast,
      );
      expect(connectionOf(set({ defaultTier: 'deep' })).modelId).toBe(known.catalog.tiers.primary.deep);
    },
  );

  test('a compat endpoint serves its own model, never one of the primary provider', () => {
    const set = { provider: 'compat', baseUrl: URL_ONE, compatModelId: 'local', balancedModel: 'x' } as const;
    for (const defaultTier of ['fast', 'balanced', 'deep'] as const)
      expect(connectionOf(settings({ ...set, defaultTier })).modelId).toBe('local');
  });
});

describe('profiles', () => {
  const set = settings({
    provider: 'primary',
    apiKey: 'top-key',
    profiles: {
      local: {
        provider: 'compat',
        api_base_url: 'http://127.0.0.1:8000/v1',
        model_id: 'small',
        context_window: 32_000,
      },
      bare: { provider: 'compat' },
    },
    workerProfile: 'local',
  });

  verifies('models.profiles', 'have their own provider, address, model and window', () => {
    expect(connectionOf(set, 'local')).toMatchObject({
      provider: 'compat',
      endpoint: 'http://127.0.0.1:8000/v1',
      modelId: 'small',
      contextWindow: 32_000,
      key: null,
    });
  });

  verifies('models.profiles', 'that are unknown or incomplete are refused', () => {
    expect(refusalOf(set, 'nobody')).toMatch(/^profile_unknown/u);
    expect(refusalOf(set, '__proto__')).toMatch(/^profile_unknown/u);
    expect(refusalOf(set, 'constructor')).toMatch(/^profile_unknown/u);
    expect(refusalOf(set, 'bare')).toMatch(/^provider_incomplete/u);
  });

  verifies(
    'models.profiles.worker',
    'the worker profile serves background work, and the top level serves conversations',
    async () => {
      const opened: string[] = [];
      const service = new ModelService({
        settings: () => set,
        known,
        clock: new ManualClock(),
        windows: {
          of: async ({ contextWindow }) => contextWindow,
          learn: async () => undefined,
          forget: async () => undefined,
        },
        knownSecrets: { unmistakableFor: () => [], heldBackFor: () => [] },
        demo: () => Promise.reject(new Error('not asked for')),
        connect: async ({ modelId }) => {
          opened.push(modelId);
          return new ScriptedModel([], modelId);
        },
        connectBatches: async () => null,
      });
      expect((await service.open(null, EVERYONE)).id).toBe(known.catalog.tiers.primary.balanced);
      expect((await service.openWorker(EVERYONE)).id).toBe('small');
      expect(opened).toEqual([known.catalog.tiers.primary.balanced, 'small']);
    },
  );

  verifies(
    'models.window.stated',
    'the window and the share of the settings are of the default model',
    () => {
      const local = settings({
        provider: 'compat',
        baseUrl: URL_ONE,
        compatModelId: 'local',
        contextWindow: 8_192,
        toolShare: 0.3,
        profiles: { small: { provider: 'compat', api_base_url: URL_ONE.value, model_id: 'small' } },
      });
      const windowOf = (profile: string | null, modelId?: string) => {
        const choice = choose(local, profile, known, modelId);
        return choice.kind === 'connection'
          ? [choice.connection.contextWindow, choice.connection.toolShare]
          : choice.kind;
      };
      const unknown = windowOf('small');
      expect(windowOf(null)).toEqual([8_192, 0.3]);
      expect(unknown).not.toContain(8_192);
      expect(windowOf(null, 'other')).toEqual(unknown);
      const outlined = (draft: Partial<Draft>) => {
        const connection = outline({ provider: 'compat', ...draft }, null, local, known)?.connection;
        return [connection?.contextWindow, connection?.toolShare];
      };
      expect(outlined({})).toEqual([8_192, 0.3]);
      expect(outlined({ model_id: 'local', context_window: 4_096 })).toEqual([4_096, 0.3]);
      expect(outlined({ model_id: 'other' })).toEqual(unknown);
    },
  );
});

describe('the capability table', () => {
  const of = (set: Partial<ModelSettings>) =>
    connectionOf(settings({ baseUrl: URL_ONE, compatModelId: 'm', apiKey: 'k', ...set })).capabilities;

  verifies(
    ['models.capabilities', 'models.thinking', 'models.prompt-caching'],
    'matches the specification',
    () => {
      expect(of({ provider: 'primary' })).toEqual({
        thinking: true,
        promptCaching: '1h',
        toolCalling: 'native',
        builtInSearch: true,
        images: 'taken',
      });
      expect(of({ provider: 'cloud_hosted', cloudProject: 'p', cloudRegion: 'r' })).toMatchObject({
        promptCaching: '5m',
      });
      expect(of({ provider: 'custom' })).toEqual({
        thinking: false,
        promptCaching: 'none',
        toolCalling: 'proxied',
        builtInSearch: false,
        images: 'tried',
      });
      expect(of({ provider: 'compat' })).toEqual({
        thinking: false,
        promptCaching: 'none',
        toolCalling: 'varies',
        builtInSearch: false,
        images: 'tried',
      });
      expect(of({ provider: 'compat', baseUrl: { value: known.catalog.euBaseUrl, by: 'config' } })).toEqual({
        thinking: false,
        promptCaching: 'by_name',
        toolCalling: 'native',
        builtInSearch: false,
        images: 'tried',
      });
    },
  );
});
