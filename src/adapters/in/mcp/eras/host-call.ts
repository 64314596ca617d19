import { clientNamed, type HostCall } from '../tool-calls.ts';

/** A call as the library of either era has it. */
export interface Called {
  readonly signal: AbortSignal;
  /** Undefined where the host wants no progress. */
  readonly progressToken: string | number | undefined;
  readonly clientName: unknown;
  /** Whether the host has gone away: what it called goes on then. */
  readonly isGone: () => boolean;
  readonly notify: (params: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly message: string;
  }) => Promise<void>;
  readonly elicitation: HostCall['elicitation'];
}

/** The same call as our tools have it. A host that cancels stops it; a host that is gone does not. */
export function hostCall({
  signal,
  progressToken,
  clientName,
  isGone,
  notify,
  elicitation,
}: Called): HostCall {
  let progress = 0;
  const cancelled = new AbortController();
  const stop = () => isGone() || cancelled.abort();
  signal.addEventListener('abort', stop, { once: true });
  // A cancellation may come before the library begins with its request.
  if (signal.aborted) stop();
  return {
    client: clientNamed(clientName),
    signal: cancelled.signal,
    progress: (message) => {
      if (progressToken === undefined || signal.aborted) return;
      progress += 1;
      // A host that is gone misses it.
      notify({ progressToken, progress, message }).catch(() => undefined);
    },
    elicitation,
  };
}
