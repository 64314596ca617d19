import type { ContainerModuleLoadOptions } from 'inversify';
import { readPricing } from '../../adapters/out/files/pricing-file.ts';
import { catalog } from '../../adapters/out/llm/catalog.ts';
import type { WireDeps } from '../../adapters/out/llm/wire/deps.ts';
import { Learnt } from '../../adapters/out/llm/wire/learnt.ts';
import { emptyAnswer } from '../../adapters/out/llm/wire/empty-answer.ts';
import { isPrivateAddress } from '../../adapters/out/web/addresses.ts';
import type { Connection } from '../../core/instance/models/model.ts';
import { pricingFrom, type Pricing } from '../../core/instance/models/pricing.ts';
import { modelSettings, SAYS_OF_A_MODEL } from '../../core/instance/models/settings.ts';
import { ModelService } from '../../core/instance/models/service.ts';
import { LearntWindows } from '../../core/instance/models/windows.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Model, ModelGateway } from '../../core/ports/model.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  type ModelReach,
  configTokens,
  databaseTokens,
  modelTokens,
  processTokens as p,
  secretTokens,
} from '../tokens.ts';

/** A word every few milliseconds: fast, but visibly streamed. */
const DEMO_PACE_MS = 8;

/** Providers are loaded on first use. */
export const modelsModule = {
  name: 'models',
  tokens: modelTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { modelService, models, prices, audioPrices, modelReach } = modelTokens;
    options.bind(modelReach).toConstantValue({});
    provide(options, prices, {}, () => new Map());
    provide(options, audioPrices, {}, () => new Map());
    provide(
      options,
      modelTokens.learntWindows,
      { databases: databaseTokens.databases, journal: databaseTokens.journal, clock: p.clock, log: p.log },
      ({ databases, journal, clock, log }) =>
        new LearntWindows({ store: databases.history.windows, journal, log, now: () => clock.now() }),
    );
    provide(
      options,
      modelService,
      {
        platform: p.platform,
        settings: p.settings,
        clock: p.clock,
        knownSecrets: secretTokens.maskedFor,
        config: configTokens.config,
        secrets: secretTokens.secrets,
        prices,
        reach: modelReach,
        windows: modelTokens.learntWindows,
      },
      ({ platform, settings, clock, knownSecrets, config, secrets, prices, reach, windows }) => {
        const { modelEnvironment, demo } = settings;
        const userAgent = `svc/${platform.version}`;
        const deps = {
          clock,
          userAgent,
          learnt: new Learnt(),
          ...(reach.fetch ? { fetch: reach.fetch } : {}),
        };
        return new ModelService({
          settings: () =>
            modelSettings(config.current(), modelEnvironment, demo, secrets.own('PRIMARY_API_KEY')),
          known: { catalog, prices, isPrivateAddress },
          clock,
          windows,
          knownSecrets,
          demo: async () => {
            const { DemoModel } = await import('../../adapters/out/llm/demo/demo-model.ts');
            return new DemoModel({ clock, paceMs: DEMO_PACE_MS });
          },
          connect: (connection, where) =>
            where === 'offline'
              ? connect(connection, { ...deps, fetch: emptyAnswer }, {})
              : connect(connection, deps, reach),
          connectBatches: async (connection, price) => {
            if (connection.provider !== 'primary') return null;
            const { openPrimaryBatches } = await import('../../adapters/out/llm/providers/primary.ts');
            return openPrimaryBatches(connection, price, { ...deps, ...addressIn(reach) });
          },
        });
      },
    );
    provide(options, models, { modelService }, (all): ModelGateway => all.modelService);
  },
  start: async ({ get }) => {
    const windows = get(modelTokens.learntWindows);
    get(configTokens.config).onChange((saved) => {
      if (saved.some((key) => SAYS_OF_A_MODEL.has(key))) void windows.forgetAll();
    });
    const { dataDir } = get(p.settings);
    const read = await pricesIn(dataDir, get(p.log));
    for (const [model, price] of read?.prices ?? []) get(modelTokens.prices).set(model, price);
    for (const [model, price] of read?.audio ?? []) get(modelTokens.audioPrices).set(model, price);
  },
  warm: (get) => get(modelTokens.modelService).rehearse(),
} satisfies Module;

/** The operator's prices, if there are any. A problem with them is logged and ignored. */
async function pricesIn(dataDir: string, log: Log): Promise<Pricing | null> {
  try {
    const content = await readPricing(dataDir);
    if (content === null) return null;
    const pricing = pricingFrom(content);
    if (pricing.problems.length > 0) log.warn('pricing problem', { problems: pricing.problems });
    return pricing;
  } catch (error) {
    log.warn('pricing problem', { problems: [(error as Error).message] });
    return null;
  }
}

const addressIn = ({ primary }: ModelReach): { readonly address?: string } =>
  primary === undefined ? {} : { address: primary };

/** The adapter of each provider. */
async function connect(connection: Connection, deps: WireDeps, reach: ModelReach): Promise<Model> {
  switch (connection.provider) {
    case 'primary': {
      const { openPrimary } = await import('../../adapters/out/llm/providers/primary.ts');
      return openPrimary(connection, { ...deps, ...addressIn(reach) });
    }
    case 'custom': {
      const { openCustom } = await import('../../adapters/out/llm/providers/custom.ts');
      return openCustom(connection, deps);
    }
    case 'compat': {
      const { openCompat } = await import('../../adapters/out/llm/providers/compat.ts');
      return openCompat(connection, deps);
    }
    case 'cloud_hosted': {
      if (connection.modelId.startsWith('gemini-')) {
        const { openGemini } = await import('../../adapters/out/llm/gemini/gemini-model.ts');
        return await openGemini(connection, deps);
      }
      const { openCloudHosted } = await import('../../adapters/out/llm/providers/cloud-hosted.ts');
      return await openCloudHosted(connection, deps);
    }
  }
}
