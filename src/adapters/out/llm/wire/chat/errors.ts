import { isQuotaWord, rejected, type Failure, type Quoting } from '../failure.ts';
import { textIn } from '../payload.ts';
import { chatErrorOf } from './chat-error.ts';

/**
 * Converts an error of the SDK; null if the provider did not answer. Recognised by its shape, because realms differ
 * under jest: an answer has a status, a broken connection has none.
 */
export function explainChatError(error: unknown, quoting: Quoting): Failure | null {
  const { status, error: body, message, headers } = (error ?? {}) as SdkError;
  if (typeof status !== 'number') return null;
  const complaint = chatErrorOf(body);
  return rejected(
    {
      status,
      word: complaint.words.find(isQuotaWord) ?? complaint.words[0] ?? null,
      message: complaint.message ?? chatErrorOf(bareText(textIn(message), status)).message,
      retryAfter: retryAfterIn(headers),
      window: complaint.window,
    },
    quoting,
  );
}

interface SdkError {
  readonly status?: unknown;
  /** The `error` of the body, or the whole body if it has none. */
  readonly error?: unknown;
  readonly message?: unknown;
  readonly headers?: { get?: (name: string) => string | null };
}

/** The SDK puts the status before a body that is not JSON, and its own words in place of an empty one. */
const bareText = (message: string | null, status: number): string =>
  (message ?? '').replace(`${status} `, '').replace(/^status code \(no body\)$/u, '');

function retryAfterIn(headers: SdkError['headers']): string | null {
  const ms = Number(headers?.get?.('retry-after-ms') ?? Number.NaN);
  return ms > 0 ? String(ms / 1_000) : (headers?.get?.('retry-after') ?? null);
}
