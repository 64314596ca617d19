/** Why an engine is away for a moment. */
export type RestartReason = 'restoring' | 'erasing';

/** The restart of the engine, for work on its files that needs them closed. */
export interface Restarting {
  /** Refuses new work and ends runs as interrupted, while reads go on. Only a restart takes it back. */
  quiet(): Promise<void>;
  /** Stops this engine and starts it anew behind its port, which tells the reason meanwhile. Returns at once. */
  begin(reason: RestartReason): void;
  /** Resolves, never rejects, when no restart is under way: the next engine has started, or could not be started. */
  isOver(): Promise<void>;
}
