import type { ModelService } from '../../core/models/service.ts';
import type { LearntWindows } from '../../core/models/windows.ts';
import type { AudioPrice } from '../../core/models/model.ts';
import type { LocalServer } from '../../core/providers/model.ts';
import type { ModelGateway, Price } from '../../core/ports/model.ts';
import { token } from '../token.ts';

/** Lets tests replace the addresses of providers that the configuration cannot change. */
export interface ModelReach {
  /** Replaces the host of the primary provider. */
  readonly primary?: string;
  /** The network; it may redirect the cloud platform's hosts. */
  readonly fetch?: typeof fetch;
  /** Replaces the usual addresses of servers on this machine. */
  readonly local?: readonly Omit<LocalServer, 'models'>[];
}

export const modelTokens = {
  modelService: token<ModelService>('model-service'),
  models: token<ModelGateway>('models'),
  learntWindows: token<LearntWindows>('learnt-windows'),
  /** Filled at the start, from `pricing.json`. */
  prices: token<Map<string, Price>>('prices'),
  /** The same for models that hear or speak. */
  audioPrices: token<Map<string, AudioPrice>>('audio-prices'),
  modelReach: token<ModelReach>('model-reach'),
};
