import type { Request } from 'express';
import { LET_IN_NOTICE } from './let-in-notice.ts';

/** Our own proxy says with it that the name of a user beside it comes from a proxy that it trusts. */
export const USER_OF_PROXY = 'svc-user-of-proxy';

/**
 * Whom a proxy that is trusted says asks: the value of the header; null where no such proxy has spoken. Twice is not once.
 */
export function proxyUserOf(request: Request, header: string | null): string | null {
  if (header === null || !isFromTrusted(request)) return null;
  const values = request.rawHeaders.filter(
    (_, at) => at % 2 === 1 && request.rawHeaders[at - 1]?.toLowerCase() === header,
  );
  if (values.length === 0) return null;
  return values.length === 1 ? (values[0] ?? '').trim() : '';
}

/** The peer of the socket is in the list; and where that is our own proxy, so is the one before it. */
export function isFromTrusted({ app, socket, headers }: Request): boolean {
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  if (!trusts(socket.remoteAddress ?? '', 0)) return false;
  const isOfOurs = (headers.connection ?? '').toLowerCase().includes(LET_IN_NOTICE);
  return !isOfOurs || headers[USER_OF_PROXY] !== undefined;
}
