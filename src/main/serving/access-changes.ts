import type { AccessChanges } from '../../adapters/in/http/tool-server/bearer.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { EngineLink } from './engine-link.ts';

/** Until the engine is asked again after its stream has ended, as when it was started anew. */
const AGAIN_MS = 1_000;

/**
 * Tells when somebody may do less, as the engine tells it over one stream for all who listen, from the first one on. When the
 * stream ends, and begins again, it is told, too: what was said meanwhile was missed.
 */
export function accessChanges(
  { client }: Pick<EngineLink, 'client'>,
  clock: Pick<Clock, 'sleep'>,
): AccessChanges & { close(): void } {
  const listeners = new Set<() => void>();
  const closed = new AbortController();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const follow = async ({ signal }: AbortController): Promise<void> => {
    while (!signal.aborted) {
      try {
        const { events } = await client['toolServer.accessChanges']({ signal });
        for await (const _ of events) tell();
      } catch {
        // The engine is away: whoever listens asks it, and learns that.
      }
      tell();
      await clock.sleep(AGAIN_MS, signal);
    }
  };
  let following: Promise<void> | null = null;
  return {
    on: (listener) => {
      listeners.add(listener);
      following ??= follow(closed);
      return () => void listeners.delete(listener);
    },
    close: () => closed.abort(),
  };
}
