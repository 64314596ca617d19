import type { Server } from './lab.ts';

/** The time that the server took to start; it is stopped. */
export async function startMs(server: Server & { readonly startMs: number }): Promise<number> {
  await server.stop();
  return server.startMs;
}
