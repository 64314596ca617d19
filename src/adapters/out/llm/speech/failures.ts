import type { Clock } from '../../../../core/ports/clock.ts';
import type { SpeechConnection, SpeechFailure } from '../../../../core/execution/speech/port.ts';
import { isUnreached, isWireFailure, quote, rejected, brokenStream, type Failure } from '../wire/failure.ts';
import { listIn, objectIn, textIn } from '../wire/payload.ts';
import type { Watchdog } from '../wire/watchdog.ts';

/** What a provider answered instead of speech or a transcript. */
export async function refusalOf(
  response: Response,
  { key }: SpeechConnection,
  clock: Clock,
): Promise<SpeechFailure> {
  const { status, headers } = response;
  // The body is cut to a short length by the fetch of the wires.
  const body = parsed(await response.text().catch(() => ''));
  const { message, word } = saidIn(body);
  const quoting = { secrets: [key], now: clock.now() };
  const failure = rejected({ status, word, message, retryAfter: headers.get('retry-after') }, quoting);
  const own = OWN_WORDS[status];
  const error = own === undefined ? failure.error : `${own}${quote(message, quoting)}`;
  return failed({ ...failure, error }, failure.mayHaveBegun ?? false);
}

const OWN_WORDS: Readonly<Record<number, string>> = {
  401: 'The provider does not accept the key in EU_PROVIDER_API_KEY (HTTP 401). Check the key.',
  403: 'The provider does not let the key in EU_PROVIDER_API_KEY use this model or voice (HTTP 403).',
  404: 'The provider knows no such address, model or voice (HTTP 404). If EU_PROVIDER_BASE_URL is set, check it: it usually ends in /v1.',
  413: 'This is more than the provider takes at once (HTTP 413). Send it in parts.',
};

/** Errors come as `{message, type, code}`, `{error: {…}}` or `{detail: [{msg}]}`. */
export function saidIn(body: unknown): { readonly message: string | null; readonly word: string | null } {
  const outer = objectIn(body);
  const error = objectIn(outer?.['error']) ?? outer;
  const [detail] = listIn(outer?.['detail']);
  return {
    message:
      textIn(error?.['message']) ??
      textIn(outer?.['error']) ??
      textIn(outer?.['detail']) ??
      textIn(objectIn(detail)?.['msg']),
    word: textIn(error?.['type']) ?? textIn(error?.['code']),
  };
}

/** What was thrown while a request was under way. `hasBegun`: the answer had begun. */
export function brokenBy(
  thrown: unknown,
  hasBegun: boolean,
  { expired }: Pick<Watchdog, 'expired'>,
): SpeechFailure {
  if (expired !== null) return { ...TIMEOUT, mayBeBilled: true };
  if (isWireFailure(thrown)) return failed(thrown.failure, hasBegun);
  if (hasBegun) return failed(BROKEN, true);
  return failed(brokenStream(thrown, false), !isUnreached(thrown));
}

export const failed = (
  { code = 'provider_error', error, retryable, retryAfterMs }: Failure,
  mayBeBilled: boolean,
): SpeechFailure => ({
  kind: 'failed',
  code,
  error,
  retryable,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  mayBeBilled,
});

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const TIMEOUT = {
  kind: 'failed',
  code: 'provider_timeout',
  error: 'The provider of speech sent nothing for too long, so the call was given up. Try again.',
  retryable: true,
} as const;

const BROKEN: Failure = {
  error: 'The connection to the provider of speech broke in the middle of its answer. Try again.',
  retryable: true,
};

export const TOO_LONG: Failure = {
  error: 'The provider sent more than an answer can hold.',
  retryable: false,
};

export const UNINTELLIGIBLE: Failure = {
  error:
    'What answers there is no provider of speech, or its answer is damaged. If EU_PROVIDER_BASE_URL is set, check it.',
  retryable: false,
};
