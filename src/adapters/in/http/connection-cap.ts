import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the open connections of a server. At the bound it closes the one that has been idle for longest, so that idle
 * sockets keep no client out; node's own `maxConnections` would refuse the next client.
 */
export function capConnections(server: Server, most: number): void {
  /** Without a request in progress, the longest idle first. */
  const idle = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open > most) idle.values().next().value?.destroy();
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
