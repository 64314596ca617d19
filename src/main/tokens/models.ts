import type { ModelService } from '../../core/models/service.ts';
import type { ModelGateway, Price } from '../../core/ports/model.ts';
import { token } from '../token.ts';

/** Where tests let the providers stand that cannot be put anywhere by configuration. */
export interface ModelReach {
  /** In the place of the primary provider's own host. */
  readonly primary?: string;
  /** The network; it may take the cloud platform's hosts elsewhere. */
  readonly fetch?: typeof fetch;
}

export const modelTokens = {
  modelService: token<ModelService>('model-service'),
  models: token<ModelGateway>('models'),
  /** Filled at the start, from `pricing.json`. */
  prices: token<Map<string, Price>>('prices'),
  modelReach: token<ModelReach>('model-reach'),
};
