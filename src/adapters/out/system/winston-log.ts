import type { PersonId } from '../../../core/kernel/ids.ts';
import { redact, redactText } from '../../../core/trust/masking/redaction.ts';
import { ValuesOfPeople } from '../../../core/trust/masking/values-of-people.ts';
import type { KnownSecrets, Log, LogFacts } from '../../../core/ports/log.ts';
import type { Logger } from 'winston';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

export interface WinstonLogOptions {
  readonly level: LogLevel;
  /** Values that must never be written, wherever they occur. */
  readonly secrets: readonly string[];
}

/**
 * Writes one JSON object per line to stderr (behind its tag, where the event has one), redacted before it reaches winston. JSON escapes line breaks and control
 * characters. Never uses stdout, which may carry a protocol.
 *
 * Loads winston with the first line, so that it does not delay the first answer.
 */
export class WinstonLog implements Log, KnownSecrets {
  readonly #level: LogLevel;
  readonly #secrets = new ValuesOfPeople();
  #logger: Promise<Logger> | null = null;

  constructor(options: WinstonLogOptions) {
    this.#level = options.level;
    this.learn(options.secrets);
  }

  learn(values: readonly string[], where?: 'always', whose?: PersonId | 'everyone'): void {
    this.#secrets.learn(values, where, whose);
  }

  forget(values: readonly string[], whose?: PersonId): void {
    this.#secrets.forget(values, whose);
  }

  values(): readonly string[] {
    return this.#secrets.values();
  }

  unmistakable(): readonly string[] {
    return this.#secrets.unmistakable();
  }

  ofMember(person: PersonId): readonly string[] {
    return this.#secrets.ofMember(person);
  }

  ownOfMember(person: PersonId): readonly string[] {
    return this.#secrets.ownOfMember(person);
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

  /** Resolves after every earlier line is written. */
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
    const secrets = this.#secrets.all();
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

/** A log never throws, and never writes what cannot be masked. A fact that throws does not suppress its line. */
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
      tagged(String(message), oneLine({ at, level, event: message, ...facts })),
    ),
    transports: [new winston.transports.Console({ stderrLevels: [...LEVELS] })],
  });
}

/** A line about backups begins with its tag, and the object follows (specification › Backup operations). */
function tagged(event: string, line: string): string {
  const tag = /^\[svc:[a-z]+\]/u.exec(event)?.[0];
  return tag === undefined ? line : `${tag} ${line}`;
}

/** JSON escapes line breaks and the C0 control characters; terminals also obey these. */
const TERMINAL_CONTROLS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const oneLine = (line: object): string =>
  JSON.stringify(line).replace(
    TERMINAL_CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
