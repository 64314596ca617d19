// Calls that fail, chosen by the test: the n-th call of all, or of those to a host, a path, with a method.
import {
  appNotAuthorized,
  cloudAnswer,
  driveAnswer,
  oauthAnswer,
  scopeMissing,
  storageFull,
  unauthenticated,
} from './refusals.ts';
import type { Answer, Call } from './wire.ts';

/** Answers that refuse. The call changes nothing. */
export const REFUSALS = [
  'unauthorized',
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'dailyLimitExceeded',
  'storageQuotaExceeded',
  'insufficientScope',
  'appNotAuthorizedToFile',
  'notFound',
  'conflict',
  'tooManyRequests',
  'internalError',
  'unavailable',
] as const;

/**
 * Troubles of the connection.
 *
 * - `timeout`: nothing happens and nothing is answered; `release()` breaks the connection.
 * - `held`: nothing happens until `release()`; then the call goes on as usual.
 * - `lateReply`: the call takes effect; its answer is sent on `release()`.
 * - `reset`: the connection breaks when `afterBytes` of the body have been read, or at once without a body. Of an
 *   upload in parts, what the vendor keeps is kept; otherwise nothing changes. A body that is shorter takes effect.
 * - `lostReply`: the call takes effect, and the connection breaks without an answer.
 * - `brokenJson`: the call takes effect, and the answer is 200 with half of the JSON.
 */
export const TROUBLES = ['timeout', 'held', 'lateReply', 'reset', 'lostReply', 'brokenJson'] as const;

export type RefusalKind = (typeof REFUSALS)[number];
export type TroubleKind = (typeof TROUBLES)[number];

/** For a matrix of call × fault. */
export type FaultKind = RefusalKind | TroubleKind;

export interface FaultOptions {
  readonly kind: FaultKind;
  readonly method?: string;
  readonly host?: string;
  /** Equal, or matched, to the path without its query. */
  readonly path?: string | RegExp;
  /** Part of the query of a list (`q`). */
  readonly asks?: string;
  /** Which of the calls that match, counted from 1 from now on; `every` until it is lifted. Default 1. */
  readonly nth?: number | 'every';
  /** For `tooManyRequests` and `unavailable`: seconds of the header Retry-After. Default 1 for the first, none for the other. */
  readonly retryAfter?: number;
  /** For `reset`. Default 1. */
  readonly afterBytes?: number;
}

export interface Fault {
  /** How many calls it has hit. */
  readonly hits: number;
  /** Resolves when it has hit a call. */
  readonly hit: Promise<void>;
  /** Lets calls go on that it holds. */
  release(): void;
  /** It hits no further call. */
  lift(): void;
}

/** A fault that hits this call. */
export interface Struck {
  readonly kind: FaultKind;
  readonly afterBytes: number;
  readonly retryAfter: number | null;
  readonly released: Promise<void>;
}

export interface Faults {
  add(options: FaultOptions): Fault;
  /** Each call is told once; the oldest fault that matches wins, but all of them count the call. */
  strike(call: Struckable): Struck | null;
  lift(): void;
  releaseAll(): void;
}

type Struckable = Pick<Call, 'method' | 'host' | 'path'> & {
  readonly query: Readonly<Record<string, string>>;
};

export function startFaults(): Faults {
  const active = new Set<{ readonly strike: Faults['strike'] }>();
  const releases = new Set<() => void>();
  return {
    add: ({ kind, method, host, path, asks, nth = 1, retryAfter, afterBytes = 1 }) => {
      const hit = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let seen = 0;
      let hits = 0;
      const entry = {
        strike: (call: Struckable): Struck | null => {
          if (method !== undefined && call.method !== method) return null;
          if (host !== undefined && call.host !== host) return null;
          if (typeof path === 'string' ? call.path !== path : path && !path.test(call.path)) return null;
          if (asks !== undefined && call.query['q']?.includes(asks) !== true) return null;
          seen += 1;
          if (nth !== 'every' && seen !== nth) return null;
          if (nth !== 'every') active.delete(entry);
          hits += 1;
          hit.resolve();
          const seconds = retryAfter ?? (kind === 'tooManyRequests' ? 1 : null);
          return { kind, afterBytes, retryAfter: seconds, released: released.promise };
        },
      };
      active.add(entry);
      releases.add(released.resolve);
      return {
        get hits() {
          return hits;
        },
        hit: hit.promise,
        release: released.resolve,
        lift: () => active.delete(entry),
      };
    },
    strike: (call) => {
      let first: Struck | null = null;
      for (const each of active) {
        const struck = each.strike(call);
        first ??= struck;
      }
      return first;
    },
    lift: () => active.clear(),
    releaseAll: () => {
      for (const release of releases) release();
    },
  };
}

const isRefusal = (kind: FaultKind): kind is RefusalKind => (REFUSALS as readonly string[]).includes(kind);

/** The refusal of this fault in the words of the host that was asked; null for a trouble of the connection. */
export function refusalOf({ kind, retryAfter }: Struck, { host, path }: Call): Answer | null {
  if (!isRefusal(kind)) return null;
  const answer = (
    path.includes('/drive/') ? ofDrive : /^(?:docs|sheets)\./u.test(host) ? ofEditors : ofOAuth
  )(kind, host, path);
  return retryAfter === null
    ? answer
    : { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter) } };
}

const usage = { domain: 'usageLimits' };

function ofDrive(kind: RefusalKind, host: string, path: string): Answer {
  const id = /\/files\/([^/]+)/u.exec(path)?.[1] ?? '.';
  switch (kind) {
    case 'unauthorized':
      return unauthenticated();
    case 'userRateLimitExceeded':
      return driveAnswer(403, kind, 'User Rate Limit Exceeded', usage);
    case 'rateLimitExceeded':
      return driveAnswer(403, kind, 'Rate Limit Exceeded', usage);
    case 'dailyLimitExceeded':
      return driveAnswer(403, kind, 'Daily Limit Exceeded', usage);
    case 'storageQuotaExceeded':
      return storageFull();
    case 'insufficientScope':
      return scopeMissing(host);
    case 'appNotAuthorizedToFile':
      return appNotAuthorized('123456789012', id);
    case 'notFound':
      return driveAnswer(404, kind, `File not found: ${id}.`, { location: 'fileId' });
    case 'conflict':
      return driveAnswer(409, kind, 'Conflict');
    case 'tooManyRequests':
      return driveAnswer(429, 'rateLimitExceeded', 'Too Many Requests', usage);
    case 'internalError':
      return driveAnswer(500, kind, 'Internal Error');
    case 'unavailable':
      return driveAnswer(503, 'backendError', 'The service is currently unavailable.', {
        status: 'UNAVAILABLE',
      });
  }
}

function ofEditors(kind: RefusalKind, host: string): Answer {
  switch (kind) {
    case 'unauthorized':
      return unauthenticated();
    case 'insufficientScope':
      return scopeMissing(host);
    case 'appNotAuthorizedToFile':
    case 'storageQuotaExceeded':
      return cloudAnswer(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    case 'notFound':
      return cloudAnswer(404, 'NOT_FOUND', 'Requested entity was not found.');
    case 'conflict':
      return cloudAnswer(409, 'ABORTED', 'The operation was aborted.');
    case 'userRateLimitExceeded':
    case 'rateLimitExceeded':
    case 'dailyLimitExceeded':
    case 'tooManyRequests':
      return cloudAnswer(
        429,
        'RESOURCE_EXHAUSTED',
        `Quota exceeded for quota metric 'Requests' of service '${host}'.`,
      );
    case 'internalError':
      return cloudAnswer(500, 'INTERNAL', 'Internal error encountered.');
    case 'unavailable':
      return cloudAnswer(503, 'UNAVAILABLE', 'The service is currently unavailable.');
  }
}

function ofOAuth(kind: RefusalKind): Answer {
  switch (kind) {
    case 'unauthorized':
      return oauthAnswer(401, 'invalid_client', 'Unauthorized');
    case 'insufficientScope':
    case 'appNotAuthorizedToFile':
      return oauthAnswer(403, 'access_denied', 'Forbidden');
    case 'storageQuotaExceeded':
    case 'userRateLimitExceeded':
    case 'rateLimitExceeded':
    case 'dailyLimitExceeded':
      return oauthAnswer(403, 'rate_limit_exceeded', 'Rate Limit Exceeded');
    case 'notFound':
      return oauthAnswer(404, 'not_found');
    case 'conflict':
      return oauthAnswer(409, 'conflict');
    case 'tooManyRequests':
      return oauthAnswer(429, 'rate_limit_exceeded', 'Rate Limit Exceeded');
    case 'internalError':
      return oauthAnswer(500, 'internal_failure', 'Internal Error');
    case 'unavailable':
      return oauthAnswer(503, 'temporarily_unavailable');
  }
}
