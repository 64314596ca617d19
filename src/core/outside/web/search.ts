import type { PersonId } from '../../kernel/ids.ts';
import { textIn } from './content.ts';
import { searchLimits, webLimits } from './limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Json } from '../../kernel/json.ts';
import { withoutValues } from '../../trust/masking/value-mask.ts';
import type { MaskedFor } from '../../ports/log.ts';
import type { Web, WebReply } from '../../ports/web.ts';
import { refuseSecrets } from './secret-masking.ts';
import { refuse } from './errors.ts';
import type { PageReader, SearchHit } from './page.ts';
import { targetOf } from './target.ts';
import { say } from './says.ts';

export const SEARCH_TIMES = ['day', 'week', 'month', 'year'] as const;
export const SEARCH_TOPICS = ['general', 'news', 'science'] as const;

export interface SearchServiceDeps {
  readonly web: Web;
  /** Web access for addresses from the operator: this one origin may be local. Never for addresses from a model. */
  readonly operatorWeb: (origin: string) => Web;
  readonly reader: PageReader;
  /** The operator's search server in the current configuration. */
  readonly searxngUrl: () => string | undefined;
  /** The public fallback, which takes a form with `q`. */
  readonly fallbackUrl: string;
  readonly knownSecrets: Pick<MaskedFor, 'unmistakableFor'>;
}

export interface SearchQuestion {
  readonly query: string;
  readonly maxResults: number;
  readonly time: (typeof SEARCH_TIMES)[number] | null;
  readonly topic: (typeof SEARCH_TOPICS)[number];
}

export interface SearchAnswer {
  readonly by: 'searxng' | 'fallback';
  /** Untrusted text. */
  readonly hits: readonly SearchHit[];
}

const { ms, checkMs, titleChars, addressChars, resultChars, maxFallbackResults } = searchLimits;

/**
 * Searches on the operator's server, or without one on the public fallback. If the configured server does not answer, it
 * says so: the question is not sent to another server instead.
 */
export class SearchService {
  readonly #deps: SearchServiceDeps;

  constructor(deps: SearchServiceDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal search_failed, secret_in_request */
  async search(whose: PersonId, question: SearchQuestion, signal: AbortSignal): Promise<SearchAnswer> {
    const { knownSecrets, searxngUrl } = this.#deps;
    const known = knownSecrets.unmistakableFor(whose);
    refuseSecrets({ url: '', headers: {}, body: question.query }, known);
    const own = searxngUrl();
    const by = own === undefined ? 'fallback' : 'searxng';
    const found =
      own === undefined ? await this.#fallback(question, signal) : await this.#searxng(own, question, signal);
    const clean = (text: string, maxChars: number) =>
      // Masked before it is cut: half a secret would not be found.
      withoutValues(text, known).slice(0, maxChars).toWellFormed().trim();
    const hits = found.slice(0, question.maxResults).map(({ title, url, text }) => ({
      title: clean(title, titleChars),
      url: clean(url, addressChars),
      text: clean(text, resultChars),
    }));
    return { by, hits };
  }

  /**
   * Whether a SearXNG server answers there. It may be on this machine or in its network: the owner asks.
   * @throws Refusal searxng_url_refused
   */
  async check(url: string, signal: AbortSignal): Promise<boolean> {
    try {
      const reply = await this.#operator(url, 'healthz', {}, checkMs, signal);
      return reply.status >= 200 && reply.status < 300;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.kind === 'invalid' || error.kind === 'forbidden') throw refuse.searxng_url_refused();
      return false;
    }
  }

  async #searxng(own: string, question: SearchQuestion, signal: AbortSignal): Promise<readonly SearchHit[]> {
    const { query, time, topic } = question;
    const asked = {
      q: query,
      format: 'json',
      pageno: '1',
      ...(time === null ? {} : { time_range: time }),
      ...(topic === 'general' ? {} : { categories: topic }),
    };
    const reply = await this.#operator(own, 'search', asked, ms, signal).catch(unanswered(true));
    if (reply.status === 403) throw refuse.search_failed({ status: 403 }, [say('web.no_json'), NOTHING]);
    const results = reply.status === 200 ? resultsIn(reply) : null;
    if (results === null)
      throw refuse.search_failed({ status: reply.status }, [
        say('web.no_results', { status: reply.status }),
        NOTHING,
      ]);
    return results;
  }

  async #fallback({ query }: SearchQuestion, signal: AbortSignal): Promise<readonly SearchHit[]> {
    const { web, reader, fallbackUrl } = this.#deps;
    const reply = await web
      .send(
        {
          method: 'POST',
          personId: null,
          url: fallbackUrl,
          headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
          body: new URLSearchParams({ q: query }).toString(),
          maxBytes: webLimits.readBytes,
          ms,
        },
        signal,
      )
      .catch(unanswered(false));
    // For clients that it takes for bots it uses a page with another status.
    if (reply.status !== 200)
      throw refuse.search_failed({ status: reply.status }, [
        say('web.no_search', { status: reply.status }),
        NOTHING,
      ]);
    return (await reader.hits(textIn(reply) ?? '')).slice(0, maxFallbackResults);
  }

  async #operator(
    base: string,
    path: string,
    query: Readonly<Record<string, string>>,
    maxMs: number,
    signal: AbortSignal,
  ): Promise<WebReply> {
    const { url } = targetOf(base);
    url.search = '';
    url.pathname = `${url.pathname.replace(/\/+$/u, '')}/${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return await this.#deps
      .operatorWeb(url.origin)
      .send(
        { method: 'GET', personId: null, url: url.href, maxBytes: webLimits.readBytes, ms: maxMs },
        signal,
      );
  }
}

const NOTHING = say('web.nothing_found');

const unanswered =
  (isOwn: boolean) =>
  (error: unknown): never => {
    if (!isRefusal(error)) throw error;
    throw refuse.search_failed({ reason: error.code }, [
      say('web.not_asked', { isOwn, why: error.says }),
      NOTHING,
    ]);
  };

function resultsIn(reply: WebReply): readonly SearchHit[] | null {
  const results = field(parsed(textIn(reply) ?? ''), 'results');
  if (!Array.isArray(results)) return null;
  return (results as readonly Json[]).flatMap((one) => {
    const [title, url, text] = ['title', 'url', 'content'].map((name) => {
      const value = field(one, name);
      return typeof value === 'string' ? value : '';
    });
    return url ? [{ title: title ?? '', url, text: text ?? '' }] : [];
  });
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
