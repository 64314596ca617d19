import type { Log } from '../../core/ports/log.ts';

const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Warns of variables that name a proxy: the engine connects directly. Never shows their values, which may have a password. */
export function warnOfUnusedProxies(log: Log, env: Readonly<Record<string, string | undefined>>): void {
  const set = VARIABLES.flatMap((name) => [name, name.toLowerCase()]).filter((name) => env[name]);
  if (set.length > 0)
    log.warn('proxy not used: the engine connects to providers and web pages directly', { variables: set });
}
