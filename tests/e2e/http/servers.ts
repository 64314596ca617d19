import { afterEach } from '@jest/globals';
import { startWebServer, type WebServer } from '../../servers/web-server.ts';

/** Starts outside servers that stop after the test that started them. */
export function servers(): (...given: Parameters<typeof startWebServer>) => Promise<WebServer> {
  const started: WebServer[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.close()));
  });
  return async (...given) => {
    const server = await startWebServer(...given);
    started.push(server);
    return server;
  };
}
