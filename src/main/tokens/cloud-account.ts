import type { Access } from '../../core/cloud-account/access.ts';
import type { Grants } from '../../core/cloud-account/grants.ts';
import type { OAuthClient } from '../../core/cloud-account/model.ts';
import type { CloudAccount, ControlPlane } from '../../core/cloud-account/port.ts';
import type { CloudAccountService } from '../../core/cloud-account/service.ts';
import { token } from '../token.ts';

export const cloudAccountTokens = {
  /** The way to the vendor's hosts, and to no other. */
  googleFetch: token<typeof fetch>('google-fetch'),
  /** The owner's client, now; null if there is none. */
  oauthClient: token<() => OAuthClient | null>('oauth-client'),
  vendorAccount: token<CloudAccount>('vendor-account'),
  controlPlane: token<{ readonly of: ControlPlane | null }>('control-plane'),
  grants: token<Grants>('cloud-grants'),
  cloudAccess: token<Access>('cloud-access'),
  cloudAccount: token<CloudAccountService>('cloud-account'),
};
