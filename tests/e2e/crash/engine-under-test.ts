/**
 * An engine that kills itself at one commit:
 * `node engine-under-test.ts <data dir> before|after <n> <scenario>`. It sends its port to its parent. Its runs are those of
 * `scenario.ts`.
 */
import { boot } from '../../../src/main/boot.ts';
import { httpSurface } from '../../../src/main/serving/http-surface.ts';
import { listenOnPort } from '../../../src/main/serving/listen.ts';
import { systemPlatform } from '../../../src/main/platform.ts';
import { settingsFrom } from '../../../src/main/settings.ts';
import { SOURCE } from '../../harness/graph.ts';
import { replacing } from '../../harness/replacing.ts';
import { aroundCommits } from './commits.ts';
import { aFewTurns, scenarios, steppingClock, type ScenarioName } from './scenario.ts';

const [dataDir = '', when = '', nth = '', what = ''] = process.argv.slice(2);
const deadly = aroundCommits(async (n, commit) => {
  const isLast = n === Number(nth);
  if (isLast && when === 'before') await die();
  await commit();
  if (isLast) await die();
});

async function die(): Promise<never> {
  // What was already written to sockets still leaves; nothing new can, because this commit never returns.
  await aFewTurns();
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

const settings = settingsFrom(
  { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0', LOG_LEVEL: 'error' },
  { demo: false },
);
const system = systemPlatform(settings, SOURCE);
const platform = { ...system, clock: steppingClock() };
const model = scenarios[what as ScenarioName].model();
const engine = await boot(settings, platform, { rebind: replacing({ model, journal: deadly }) });
const surface = httpSurface({ engine, reason: 'starting' }, platform, {
  allowedHosts: [],
  allowedOrigins: [],
  trustedProxies: [],
  token: () => null,
});
const { port } = await listenOnPort(surface, { host: '127.0.0.1', port: 0, certificate: null }, platform);
process.send?.({ port });
