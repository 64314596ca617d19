import { modelLimits } from '../../../../core/instance/models/limits.ts';
import { redactText } from '../../../../core/trust/masking/redaction.ts';
import type { ModelEnd, ModelFault } from '../../../../core/ports/model.ts';
import { overflowIn, type Overflow } from './overflow.ts';

type Failed = Extract<ModelEnd, { stop: 'failed' }>;

/** A failure at the provider or on the way to it. Its code is `provider_error` by default. */
export interface Failure {
  readonly code?: 'provider_error' | 'provider_timeout';
  /** A sentence for people: what happened, and what to do. */
  readonly error: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  /** Whether the model may have begun to work, and to cost. */
  readonly mayHaveBegun?: true;
  readonly fault?: ModelFault;
  /** With the fault `overflow`: the model's window in tokens, where the provider names it. */
  readonly window?: number;
}

/** Thrown inside an adapter; it becomes the end of the stream. Recognised by name, because realms differ under jest. */
export class WireFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.error, { cause });
    this.name = 'WireFailure';
    this.failure = failure;
  }
}

export const isWireFailure = (error: unknown): error is WireFailure =>
  (error as { name?: unknown } | null)?.name === 'WireFailure';

/** What comes after it is not read. */
export const tooLong = (): WireFailure =>
  new WireFailure({ error: 'The provider sent more than an answer can hold.', retryable: false });

/** The parts of an answer. @throws WireFailure for one more than an answer can hold */
export function addPart<Part>(parts: Part[], part: Part): void {
  if (parts.length >= modelLimits.answerBlocks) throw tooLong();
  parts.push(part);
}

export const failedWith = (failure: Failure, usage: Failed['usage']): Failed => ({
  type: 'end',
  stop: 'failed',
  usage,
  code: failure.code ?? 'provider_error',
  error: failure.error,
  retryable: failure.retryable,
  ...(failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }),
  ...(failure.fault === undefined ? {} : { fault: failure.fault }),
  ...(failure.window === undefined ? {} : { window: failure.window }),
});

/** An error of an SDK: with a status if the provider answered, without one if it did not. */
export interface Rejection {
  readonly status: number;
  /** The provider's error code (`overloaded_error`, `insufficient_quota`, …), if it has one. */
  readonly word: string | null;
  readonly message: string | null;
  readonly retryAfter: string | null;
  /** The model's window in tokens, where the error has a field for it. */
  readonly window?: number | null;
}

/** What a failure may quote: never a secret, never a long page. */
export interface Quoting {
  readonly secrets: readonly string[];
  /** Wall clock, milliseconds: `Retry-After` may be a date. */
  readonly now: number;
}

/** Codes for spending limits, which waiting does not lift. */
const SPENDING_LIMIT_CODES = new Set([
  'insufficient_quota',
  'billing_error',
  'billing_hard_limit_reached',
  'credit_exhausted',
  'exceeded_current_quota_error',
  'insufficient_balance',
]);

/** Whether a provider's error code means a spending limit. */
export const isQuotaWord = (word: string): boolean => SPENDING_LIMIT_CODES.has(word.toLowerCase());

/** Without "exceeded your current quota", which is also used for requests per minute. */
const SPENDING_LIMIT_TEXT =
  /\bspend(?:ing)?[ -](?:limit|cap)\b|\bused all available credits\b|\binsufficient (?:account )?(?:balance|credits?|funds)\b|\bcredit balance is too low\b|余额不足/iu;

/** Some have no code for it, only a sentence with status 429 (xAI, z.ai, MiniMax). */
export const mentionsQuota = (message: string | null): boolean => SPENDING_LIMIT_TEXT.test(message ?? '');

/** Classified by status; the provider's code can only rule out a retry, because a body may be wrong. */
export function rejected(rejection: Rejection, quoting: Quoting): Failure {
  const { status, word, message, retryAfter, window = null } = rejection;
  const overflow = overflowIn(status, [word], message);
  if (overflow) return overflowing({ window: overflow.window ?? window }, message, quoting);
  const said = quote(message, quoting);
  if (status === 402 || (word !== null && isQuotaWord(word)) || (status < 500 && mentionsQuota(message)))
    return {
      error: `The provider refuses to go on because of a spending limit or an empty account (HTTP ${status}).${said}`,
      retryable: false,
      fault: 'account',
    };
  const retryable = status === 429 || status >= 500;
  const wait = retryable ? retryAfterMs(retryAfter, quoting.now) : undefined;
  return {
    error: `${meaningOf(status)}${said}`,
    retryable,
    fault: faultOf(status),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(GATEWAY_TIMEOUTS.has(status) ? { mayHaveBegun: true } : {}),
  };
}

/** The request does not fit into the window. */
export function overflowing({ window }: Overflow, message: string | null, quoting: Quoting): Failure {
  const what =
    window === null
      ? 'The request is longer than the context window of the model.'
      : `The request is longer than the context window of ${window} tokens of the model.`;
  return {
    error: `${what}${quote(message, quoting)}`,
    retryable: false,
    fault: 'overflow',
    ...(window === null ? {} : { window }),
  };
}

function faultOf(status: number): ModelFault {
  if (status === 401 || status === 403) return 'key';
  if (status === 404) return 'not_found';
  if (status === 429 || status >= 500) return 'busy';
  return status === 405 || status < 400 ? 'no_api' : 'request';
}

/** A server in between gave up waiting: the model may have worked all the same. */
const GATEWAY_TIMEOUTS = new Set([408, 504, 524]);

function meaningOf(status: number): string {
  if (status === 401 || status === 403)
    return `The provider does not accept the key, or it may not use this model (HTTP ${status}). Check the key.`;
  if (status === 404)
    return 'The provider knows no such address or model (HTTP 404). Check the model id and the base URL; most servers want it to end in /v1.';
  if (status === 429) return 'The provider takes no more requests for the moment (HTTP 429).';
  if (status === 529) return 'The provider is overloaded (HTTP 529).';
  if (status >= 500) return `The provider has a problem of its own (HTTP ${status}).`;
  if (status >= 300 && status < 400)
    return `The provider sends requests to another address (HTTP ${status}). A key is never sent after it: set the final address as base URL.`;
  return `The provider refused the request (HTTP ${status}).`;
}

const maxQuotedChars = 300;

/** The provider's message for people: one line, bounded, without secrets. Empty if there was none. */
export function quote(message: string | null, { secrets }: Pick<Quoting, 'secrets'>): string {
  const line = redactText(message ?? '', secrets)
    .replace(/[\u0000-\u001F\u007F-\u009F\s]+/gu, ' ')
    .trim();
  if (line === '') return '';
  return ` It said: ${line.length > maxQuotedChars ? `${line.slice(0, maxQuotedChars)}…` : line}`;
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Whether no connection was made, so that the provider did not get the request. */
export function isUnreached(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, message }) =>
      message === BLOCKED_PORT || (typeof code === 'string' && (UNREACHED.has(code) || SECURITY.test(code))),
  );
}

const UNREACHED = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ERR_INVALID_URL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const SECURITY = /CERT|TLS|SSL|SIGNED/u;

/** For a connection that failed before the answer or during it. */
export function brokenStream(error: unknown, hasBegun: boolean): Failure {
  const causes = causesOf(error);
  const code = causes.map(({ code: word }) => word).find((word) => typeof word === 'string');
  if (hasBegun)
    return {
      error:
        'The connection to the provider broke in the middle of the answer. What you saw of it is kept; send the task again to go on.',
      retryable: true,
    };
  if (causes.some(({ message }) => message === BLOCKED_PORT)) return UNUSABLE_PORT;
  if (code !== undefined && WHILE_TALKING.has(code)) return { error: LOST, retryable: true };
  // Without a code, only the message tells what happened.
  const said = code === undefined ? quote(causes.at(-1)?.message ?? null, { secrets: [] }) : '';
  const stop = said === '' || /[.!?…]$/u.test(said) ? '' : '.';
  return {
    error: `${unreachable(code)}${said}${stop} Check the base URL and that the server runs.`,
    retryable: true,
    fault: 'unreached',
  };
}

/** Of a connection that was made, and ended before the whole answer was there. */
const WHILE_TALKING: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const LOST =
  'The connection to the provider was lost in the middle: its server ended it before the answer was whole. Send the task ' +
  'again; if that happens each time, the log of that server may say why.';

/** The only message of fetch for a port that the Fetch standard blocks; there is no code for it. */
const BLOCKED_PORT = 'bad port';
const UNUSABLE_PORT: Failure = {
  error:
    'The provider cannot be reached: this port is one that no HTTP client may use. Let the server listen on another one, and set that in the base URL.',
  retryable: false,
  fault: 'unreached',
};

function unreachable(code: string | undefined): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return "The provider's host name cannot be resolved.";
  if (code === 'ECONNREFUSED') return 'Nothing listens at the address of the provider.';
  if (code !== undefined && SECURITY.test(code))
    return `No secure connection to the provider could be made (${code}).`;
  return `The provider cannot be reached${code === undefined ? '' : ` (${code})`}.`;
}

interface Cause {
  readonly code?: string;
  readonly message?: string;
}

/** The chain of causes, bounded: it may be circular. */
function causesOf(error: unknown): readonly Cause[] {
  const chain: Cause[] = [];
  let current = error;
  while (typeof current === 'object' && current !== null && chain.length < 5) {
    chain.push(current as Cause);
    const { cause, errors } = current as { cause?: unknown; errors?: readonly unknown[] };
    current = cause ?? errors?.[0];
  }
  return chain;
}
