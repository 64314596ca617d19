import type { Log } from '../core/ports/log.ts';
import { EXIT } from '../contract/cli/commands.ts';

const PARENT_CHECK_MS = 500;

/**
 * Aborts when the process is asked to end, by whatever way: a signal (the second one ends it at once), the launcher
 * dying, the reader of our output leaving, or an `npm` between us and the terminal being killed, which would leave us
 * an orphan.
 */
export function stopSignal(): AbortController {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT.fault);
      stop.abort();
    });
  process.once('disconnect', () => stop.abort());
  // Who read our output has gone (`svc run … | head -3`): nobody is left to work for.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop.abort());
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && stop.abort(), PARENT_CHECK_MS).unref();
  }
  return stop;
}

/**
 * What nobody caught (promise S45). A forgotten promise fails alone: it is written down, everything else goes on.
 * After an exception that unwound to the top nothing can be relied on: the engine stops in order, and its state
 * is on disk.
 */
export function watchForFaults(log: Log, stop: AbortController): void {
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }));
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception: stopping', { error });
    process.exitCode = EXIT.fault;
    stop.abort();
  });
}
