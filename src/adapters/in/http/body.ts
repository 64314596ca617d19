import { isUtf8 } from 'node:buffer';
import { isInexactNumber, refuseInexact } from '../../../core/kernel/exact-json.ts';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import { httpLimits } from '../../../contract/http/limits.ts';
import { lookedThrough } from '../../../core/kernel/well-formed.ts';
import { refuseRequest, refuseViolations } from '../../../contract/problem.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { say } from '../../../contract/request-says.ts';
import { say as sayOfValue } from '../../../core/kernel/value-says.ts';

type Parse = (request: Request, response: Response, done: (error?: unknown) => void) => void;

/** One parser for each of the few size limits. */
const parsers = new Map<number, Parse>();
/** As the bodies were sent, until they were checked. */
const texts = new WeakMap<IncomingMessage, { readonly bytes: Buffer; readonly charset: string }>();

function parserFor(mostBytes: number): Parse {
  const known = parsers.get(mostBytes);
  if (known) return known;
  const parse = express.json({
    limit: mostBytes,
    inflate: false,
    strict: false,
    type: () => true,
    verify: (request, _response, bytes, charset) => void texts.set(request, { bytes, charset }),
  });
  parsers.set(mostBytes, parse);
  return parse;
}

/**
 * Reads the body into `request.body`: JSON and nothing else, of bounded size and depth.
 * Rejects with a refusal, or with what the parser throws.
 */
export async function readBody(
  request: Request,
  response: Response,
  mostBytes: number = httpLimits.bodyBytes,
): Promise<void> {
  if (!hasBody(request)) return;
  if (!isJson(request)) throw refuseRequest.unsupported_media_type();
  await new Promise<void>((resolve, reject) =>
    parserFor(mostBytes)(request, response, (error) => {
      const { bytes, charset } = texts.get(request) ?? {};
      // The parser has put U+FFFD where bytes are no text.
      if (bytes && charset === 'utf-8' && !isUtf8(bytes)) reject(refuseRequest.invalid_encoding());
      else if (error === undefined) resolve();
      else reject(error);
    }),
  );
  const { bytes, charset } = texts.get(request) ?? {};
  // No part of another character is a digit or a quotation mark there.
  checkBody(request.body, () => (charset === 'utf-8' ? (bytes?.toString('latin1') ?? null) : null));
  texts.delete(request);
}

/** The body that this text is: like one that is read, of bounded size and depth. @throws Refusal */
export function bodyIn(json: string, mostBytes: number): unknown {
  if (Buffer.byteLength(json) > mostBytes) throw tooLarge(mostBytes);
  const body: unknown = JSON.parse(json);
  checkBody(body, () => json);
  return body;
}

function checkBody(body: unknown, text: () => string | null): void {
  const { isDeep, isWellFormed, hasLargeNumber } = lookedThrough(body, httpLimits.jsonDepth);
  if (isDeep)
    throw refuseViolations([{ path: '', says: sayOfValue('wrong.depth', { levels: httpLimits.jsonDepth }) }]);
  if (!isWellFormed) throw refuseRequest.invalid_encoding({}, say('request.half_a_character'));
  if (!hasLargeNumber) return;
  try {
    refuseInexact(body, text);
  } catch (error) {
    if (!isInexactNumber(error)) throw error;
    throw refuseRequest.invalid_request({}, error.says);
  }
}

/** Whether the request says so: a type that no form of another page can send. */
export const isJson = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^application\/json\s*(;|$)/iu.test(headers['content-type'] ?? '');

/**
 * Reads the body of a request that has shown no token: a short one that must arrive soon, so that a client cannot keep
 * many of them open.
 */
export async function readOpenBody(
  request: Request,
  response: Response,
  clock: Pick<Clock, 'deadline'>,
): Promise<void> {
  const { signal, cancel } = clock.deadline(httpLimits.openBodyMs);
  const late = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => late.reject(tooSlow()), { once: true });
  try {
    await Promise.race([readBody(request, response, httpLimits.openBodyBytes), late.promise]);
  } finally {
    cancel();
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': chunked } = headers;
  return chunked !== undefined || (length !== undefined && length !== '0');
}

const tooSlow = () => refuseRequest.invalid_request({}, say('request.body_late'));

export const tooLarge = (mostBytes: number) =>
  refuseRequest.body_too_large({ mostBytes }, say('request.body_limit', { mostBytes }));
