import { refuseStorage } from '../core/kernel/storage-refusals.ts';
import {
  isRefusal,
  refusals,
  type Refusal,
  type RefusalFacts,
  type RefusalKind,
} from '../core/kernel/refusal.ts';
import { refusePeople } from '../core/kernel/people-refusals.ts';
import { refuseForNow } from '../core/kernel/write-gate.ts';
import { isInText, type Says } from '../core/kernel/says.ts';
import { say as sayOfValue } from '../core/kernel/value-says.ts';
import type { Violation } from '../core/ports/validator.ts';
import { say, type RequestProblems } from './request-says.ts';
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

/** Refusals that any route may give. */
export const refuseRequest = {
  ...refusals<RequestProblems>()('request', {
    invalid_request: 'invalid',
    invalid_encoding: 'invalid',
    unauthenticated: 'unauthenticated',
    too_many_attempts: 'limited',
    host_not_allowed: 'forbidden',
    origin_not_allowed: 'forbidden',
    not_found: 'not_found',
    method_not_allowed: 'method_not_allowed',
    body_too_large: 'too_large',
    unsupported_media_type: 'unsupported',
    /** Of the port of the page, which forwards to the engine. */
    engine_unreachable: 'unreachable',
  }),
  ...refuseForNow,
  ...refusePeople,
};

/** The first of them is said; clients get all. */
export const refuseViolations = (violations: readonly Violation[]): Refusal => {
  const { path, says } = violations[0] ?? { path: '', says: sayOfValue('wrong.invalid') };
  return refuseRequest.invalid_request(
    { violations },
    say('request.violation', { place: path === '' ? null : path, why: says }),
  );
};

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

/** Of what is listed as data, such as violations, its English is the `message`. */
const inWords = (facts: RefusalFacts): RefusalFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      Array.isArray(fact)
        ? (fact as readonly unknown[]).map((one) => (isSaid(one) ? withMessage(one) : one))
        : fact,
    ]),
  );

const isSaid = (one: unknown): one is { readonly says: Says } =>
  typeof one === 'object' &&
  one !== null &&
  'says' in one &&
  typeof one.says === 'object' &&
  one.says !== null &&
  'code' in one.says;

/** As it is shown to clients. */
export const withMessage = <One extends { readonly says: Says }>({ says, ...one }: One) => ({
  ...one,
  message: inEnglish(says),
  says,
});

const INTERNAL = 'The engine failed internally. Its log has the details under the id in "instance".';

/**
 * Phrases anything thrown, and never throws itself. A fault discloses nothing: no stack, no path, no message of a library.
 * A refusal that cannot be put into words is a fault, too, of which `failed` is told.
 */
export function toProblem(
  error: unknown,
  requestId: string,
  failed: (thrown: unknown) => void = () => undefined,
): Problem {
  try {
    return phrased(error, requestId);
  } catch (thrown) {
    failed(thrown);
    return phrased(thrown, requestId);
  }
}

function phrased(error: unknown, requestId: string): Problem {
  const refused = isRefusal(error) ? error : null;
  const code = refused?.code ?? 'internal';
  const { status, title } = refused ? HTTP[refused.kind] : { status: 500, title: 'Internal error' };
  const detail = refused ? inEnglish(refused.says) : INTERNAL;
  return {
    ...(refused && inWords(refused.facts)),
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
