import type { Manifest } from '../backups/model.ts';
import { aborted } from '../../kernel/abort.ts';
import { refuse } from './errors.ts';
import type { Proven } from './handshakes.ts';
import type { Layout } from './layout.ts';

/** What has arrived in a session. */
export interface Arriving {
  readonly manifest: Manifest;
  readonly layout: Layout;
  /** How many chunks are here. */
  next: number;
  unsynced: number;
  syncing: Promise<void>;
  /** The chunks that are on their way, by their position. They never reject. */
  readonly receiving: Map<number, Promise<void>>;
}

export interface Session extends Proven {
  altered: number;
  arriving: Arriving | null;
  /** Where chunks are put together. */
  readonly buffers: Uint8Array[];
  /** Aborts when it is over, or about to be: a link that hangs must hold nothing up. */
  readonly over: AbortController;
}

/** @throws Refusal migration_session_unknown as soon as the session is over */
export async function whileOn<Result>(
  { over: { signal } }: Session,
  reading: Promise<Result>,
): Promise<Result> {
  reading.catch(() => undefined);
  const ending = aborted(signal).then(() => {
    throw refuse.migration_session_unknown();
  });
  return await Promise.race([reading, ending]);
}
