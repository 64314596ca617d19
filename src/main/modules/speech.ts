import type { ContainerModuleLoadOptions } from 'inversify';
import { catalog } from '../../adapters/out/llm/catalog.ts';
import type { WireDeps } from '../../adapters/out/llm/wire/deps.ts';
import type { AudioModels, AudioPrice } from '../../core/instance/models/model.ts';
import type { ModelEnvironment } from '../../core/instance/models/settings.ts';
import type { SpeechConnection, SpeechProvider } from '../../core/execution/speech/port.ts';
import { SpeechService } from '../../core/execution/speech/service.ts';
import { shutdownLimits } from '../limits.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { modelTokens, processTokens as p, runTokens, speechTokens } from '../tokens.ts';

/** Recordings to text, and text to sound, at the EU provider. */
export const speechModule = {
  name: 'speech',
  tokens: speechTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { speechProvider: provider, speech } = speechTokens;
    provide(
      options,
      provider,
      { platform: p.platform, clock: p.clock, reach: modelTokens.modelReach },
      ({ platform, clock, reach }) =>
        lazyProvider({
          clock,
          userAgent: `svc/${platform.version}`,
          ...(reach.fetch ? { fetch: reach.fetch } : {}),
        }),
    );
    provide(
      options,
      speech,
      {
        provider,
        settings: p.settings,
        prices: modelTokens.audioPrices,
        calls: runTokens.sideCalls,
        masked: runTokens.masked,
        clock: p.clock,
      },
      ({ settings, prices, ...deps }) =>
        new SpeechService({
          ...deps,
          connection: () => connectionIn(settings.modelEnvironment),
          models: () => pricedBy(prices),
          wordsToSay: async (text) => {
            const { wordsToSay } = await import('../../adapters/out/text/words-to-say.ts');
            return wordsToSay(text);
          },
        }),
    );
  },
  services: { speech: speechTokens.speech },
  drain: (get) => get(speechTokens.speech).drain(shutdownLimits.stepMs),
} satisfies Module;

function connectionIn({ euKey, euBaseUrl }: ModelEnvironment): SpeechConnection | null {
  const baseUrl = (euBaseUrl ?? catalog.euBaseUrl).replace(/\/+$/u, '');
  return euKey === null ? null : { baseUrl, key: euKey };
}

/** The operator's prices come before those of the catalog. */
function pricedBy(prices: ReadonlyMap<string, AudioPrice>): AudioModels {
  const { hearing, speaking } = catalog.euAudio;
  const { perMinute = hearing.perMinute } = prices.get(hearing.id) ?? {};
  const { perMillionCharacters = speaking.perMillionCharacters } = prices.get(speaking.id) ?? {};
  return { hearing: { ...hearing, perMinute }, speaking: { ...speaking, perMillionCharacters } };
}

/** Loaded on first use. */
function lazyProvider(deps: WireDeps): SpeechProvider {
  const wire = async (): Promise<SpeechProvider> => {
    const { SpeechWire } = await import('../../adapters/out/llm/speech/speech-wire.ts');
    return new SpeechWire(deps);
  };
  return {
    hear: async (...call) => await (await wire()).hear(...call),
    speak: async function* (...call) {
      yield* (await wire()).speak(...call);
    },
    voices: async (...call) => await (await wire()).voices(...call),
  };
}
