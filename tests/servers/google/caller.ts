// Calls to the fake with plain `fetch`, for tests that look at it without our adapter.
import type { Account, OAuthClient } from './accounts.ts';
import type { FakeGoogle } from './fake-google.ts';

export const SCOPE = 'https://www.googleapis.com/auth/';

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the answer; an empty one is `{}`. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export type Caller = (
  method: string,
  /** Without a host: `www.googleapis.com`. */
  url: string,
  /** Bytes and texts are sent as they are, an object as JSON. */
  body?: object | string | Uint8Array,
  headers?: Readonly<Record<string, string>>,
) => Promise<Told>;

export async function toldBy(response: Response): Promise<Told> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, body, text };
}

/** A program that has a token of this account. @param scopes last parts of their names, e.g. `drive.file` */
export function caller(
  google: Pick<FakeGoogle, 'fetch' | 'oauth'>,
  account: Account,
  client: OAuthClient,
  ...scopes: readonly string[]
): Caller {
  const token = google.oauth.accessToken(
    account,
    client,
    scopes.map((name) => `${SCOPE}${name}`),
  );
  return async (method, url, body, headers = {}) => {
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
    return toldBy(
      await google.fetch(url.startsWith('https:') ? url : `https://www.googleapis.com${url}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      }),
    );
  };
}

/** A POST of a form, as the OAuth endpoints take it. */
export const sendForm = async (
  google: Pick<FakeGoogle, 'fetch'>,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<Told> => toldBy(await google.fetch(url, { method: 'POST', body: new URLSearchParams(fields) }));

/** The reason in a refusal of Drive. */
export const reasonOf = ({ body }: Told): unknown =>
  (body['error'] as { readonly errors?: readonly { readonly reason: string }[] } | undefined)?.errors?.[0]
    ?.reason;
