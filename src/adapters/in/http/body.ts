import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import { limits } from '../../../core/kernel/limits.ts';
import { isDeeperThan } from '../../../core/kernel/json.ts';
import { refuseRequest } from '../../../contract/problem.ts';

/** JSON and nothing else, of bounded size and depth (promises S5, S36, M17). */
export function jsonBody(mostBytes: number = limits.http.bodyBytes): RequestHandler {
  const parse = express.json({ limit: mostBytes, inflate: false, strict: false, type: () => true });
  return (request, response, next) => {
    if (!hasBody(request)) {
      next();
      return;
    }
    if (!/^application\/json\s*(;|$)/iu.test(request.headers['content-type'] ?? ''))
      throw refuseRequest.unsupported_media_type();
    parse(request, response, (error?: unknown) => {
      if (error !== undefined) next(error);
      else if (isDeeperThan(request.body, limits.http.jsonDepth)) next(tooDeep());
      else next();
    });
  };
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': chunked } = headers;
  return chunked !== undefined || (length !== undefined && length !== '0');
}

const tooDeep = () =>
  refuseRequest.invalid_request({
    violations: [{ path: '', message: `nests deeper than ${limits.http.jsonDepth} levels` }],
  });
