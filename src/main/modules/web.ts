import { webRenderers } from '../../adapters/in/agent/web.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import type { ConfigService } from '../../core/instance/config/service.ts';
import type { PageLimits } from '../../core/outside/web/page-allowance.ts';
import type { PageReader } from '../../core/outside/web/page.ts';
import { SearchService } from '../../core/outside/web/search.ts';
import { WebService } from '../../core/outside/web/service.ts';
import type { SafeFetchDeps } from '../../adapters/out/web/safe-fetch.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { JudgesAddresses, Web } from '../../core/ports/web.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  type MayBeLocal,
  type WebReach,
  apiTokens,
  configTokens,
  historyTokens,
  processTokens as p,
  usableTokens,
  webTokens,
  secretTokens,
} from '../tokens.ts';

const FALLBACK = 'https://html.duckduckgo.com/html/';

/** What every outgoing request of the agent needs. */
interface WayOut {
  readonly clock: Clock;
  readonly userAgent: string;
  readonly ownPorts: ReadonlySet<number>;
  readonly reach: WebReach;
}

/** Web access of the agent and of the services. Its libraries (undici, the HTML reader) are loaded on first use. */
export const webModule = {
  name: 'web',
  tokens: webTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = webTokens;
    const { config } = configTokens;
    const { platform, clock } = p;
    const knownSecrets = secretTokens.maskedFor;
    const wayOut = { platform, clock, ownPorts: p.ownPorts, reach: t.webReach };
    options.bind(t.webReach).toConstantValue({});
    options.bind(t.pageReader).toConstantValue(lazyReader);
    provide(options, t.mayBeLocal, { settings: p.settings, config }, ({ settings, config }) =>
      localByConfiguration(settings.privateHosts, config),
    );
    provide(
      options,
      t.web,
      { ...wayOut, mayBeLocal: t.mayBeLocal, usableBy: usableTokens.usableBy },
      ({ mayBeLocal, usableBy, platform: { version }, ...out }) =>
        lazyWeb(
          { ...out, userAgent: `svc/${version}` },
          (origin, person) =>
            mayBeLocal(origin) && person !== null && usableBy.mayUse(person, usableBy.privateHosts()),
        ),
    );
    provide(
      options,
      t.judge,
      { ...wayOut, mayBeLocal: t.mayBeLocal, usableBy: usableTokens.usableBy },
      ({ mayBeLocal, usableBy, platform: { version }, ...out }) =>
        lazyWeb(
          { ...out, userAgent: `svc/${version}` },
          (origin, person) =>
            mayBeLocal(origin) && person !== null && usableBy.mayUse(person, usableBy.privateHosts()),
        ),
    );
    provide(
      options,
      t.webService,
      {
        web: t.web,
        reader: t.pageReader,
        gate: apiTokens.apiGate,
        history: historyTokens.historyStore,
        knownSecrets,
        clock,
        config,
      },
      ({ config, ...deps }) =>
        new WebService({
          ...deps,
          pageLimits: () => pageLimits(config),
        }),
    );
    provide(
      options,
      t.search,
      { ...wayOut, web: t.web, reader: t.pageReader, config, knownSecrets },
      ({ web, reader, config, knownSecrets, platform: { version }, ...out }) =>
        new SearchService({
          web,
          reader,
          knownSecrets,
          operatorWeb: (own) => lazyWeb({ ...out, userAgent: `svc/${version}` }, (origin) => origin === own),
          searxngUrl: () => config.current().values.searxng_url,
          fallbackUrl: out.reach.fallbackUrl ?? FALLBACK,
        }),
    );
  },
  services: { web: webTokens.webService, search: webTokens.search },
  renderers: webRenderers,
} satisfies Module;

function pageLimits(config: ConfigService): PageLimits {
  const { max_pages_per_run: pages, max_page_hosts_per_run: hosts } = config.current().values;
  return { pages, hosts };
}

function lazyWeb({ reach, ...deps }: WayOut, mayBeLocal: SafeFetchDeps['mayBeLocal']): Web & JudgesAddresses {
  const loaded = async () => {
    const { SafeFetch } = await import('../../adapters/out/web/safe-fetch.ts');
    const { resolve, dial } = reach;
    return new SafeFetch({ ...deps, mayBeLocal, ...(resolve && dial ? { resolve, dial } : {}) });
  };
  return {
    send: async (request, signal) => await (await loaded()).send(request, signal),
    judge: async (url, personId) => await (await loaded()).judge(url, personId),
  };
}

const lazyReader: PageReader = {
  page: async (html, url) => (await loadedReader()).page(html, url),
  hits: async (html) => (await loadedReader()).hits(html),
};
const loadedReader = async () => (await import('../../adapters/out/web/page-reader.ts')).pageReader;

/** The local origins that the agent may reach, now: SVC_ALLOW_PRIVATE_HOSTS and private_hosts. */
function localByConfiguration(
  fromStart: readonly string[],
  config: Pick<ConfigService, 'current'>,
): MayBeLocal {
  return (origin) => {
    const asked = hostAndPort(origin);
    const { private_hosts: hosts = [] } = config.current().values;
    return [...fromStart, ...hosts].some((host) => host.toLowerCase() === asked);
  };
}

/** An origin omits the default port; the list does not. */
function hostAndPort(origin: string): string {
  const { protocol, hostname, port } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
