import { modelLimits } from '../../../../core/instance/models/limits.ts';
import { sayFailure } from '../../../../core/instance/models/says.ts';
import { quote } from '../../../../core/kernel/quoted.ts';
import type { Says } from '../../../../core/kernel/says.ts';
import { redactText } from '../../../../core/trust/masking/redaction.ts';
import type { ModelEnd, ModelFault } from '../../../../core/ports/model.ts';
import { overflowIn, type Overflow } from './overflow.ts';

type Failed = Extract<ModelEnd, { stop: 'failed' }>;

/** A failure at the provider or on the way to it. Its code is `provider_error` by default. */
export interface Failure {
  readonly code?: 'provider_error' | 'provider_timeout';
  /** What happened, and what to do. */
  readonly says: readonly Says[];
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
    super(failure.says.map(({ code }) => code).join(' '), { cause });
    this.name = 'WireFailure';
    this.failure = failure;
  }
}

export const isWireFailure = (error: unknown): error is WireFailure =>
  (error as { name?: unknown } | null)?.name === 'WireFailure';

/** What comes after it is not read. */
export const tooLong = (): WireFailure =>
  new WireFailure({ says: [sayFailure('model.too_much')], retryable: false });

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
  says: failure.says,
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
  const said = saidBy(message, quoting);
  if (status === 402 || (word !== null && isQuotaWord(word)) || (status < 500 && mentionsQuota(message)))
    return {
      says: [sayFailure('model.account', { status }), ...said],
      retryable: false,
      fault: 'account',
    };
  const retryable = status === 429 || status >= 500;
  const wait = retryable ? retryAfterMs(retryAfter, quoting.now) : undefined;
  return {
    says: [meaningOf(status), ...said],
    retryable,
    fault: faultOf(status),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(GATEWAY_TIMEOUTS.has(status) ? { mayHaveBegun: true } : {}),
  };
}

/** The request does not fit into the window. */
export function overflowing({ window }: Overflow, message: string | null, quoting: Quoting): Failure {
  const what =
    window === null ? sayFailure('model.overflow') : sayFailure('model.window', { tokens: window });
  return {
    says: [what, ...saidBy(message, quoting)],
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

function meaningOf(status: number): Says {
  if (status === 401 || status === 403) return sayFailure('model.key', { status });
  if (status === 404) return sayFailure('model.not_found');
  if (status === 429 || status === 529) return sayFailure('model.busy', { status });
  if (status >= 500) return sayFailure('model.fault', { status });
  if (status >= 300 && status < 400) return sayFailure('model.redirected', { status });
  return sayFailure('model.refused', { status });
}

const maxQuotedChars = 300;

/** The provider's message for people: one line, bounded, without secrets. Nothing if there was none. */
export function saidBy(message: string | null, { secrets }: Pick<Quoting, 'secrets'>): readonly Says[] {
  const line = redactText(message ?? '', secrets)
    .replace(/[\u0000-\u001F\u007F-\u009F\s]+/gu, ' ')
    .trim();
  return line === '' ? [] : [sayFailure('model.said', { message: quote(line, maxQuotedChars) })];
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
  if (hasBegun) return { says: [sayFailure('model.broke')], retryable: true };
  if (causes.some(({ message }) => message === BLOCKED_PORT)) return UNUSABLE_PORT;
  if (code !== undefined && WHILE_TALKING.has(code))
    return { says: [sayFailure('model.lost')], retryable: true };
  // Without a code, only the message tells what happened.
  const said = code === undefined ? saidBy(causes.at(-1)?.message ?? null, { secrets: [] }) : [];
  return {
    says: [unreachable(code), ...said, sayFailure('model.check_address')],
    retryable: true,
    fault: 'unreached',
  };
}

/** Of a connection that was made, and ended before the whole answer was there. */
const WHILE_TALKING: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** The only message of fetch for a port that the Fetch standard blocks; there is no code for it. */
const BLOCKED_PORT = 'bad port';
const UNUSABLE_PORT: Failure = {
  says: [sayFailure('model.port')],
  retryable: false,
  fault: 'unreached',
};

function unreachable(code: string | undefined): Says {
  if (code === undefined) return sayFailure('model.unreached');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return sayFailure('model.no_host');
  if (code === 'ECONNREFUSED') return sayFailure('model.nothing_listens');
  return sayFailure(SECURITY.test(code) ? 'model.insecure' : 'model.unreached_by', { error: code });
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
