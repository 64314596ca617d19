import { sayFailure } from '../../../../../core/instance/models/says.ts';
import type { JsonObject } from '../../../../../core/kernel/json.ts';
import {
  isQuotaWord,
  rejected,
  mentionsQuota,
  overflowing,
  saidBy,
  type Failure,
  type Quoting,
} from '../failure.ts';
import { overflowIn } from '../overflow.ts';
import { countIn, isObject, objectIn, textIn } from '../payload.ts';

/** A provider's error, extracted from any known format. */
export interface ChatError {
  /** Its error codes, most specific first: `code`, `type`, `status`. */
  readonly words: readonly string[];
  /** The HTTP status in the body, if there is one. */
  readonly status: number | null;
  readonly message: string | null;
  /** The model's window in tokens, as llama.cpp tells it with a request that is too long. */
  readonly window: number | null;
}

/** Fields that may contain the message; the last ones are those of MiniMax and Qianfan. */
const messageFields = ['error', 'message', 'detail', 'errors', 'msg', 'status_msg', 'error_msg'] as const;

const maxDepth = 4;
/** More than is ever quoted, but all that is searched for secrets. */
const maxChars = 8_192;

/** An error body in any of the formats of servers: a text, an object, a nested object, a list. */
export function chatErrorOf(body: unknown, depth = 0): ChatError {
  if (typeof body === 'string') return { ...NONE, message: messageFrom(body) };
  if (Array.isArray(body)) return chatErrorOf(body[0] ?? null, depth + 1);
  if (!isObject(body) || depth > maxDepth) return NONE;
  const inner = messageFields
    .map((field) => body[field])
    .filter(isTelling)
    .map((said) => chatErrorOf(said, depth + 1));
  const marks = [body['code'], body['type'], body['status'], body['error_type']];
  const raw = textIn(objectIn(body['metadata'])?.['raw']);
  const messages = [...inner.map(({ message }) => message), raw && messageFrom(raw)];
  return {
    words: [
      ...inner.flatMap(({ words }) => words),
      ...marks.filter((mark) => typeof mark === 'string' && !/^\d*$/u.test(mark)),
    ].map(String),
    status: inner.find(({ status }) => status !== null)?.status ?? statusAmong(marks),
    message: messages.filter((message) => message !== null).join(' ') || null,
    window: inner.find(({ window }) => window !== null)?.window ?? (countIn(body['n_ctx']) || null),
  };
}

const NONE: ChatError = { words: [], status: null, message: null, window: null };

/** The error in a chunk of a stream; null if the chunk is part of the answer. */
export function chatErrorIn(chunk: JsonObject, choice: JsonObject | null): ChatError | null {
  if (isTelling(chunk['error'])) return chatErrorOf(chunk);
  const ofChoice = choice?.['error'];
  if (isTelling(ofChoice)) return chatErrorOf(ofChoice);
  const stopped = objectIn(chunk['x_groq'])?.['error'];
  if (isTelling(stopped)) return chatErrorOf(stopped);
  if (chunk['object'] === 'error' || chunk['type'] === 'error') return chatErrorOf(chunk);
  const outcome = objectIn(chunk['base_resp']);
  if (outcome && countIn(outcome['status_code']) > 0) return chatErrorOf(outcome);
  const isPart = 'choices' in chunk || chunk['type'] === 'ping';
  if (isPart) return null;
  const isErrorPayload =
    isTelling(chunk['detail']) ||
    isTelling(chunk['errors']) ||
    ['message', 'msg', 'error_msg'].some((field) => typeof chunk[field] === 'string');
  return isErrorPayload ? chatErrorOf(chunk) : null;
}

/** The end of an answer that the provider aborted with an error. */
export function brokenStreamWith(complaint: ChatError, quoting: Quoting): Failure {
  const { status, words, message, window } = complaint;
  const overflow = overflowIn(status, words, message);
  if (overflow) return overflowing({ window: overflow.window ?? window }, message, quoting);
  const word = words.find(isQuotaWord) ?? null;
  // A server that gives up in the middle of an answer uses the status of a request timeout.
  if (status !== null && status !== 408)
    return rejected({ status, word, message, retryAfter: null }, quoting);
  return {
    says: [
      sayFailure('model.reported', { name: words[0] ? nameIn(words[0]) : null }),
      ...saidBy(message, quoting),
    ],
    retryable: word === null && !mentionsQuota(message) && mayPass(words, message ?? ''),
  };
}

/** Errors that a retry does not fix. Others may pass: the provider had accepted the request. */
const PERMANENT =
  /invalid|bad.?request|auth|permission|forbidden|denied|api.?key|context|too.?(long|large|many.?tokens)|not.?found|unsupported|not.?support|quota|billing|credit|content.?(filter|policy)|moderation|inspection|sensitive|validation|unprocessable/iu;
const PASSING =
  /overload|rate.?limit|too.?many.?requests|server.?error|internal|unavailable|timed?.?out|capacity|throttl|exhausted/iu;

/** Reads the message if no code tells: some servers send nothing else. */
function mayPass(words: readonly string[], message: string): boolean {
  if (words.some((word) => PASSING.test(word))) return true;
  if (words.some((word) => PERMANENT.test(word))) return false;
  return PASSING.test(message) || !PERMANENT.test(message);
}

const nameIn = (word: string): string => word.replace(/[^\w.-]/gu, '_').slice(0, 60);

const isTelling = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() !== '') ||
  (typeof value === 'object' && value !== null && Object.keys(value).length > 0);

/** Null for a web page, which is meant for browsers. */
function messageFrom(text: string): string | null {
  const trimmed = text.trim().slice(0, maxChars);
  return trimmed === '' || trimmed.startsWith('<') ? null : trimmed;
}

function statusAmong(marks: readonly unknown[]): number | null {
  const numbers = marks.filter((mark) => typeof mark === 'number' || typeof mark === 'string').map(Number);
  return numbers.find((number) => number >= 400 && number <= 599) ?? null;
}
