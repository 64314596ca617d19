import type { Request, RequestHandler, Response } from 'express';
import { disconnectSignal } from './disconnect-signal.ts';
import { refuseRequest } from '../../../contract/problem.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
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
import { carryOut, guarded, isStopped, promiseKept, servicesNow, type RowDeps } from './carry-out.ts';
import type { Entrance } from './entrance.ts';
import { sendEvents, type EventStreamDeps } from './event-stream.ts';
import { checkParameters } from './input.ts';
import { warnOfSlips } from './query-warning.ts';

type Whole = NonNullable<EventsRow['whole']>['returns'];

export interface RouteDeps extends EventStreamDeps, RowDeps {}

export interface ServeDeps extends RouteDeps {
  readonly entrance: Entrance;
}

/** Serves one row: reads the body (the handle itself reads bytes), has it carried out, and sends the result by its kind. */
export function serve(operation: string, row: AnyHttpRow, deps: ServeDeps): RequestHandler {
  return async (request, response) => {
    if (isByteBody(row.body)) {
      checkParameters(row, request);
      offerBytes(request, row.bodyBytes);
    } else if (row.open || row.withoutToken) await readOpenBody(request, response, deps.clock);
    else if (!row.otherBodiesIgnored || isJson(request)) await readBody(request, response, row.bodyBytes);
    else request.resume();
    const signal = disconnectSignal(response);
    // express parses the query at each look.
    const { params, query, headers, body } = request;
    warnOfSlips(row, query, response);
    const door = deps.entrance.door(request, response);
    const proof = deps.entrance.proofOf(request);
    const call = { params, query, headers, body: body as unknown, signal, door, proof };
    if (row.kind === 'events' && row.whole && acceptsOnlyJson(request)) {
      // The answer may take as long as a run, and nothing is sent meanwhile.
      request.socket.setTimeout(0).setKeepAlive(true, httpLimits.heartbeatMs);
      const answer = (await carryOut(operation, row, call, deps, row.whole.handle)) as WholeAnswer | null;
      if (answer && !(await mayStill(request))) throw refuseRequest.not_signed_in();
      if (answer) sendWhole(response, answer, row.whole.returns);
      return;
    }
    const before = servicesNow(deps);
    const work = () => carryOut(operation, row, call, deps);
    const result =
      row.kind === 'json' && !isByteBody(row.body) ? await unhurried(request, work) : await work();
    switch (row.kind) {
      case 'json':
        if (row.returns) sendJson(response, isAlready(result) ? 200 : row.status, result);
        else response.status(row.status).end();
        return;
      case 'events':
        await sendEvents(
          request,
          response,
          result as EventStream,
          signal,
          () => mayStill(request),
          servicesNow(deps)?.accessChanged ?? null,
          () => isStopped(before, deps),
          deps,
        );
        return;
      case 'bytes':
        await sendBytes(
          response,
          result as Bytes,
          () => mayStill(request),
          servicesNow(deps)?.accessChanged ?? null,
        );
        return;
    }
  };

  /** Whether who sent the request may still have the answer. */
  async function mayStill(request: Request): Promise<boolean> {
    if (row.who === 'open') return true;
    const [before, now] = [deps.entrance.proofOf(request), await deps.entrance.proofNow(request)];
    if (now === null || now.person !== before?.person) return false;
    const { people } = row.duringRestore ? deps.duringRestore() : deps.services();
    try {
      await people.admit(guarded(row.who, row), now);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  function sendWhole(response: Response, { status, headers, body }: WholeAnswer, schemas: Whole): void {
    if (deps.strict) promiseKept(operation, schemas[status] ?? { not: {} }, body, deps);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendJson(response, status, body);
  }
}

/**
 * As `response.json` of express does it, without what it asks for a tag, for the freshness of a copy and for settings:
 * no answer has a tag. For a HEAD, Node leaves the body out.
 */
function sendJson(response: Response, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
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
