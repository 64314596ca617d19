import { say as sayOfSetup } from '../contract/setup-says.ts';
import { logLevel, portSettings, variablesIn, type Environment, type PortSettings } from './http-settings.ts';
import { dropSecrets, type Settings } from './settings.ts';
import { UnusableSetup } from './unusable-setup.ts';

/** Of `--web`, which has no data directory, no token and no model. */
export interface WebSettings extends PortSettings {
  /** The origin of the engine. */
  readonly engine: URL;
  readonly logLevel: Settings['logLevel'];
}

/** Reads what `--web` needs of the environment, and removes the engine's secrets from it. @throws UnusableSetup */
export function webSettingsFrom(env: Environment): WebSettings {
  dropSecrets(env);
  const { get } = variablesIn(env);
  return {
    ...portSettings(env, 'SVC_WEB', 3000),
    engine: origin(get('SVC_API_URL') ?? 'http://127.0.0.1:3100'),
    logLevel: logLevel(get('LOG_LEVEL')),
  };
}

function origin(text: string): URL {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/u.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url;
  throw new UnusableSetup(sayOfSetup('setup.api_url'));
}
