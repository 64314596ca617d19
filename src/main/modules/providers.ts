import type { ContainerModuleLoadOptions } from 'inversify';
import type { ModelListsDeps } from '../../adapters/out/llm/model-lists.ts';
import { LOCAL_SERVERS } from '../../core/execution/providers/model.ts';
import type { ModelLists } from '../../core/execution/providers/port.ts';
import { offeredIn } from '../../core/execution/runs/offered-tools.ts';
import { firstRequest } from '../../core/execution/runs/window/first-request.ts';
import { ProviderService } from '../../core/execution/providers/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { apiTokens, modelTokens, processTokens as p, providerTokens, runTokens } from '../tokens.ts';

/** Trying providers before they are saved, and listing their models. */
export const providersModule = {
  name: 'providers',
  tokens: providerTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { modelService, modelReach } = modelTokens;
    provide(
      options,
      providerTokens.providers,
      {
        platform: p.platform,
        clock: p.clock,
        models: modelService,
        reach: modelReach,
        toolBox: runTokens.toolBox,
        apis: apiTokens.apis,
      },
      ({ platform, clock, models, reach, toolBox, apis }) =>
        new ProviderService({
          models,
          clock,
          sent: (model) => firstRequest('', offeredIn(toolBox), (maxChars) => apis.section(maxChars), model),
          local: reach.local ?? LOCAL_SERVERS,
          lists: lazyLists({
            clock,
            userAgent: `svc/${platform.version}`,
            ...(reach.fetch ? { fetch: reach.fetch } : {}),
            ...(reach.primary ? { primary: reach.primary } : {}),
          }),
        }),
    );
  },
  services: { providers: providerTokens.providers },
} satisfies Module;

/** Loaded on first use. */
const lazyLists = (deps: ModelListsDeps): ModelLists => ({
  list: async (address, signal) => {
    const { HttpModelLists } = await import('../../adapters/out/llm/model-lists.ts');
    return await new HttpModelLists(deps).list(address, signal);
  },
});
