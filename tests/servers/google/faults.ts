// Calls that fail, chosen by the test: the n-th call of all, or of those to a path, with a method.
import { cloudAnswer, driveAnswer, oauthAnswer, scopeMissing, unauthenticated } from './refusals.ts';
import type { Answer, Call } from './wire.ts';

/** Answers that refuse, with the word of Drive and that of OAuth. The call changes nothing. */
const WORDS = {
  unauthorized: [401, 'authError', 'invalid_client'],
  userRateLimitExceeded: [403, 'userRateLimitExceeded', 'rate_limit_exceeded'],
  rateLimitExceeded: [403, 'rateLimitExceeded', 'rate_limit_exceeded'],
  dailyLimitExceeded: [403, 'dailyLimitExceeded', 'rate_limit_exceeded'],
  storageQuotaExceeded: [403, 'storageQuotaExceeded', 'access_denied'],
  insufficientScope: [403, 'insufficientPermissions', 'access_denied'],
  appNotAuthorizedToFile: [403, 'appNotAuthorizedToFile', 'access_denied'],
  notFound: [404, 'notFound', 'not_found'],
  conflict: [409, 'conflict', 'conflict'],
  tooManyRequests: [429, 'rateLimitExceeded', 'rate_limit_exceeded'],
  internalError: [500, 'internalError', 'internal_failure'],
  unavailable: [503, 'backendError', 'temporarily_unavailable'],
} as const satisfies Record<string, readonly [status: number, ofDrive: string, ofOAuth: string]>;

export type RefusalKind = keyof typeof WORDS;
export const REFUSALS = Object.keys(WORDS) as readonly RefusalKind[];

/**
 * Troubles of the connection.
 *
 * - `timeout`: nothing happens and nothing is answered; `release()` breaks the connection.
 * - `held`: nothing happens until `release()`; then the call goes on as usual.
 * - `lateReply`: the call takes effect; its answer is sent on `release()`.
 * - `reset`: the connection breaks when a byte of the body has been read, or at once without a body. Nothing changes.
 * - `lostReply`: the call takes effect, and the connection breaks without an answer.
 * - `brokenJson`: the call takes effect, and the answer is 200 with half of the JSON.
 */
type TroubleKind = 'timeout' | 'held' | 'lateReply' | 'reset' | 'lostReply' | 'brokenJson';

export interface FaultOptions {
  readonly kind: RefusalKind | TroubleKind;
  readonly method?: string;
  /** Equal, or matched, to the path without its query. */
  readonly path?: string | RegExp;
  /** Part of the query of a list (`q`). */
  readonly asks?: string;
  /** Which of the calls that match, counted from 1 from now on; `every` until it is lifted. Default 1. */
  readonly nth?: number | 'every';
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
  readonly kind: FaultOptions['kind'];
  readonly released: Promise<void>;
}

export interface Faults {
  add(options: FaultOptions): Fault;
  /** Each call is told once; the oldest fault that matches wins, but all of them count the call. */
  strike(call: Pick<Call, 'method' | 'path' | 'query'>): Struck | null;
  /** No call fails from now on, and what is held goes on. */
  lift(): void;
}

export function startFaults(): Faults {
  const active = new Set<Pick<Faults, 'strike'>>();
  const releases = new Set<() => void>();
  return {
    add: ({ kind, method, path, asks, nth = 1 }) => {
      const hit = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let seen = 0;
      let hits = 0;
      const entry: Pick<Faults, 'strike'> = {
        strike: (call) => {
          if (method !== undefined && call.method !== method) return null;
          if (typeof path === 'string' ? call.path !== path : path && !path.test(call.path)) return null;
          if (asks !== undefined && call.query.get('q')?.includes(asks) !== true) return null;
          seen += 1;
          if (nth !== 'every' && seen !== nth) return null;
          if (nth !== 'every') active.delete(entry);
          hits += 1;
          hit.resolve();
          return { kind, released: released.promise };
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
    lift: () => {
      active.clear();
      for (const release of releases) release();
    },
  };
}

/** The refusal of this fault in the words of the host that was asked; null for a trouble of the connection. */
export function refusalOf({ kind }: Struck, { host, path }: Call): Answer | null {
  if (!(kind in WORDS)) return null;
  const [status, ofDrive, ofOAuth] = WORDS[kind as RefusalKind];
  const headers = kind === 'tooManyRequests' ? { headers: { 'retry-after': '1' } } : {};
  if (!path.includes('/drive/'))
    return {
      ...(host === 'oauth2.googleapis.com' ? oauthAnswer(status, ofOAuth) : cloudAnswer(status, ofDrive)),
      ...headers,
    };
  if (kind === 'unauthorized') return unauthenticated();
  return kind === 'insufficientScope' ? scopeMissing() : { ...driveAnswer(status, ofDrive), ...headers };
}
