/** Time as the core sees it. The core has no timers of its own. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch: for display and storage. It may jump. */
  now(): number;
  /** Monotonic milliseconds: for durations and deadlines. */
  monotonic(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after `ms`; `cancel` releases it early. May be called repeatedly. */
  deadline(ms: number): { readonly signal: AbortSignal; cancel(): void };
}
