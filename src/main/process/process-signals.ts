import { faultFacts, faultLine } from '../../core/kernel/fault.ts';
import type { Log } from '../../core/ports/log.ts';
import { EXIT } from '../../contract/cli/command.ts';

const PARENT_CHECK_MS = 500;

export interface Interrupts {
  /** What Ctrl-C does, whether it came as a signal or as a key. */
  interrupt(): void;
  /** Asks `deal` first; when it returns false, Ctrl-C ends the process as usual. @returns a function that stops asking */
  onInterrupt(deal: () => boolean): () => void;
}

interface Stopping {
  readonly stop: AbortController;
  readonly interrupts: Interrupts;
  /** Whether the reader of our output closed it: then there is no one to tell that the command was cut off. */
  hasReaderLeft(): boolean;
}

/**
 * Aborts when the process should end: on a signal (a second one ends it at once), when the launcher dies, when the
 * reader closes our output, or when an `npm` between us and the terminal is killed and leaves us orphaned.
 */
export function stopSignal(): Stopping {
  const stop = new AbortController();
  let hasReaderLeft = false;
  const end = () => {
    if (stop.signal.aborted) process.exit(EXIT.fault);
    stop.abort();
  };
  let asked: (() => boolean) | null = null;
  const interrupt = () => {
    if (!asked?.()) end();
  };
  process.on('SIGINT', interrupt);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.once('disconnect', () => stop.abort());
  // The reader closed our output (`svc run … | head -3`).
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', () => {
      hasReaderLeft = true;
      stop.abort();
    });
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && stop.abort(), PARENT_CHECK_MS).unref();
  }
  const onInterrupt = (deal: () => boolean) => {
    asked = deal;
    return () => void (asked = null);
  };
  return { stop, interrupts: { interrupt, onInterrupt }, hasReaderLeft: () => hasReaderLeft };
}

/**
 * Handles uncaught faults. An unhandled rejection is logged, and the process continues. After an uncaught exception the
 * state in memory cannot be trusted: the engine stops in order, with its state on disk. Node would print the whole error,
 * which may hold secrets; only `faultFacts` are logged. `log` returns null until there is one.
 */
export function watchForFaults(log: () => Log | null, stop: AbortController): void {
  const tell = (event: string, error: unknown) => {
    try {
      const facts = faultFacts(error);
      const to = log();
      if (to) to.error(event, { error: facts });
      else process.stderr.write(`svc: ${event}: ${faultLine(facts)}\n`);
    } catch {
      // A fault that cannot be masked is not logged; the process still ends in order.
    }
  };
  process.on('unhandledRejection', (error) => tell('unhandled rejection', error));
  process.on('uncaughtException', (error) => {
    process.exitCode = EXIT.fault;
    tell('uncaught exception: stopping', error);
    stop.abort();
  });
}
