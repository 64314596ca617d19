import type { Request } from 'express';
import { REMOTE_CLIENT } from '../../../core/ports/web.ts';

/**
 * Whether the client is on this machine, as far as the engine can know: a proxy that it trusts says who is behind it.
 * A private socket has no address.
 */
export function isLocal(request: Request): boolean {
  return request.headers[REMOTE_CLIENT] === undefined && (request.ip === undefined || isLoopback(request.ip));
}

const isLoopback = (address: string): boolean => address === '::1' || /^(?:::ffff:)?127\./u.test(address);
