import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { httpApp, type HttpAppDeps } from '../../../src/adapters/in/http/app.ts';
import { httpServer } from '../../../src/adapters/in/http/server.ts';
import { AjvValidator } from '../../../src/adapters/out/system/ajv-validator.ts';
import type { HttpRows } from '../../../src/contract/row.ts';
import type { Services } from '../../../src/core/features.ts';
import { CountingIds } from '../../doubles/counting-ids.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';

export interface TestApp {
  readonly port: number;
  readonly log: RecordingLog;
  readonly clock: ManualClock;
  /** Of all connections, oldest first. */
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

/** The HTTP surface over the test's own rows, without an engine. */
export async function serveRows(rows: HttpRows, more: Partial<HttpAppDeps> = {}): Promise<TestApp> {
  const [log, clock] = [new RecordingLog(), new ManualClock()];
  const services = { engine: { notReady: () => null, awayStorage: () => null } } as unknown as Services;
  const app = httpApp({
    faces: [],
    duringRestore: () => ({}) as Services,
    logins: () => ({}) as Services['logins'],
    access: () => ({ people: { isSigningInOn: false } }) as unknown as Services,
    proxyUserHeader: null,
    rows,
    ids: new CountingIds(),
    clock,
    log,
    validator: new AjvValidator(),
    services: () => services,
    vitals: { streamOpened: () => () => undefined },
    strict: false,
    pageDir: '/nonexistent',
    allowedHosts: [],
    allowedOrigins: [],
    trustedProxies: [],
    token: () => null,
    withoutToken: 'open',
    ...more,
  });
  const server = httpServer(app, clock);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, log, clock, sockets, close };
}
