import { SECOND_MS } from '../../kernel/durations.ts';
import type { PersonId, RunId, ThreadId } from '../../kernel/ids.ts';
import { webLimits } from './limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { withoutValues } from '../../trust/masking/value-mask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MaskedFor } from '../../ports/log.ts';
import type { Web, WebHeaders, WebMethod, WebReply, WebRequest } from '../../ports/web.ts';
import { contentOf, isHtml, textIn } from './content.ts';
import { maskOf, refuseSecrets } from './secret-masking.ts';
import { refuse } from './errors.ts';
import type { PageReader } from './page.ts';
import { PageAllowance, type PageLimits } from './page-allowance.ts';
import type { ApiGate, ApiRequest, ToolUseCounter } from './port.ts';
import { RequestAllowance } from './request-allowance.ts';
import { targetOf, type Target } from './target.ts';
import { say } from './says.ts';

export interface WebServiceDeps {
  readonly web: Web;
  readonly reader: PageReader;
  readonly gate: ApiGate;
  readonly history: ToolUseCounter;
  readonly knownSecrets: Pick<MaskedFor, 'unmistakableFor'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The current limits. */
  readonly pageLimits: () => PageLimits;
}

export interface HttpCall {
  readonly method: WebMethod;
  readonly url: string;
  readonly headers: WebHeaders;
  readonly body: string | null;
  readonly timeoutMs: number | null;
}

/** The run that makes the request, and its conversation. */
export interface Asking {
  readonly personId: PersonId;
  readonly runId: RunId;
  readonly threadId: ThreadId;
  readonly signal: AbortSignal;
  /** Consent covers only this host. */
  readonly staysAtHost: boolean;
}

/** All fields except `status` and `note` are untrusted. */
export interface HttpAnswer {
  readonly status: number;
  readonly url: string;
  /** One header per line. */
  readonly headers: string;
  readonly text: string;
  readonly note: string | null;
}

export interface ReadPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** The offset of `text` in the whole text, and the length of that. */
  readonly from: number;
  readonly chars: number;
  readonly isCut: boolean;
}

/** The agent's web requests: all go through `Web`, within limits, and without a secret from the model. */
export class WebService {
  readonly #deps: WebServiceDeps;
  readonly #allowance: RequestAllowance;
  readonly #pages: PageAllowance;

  constructor(deps: WebServiceDeps) {
    this.#deps = deps;
    this.#allowance = new RequestAllowance(deps);
    this.#pages = new PageAllowance(deps.pageLimits);
  }

  /**
   * Checks a request before the owner is asked.
   * @throws Refusal for an invalid address, a secret in the request, or a missing profile
   */
  precheck(whose: PersonId, { url, headers, body }: Pick<HttpCall, 'url' | 'headers' | 'body'>): Target {
    const target = this.#addressed(whose, url, headers, body);
    this.#deps.gate.precheck(target.url);
    return target;
  }

  /** The same for a page, including the limit of this run. @throws Refusal also too_many_pages */
  precheckPage({ personId, runId }: Pick<Asking, 'personId' | 'runId'>, url: string): Target {
    const target = this.#addressed(personId, url, {}, null);
    this.#pages.check(runId, target.host);
    return target;
  }

  #addressed(whose: PersonId, url: string, headers: WebHeaders, body: string | null): Target {
    const target = targetOf(url);
    const said = { url: target.url.href, headers, body: body ?? '' };
    refuseSecrets(said, this.#deps.knownSecrets.unmistakableFor(whose));
    return target;
  }

  /** @throws Refusal of core/outside/web/errors.ts, and those of the gate */
  async request({ method, url, headers, body, timeoutMs }: HttpCall, asking: Asking): Promise<HttpAnswer> {
    const target = this.precheck(asking.personId, { url, headers, body });
    const taken = await this.#allowance.take(asking);
    try {
      const { reply, clean, waitedMs } = await this.#sent(
        'call',
        target,
        {
          method,
          headers,
          ...(body === null ? {} : { body }),
          maxBytes: webLimits.readBytes,
          ...(timeoutMs === null ? {} : { ms: timeoutMs }),
        },
        asking,
      );
      const { text, note } = await contentOf(reply, this.#deps.reader, clean);
      return {
        status: reply.status,
        url: clean(reply.url),
        headers: clean(headersTold(reply))
          .slice(0, webLimits.noteChars / 2)
          .toWellFormed(),
        text,
        note: [waited(waitedMs), note].filter((one) => one !== null).join(' ') || null,
      };
    } finally {
      taken.release();
    }
  }

  /**
   * The text of a page from the character `from` on.
   * @throws Refusal reply_unreadable if it is not text, too_many_pages, and as `request`
   */
  async readPage(url: string, from: number, asking: Asking): Promise<ReadPage> {
    const { reader, knownSecrets } = this.#deps;
    const reply = await this.#read(url, 'text/html, text/plain;q=0.9, */*;q=0.1', asking);
    const text = textOf(reply);
    const page = isHtml(reply, text)
      ? await reader.page(text, reply.url)
      : { title: '', description: '', text, isCut: false };
    const whole = withoutValues(
      [page.description, page.text].filter(Boolean).join('\n\n'),
      knownSecrets.unmistakableFor(asking.personId),
    );
    return {
      url: reply.url,
      title: page.title,
      text: whole.slice(from, from + webLimits.pageChars).toWellFormed(),
      from,
      chars: whole.length,
      isCut: page.isCut || reply.isCut,
    };
  }

  /**
   * A whole document for the engine itself; it counts as a page.
   * @throws Refusal page_not_read if it is too long, and as `readPage`
   */
  async readDocument(url: string, asking: Asking): Promise<{ readonly url: string; readonly text: string }> {
    const reply = await this.#read(url, 'application/json, application/yaml;q=0.9, */*;q=0.1', asking);
    const text = textOf(reply);
    if (reply.isCut)
      throw refuse.page_not_read({}, say('web.document_long', { mb: webLimits.readBytes / 1024 / 1024 }));
    return { url: reply.url, text };
  }

  async #read(url: string, accept: string, asking: Asking): Promise<WebReply> {
    const target = this.precheckPage(asking, url);
    this.#pages.take(asking.runId, target.host);
    const asked = { method: 'GET', headers: { accept }, maxBytes: webLimits.readBytes } as const;
    return (await this.#sent('page', target, asked, asking)).reply;
  }

  /** Passes the gate, and again at each redirect, and attaches its credentials; `clean` masks these in the reply. */
  async #sent(
    use: ApiRequest['use'],
    { url }: Target,
    asked: Omit<WebRequest, 'url' | 'personId'>,
    { personId, runId, threadId, signal, staysAtHost }: Asking,
  ): Promise<Sent> {
    const { gate, web, knownSecrets } = this.#deps;
    const { method, headers: own = {} } = asked;
    // The request headers of a page are fixed, and disclose nothing.
    const headers = use === 'page' ? {} : own;
    let passed = await gate.admit({
      personId,
      method,
      url,
      headers,
      threadId,
      use,
      isRedirect: false,
      signal,
    });
    let waitedMs = passed.waitedMs ?? 0;
    const masked = maskOf(passed);
    const clean = (said: string) => masked(said, knownSecrets.unmistakableFor(personId));
    const whole = new URL(url);
    for (const [name, value] of Object.entries(passed.query)) whole.searchParams.set(name, value);
    try {
      const reply = await web.send(
        {
          ...asked,
          personId,
          url: whole.href,
          credentials: passed.headers,
          beforeRedirect: async (next) => {
            if (staysAtHost) mustStayAt(url, next.url);
            // A server may echo the query into another address.
            if (next.url.origin !== url.origin && clean(next.url.href) !== next.url.href)
              throw refuse.redirect_refused();
            if (use === 'page') this.#pages.follow(runId, targetOf(next.url.href).host);
            passed = await gate.admit({
              ...next,
              personId,
              headers: {},
              threadId,
              use,
              isRedirect: true,
              signal,
            });
            waitedMs += passed.waitedMs ?? 0;
          },
        },
        signal,
      );
      return { reply, clean, waitedMs };
    } catch (error) {
      if (isRefusal(error) && UNSENT.has(error.code)) await passed.unsent?.();
      throw error;
    }
  }
}

/** Refusals of `Web` that happen before anything of a request has left. */
const UNSENT: ReadonlySet<string> = new Set([
  'address_not_allowed',
  'host_not_found',
  'invalid_header',
  'request_too_large',
]);

/** @throws Refusal page_not_read */
function textOf(reply: WebReply): string {
  if (reply.status >= 400)
    throw refuse.page_not_read({ status: reply.status }, say('web.page_status', { status: reply.status }));
  const text = textIn(reply);
  if (text === null) throw refuse.page_not_read({}, say('web.no_text_page'));
  return text;
}

/** A redirect may lead anywhere, even to an address that the model put into the URL. */
function mustStayAt(allowed: URL, next: URL): void {
  const isInTheOpen = allowed.protocol === 'https:' && next.protocol !== 'https:';
  if (next.host !== allowed.host || isInTheOpen) throw refuse.redirect_refused({}, say('web.elsewhere'));
}

/** Headers that help with the next request; without cookies and headers of the transport. */
const TOLD =
  /^(allow|content-(disposition|language|type)|deprecation|etag|last-modified|link|location|retry-after|sunset|(x-)?rate-?limit.*|x-total(-count|-pages)?|x-request-id)$/u;

const headersTold = ({ headers }: WebReply): string =>
  Object.entries(headers)
    .filter(([name]) => TOLD.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

interface Sent {
  readonly reply: WebReply;
  /** Masks the credentials that were sent. */
  readonly clean: (said: string) => string;
  readonly waitedMs: number;
}

const waited = (ms: number): string | null =>
  ms === 0
    ? null
    : `Before it was sent, the request waited ${(ms / SECOND_MS).toFixed(1)} s for the rate limit of the API profile.`;
