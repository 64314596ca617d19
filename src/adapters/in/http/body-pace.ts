import type { IncomingMessage } from 'node:http';
import { httpLimits } from '../../../contract/http/limits.ts';
import { OCTETS } from '../../../contract/row.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { hasBody } from './body.ts';

/**
 * Calls `late`, once, when the body of a request does not arrive in time. It must be complete after `requestMs`. A body of
 * bytes, which may be large, may take longer: each `requestMs` must bring `pacedBytes` of it, or have been one in which
 * the engine did not take what had arrived.
 */
export function paceBody(request: IncomingMessage, clock: Pick<Clock, 'deadline'>, late: () => void): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const isPaced = request.headers['content-type']?.toLowerCase().startsWith(OCTETS) === true;
  let arrived = socket.bytesRead;
  let cancel = (): void => undefined;
  const wait = () => {
    const deadline = clock.deadline(httpLimits.requestMs);
    ({ cancel } = deadline);
    deadline.signal.addEventListener('abort', look, { once: true });
  };
  const look = () => {
    if (request.complete) return;
    const { bytesRead } = socket;
    const isUntaken = request.readableLength > 0;
    if (!isPaced || (!isUntaken && bytesRead - arrived < httpLimits.pacedBytes)) return late();
    arrived = bytesRead;
    wait();
  };
  wait();
  for (const over of ['end', 'close'] as const) request.once(over, () => cancel());
}
