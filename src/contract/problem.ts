import { refuseStorage } from '../core/kernel/storage-refusals.ts';
import { isRefusal, refusalsInText, type Reason, type RefusalKind } from '../core/kernel/refusal.ts';
import { isInText, type Says } from '../core/kernel/says.ts';
import { inEnglish } from './words/english.ts';

/** The one table from refusals of the core to HTTP statuses. */
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
  internal: { status: 500, title: 'Internal error' },
  upstream: { status: 502, title: 'Provider error' },
  unreachable: { status: 502, title: 'Engine not reachable' },
  unavailable: { status: 503, title: 'Not available now' },
  upstream_timeout: { status: 504, title: 'No answer in time' },
  storage_full: { status: 507, title: 'Disk full' },
};

const as = (kind: RefusalKind, detail: string): Reason => ({ kind, detail });

/** Refusals that any route may give. */
export const refuseRequest = refusalsInText({
  invalid_request: as('invalid', 'The request is not valid for this route.'),
  invalid_encoding: as(
    'invalid',
    'The body is not UTF-8, as JSON is: letters of it cannot be read. Nothing was stored. Send it in UTF-8.',
  ),
  unauthenticated: as(
    'unauthenticated',
    'This request needs the token of this engine: Authorization: Bearer <token>.',
  ),
  too_many_attempts: as(
    'limited',
    'Too many wrong tokens were sent. The right one is always accepted; wait before you try another.',
  ),
  host_not_allowed: as(
    'forbidden',
    'The Host header names another machine. If clients reach this engine under that name, add it to SVC_ALLOWED_HOSTS.',
  ),
  origin_not_allowed: as(
    'forbidden',
    'Requests from pages of another origin are not served. If that page is yours, add it to SVC_ALLOWED_ORIGINS.',
  ),
  not_found: as('not_found', 'No route has this address.'),
  method_not_allowed: as('method_not_allowed', 'This address does not support this method.'),
  body_too_large: as('too_large', 'The body is larger than this route accepts.'),
  unsupported_media_type: as('unsupported', 'Send the body as JSON, with Content-Type: application/json.'),
  /** Of the port of the page, which forwards to the engine. */
  engine_unreachable: as(
    'unreachable',
    'The engine does not answer. Start it with "svc --http-api"; if it listens elsewhere, start "svc --web" with its address in SVC_API_URL.',
  ),
  not_ready: as('unavailable', 'The engine is not ready yet. Try again in a moment.'),
});

type CodesOf<T> = keyof T & string;
export type CommonCode = CodesOf<typeof refuseRequest> | CodesOf<typeof refuseStorage>;

/** The codes of `CommonCode` at run time, and `internal`. */
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
  /** What `detail` says, as data. */
  readonly says?: readonly Says[];
  readonly [fact: string]: unknown;
}

const INTERNAL = 'The engine failed internally. Its log has the details under the id in "instance".';

/** Phrases anything thrown. A fault discloses nothing: no stack, no path, no message of a library. */
export function toProblem(error: unknown, requestId: string): Problem {
  const refused = isRefusal(error) ? error : null;
  const code = refused?.code ?? 'internal';
  const { status, title } = refused ? HTTP[refused.kind] : { status: 500, title: 'Internal error' };
  const detail = refused ? inEnglish(refused.says) : INTERNAL;
  return {
    ...refused?.facts,
    type: `urn:svc:problem:${code}`,
    title,
    status,
    detail,
    instance: requestId,
    code,
    error: detail,
    ...(refused && !isInText(refused.says) ? { says: refused.says } : {}),
  };
}
