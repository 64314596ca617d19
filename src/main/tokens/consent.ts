import type { KnownServers } from '../../core/consent/port.ts';
import type { ConsentService } from '../../core/consent/service.ts';
import type { GrantStore } from '../../core/consent/store.ts';
import { token } from '../token.ts';

export const consentTokens = {
  grantStore: token<GrantStore>('grant-store'),
  knownServers: token<KnownServers>('known-servers'),
  consents: token<ConsentService>('consents'),
};
