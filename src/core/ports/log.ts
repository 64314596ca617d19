export type LogFacts = Readonly<Record<string, unknown>>;

/**
 * Lines for the operator, on stderr. The sink redacts; callers still never pass secrets or request bodies.
 * Never throws and never blocks.
 */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

/** Values that must not be written down, wherever they stand: the sink of the log masks them from now on. */
export interface KnownSecrets {
  learn(values: readonly string[]): void;
  /** All that are known by now, for what is masked elsewhere. */
  values(): readonly string[];
}
