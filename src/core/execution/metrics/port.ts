/** Measurements that only the process can make. */
export interface Vitals {
  /** Resident memory. */
  rssBytes(): number;
  /**
   * The delay of the event loop in milliseconds. Measured from the first call on, because measuring
   * costs a little; null until there are samples.
   */
  loopDelay(): LoopDelay | null;
  /** Counts an opened event stream; call the result when the stream closes. */
  streamOpened(): () => void;
  readonly openStreams: number;
}

export interface LoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly samples: number;
}

/** What was asked of the server that keeps the data, and with how many connections. */
export interface StorageTraffic {
  readonly connections: number;
  readonly inUse: number;
  /** Callers that wait for a connection now. */
  readonly waiting: number;
  /** Since the engine started. */
  readonly roundTrips: number;
}
