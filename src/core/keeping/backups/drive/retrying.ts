import { isRefusal } from '../../../kernel/refusal.ts';
import type { Clock } from '../../../ports/clock.ts';
import { driveLimits as limits } from './limits.ts';
import type { Drive } from './port.ts';

/**
 * A drive whose calls are tried again where a failure passes: an outage, a lost connection, a limit of requests. All calls
 * may be repeated, because new entries have ids beforehand.
 */
export function retrying(drive: Drive, clock: Clock): Drive {
  const again = <Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> =>
    triedAgain(clock, signal, call);
  return {
    newIds: (count, signal) => again(signal, () => drive.newIds(count, signal)),
    get: (id, signal) => again(signal, () => drive.get(id, signal)),
    makeFolder: (folder, signal) => again(signal, () => drive.makeFolder(folder, signal)),
    foldersNamed: (name, after, signal) => again(signal, () => drive.foldersNamed(name, after, signal)),
    childrenOf: (folder, after, signal) => again(signal, () => drive.childrenOf(folder, after, signal)),
    put: (file, sent, signal) => again(signal, () => drive.put(file, sent, signal)),
    remove: (id, signal) => again(signal, () => drive.remove(id, signal)),
    read: (id, at, length, signal) => again(signal, () => drive.read(id, at, length, signal)),
  };
}

async function triedAgain<Result>(
  clock: Clock,
  signal: AbortSignal,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error) || tries === limits.tries || signal.aborted) throw error;
      await clock.sleep(pauseMs(error, tries), signal);
      if (signal.aborted) throw error;
    }
  }
}

const PASSING: ReadonlySet<string> = new Set(['cloud_busy', 'cloud_unavailable', 'upload_altered']);

export const isPassing = (error: unknown): boolean => isRefusal(error) && PASSING.has(error.code);

/** What the drive asks for, or twice the last one; never longer than a minute. */
function pauseMs(error: unknown, tries: number): number {
  const asked = isRefusal(error) ? error.facts['retryAfterMs'] : undefined;
  const own = limits.firstPauseMs * 2 ** (tries - 1);
  return Math.min(Math.max(typeof asked === 'number' ? asked : 0, own), limits.longestPauseMs);
}
