import { createClient, type Client, type Transport } from '../../src/contract/client.ts';
import { httpRows } from '../../src/contract/http/rows.ts';
import { routesOf } from '../../src/contract/routes.ts';
import { systemPlatform } from '../../src/main/platform.ts';
import { serveWeb } from '../../src/main/serving/web-port.ts';
import { webSettingsFrom } from '../../src/main/web-settings.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { closedAfterwards } from './afterwards.ts';
import { SOURCE } from './graph.ts';

export interface TestWeb {
  readonly port: number;
  readonly baseUrl: string;
  readonly client: Client<typeof httpRows>;
  readonly log: RecordingLog;
  close(): Promise<void>;
}

/** The port of the page as `--web` opens it, in this process, for the engine at this address. */
export async function startTestWeb(engine: string, env: Record<string, string> = {}): Promise<TestWeb> {
  const settings = webSettingsFrom({ SVC_WEB_PORT: '0', SVC_API_URL: engine, ...env });
  const log = new RecordingLog();
  const platform = { ...systemPlatform({ logLevel: 'error', secrets: [] }, SOURCE), log };
  const { port, close } = await serveWeb(settings, platform);
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createClient(routesOf(httpRows), { baseUrl, transport: fetch as Transport });
  return { port, baseUrl, client, log, close: closedAfterwards(close) };
}
