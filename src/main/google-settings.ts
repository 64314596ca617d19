import { say as sayOfSetup } from '../contract/setup-says.ts';
import { isHosted } from '../core/outside/cloud-account/hosting.ts';
import type { OAuthClient } from '../core/outside/cloud-account/model.ts';
import { variablesIn, type Environment } from './http-settings.ts';
import { quote } from '../core/kernel/quoted.ts';
import { UnusableSetup } from './unusable-setup.ts';

/** Of the cloud account, and of who runs the machine. */
export interface GoogleSettings {
  /** GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; what is not here may be in the vault. */
  readonly client: { readonly [Part in keyof OAuthClient]: string | null };
  /** SVC_GOOGLE_BASE_URL: a server of this machine in the place of the vendor, for tests; null: the vendor. */
  readonly baseUrl: string | null;
  /** Whether a host runs this machine for its owner. */
  readonly isHosted: boolean;
  /** How that host is reached; null where the variables do not say all of it. */
  readonly controlPlane: {
    readonly url: string;
    readonly instanceId: string;
    readonly secret: string;
  } | null;
}

/** @throws UnusableSetup */
export function googleSettings(
  env: Environment,
  secrets: { readonly client: string | null; readonly instance: string | null },
): GoogleSettings {
  const { get } = variablesIn(env);
  const url = get('SVC_MANAGED_CONTROL_PLANE_URL');
  const instanceId = get('SVC_MANAGED_INSTANCE_ID');
  const { instance: secret } = secrets;
  const isHostedHere = secret !== null || isHosted(Object.keys(env), (name) => get(name) !== null);
  return {
    client: { clientId: get('GOOGLE_CLIENT_ID'), clientSecret: secrets.client },
    baseUrl: loopback('SVC_GOOGLE_BASE_URL', get('SVC_GOOGLE_BASE_URL')),
    isHosted: isHostedHere,
    controlPlane:
      url === null || instanceId === null || secret === null
        ? null
        : { url: secure(url), instanceId, secret },
  };
}

function loopback(name: string, text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOfThisMachine = url !== null && /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/u.test(url.hostname);
  if (!isOfThisMachine || url.protocol !== 'http:' || url.username !== '' || url.search !== '')
    throw new UnusableSetup(sayOfSetup('setup.loopback', { name, text: quote(text) }));
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
}

/** The secret of the instance goes there. */
function secure(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/u.test(url.hostname);
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return url.origin;
  throw new UnusableSetup(sayOfSetup('setup.control_plane'));
}
