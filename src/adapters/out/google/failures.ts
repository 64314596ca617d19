import { refuse as refuseAccount } from '../../../core/outside/cloud-account/errors.ts';
import { say } from '../../../core/outside/cloud-account/says.ts';
import { refuse as refuseDrive } from '../../../core/keeping/backups/drive/errors.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';

/** An answer of the vendor that is not a success. */
export interface FailedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
}

const BUSY = new Set([
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'sharingRateLimitExceeded',
  'dailyLimitExceeded',
]);
const FULL = new Set([
  'storageQuotaExceeded',
  'teamDriveFileLimitExceeded',
  'numChildrenInNonRootLimitExceeded',
]);
const SCOPE = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']);

/** What an answer means, as the refusal of the ports. Quotes nothing but one word of the vendor. */
export function failureOf({ status, headers, data }: FailedAnswer): Refusal {
  const word = wordIn(data);
  const facts = { status, ...(word === null ? {} : { reason: word }) };
  const retryAfterMs = pauseIn(headers);
  const wait = retryAfterMs === null ? facts : { ...facts, retryAfterMs };
  if (status === 429 || (word !== null && BUSY.has(word))) return refuseAccount.cloud_busy(wait);
  if (word !== null && FULL.has(word)) return refuseDrive.drive_full(facts);
  if (word !== null && SCOPE.has(word)) return refuseAccount.scope_missing(facts);
  if (status >= 500 || status === 408) return refuseAccount.cloud_unavailable(wait);
  return refuseAccount.cloud_refused(facts, say('account.refused_with', { status, word }));
}

/** A request without an answer: no network, no time, a connection that was lost. Errors of the library may hold a token. */
export const noAnswer = (error: unknown): Refusal =>
  refuseAccount.cloud_unavailable({}, undefined, new Error(causeOf(error)));

/** An answer that is not what the vendor documents: it may have had its effect. */
export const strangeAnswer = (what: string): Refusal =>
  refuseAccount.cloud_unavailable({}, say('account.strange_answer', { what }));

function causeOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: unknown };
  const inner = (cause as { code?: unknown } | undefined)?.code;
  return [name, code, inner].filter((one) => typeof one === 'string').join(' ');
}

/** The vendor's word for what went wrong, as in `{error: {errors: [{reason}]}}`, `{error: {status}}` and `{error}`. */
export function wordIn(data: unknown): string | null {
  const { error } = (isObject(data) ? data : {}) as { readonly error?: unknown };
  if (typeof error === 'string') return plain(error);
  if (!isObject(error)) return null;
  const { errors, details, status } = error as {
    readonly errors?: readonly { readonly reason?: unknown }[];
    readonly details?: readonly { readonly reason?: unknown }[];
    readonly status?: unknown;
  };
  const named = Array.isArray(errors) ? errors[0]?.reason : undefined;
  const detailed = Array.isArray(details)
    ? details.find((one) => typeof one.reason === 'string')?.reason
    : undefined;
  return plain(named) ?? plain(detailed) ?? plain(status);
}

const plain = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w.]{1,60}$/u.test(value) ? value : null;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_PAUSE_S = 3_600;

function pauseIn(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MAX_PAUSE_S) * 1_000 : null;
}
