import type { ProviderService } from '../../core/providers/service.ts';
import { token } from '../token.ts';

export const providerTokens = {
  providers: token<ProviderService>('providers'),
};
