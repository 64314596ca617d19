import { say as sayOfSetup } from '../../contract/setup-says.ts';
import type { TokenOfPort } from '../../adapters/in/http/entrance.ts';
import { hasTokenFile } from '../../adapters/out/files/token-file.ts';
import { refuseRequest } from '../../contract/problem.ts';
import type { Services } from '../../core/features.ts';
import type { Settings } from '../settings.ts';
import { UnusableSetup } from '../unusable-setup.ts';
import { isLoopback } from './listen.ts';

const isOpenWithout = ({ http }: Settings): boolean => http.token === null && !isLoopback(http.host);

/** A shorter one can be found by trying. */
const LEAST_CHARS = 16;

/**
 * Call it before anything in the data directory is changed.
 * @throws UnusableSetup if the token is too short, or the port would be open to other machines and no token exists
 */
export async function requireToken(settings: Settings): Promise<void> {
  const chars = settings.http.token?.length ?? LEAST_CHARS;
  if (chars < LEAST_CHARS)
    throw new UnusableSetup(sayOfSetup('setup.token_short', { chars, least: LEAST_CHARS }));
  if (isOpenWithout(settings) && !(await hasTokenFile(settings.dataDir))) throw withoutToken(settings);
}

/**
 * Whether the port requires a token of this client now. A port on loopback is open as specified where no token is set,
 * unless the configuration closes it (`require_token`), people sign in, or the client is on another machine, behind a proxy of this one.
 */
export const isClosedTo = (
  client: { readonly isLocal: boolean },
  { http }: Settings,
  { config, people }: Pick<Services, 'config' | 'people'>,
): boolean =>
  http.token !== null ||
  !isLoopback(http.host) ||
  !client.isLocal ||
  config.current().values.require_token ||
  people.isSigningInOn;

/**
 * The token that the port requires, asked for at each request: the one of the environment, or else the generated one,
 * which the first request that needs it makes.
 * @throws UnusableSetup if the port would be open to other machines
 */
export function tokenOfPort(
  settings: Settings,
  services: Pick<Services, 'auth' | 'config' | 'people'>,
): TokenOfPort {
  const { auth } = services;
  if (isOpenWithout(settings) && auth.generated === null) throw withoutToken(settings);
  return async (client) => (isClosedTo(client, settings, services) ? (await auth.token()).token : null);
}

/** The same between two engines: nothing is made then. @throws Refusal not_ready if the token is still to be made */
export function tokenBetween(
  settings: Settings,
  services: Pick<Services, 'auth' | 'config' | 'people'>,
): TokenOfPort {
  return (client) => {
    if (!isClosedTo(client, settings, services)) return null;
    const token = settings.http.token ?? services.auth.generated;
    if (token === null) throw refuseRequest.not_ready({ reason: 'restoring' });
    return token;
  };
}

const withoutToken = ({ http: { host } }: Settings): UnusableSetup =>
  new UnusableSetup(sayOfSetup('setup.token_missing', { host }));
