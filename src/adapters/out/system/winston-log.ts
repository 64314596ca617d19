import { KnownValues } from '../../../core/masking/known-values.ts';
import { redact, redactText } from '../../../core/masking/redaction.ts';
import { isUnmistakable } from '../../../core/masking/value-mask.ts';
import type { KnownSecrets, Log, LogFacts } from '../../../core/ports/log.ts';
import type { Logger } from 'winston';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

export interface WinstonLogOptions {
  readonly level: LogLevel;
  /** Values that must never be written, whatever they stand in. */
  readonly secrets: readonly string[];
}

/**
 * One JSON object a line on stderr, redacted before it reaches winston. JSON leaves neither line
 * breaks nor control characters in it. Stdout is never touched: it may carry a protocol.
 *
 * winston is loaded with the first line, so that it does not stand between the start and the first answer.
 */
export class WinstonLog implements Log, KnownSecrets {
  readonly #level: LogLevel;
  readonly #secrets = new KnownValues();
  readonly #unmistakable = new KnownValues();
  #logger: Promise<Logger> | null = null;

  constructor(options: WinstonLogOptions) {
    this.#level = options.level;
    this.learn(options.secrets);
  }

  learn(values: readonly string[], where?: 'always'): void {
    this.#secrets.learn(values);
    this.#unmistakable.learn(where === 'always' ? values : values.filter(isUnmistakable));
  }

  forget(values: readonly string[]): void {
    this.#secrets.forget(values);
    this.#unmistakable.forget(values);
  }

  values(): readonly string[] {
    return this.#secrets.list;
  }

  unmistakable(): readonly string[] {
    return this.#unmistakable.list;
  }

  error(event: string, facts?: LogFacts): void {
    this.#write('error', event, facts);
  }
  warn(event: string, facts?: LogFacts): void {
    this.#write('warn', event, facts);
  }
  info(event: string, facts?: LogFacts): void {
    this.#write('info', event, facts);
  }
  debug(event: string, facts?: LogFacts): void {
    this.#write('debug', event, facts);
  }

  /** Resolves when every line written before it is out. */
  async flush(): Promise<void> {
    const logger = await this.#logger;
    if (!logger) return;
    await new Promise<void>((resolve) => {
      logger.once('finish', resolve);
      logger.end();
    });
    this.#logger = null;
  }

  #write(level: LogLevel, event: string, facts: LogFacts = {}): void {
    if (LEVELS.indexOf(level) > LEVELS.indexOf(this.#level)) return;
    const secrets = this.#secrets.list;
    const at = new Date().toISOString();
    const message = masked(UNREADABLE, () => redactText(event, secrets));
    const line = {
      ...masked({ facts: UNREADABLE }, () => redact(facts, secrets) as object),
      at,
      level,
      message,
    };
    this.#logger ??= open(this.#level);
    this.#logger
      .then((logger) => logger.log(line))
      .catch(
        () =>
          void process.stderr.write(`{"level":"error","event":"a line of the log could not be written"}\n`),
      );
  }
}

const UNREADABLE = '[unreadable]';

/** A log never throws, and what cannot be masked is not written: a fact that throws does not take its line with it. */
function masked<T>(instead: T, mask: () => T): T {
  try {
    return mask();
  } catch {
    return instead;
  }
}

async function open(level: LogLevel): Promise<Logger> {
  const { default: winston } = await import('winston');
  return winston.createLogger({
    level,
    format: winston.format.printf(({ at, level, message, ...facts }) =>
      oneLine({ at, level, event: message, ...facts }),
    ),
    transports: [new winston.transports.Console({ stderrLevels: [...LEVELS] })],
  });
}

/** JSON escapes line breaks and the old control characters; terminals also obey these newer ones. */
const TERMINAL_CONTROLS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const oneLine = (line: object): string =>
  JSON.stringify(line).replace(
    TERMINAL_CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
