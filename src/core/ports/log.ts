export type LogFacts = Readonly<Record<string, unknown>>;

/**
 * Lines for the operator, on stderr. The sink redacts; callers must still never pass secrets or request bodies.
 * Never throws and never blocks.
 */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

/** Values that must not be written anywhere: the sink of the log masks them once they are known. */
export interface KnownSecrets {
  /**
   * For accepted values of any length; takes milliseconds. `forget` a value that is refused afterwards.
   * `always`: mask them in conversations too, whatever they look like. Otherwise conversations mask only those that
   * cannot be ordinary words: the key of a local model server may be "ollama".
   */
  learn(values: readonly string[], where?: 'always'): void;
  /** Undoes one `learn(values, 'always')`. A value stays known as long as another `learn` of it stands. */
  forget(values: readonly string[]): void;
  /** All known values, for other places that mask. The same list object until a value is added or forgotten. */
  values(): readonly string[];
  /** The values masked in requests to models and in results of tools. */
  unmistakable(): readonly string[];
}
