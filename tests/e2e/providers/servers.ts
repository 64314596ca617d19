import { startFakeProvider, type FakeProvider, type Reply } from '../../servers/fake-provider.ts';

const servers: FakeProvider[] = [];

/** A provider that gives these replies, until `closeServers`. */
export async function listening(...replies: readonly Reply[]): Promise<FakeProvider> {
  const server = await startFakeProvider(...replies);
  servers.push(server);
  return server;
}

export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close();
}
