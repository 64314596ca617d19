import type { Request } from 'express';
import { httpLimits } from '../../../contract/http/limits.ts';
import { refuseRequest } from '../../../contract/problem.ts';
import { OCTETS } from '../../../contract/row.ts';
import { tooLarge } from './body.ts';
import { say } from '../../../contract/request-says.ts';

/**
 * Puts the body into `request.body` as bytes to read, and reads none of them.
 * @throws Refusal unsupported_media_type, body_too_large for a body that says it is longer than `mostBytes`
 */
export function offerBytes(request: Request, mostBytes: number = httpLimits.bodyBytes): void {
  const { 'content-type': type = '', 'content-encoding': coding, 'content-length': length } = request.headers;
  if (!BYTES.test(type) || (coding !== undefined && coding !== 'identity')) throw notBytes();
  if (Number(length ?? 0) > mostBytes) throw tooLarge(mostBytes);
  // Left open when it is not read to its end, because the answer goes out over the same connection.
  const sent = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  request.body = boundedBytes(sent, mostBytes);
}

const BYTES = new RegExp(`^${OCTETS}\\s*(;|$)`, 'iu');

/** Ends with a refusal when the client leaves before it has sent all, or sends more than it may. */
export async function* boundedBytes(
  sent: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = mostBytes;
  try {
    for await (const piece of sent) {
      left -= piece.length;
      if (left < 0) break;
      yield piece;
    }
  } catch (error) {
    // Only the connection can fail here.
    throw refuseRequest.invalid_request({}, say('request.body_cut_off'), error);
  }
  if (left < 0) throw tooLarge(mostBytes);
}

export const notBytes = () =>
  refuseRequest.unsupported_media_type({}, say('request.as_bytes', { type: OCTETS }));
