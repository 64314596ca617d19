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
  /**
   * For values that were accepted, of any length: it takes milliseconds, and what was refused masks nothing.
   * `always`: also out of conversations, whatever they look like. Otherwise only those that nobody would write for
   * another reason: a local model server is given "ollama" as its key.
   */
  learn(values: readonly string[], where?: 'always'): void;
  /** All that are known by now, for what is masked elsewhere. The same list as long as no other joins. */
  values(): readonly string[];
  /** Those that are masked in what a model is told, and in what tools give back. */
  unmistakable(): readonly string[];
}
