import type { PageReader } from '../../core/web/page.ts';
import type { SearchService } from '../../core/web/search.ts';
import type { WebService } from '../../core/web/service.ts';
import type { Web } from '../../core/ports/web.ts';
import { token } from '../token.ts';

/** Lets tests replace the web. No setting leads here. */
export interface WebReach {
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly dial?: (address: string) => string;
  readonly fallbackUrl?: string;
}

export type MayBeLocal = (origin: string) => boolean;

export const webTokens = {
  web: token<Web>('web'),
  webReach: token<WebReach>('web-reach'),
  pageReader: token<PageReader>('page-reader'),
  webService: token<WebService>('web-service'),
  search: token<SearchService>('search'),
  /** The local origins that the agent may reach: SVC_ALLOW_PRIVATE_HOSTS and private_hosts. */
  mayBeLocal: token<MayBeLocal>('may-be-local'),
};
