// Room: profiles of APIs, and the limits of their requests. What is refused is not counted; what is
// counted is on disk before it leaves.

import type { PersonId } from '../../kernel/ids.ts';

/** How the credential of an API is sent (specification › API profile). */
export const AUTH_TYPES = ['basic', 'bearer', 'header', 'query'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

export interface ApiAuth {
  readonly type: AuthType;
  /** For `header`; `X-Api-Key` by default. */
  readonly header_name?: string;
  /** For `query`; `key` by default. */
  readonly query_param?: string;
  /** Free text; the engine attaches the `secret:NAME` in it. */
  readonly instructions?: string;
}

export const RATE_WINDOWS = ['second', 'minute', 'hour', 'day'] as const;
export type RateWindow = (typeof RATE_WINDOWS)[number];
export type RateLimit = { readonly [Window in RateWindow as `requests_per_${Window}`]?: number };

export interface ApiEndpoint {
  readonly method: string;
  readonly path: string;
  readonly description?: string;
}

/** The file `apis/<id>.json`, with the names of the specification. */
export interface ApiProfile {
  readonly id: string;
  readonly name: string;
  readonly base_url: string;
  readonly description: string;
  readonly auth?: ApiAuth;
  readonly rate_limit?: RateLimit;
  readonly endpoints?: readonly ApiEndpoint[];
  readonly guidelines?: readonly string[];
  readonly avoid?: readonly string[];
  readonly notes?: readonly string[];
}

/** How much of a window is used; `resetsAt` is null while it is unused. */
export interface LimitState {
  readonly window: RateWindow;
  readonly max: number;
  readonly used: number;
  readonly resetsAt: number | null;
}

/** A profile for display. */
export interface ShownApi extends ApiProfile {
  readonly limits: readonly LimitState[];
}

/** A stored window, in wall-clock time because it outlives the process. */
export interface KeptWindow {
  readonly host: string;
  readonly window: RateWindow;
  readonly used: number;
  /** How much of it by each member. */
  readonly members: readonly (readonly [PersonId, number])[];
  readonly endsAt: number;
}

export const isApiId = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,63}$/u.test(text);

/** The name that requests are matched by: in lower case, as the parser spells it, without a trailing dot. */
export const hostnameOf = ({ hostname }: URL): string => hostname.replace(/\.$/u, '').toLowerCase();

/** `host:port` as in `URL.host`, without a trailing dot. */
export const hostOf = (url: URL): string =>
  url.port === '' ? hostnameOf(url) : `${hostnameOf(url)}:${url.port}`;

/** The names of secrets in the instructions, without duplicates, in order of appearance. */
export const referencesIn = (auth: ApiAuth | undefined): readonly string[] => [
  ...new Set(
    [...(auth?.instructions ?? '').matchAll(/\bsecret:([A-Z][A-Z0-9_]{0,63})\b/gu)].map(
      ([, name = '']) => name,
    ),
  ),
];

/** The secrets to attach: `basic` may have the name and the password in two. */
export const secretsOf = (auth: ApiAuth | undefined): readonly string[] =>
  referencesIn(auth).slice(0, auth?.type === 'basic' ? 2 : 1);

/** The part of an `api_setup` call that needs the owner's consent. */
export interface ApiSetupAsk {
  readonly action: 'list' | 'view' | 'create' | 'update' | 'bootstrap' | 'delete';
  readonly id?: string | undefined;
  readonly profile?: Partial<ApiProfile> | undefined;
  readonly url?: string | undefined;
}

/** "2 requests per second, 100 per day". */
export function limitsInWords(limit: RateLimit | undefined): string {
  const each = RATE_WINDOWS.flatMap((window) => {
    const max = limit?.[`requests_per_${window}`];
    return max === undefined ? [] : [`${max} per ${window}`];
  });
  return each.length === 0 ? 'no limit' : each.join(', ');
}
