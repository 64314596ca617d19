import { once } from 'node:events';
import type { Verbs } from '../contract/cli/commands.ts';
import { EXIT } from '../contract/cli/commands.ts';
import type { Attached } from '../adapters/in/cli/attach.ts';
import { readEngineRecord } from './engine-record.ts';
import type { Platform } from './platform.ts';
import { startEngine } from './running-engine.ts';
import type { Settings } from './settings.ts';

/** `--http-api`: an engine with its port, until it is told to stop. */
export async function serveHttp(settings: Settings, platform: Platform, stop: AbortSignal): Promise<number> {
  const running = await startEngine(settings, platform, { http: true });
  const host = settings.http.host.includes(':') ? `[${settings.http.host}]` : settings.http.host;
  process.stderr.write(`svc is listening on http://${host}:${running.port}/ (data in ${settings.dataDir})\n`);
  if (!stop.aborted) await onceAborted(stop);
  await running.stop();
  return EXIT.done;
}

/** The verbs of the terminal, over the running engine or, where one is needed and there is none, over their own. */
export async function terminalVerbs(
  settings: Settings,
  platform: Platform,
  stop: AbortSignal,
): Promise<Verbs> {
  const [{ attach }, { verbsOver }] = await Promise.all([
    import('../adapters/in/cli/attach.ts'),
    import('../adapters/in/cli/verbs.ts'),
  ]);
  const attached = async (): Promise<Attached | null> => {
    const record = readEngineRecord(settings.dataDir);
    if (!record) return null;
    const engine = attach(record.socket);
    try {
      await engine.client['health.get']();
      return engine;
    } catch {
      // A record that a killed engine left behind; the next engine replaces it.
      await engine.close();
      return null;
    }
  };
  const own = async (): Promise<Attached> => {
    const running = await startEngine(settings, platform, { http: false });
    const engine = attach(readEngineRecord(settings.dataDir)?.socket ?? '');
    return {
      client: engine.client,
      close: async () => {
        await engine.close();
        await running.stop();
      },
    };
  };
  return verbsOver({
    attached,
    attachedOrOwn: async () => (await attached()) ?? (await own()),
    dataDir: settings.dataDir,
    version: platform.version,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interrupted: stop,
  });
}

async function onceAborted(signal: AbortSignal): Promise<void> {
  // Nothing else keeps the process alive while it only waits for connections on an idle machine.
  const alive = setInterval(() => undefined, 2 ** 30);
  await once(signal, 'abort');
  clearInterval(alive);
}
