import { faultFacts, faultLine } from '../core/kernel/fault.ts';
import type { Log } from '../core/ports/log.ts';
import { EXIT } from '../contract/cli/commands.ts';

const PARENT_CHECK_MS = 500;

export interface Interrupts {
  /** What Ctrl-C does, whether it came as a signal or as a key. */
  interrupt(): void;
  /** Has `deal` asked first: false leaves the Ctrl-C what it is otherwise, the end of the process. @returns ends it */
  onInterrupt(deal: () => boolean): () => void;
}

/**
 * Aborts when the process is asked to end, by whatever way: a signal (the second one ends it at once), the launcher
 * dying, the reader of our output leaving, or an `npm` between us and the terminal being killed, which would leave us
 * an orphan.
 */
export function stopSignal(): { readonly stop: AbortController; readonly interrupts: Interrupts } {
  const stop = new AbortController();
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
  // Who read our output has gone (`svc run … | head -3`): nobody is left to work for.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop.abort());
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && stop.abort(), PARENT_CHECK_MS).unref();
  }
  const onInterrupt = (deal: () => boolean) => {
    asked = deal;
    return () => void (asked = null);
  };
  return { stop, interrupts: { interrupt, onInterrupt } };
}

/**
 * What nobody caught (promise S45). A forgotten promise fails alone: it is written down, everything else goes on.
 * After an exception that unwound to the top nothing can be relied on: the engine stops in order, and its state
 * is on disk. Of the error only what code says is told (`faultFacts`): without this, Node prints all of it.
 * `log` is asked for at each fault, null as long as there is none.
 */
export function watchForFaults(log: () => Log | null, stop: AbortController): void {
  const tell = (event: string, error: unknown) => {
    try {
      const facts = faultFacts(error);
      const to = log();
      if (to) to.error(event, { error: facts });
      else process.stderr.write(`svc: ${event}: ${faultLine(facts)}\n`);
    } catch {
      // Nothing is said rather than what could not be masked, and the process ends as it should.
    }
  };
  process.on('unhandledRejection', (error) => tell('unhandled rejection', error));
  process.on('uncaughtException', (error) => {
    process.exitCode = EXIT.fault;
    tell('uncaught exception: stopping', error);
    stop.abort();
  });
}
