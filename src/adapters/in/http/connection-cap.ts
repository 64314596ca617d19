import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Open {
  /** Requests without a complete answer. */
  asked: number;
  /** How many of them have been let in. */
  letIn: number;
  /** Whether the last one that is over had been let in. */
  isKnown: boolean;
  place(): void;
}

const open = new WeakMap<Socket, Open>();

/**
 * Bounds the open connections of a server. At the bound it closes the oldest one without a request that was let in
 * (`letIn`), or else the one that has been idle for longest. So a client without the token keeps out no one that has it,
 * whatever it sends or leaves out; node's own `maxConnections` would refuse the next client.
 */
export function capConnections(server: Server, most: number): void {
  /** The oldest first. */
  const strangers = new Set<Socket>();
  /** Idle after a request that was let in, the longest idle first. */
  const idle = new Set<Socket>();
  let count = 0;
  const forget = (socket: Socket): void => {
    if (!open.delete(socket)) return;
    count -= 1;
    strangers.delete(socket);
    idle.delete(socket);
  };
  server.on('connection', (socket) => {
    const place = (): void => {
      const { asked, letIn, isKnown } = now;
      const isStranger = letIn === 0 && (asked > 0 || !isKnown);
      const isIdle = asked === 0 && isKnown;
      // A socket that is in a set already keeps its place there.
      if (isStranger) strangers.add(socket);
      else strangers.delete(socket);
      if (isIdle) idle.add(socket);
      else idle.delete(socket);
    };
    const now: Open = { asked: 0, letIn: 0, isKnown: false, place };
    count += 1;
    socket.once('close', () => forget(socket));
    const [stranger] = strangers;
    const [unused] = idle;
    open.set(socket, now);
    place();
    if (count <= most) return;
    const closed = stranger ?? unused ?? socket;
    // Its 'close' may come after more connections, and each of them closes one of its own.
    forget(closed);
    closed.destroy();
  });
  server.on('request', ({ socket }, response) => {
    const now = open.get(socket);
    if (!now) return;
    now.asked += 1;
    now.place();
    response.once('close', () => {
      now.asked -= 1;
      now.isKnown = admitted.has(response);
      if (now.isKnown) now.letIn -= 1;
      if (open.has(socket)) now.place();
    });
  });
}

const admitted = new WeakSet<ServerResponse>();

/** Says that a request needs no token or has shown it: its connection stays open until the answer is complete. */
export function letIn({ socket }: IncomingMessage, response: ServerResponse): void {
  const now = open.get(socket);
  if (!now || admitted.has(response) || response.destroyed) return;
  admitted.add(response);
  now.letIn += 1;
  now.place();
}
