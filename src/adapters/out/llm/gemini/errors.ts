import { sayFailure } from '../../../../core/instance/models/says.ts';
import type { Says } from '../../../../core/kernel/says.ts';
import { overflowing, rejected, saidBy, type Failure, type Quoting } from '../wire/failure.ts';
import { overflowIn } from '../wire/overflow.ts';
import { isObject, listIn, objectIn, payloadsOf, textIn } from '../wire/payload.ts';
import { NOT_SIGNED_IN, UNUSABLE_FILE } from '../wire/service-account.ts';
import type { JsonObject } from '../../../../core/kernel/json.ts';

/** Specific advice; the general messages speak of keys and base URLs. */
const MEANINGS: Readonly<Record<number, Says>> = {
  401: sayFailure('model.cloud_credentials', { status: 401 }),
  403: sayFailure('model.cloud_role'),
  404: sayFailure('model.cloud_not_found'),
};

/** HTTP equivalents of google.rpc.Code, for errors inside a stream that have no other status. */
const STATUSES: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNKNOWN: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

/** For an answer that is not a stream: the status decides, the body explains. */
export async function refusalIn(response: Response, quoting: Quoting): Promise<Failure> {
  const body = await response.text();
  return failureFor(response.status, errorIn(body) ?? {}, response.headers.get('retry-after'), quoting);
}

/** For an error instead of a chunk, after a successful status. */
export function reported(error: JsonObject, quoting: Quoting): Failure {
  const code = error['code'];
  const status = typeof code === 'number' && code >= 400 ? code : STATUSES[textIn(error['status']) ?? ''];
  if (status !== undefined) return failureFor(status, error, null, quoting);
  const overflow = overflowIn(null, [], textIn(error['message']));
  if (overflow) return overflowing(overflow, textIn(error['message']), quoting);
  return {
    says: [sayFailure('model.reported', { name: null }), ...saidBy(textIn(error['message']), quoting)],
    retryable: true,
  };
}

/** For an error of the token endpoint (RFC 6749 §5.2). */
export async function credentialsRefused(response: Response, quoting: Quoting): Promise<Failure> {
  const { status, headers } = response;
  const body = await response.text();
  const { error, error_description: description } = payloadIn(body) ?? {};
  const message =
    [textIn(error), textIn(description)].filter((each) => each !== null).join(': ') ||
    textIn(errorIn(body)?.['message']);
  if (status >= 400 && status < 500 && status !== 429)
    return {
      says: [sayFailure('model.cloud_credentials', { status }), ...saidBy(message, quoting)],
      retryable: false,
      fault: 'key',
    };
  const retryAfter = headers.get('retry-after');
  // Whatever a gateway gave up there, the model was not asked.
  const { mayHaveBegun: _, ...failure } = rejected(
    { status, word: textIn(error), message, retryAfter },
    quoting,
  );
  return failure;
}

/** An error of the SDK before anything was sent; recognised by name, because realms differ under jest. */
export function sdkFailure(error: unknown, hasFile: boolean, quoting: Quoting): Failure | null {
  const { name, message } = error as Partial<Error>;
  if (name === 'GoogleAuthError') return hasFile ? UNUSABLE_FILE : NOT_SIGNED_IN;
  if (name === 'ClientError' || name === 'IllegalArgumentError')
    return {
      says: [sayFailure('model.cloud_request'), ...saidBy(message ?? null, quoting)],
      retryable: false,
    };
  return null;
}

function failureFor(status: number, error: JsonObject, retryAfter: string | null, quoting: Quoting): Failure {
  const message = textIn(error['message']);
  const failure = rejected(
    { status, word: textIn(error['status']), message, retryAfter: retryAfter ?? delayIn(error) },
    quoting,
  );
  const meaning = MEANINGS[status];
  return meaning === undefined ? failure : { ...failure, says: [meaning, ...saidBy(message, quoting)] };
}

/** The wait, if it is in the error and not in a header: `{"@type": "…RetryInfo", "retryDelay": "13s"}`. */
function delayIn(error: JsonObject): string | null {
  const delays = listIn(error['details']).map((each) => textIn(objectIn(each)?.['retryDelay']));
  return /^(\d+(?:\.\d+)?)s$/u.exec(delays.find((delay) => delay !== null) ?? '')?.[1] ?? null;
}

const errorIn = (body: string): JsonObject | null => objectIn(payloadIn(body)?.['error']);

function payloadIn(body: string): JsonObject | null {
  try {
    return payloadsOf(body).find(isObject) ?? null;
  } catch {
    return null;
  }
}
