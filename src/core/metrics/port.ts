/** What only the process knows of itself. */
export interface Vitals {
  /** Memory that is not paged out. */
  rssBytes(): number;
  /**
   * How late the event loop came to what was due, in milliseconds. It is watched from the first call on, because
   * watching costs a little; null as long as there is nothing to tell.
   */
  loopDelay(): LoopDelay | null;
  /** A stream of events has been opened; call what this gives once it is closed. */
  streamOpened(): () => void;
  readonly openStreams: number;
}

export interface LoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly samples: number;
}
