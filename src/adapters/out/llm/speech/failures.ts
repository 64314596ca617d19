import { sayFailure } from '../../../../core/instance/models/says.ts';
import { say } from '../../../../core/execution/speech/says.ts';
import type { Says } from '../../../../core/kernel/says.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { SpeechConnection, SpeechFailure } from '../../../../core/execution/speech/port.ts';
import { isUnreached, isWireFailure, rejected, brokenStream, saidBy, type Failure } from '../wire/failure.ts';
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
  const says = own === undefined ? failure.says : [own, ...saidBy(message, quoting)];
  return failed({ ...failure, says }, failure.mayHaveBegun ?? false);
}

const OWN_WORDS: Readonly<Record<number, Says>> = {
  401: say('speech.key'),
  403: say('speech.not_allowed'),
  404: say('speech.not_found'),
  413: say('speech.too_much'),
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
  { code = 'provider_error', says, retryable, retryAfterMs }: Failure,
  mayBeBilled: boolean,
): SpeechFailure => ({
  kind: 'failed',
  code,
  says,
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
  says: [say('speech.silent')],
  retryable: true,
} as const;

const BROKEN: Failure = {
  says: [say('speech.broke')],
  retryable: true,
};

export const TOO_LONG: Failure = {
  says: [sayFailure('model.too_much')],
  retryable: false,
};

export const UNINTELLIGIBLE: Failure = {
  says: [say('speech.no_provider')],
  retryable: false,
};
