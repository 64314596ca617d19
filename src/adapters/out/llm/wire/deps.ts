import type { Clock } from '../../../../core/ports/clock.ts';
import type { Learnt } from './learnt.ts';

/** What every network model needs besides its connection. */
export interface WireDeps {
  readonly clock: Clock;
  /** Sent to providers: name and version of svc, and nothing about the machine. */
  readonly userAgent: string;
  /** What is remembered from one opening of a model to the next; absent: nothing. */
  readonly learnt?: Learnt;
  /** The network; tests use it to redirect fixed addresses (Google's token endpoint). */
  readonly fetch?: typeof fetch;
}
