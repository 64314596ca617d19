import { ContainerModule, type ContainerModuleLoadOptions } from 'inversify';
import type { ConfigService } from '../../core/config/service.ts';
import type { PageLimits } from '../../core/web/page-allowance.ts';
import type { PageReader } from '../../core/web/page.ts';
import { SearchService } from '../../core/web/search.ts';
import { WebService } from '../../core/web/service.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Web } from '../../core/ports/web.ts';
import { provide } from '../provide.ts';
import { t } from '../tokens.ts';

const FALLBACK = 'https://html.duckduckgo.com/html/';

export interface WebFactsOfBoot {
  readonly userAgent: string;
  /** `host:port` of what the agent may ask although it is local: SVC_ALLOW_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[];
  /** The ports that this engine listens on; they come when it does. */
  readonly ownPorts: ReadonlySet<number>;
  readonly reach?: WebReach;
}

/** Where tests let the web stand. Nothing that an operator can set leads here. */
export interface WebReach {
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly dial: (address: string) => string;
  readonly fallbackUrl?: string;
}

/** The way out and who may use it. What it takes (undici, the reader of HTML) loads with the first use. */
export const webModule = (facts: WebFactsOfBoot): ContainerModule =>
  new ContainerModule((options: ContainerModuleLoadOptions) => {
    const mayBeLocal = localByConfiguration(facts.privateHosts);
    provide(options, t.web, { clock: t.clock }, ({ clock }) => lazyWeb(facts, clock, mayBeLocal));
    provide(options, t.pageReader, {}, () => lazyReader);
    provide(
      options,
      t.webService,
      {
        web: t.web,
        reader: t.pageReader,
        gate: t.apiGate,
        history: t.historyStore,
        knownSecrets: t.knownSecrets,
        clock: t.clock,
        config: t.config,
      },
      ({ config, ...deps }) => new WebService({ ...deps, pageLimits: () => pageLimits(config) }),
    );
    provide(
      options,
      t.search,
      { web: t.web, reader: t.pageReader, config: t.config, knownSecrets: t.knownSecrets, clock: t.clock },
      ({ config, clock, ...deps }) =>
        new SearchService({
          ...deps,
          operatorWeb: (own) => lazyWeb(facts, clock, (origin) => origin === own),
          searxngUrl: () => config.current().values.searxng_url,
          fallbackUrl: facts.reach?.fallbackUrl ?? FALLBACK,
        }),
    );
  });

function pageLimits(config: ConfigService): PageLimits {
  const { max_pages_per_run: pages, max_page_hosts_per_run: hosts } = config.current().values;
  return { pages, hosts };
}

function lazyWeb(facts: WebFactsOfBoot, clock: Clock, mayBeLocal: (origin: string) => boolean): Web {
  const { userAgent, ownPorts, reach } = facts;
  return {
    send: async (request, signal) => {
      const { SafeFetch } = await import('../../adapters/out/web/safe-fetch.ts');
      const deps = { clock, userAgent, ownPorts, mayBeLocal };
      const { resolve, dial } = reach ?? {};
      return await new SafeFetch({ ...deps, ...(resolve && dial ? { resolve, dial } : {}) }).send(
        request,
        signal,
      );
    },
  };
}

const lazyReader: PageReader = {
  page: async (html, url) => (await loadedReader()).page(html, url),
  hits: async (html) => (await loadedReader()).hits(html),
};
const loadedReader = async () => (await import('../../adapters/out/web/page-reader.ts')).pageReader;

/** Which origins the agent may ask although they are local: SVC_ALLOW_PRIVATE_HOSTS. */
export function localByConfiguration(privateHosts: readonly string[]): (origin: string) => boolean {
  const privately = new Set(privateHosts.map((host) => host.toLowerCase()));
  return (origin) => privately.has(hostAndPort(origin));
}

/** An origin leaves its usual port out; who writes a list does not. */
function hostAndPort(origin: string): string {
  const { protocol, hostname, port } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
