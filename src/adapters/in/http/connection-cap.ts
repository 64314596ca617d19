import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the open connections of a server (promise D31). Beyond the bound the one that has been idle for longest is
 * closed, so that sockets which only sit there keep nobody out (S40); node's own `maxConnections` would turn away
 * whoever comes next.
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
