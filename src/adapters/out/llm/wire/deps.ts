import type { Clock } from '../../../../core/ports/clock.ts';

/** What every model over a network needs beside its connection. */
export interface WireDeps {
  readonly clock: Clock;
  /** Told to providers: our name and version, and nothing of the machine. */
  readonly userAgent: string;
  /** The network; tests rewrite addresses that cannot be set otherwise (Google's token endpoint). */
  readonly fetch?: typeof fetch;
}
