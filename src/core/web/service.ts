import type { ThreadId } from '../kernel/ids.ts';
import { limits } from '../kernel/limits.ts';
import type { HistoryStore } from '../history/store.ts';
import type { Clock } from '../ports/clock.ts';
import type { KnownSecrets } from '../ports/log.ts';
import type { Web, WebHeaders, WebMethod, WebReply } from '../ports/web.ts';
import { contentOf, isHtml, textIn } from './content.ts';
import { masked, refuseSecrets } from './discretion.ts';
import { refuse } from './errors.ts';
import type { ApiGate } from './gate.ts';
import type { PageReader } from './page.ts';
import { RequestAllowance } from './request-allowance.ts';
import { targetOf } from './target.ts';

export interface WebServiceDeps {
  readonly web: Web;
  readonly reader: PageReader;
  readonly gate: ApiGate;
  readonly history: Pick<HistoryStore, 'toolUseSince'>;
  readonly knownSecrets: Pick<KnownSecrets, 'unmistakable'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface HttpCall {
  readonly method: WebMethod;
  readonly url: string;
  readonly headers: WebHeaders;
  readonly body: string | null;
  readonly timeoutMs: number | null;
}

/** The conversation that asks. */
export interface Asking {
  readonly threadId: ThreadId;
  readonly signal: AbortSignal;
  /** It was allowed for its host, and for no other. */
  readonly staysAtHost: boolean;
}

/** All of it but `status` and `note` is a stranger's. */
export interface HttpAnswer {
  readonly status: number;
  readonly url: string;
  /** One in each line. */
  readonly headers: string;
  readonly text: string;
  readonly note: string | null;
}

export interface ReadPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Where `text` begins in the whole, and how long that is. */
  readonly from: number;
  readonly chars: number;
  readonly isCut: boolean;
}

/** What the agent asks of the web: all of it through `Web`, within bounds, and without a secret from the model. */
export class WebService {
  readonly #deps: WebServiceDeps;
  readonly #allowance: RequestAllowance;

  constructor(deps: WebServiceDeps) {
    this.#deps = deps;
    this.#allowance = new RequestAllowance(deps);
  }

  /** @throws Refusal of core/web/errors.ts, and what the gate refuses with */
  async request({ method, url, headers, body, timeoutMs }: HttpCall, asking: Asking): Promise<HttpAnswer> {
    const target = targetOf(url);
    refuseSecrets(
      { url: target.url.href, headers, body: body ?? '' },
      this.#deps.knownSecrets.unmistakable(),
    );
    const taken = await this.#allowance.take(asking.threadId);
    try {
      const { gate, web, reader } = this.#deps;
      const { threadId, signal, staysAtHost } = asking;
      const attached = await gate.admit({ method, url: target.url, headers, threadId, isRedirect: false });
      const asked = new URL(target.url);
      for (const [name, value] of Object.entries(attached.query)) asked.searchParams.set(name, value);
      const reply = await web.send(
        {
          method,
          url: asked.href,
          headers,
          credentials: attached.headers,
          ...(body === null ? {} : { body }),
          bytesMost: limits.web.readBytes,
          ...(timeoutMs === null ? {} : { ms: timeoutMs }),
          beforeRedirect: async (next) => {
            if (staysAtHost) mustStayAt(target.url.host, next.url.host);
            await gate.admit({ ...next, headers: {}, threadId, isRedirect: true });
          },
        },
        signal,
      );
      const hidden = [...Object.values(attached.headers), ...Object.values(attached.query)];
      const clean = (said: string) => masked(said, hidden, this.#deps.knownSecrets.unmistakable());
      const { text, note } = await contentOf(reply, reader, clean);
      return {
        status: reply.status,
        url: clean(reply.url),
        headers: clean(headersTold(reply))
          .slice(0, limits.web.noteChars / 2)
          .toWellFormed(),
        text,
        note,
      };
    } finally {
      taken.release();
    }
  }

  /**
   * The text of a page from the character `from` on.
   * @throws Refusal reply_unreadable for what is no text, and as `request`
   */
  async readPage(url: string, from: number, { threadId, signal, staysAtHost }: Asking): Promise<ReadPage> {
    const { gate, web, reader, knownSecrets } = this.#deps;
    const target = targetOf(url);
    refuseSecrets({ url: target.url.href, headers: {}, body: '' }, knownSecrets.unmistakable());
    await gate.admit({ method: 'GET', url: target.url, headers: {}, threadId, isRedirect: false });
    const reply = await web.send(
      {
        method: 'GET',
        url: target.url.href,
        headers: { accept: 'text/html, text/plain;q=0.9, */*;q=0.1' },
        bytesMost: limits.web.readBytes,
        beforeRedirect: async (next) => {
          if (staysAtHost) mustStayAt(target.url.host, next.url.host);
          await gate.admit({ ...next, headers: {}, threadId, isRedirect: true });
        },
      },
      signal,
    );
    if (reply.status >= 400)
      throw refuse.page_not_read({ status: reply.status }, `The page was not given: HTTP ${reply.status}.`);
    const text = textIn(reply);
    if (text === null) throw refuse.page_not_read({}, 'There is no page of text at this address.');
    const page = isHtml(reply, text)
      ? await reader.page(text, reply.url)
      : { title: '', description: '', text, isCut: false };
    const whole = masked(
      [page.description, page.text].filter(Boolean).join('\n\n'),
      [],
      knownSecrets.unmistakable(),
    );
    return {
      url: reply.url,
      title: page.title,
      text: whole.slice(from, from + limits.web.pageChars).toWellFormed(),
      from,
      chars: whole.length,
      isCut: page.isCut || reply.isCut,
    };
  }
}

/** A host leads wherever it is told to, also by what a model has put into the address. */
function mustStayAt(allowed: string, host: string): void {
  if (host !== allowed) throw refuse.redirect_refused({}, ELSEWHERE);
}

const ELSEWHERE =
  'The host wants this request sent to another one, and it was allowed for this host only. If that address is right, ask it yourself.';

/** What helps with the next request; no cookies, and none of what only the transport is about. */
const TOLD =
  /^(allow|content-(disposition|language|type)|deprecation|etag|last-modified|link|location|retry-after|sunset|(x-)?rate-?limit.*|x-total(-count|-pages)?|x-request-id)$/u;

const headersTold = ({ headers }: WebReply): string =>
  Object.entries(headers)
    .filter(([name]) => TOLD.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
