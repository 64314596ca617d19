import { ContainerModule } from 'inversify';
import { catalog } from '../../adapters/out/llm/catalog.ts';
import type { WireDeps } from '../../adapters/out/llm/wire/deps.ts';
import { isPrivateAddress } from '../../adapters/out/web/addresses.ts';
import type { Connection } from '../../core/models/model.ts';
import { modelSettings, type ModelEnvironment } from '../../core/models/settings.ts';
import { ModelService } from '../../core/models/service.ts';
import type { Model, ModelGateway, Price } from '../../core/ports/model.ts';
import { provide } from '../provide.ts';
import { t } from '../tokens.ts';

/** A word every few milliseconds: quick, and still to be seen as it comes. */
const DEMO_PACE_MS = 8;

export interface ModelFactsOfBoot {
  readonly environment: ModelEnvironment;
  readonly demo: boolean;
  readonly userAgent: string;
  readonly prices: ReadonlyMap<string, Price>;
  /** Where tests let the providers stand that cannot be put anywhere by configuration. */
  readonly reach?: ModelReach;
}

export interface ModelReach {
  /** In the place of the primary provider's own host. */
  readonly primary?: string;
  /** The network; it may take the cloud platform's hosts elsewhere. */
  readonly fetch?: typeof fetch;
}

/** Providers load with their first use. `given` replaces the choice, in tests and benchmarks. */
export const modelsModule = (facts: ModelFactsOfBoot, given?: ModelGateway): ContainerModule =>
  new ContainerModule((options) => {
    const needs = { clock: t.clock, config: t.config, secrets: t.secrets, knownSecrets: t.knownSecrets };
    provide(options, t.models, needs, ({ clock, config, secrets, knownSecrets }): ModelGateway => {
      if (given) return given;
      const { environment, demo, userAgent, prices, reach = {} } = facts;
      const deps = { clock, userAgent, ...(reach.fetch ? { fetch: reach.fetch } : {}) };
      return new ModelService({
        settings: () => modelSettings(config.current(), environment, demo, secrets.own('PRIMARY_API_KEY')),
        known: { catalog, prices, isPrivateAddress },
        clock,
        knownSecrets,
        demo: async () => {
          const { DemoModel } = await import('../../adapters/out/llm/demo/demo-model.ts');
          return new DemoModel({ clock, paceMs: DEMO_PACE_MS });
        },
        connect: (connection) => connect(connection, deps, reach),
      });
    });
  });

/** The adapter of each provider. */
async function connect(connection: Connection, deps: WireDeps, reach: ModelReach): Promise<Model> {
  switch (connection.provider) {
    case 'primary': {
      const { openPrimary } = await import('../../adapters/out/llm/providers/primary.ts');
      return await openPrimary(connection, { ...deps, ...(reach.primary ? { address: reach.primary } : {}) });
    }
    case 'custom': {
      const { openCustom } = await import('../../adapters/out/llm/providers/custom.ts');
      return await openCustom(connection, deps);
    }
    case 'compat': {
      const { openCompat } = await import('../../adapters/out/llm/providers/compat.ts');
      return await openCompat(connection, deps);
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
