import { refuseStorage } from '../core/kernel/storage-refusals.ts';
import { isRefusal, refusals, type Reason, type RefusalKind } from '../core/kernel/refusal.ts';

/** The one table between what the core refuses and what HTTP calls it. */
const HTTP: Readonly<Record<RefusalKind, { readonly status: number; readonly title: string }>> = {
  invalid: { status: 400, title: 'Invalid request' },
  unauthenticated: { status: 401, title: 'Not authenticated' },
  forbidden: { status: 403, title: 'Not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'Gone' },
  too_large: { status: 413, title: 'Too large' },
  unsupported: { status: 415, title: 'Unsupported content type' },
  impossible: { status: 422, title: 'Not possible' },
  limited: { status: 429, title: 'Too many requests' },
  storage: { status: 500, title: 'Storage error' },
  upstream: { status: 502, title: 'Provider error' },
  unavailable: { status: 503, title: 'Not available now' },
  upstream_timeout: { status: 504, title: 'Provider timeout' },
  storage_full: { status: 507, title: 'Disk full' },
};

const as = (kind: RefusalKind, detail: string): Reason => ({ kind, detail });

/** What any route may be refused with, whatever it does. */
export const refuseRequest = refusals({
  invalid_request: as('invalid', 'The request does not have the form that this route takes.'),
  unauthenticated: as(
    'unauthenticated',
    'This needs the token of this engine: Authorization: Bearer <token>.',
  ),
  too_many_attempts: as(
    'limited',
    'Too many wrong tokens have been sent. The right one is served at all times; wait before you try another.',
  ),
  host_not_allowed: as(
    'forbidden',
    'The Host header names another machine. If this engine is reached under that name, add it to SVC_ALLOWED_HOSTS.',
  ),
  origin_not_allowed: as(
    'forbidden',
    'Requests from pages of another origin are not served. If that page is yours, add it to SVC_ALLOWED_ORIGINS.',
  ),
  not_found: as('not_found', 'There is nothing at this address.'),
  method_not_allowed: as('method_not_allowed', 'This address does not take this method.'),
  body_too_large: as('too_large', 'The body is larger than this route takes.'),
  unsupported_media_type: as('unsupported', 'Send the body as JSON, with Content-Type: application/json.'),
  not_ready: as('unavailable', 'The engine is not ready to serve this yet. Try again in a moment.'),
});

type CodesOf<T> = keyof T & string;
export type CommonCode = CodesOf<typeof refuseRequest> | CodesOf<typeof refuseStorage>;

/** At run time the same set as `CommonCode`, and `internal`. */
export const commonCodes: ReadonlySet<string> = new Set([
  ...Object.keys(refuseRequest),
  ...Object.keys(refuseStorage),
  'internal',
] satisfies (CommonCode | 'internal' | string)[]);

/** RFC 9457, with the stable `code`, `error` for clients that read one string, and the refusal's facts. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly error: string;
  readonly [fact: string]: unknown;
}

const INTERNAL = 'Something went wrong inside the engine. Its log says what, under the id in "instance".';

/** Phrases whatever was thrown. Of a fault nothing is told: no stack, no path, no message of a library. */
export function toProblem(error: unknown, requestId: string): Problem {
  const refused = isRefusal(error) ? error : null;
  const code = refused?.code ?? 'internal';
  const { status, title } = refused ? HTTP[refused.kind] : { status: 500, title: 'Internal error' };
  const detail = refused?.message ?? INTERNAL;
  return {
    ...refused?.facts,
    type: `urn:svc:problem:${code}`,
    title,
    status,
    detail,
    instance: requestId,
    code,
    error: detail,
  };
}
