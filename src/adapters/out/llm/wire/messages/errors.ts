import { sayFailure } from '../../../../../core/instance/models/says.ts';
import type { JsonObject } from '../../../../../core/kernel/json.ts';
import {
  rejected,
  mentionsQuota,
  overflowing,
  saidBy,
  WireFailure,
  type Failure,
  type Quoting,
} from '../failure.ts';
import { overflowIn } from '../overflow.ts';
import { countIn, isObject, listIn, objectIn, textIn } from '../payload.ts';

/** A provider's error, extracted from any format that servers of this API use. */
interface ProviderError {
  readonly word: string | null;
  readonly message: string | null;
  /** An HTTP status inside the body, as gateways send it. */
  readonly status: number | null;
}

/** An error of the SDK that is an answer of the provider, by its shape; null if there was no answer. */
export function explained(error: unknown, quoting: Quoting): Failure | null {
  if (typeof error !== 'object' || error === null) return null;
  const { status, error: body, message, headers } = error as Readonly<Record<string, unknown>>;
  if (typeof status !== 'number') return null;
  const complaint = providerErrorIn(body);
  return rejected(
    {
      status,
      word: complaint.word,
      message: complaint.message ?? (body === undefined ? plainText(message, status) : null),
      retryAfter: headerIn(headers, 'retry-after'),
    },
    quoting,
  );
}

/** An error in place of the answer, or in the middle of it, after a successful status. */
export function reported(payload: JsonObject, quoting: Quoting): WireFailure {
  const { word, message, status } = providerErrorIn(payload);
  if (status !== null && status >= 400 && status < 600)
    return new WireFailure(rejected({ status, word, message, retryAfter: null }, quoting));
  const overflow = overflowIn(null, [word], message);
  if (overflow) return new WireFailure(overflowing(overflow, message, quoting));
  const name = word !== null && /^[\w.-]{1,64}$/u.test(word) ? word : null;
  return new WireFailure({
    says: [sayFailure('model.reported', { name }), ...saidBy(message, quoting)],
    retryable: word !== null && PASSING.has(word) && !mentionsQuota(message),
  });
}

/** Whether the payload in place of the first event is an error, perhaps in a format of the server's own. */
export const isErrorPayload = (payload: JsonObject): boolean =>
  isObject(payload['error']) ||
  ['error', 'detail', 'message', 'msg'].some((field) => typeof payload[field] === 'string') ||
  countIn(objectIn(payload['base_resp'])?.['status_code']) > 0;

/** Errors that may pass; all others would only repeat. */
const PASSING = new Set(['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error']);

/**
 * `{error: {type, message}}` of the vendor; `code` instead of `type` in other servers; `{error: "…"}`,
 * `{message: "…"}` and `{detail: "…"}` of small servers; a list of one, as the cloud platform sends it; `{code, msg}`
 * of z.ai and `{base_resp: {status_msg}}` of MiniMax.
 */
function providerErrorIn(body: unknown): ProviderError {
  const outer = objectIn(listIn(body)[0] ?? body) ?? {};
  const inner = objectIn(outer['error']) ?? {};
  const details = objectIn(inner['details']);
  const code = inner['code'] ?? outer['code'];
  return {
    word: textIn(details?.['error_code']) ?? textIn(inner['type']) ?? textIn(inner['status']) ?? textIn(code),
    message:
      textIn(inner['message']) ??
      textIn(outer['error']) ??
      textIn(outer['message']) ??
      textIn(outer['detail']) ??
      textIn(outer['msg']) ??
      textIn(objectIn(outer['base_resp'])?.['status_msg']) ??
      (isObject(outer['error']) || outer['detail']
        ? JSON.stringify(outer['error'] ?? outer['detail'])
        : null),
    status: statusIn(code) ?? statusIn(inner['status']),
  };
}

const statusIn = (value: unknown): number | null =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{3}$/u.test(value)) ? Number(value) : null;

/** The SDK puts the status before a body that is not JSON. Null for a web page: it has nothing to quote. */
function plainText(message: unknown, status: number): string | null {
  const text = (textIn(message) ?? '').replace(`${status} `, '');
  return text === '' || text.trimStart().startsWith('<') || text === 'status code (no body)' ? null : text;
}

/** By shape: headers of another realm also count. */
function headerIn(headers: unknown, name: string): string | null {
  const get = (headers as { get?: unknown } | null | undefined)?.get;
  return typeof get === 'function' ? textIn(get.call(headers, name)) : null;
}
