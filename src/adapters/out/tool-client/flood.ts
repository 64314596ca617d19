import { MIB } from '../../../core/kernel/bytes.ts';
import type { Says } from '../../../core/kernel/says.ts';
import { say } from '../../../core/execution/tool-servers/says.ts';
import type { Clock } from '../../../core/ports/clock.ts';

/** What a server may send without being asked: requests, notices, answers to nothing, and what is of no protocol. */
const ALLOWED = [
  { per: 'second', ms: 1_000, messages: 5_000, bytes: 4 * MIB },
  // Less than that, but without end, keeps the engine busy too.
  { per: 'minute', ms: 60_000, messages: 30_000, bytes: 60 * MIB },
] as const;

/** Counts what a server sends without being asked. */
export class Flood {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #counts = ALLOWED.map((allowed) => ({ allowed, since: -Infinity, messages: 0, bytes: 0 }));

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** @returns what was too much; null if it was not */
  take(bytes: number): Says | null {
    const now = this.#clock.monotonic();
    let excess: Says | null = null;
    for (const count of this.#counts) {
      const { per, ms, messages, bytes: most } = count.allowed;
      if (now - count.since >= ms) Object.assign(count, { since: now, messages: 0, bytes: 0 });
      count.messages += 1;
      count.bytes += bytes;
      if (count.messages > messages) excess ??= say('server.flood', { messages, per });
      else if (count.bytes > most) excess ??= say('server.flood_bytes', { mib: most / MIB, per });
    }
    return excess;
  }
}
