import { say } from '../../../core/execution/tool-servers/says.ts';
import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { refusalIn } from './guarded-fetch.ts';
import { said } from './said.ts';
import { LOST } from './wire.ts';

/** The HTTP status that a server answered with, if an error tells of one. */
export function statusOf(error: unknown): number | null {
  if (SdkHttpError.isInstance(error)) return error.data.status;
  // Of the older transport.
  const { name, message, code } = (error ?? {}) as { name?: unknown; message?: unknown; code?: unknown };
  if (typeof code === 'number' && code >= 300 && code <= 599 && name !== 'ProtocolError') return code;
  const told = /^Error POSTing to endpoint \(HTTP (\d{3})\)/u.exec(String(message));
  return told === null ? null : Number(told[1]);
}

/** What an error of the library, of a connection or of a server means for the owner. */
export function failureOf(error: unknown): Refusal {
  const refusal = refusalIn(error);
  if (isRefusal(refusal)) return refusal;
  if (InsufficientScopeError.isInstance(error))
    return refuse.tool_server_sign_in({}, [say('server.scope'), ...said(error.requiredScope)], error);
  const status = statusOf(error);
  if (status !== null) return answeredWith(status, error);
  if (ProtocolError.isInstance(error)) {
    if (error.data === LOST) return refuse.tool_server_away({}, say('server.lost_before'));
    return refuse.tool_server_failed(
      {},
      [say('server.error', { code: error.code }), ...said(error.message)],
      error,
    );
  }
  if (SdkError.isInstance(error))
    switch (error.code) {
      case SdkErrorCode.ConnectionClosed:
      case SdkErrorCode.NotConnected:
        return refuse.tool_server_away({}, say('server.ended'), error);
      case SdkErrorCode.RequestTimeout:
        return refuse.tool_server_away({}, say('server.late'), error);
      default:
    }
  return refuse.tool_server_failed({}, say('server.no_protocol'), error);
}

function answeredWith(status: number, error: unknown): Refusal {
  if (status === 401) return refuse.tool_server_sign_in({}, undefined, error);
  return refuse.tool_server_failed(
    {},
    [say('server.status', { status }), ...said((error as SdkHttpError).data?.text)],
    error,
  );
}
