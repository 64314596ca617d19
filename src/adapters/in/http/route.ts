import type { Request, RequestHandler, Response } from 'express';
import { disconnectSignal } from './disconnect-signal.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Services } from '../../../core/features.ts';
import type { Validator } from '../../../core/ports/validator.ts';
import { commonCodes, refuseRequest } from '../../../contract/problem.ts';
import { httpLimits } from '../../../contract/http/limits.ts';
import {
  isAlready,
  isByteBody,
  type AnyHttpRow,
  type Bytes,
  type EventsRow,
  type EventStream,
  type WholeAnswer,
} from '../../../contract/row.ts';
import { acceptsOnlyJson } from './accept.ts';
import { isJson, readBody, readOpenBody } from './body.ts';
import { offerBytes } from './byte-body.ts';
import { sendBytes } from './bytes.ts';
import type { Entrance } from './entrance.ts';
import { sendEvents, type EventStreamDeps } from './event-stream.ts';
import { checkParameters, inputFor } from './input.ts';
import { warnOfSlips } from './query-warning.ts';

type Whole = NonNullable<EventsRow['whole']>['returns'];

export interface RouteDeps extends EventStreamDeps {
  /** The current engine. @throws Refusal not_ready between two engines */
  readonly services: () => Services;
  /** The same, or between two engines for a restore the one before. @throws Refusal not_ready */
  readonly duringRestore: () => Services;
  readonly validator: Validator;
  /** For tests: an answer or refusal that the row does not declare is a fault. */
  readonly strict: boolean;
}

export interface ServeDeps extends RouteDeps {
  readonly entrance: Entrance;
}

/** Serves one row: reads the body (the handle itself reads bytes), checks the input, makes its one call, and sends the result by its kind. */
export function serve(operation: string, row: AnyHttpRow, deps: ServeDeps): RequestHandler {
  return async (request, response) => {
    if (isByteBody(row.body)) {
      checkParameters(row, request);
      offerBytes(request, row.bodyBytes);
    } else if (row.open || row.withoutToken) await readOpenBody(request, response, deps.clock);
    else if (!row.otherBodiesIgnored || isJson(request)) await readBody(request, response, row.bodyBytes);
    else request.resume();
    // An open row does not touch them.
    const services = row.open ? undefined : servicesFor(row, deps);
    const signal = disconnectSignal(response);
    warnOfSlips(row, request, response);
    const door = deps.entrance.door(request, response);
    const input = { ...inputFor(row, request, deps.validator), signal, by: 'owner', door };
    if (row.kind === 'events' && row.whole && acceptsOnlyJson(request)) {
      // The answer may take as long as a run, and nothing is sent meanwhile.
      request.socket.setTimeout(0).setKeepAlive(true, httpLimits.heartbeatMs);
      const answer = (await handled(row.whole.handle)) as WholeAnswer | null;
      if (answer) sendWhole(response, answer, row.whole.returns);
      return;
    }
    const result =
      row.kind === 'json' && !isByteBody(row.body)
        ? await unhurried(request, () => handled(row.handle))
        : await handled(row.handle);
    switch (row.kind) {
      case 'json':
        if (deps.strict && row.returns) promiseKept(row.returns, result);
        if (row.returns) response.status(isAlready(result) ? 200 : row.status).json(result);
        else response.status(row.status).end();
        return;
      case 'events':
        await sendEvents(
          request,
          response,
          result as EventStream,
          signal,
          () => deps.entrance.isStillIn(request),
          deps,
        );
        return;
      case 'bytes':
        await sendBytes(response, result as Bytes);
        return;
    }

    async function handled(handle: AnyHttpRow['handle']): Promise<unknown> {
      try {
        return (await handle(services, input)) as unknown;
      } catch (error) {
        // It was stopped under the request: what failed is no fault. This says so if there is none now.
        if (!isRefusal(error) && services && !row.duringRestore && deps.services() !== services)
          throw refuseRequest.not_ready({ reason: 'restoring' });
        if (deps.strict && isRefusal(error) && !declared(error.code))
          throw new Error(`${operation} refused with ${error.code}, which its row does not declare`, {
            cause: error,
          });
        throw error;
      }
    }
  };

  function declared(code: string): boolean {
    return commonCodes.has(code) || (row.refuses as readonly string[]).includes(code);
  }

  function sendWhole(response: Response, { status, headers, body }: WholeAnswer, schemas: Whole): void {
    const schema = schemas[status];
    if (deps.strict) promiseKept(schema ?? { not: {} }, body);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.status(status).json(body);
  }

  function promiseKept(schema: object, result: unknown): void {
    const violations = deps.validator.check(schema, JSON.parse(JSON.stringify(result)));
    if (violations.length > 0) throw new Error(`${operation} broke its row: ${JSON.stringify(violations)}`);
  }
}

/** An answer may take longer than a silent peer is waited for, which counts again once it is sent. */
async function unhurried<Result>({ socket }: Request, work: () => Promise<Result>): Promise<Result> {
  socket.setTimeout(0).setKeepAlive(true, httpLimits.heartbeatMs);
  try {
    return await work();
  } finally {
    socket.setTimeout(2 * httpLimits.requestMs);
  }
}

/** While the engine drains, only reads are served. @throws Refusal not_ready */
function servicesFor(row: AnyHttpRow, deps: RouteDeps): Services {
  if (row.duringRestore) return deps.duringRestore();
  const services = deps.services();
  const reason = row.route.startsWith('GET ') ? null : services.engine.notReady();
  if (reason !== null) throw refuseRequest.not_ready({ reason });
  return services;
}
