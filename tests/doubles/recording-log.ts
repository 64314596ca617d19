import type { Log, LogFacts } from '../../src/core/ports/log.ts';

export type LogLevel = keyof Log;

export interface LogLine {
  readonly level: LogLevel;
  readonly event: string;
  readonly facts: LogFacts;
}

/** Keeps log entries, oldest first. */
export class RecordingLog implements Log {
  readonly #lines: LogLine[] = [];

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  /** The entries of one level: most tests end with `expect(log.events('error')).toEqual([])`. */
  events(level: LogLevel): readonly string[] {
    return this.#lines.filter((line) => line.level === level).map(({ event }) => event);
  }

  debug(event: string, facts: LogFacts = {}): void {
    this.#lines.push({ level: 'debug', event, facts });
  }

  info(event: string, facts: LogFacts = {}): void {
    this.#lines.push({ level: 'info', event, facts });
  }

  warn(event: string, facts: LogFacts = {}): void {
    this.#lines.push({ level: 'warn', event, facts });
  }

  error(event: string, facts: LogFacts = {}): void {
    this.#lines.push({ level: 'error', event, facts });
  }
}
