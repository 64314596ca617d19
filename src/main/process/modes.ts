import { once } from 'node:events';
import type { Speaking } from '../../adapters/in/cli/told-in.ts';
import type { CarriesOut } from '../../adapters/in/cli/verbs.ts';
import { EXIT } from '../../contract/cli/command.ts';
import type { Platform } from '../platform.ts';
import type { Interrupts } from './process-signals.ts';
import type { Settings } from '../settings.ts';
import type { WebSettings } from '../web-settings.ts';
import { addressOf } from '../serving/address.ts';

/** `--http-api`: an engine with its port, until `stop` aborts. */
export async function serveHttp(settings: Settings, platform: Platform, stop: AbortSignal): Promise<number> {
  const { startEngine } = await import('../serving/running-engine.ts');
  const waiting = {
    stop,
    listening: (port: number | null) =>
      process.stderr.write(
        `svc waits for the server of its data, and refuses everything at ${addressOf(settings.http, port ?? 0)} until then\n`,
      ),
  };
  const running = await startEngine(settings, platform, { http: true, waiting }).catch((error: unknown) => {
    if (stop.aborted) return null;
    throw error;
  });
  if (running === null) return EXIT.done;
  const at = addressOf(settings.http, running.port ?? 0);
  process.stderr.write(`svc is listening on ${at} (data in ${settings.dataDir})\n`);
  if (settings.http.token === null && running.isClosed)
    process.stderr.write('Requests to this port need the token, which "svc token" prints.\n');
  try {
    if (!stop.aborted) await onceAborted(stop, running.lost);
    process.stderr.write('Stopping…\n');
  } finally {
    // Also where the engine could not start anew: an open port would keep the process, and lead nowhere.
    await running.stop();
  }
  return EXIT.done;
}

/** `--web`: the page on a port of its own, until `stop` aborts. It opens no data directory. */
export async function serveWeb(
  settings: WebSettings,
  platform: Platform,
  stop: AbortSignal,
): Promise<number> {
  const web = await import('../serving/web-port.ts');
  const listening = await web.serveWeb(settings, platform);
  const at = addressOf(settings, listening.port);
  process.stderr.write(`svc is listening on ${at} (the page; its engine is at ${settings.engine.origin})\n`);
  if (!stop.aborted) await onceAborted(stop);
  await listening.close();
  return EXIT.done;
}

/**
 * `--mcp-server`: tools for an agent host, over standard input and output or over HTTP, until the host closes its end or
 * `stop` aborts. `over.stdio` is the only way to standard output.
 */
export async function serveTools(
  settings: Settings,
  platform: Platform,
  stop: AbortSignal,
  over: { readonly stdio: (text: string) => Promise<void> } | 'http',
): Promise<number> {
  const [{ engineReach }, { engineLink }] = await Promise.all([
    import('../serving/engine-reach.ts'),
    import('../serving/engine-link.ts'),
  ]);
  const tell = (line: string) => void process.stderr.write(`svc: ${line}\n`);
  const link = engineLink(
    engineReach(settings, platform, stop, over === 'http' ? 'http' : 'pipes'),
    platform.log,
  );
  const parts = { settings, platform, link, tell };
  try {
    if (over === 'http') {
      const { openToolServerPort } = await import('../serving/tool-server-port.ts');
      const listening = await openToolServerPort(parts);
      const at = addressOf({ ...settings.toolServer, host: listening.host }, listening.port);
      process.stderr.write(
        `svc is listening on ${at}mcp (tools for agent hosts; data in ${settings.dataDir})\n`,
      );
      if (!stop.aborted) await onceAborted(stop);
      await listening.close();
    } else {
      const { toolsOverPipes } = await import('../serving/tool-server.ts');
      const connection = await toolsOverPipes(parts, process.stdin, over.stdio);
      stop.addEventListener('abort', () => void connection.close(), { once: true });
      if (stop.aborted) await connection.close();
      await connection.closed;
    }
  } finally {
    await link.close();
  }
  return EXIT.done;
}

/**
 * `--acp`: the agent of an editor, over standard input and output, until the editor closes its end or `stop` aborts.
 * `write` is the only way to standard output.
 */
export async function serveEditor(
  settings: Settings,
  platform: Platform,
  stop: AbortSignal,
  write: (text: string) => Promise<void>,
): Promise<number> {
  const [{ engineReach }, { engineLink }, { editorOverPipes }] = await Promise.all([
    import('../serving/engine-reach.ts'),
    import('../serving/engine-link.ts'),
    import('../serving/editor.ts'),
  ]);
  const link = engineLink(engineReach(settings, platform, stop, 'editor'), platform.log);
  try {
    const connection = editorOverPipes({ settings, platform, link }, process.stdin, write);
    stop.addEventListener('abort', () => void connection.close(), { once: true });
    if (stop.aborted) await connection.close();
    await connection.closed;
  } finally {
    await link.close();
  }
  return EXIT.done;
}

/** Carries out the commands of the terminal: with the running engine or, if a verb needs one and none runs, with one of their own. */
export async function terminalVerbs(
  settings: Settings,
  platform: Platform,
  stop: AbortSignal,
  interrupts: Interrupts,
  speaking: Speaking,
): Promise<CarriesOut> {
  const [{ engineReach }, { verbsOver }, { typedLines }, { linesFrom, textFrom, unseenLine }] =
    await Promise.all([
      import('../serving/engine-reach.ts'),
      import('../../adapters/in/cli/verbs.ts'),
      import('../../adapters/in/cli/typed-lines.ts'),
      import('./standard-input.ts'),
    ]);
  const { storage, dataDir } = settings;
  return verbsOver({
    ...engineReach(settings, platform, stop),
    ...speaking,
    copyStorage:
      storage === null
        ? null
        : async (to, onProgress) => {
            const { storageCopyOver } = await import('../storage-copy/at-terminal.ts');
            return await storageCopyOver({ ...platform, dataDir, place: storage })(to, onProgress);
          },
    dataDir: settings.dataDir,
    version: platform.version,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readInput: (what) => {
      if (process.stdin.isTTY) process.stderr.write(`${speaking.tell(`terminal.enter_${what}`)}\n`);
      return textFrom(process.stdin, stop);
    },
    readSecret: (what) => {
      if (!process.stdin.isTTY) return textFrom(process.stdin, stop);
      process.stderr.write(speaking.tell('terminal.value_unseen', { what: what ?? null }));
      return unseenLine(process.stdin, stop).finally(() => process.stderr.write('\n'));
    },
    readLines: process.stdin.isTTY ? (until) => linesFrom(process.stdin, until, platform.clock) : null,
    typedLines: () => {
      const byPerson = process.stdin.isTTY;
      const byKey = byPerson && process.stderr.isTTY;
      const { stdin: input, stderr: screen } = process;
      return typedLines({ input, screen, byPerson, byKey, interrupt: interrupts.interrupt });
    },
    tty: process.stdout.isTTY,
    screen: process.stderr.isTTY,
    interrupted: stop,
    onInterrupt: interrupts.onInterrupt,
  });
}

/** Rejects with `lost`. */
async function onceAborted(signal: AbortSignal, lost?: Promise<never>): Promise<void> {
  // Nothing else keeps the process alive while it only waits for connections.
  const alive = setInterval(() => undefined, 2 ** 30);
  try {
    await Promise.race([once(signal, 'abort'), ...(lost ? [lost] : [])]);
  } finally {
    clearInterval(alive);
  }
}
