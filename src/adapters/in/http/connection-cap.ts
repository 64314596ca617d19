import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Open {
  /** Requests without a complete answer. */
  asked: number;
  /** How many of them have been let in. */
  letIn: number;
  /** Whether the last one that is over had been let in. */
  isKnown: boolean;
  /** Whose request was let in last. */
  whose: string;
  isClosed: boolean;
  place(): void;
  isOf(whose: string): void;
}

const open = new WeakMap<Socket, Open>();

/**
 * Bounds the open connections of a server. At the bound it closes the oldest one without a request that was let in
 * (`letIn`), or else the one that has been idle for longest. So a client without the token keeps out no one that has it,
 * whatever it sends or leaves out; node's own `maxConnections` would refuse the next client. Where all are at work, one more
 * waits above the bound; if it is let in, the oldest one closes of whoever has most. So nobody who is let in keeps out others.
 */
export function capConnections(server: Server, most: number): void {
  /** The oldest first. */
  const strangers = new Set<Socket>();
  /** Idle after a request that was let in, the longest idle first. */
  const idle = new Set<Socket>();
  /** At work for somebody who was let in, the oldest first. */
  const atWork = new Map<string, Set<Socket>>();
  let count = 0;
  /** For those whose requests come through TLS: on another socket over the one that is counted. */
  const byPeer = new Map<string, Open>();
  const rest = (socket: Socket, whose: string): void => {
    const theirs = atWork.get(whose);
    if (theirs?.delete(socket) && theirs.size === 0) atWork.delete(whose);
  };
  const forget = (socket: Socket): void => {
    const now = open.get(socket);
    if (!now || now.isClosed) return;
    now.isClosed = true;
    byPeer.delete(peerOf(socket));
    count -= 1;
    strangers.delete(socket);
    idle.delete(socket);
    rest(socket, now.whose);
  };
  const close = (socket: Socket): void => {
    // Its 'close' may come after more connections, and each of them closes one of its own.
    forget(socket);
    socket.destroy();
  };
  const makeRoom = (): void => {
    if (count <= most) return;
    const [of] = [...atWork.values()].toSorted((a, b) => b.size - a.size);
    const [oldest] = of ?? [];
    if (oldest) close(oldest);
  };
  server.on('connection', (socket) => {
    const place = (): void => {
      const { asked, letIn, isKnown, whose } = now;
      const isStranger = letIn === 0 && (asked > 0 || !isKnown);
      const isIdle = asked === 0 && isKnown;
      // A socket that is in a set already keeps its place there.
      if (isStranger) strangers.add(socket);
      else strangers.delete(socket);
      if (isIdle) idle.add(socket);
      else idle.delete(socket);
      if (letIn === 0) return rest(socket, whose);
      atWork.set(whose, (atWork.get(whose) ?? new Set()).add(socket));
      makeRoom();
    };
    const isOf = (whose: string): void => {
      if (whose !== now.whose) rest(socket, now.whose);
      now.whose = whose;
    };
    const now: Open = { asked: 0, letIn: 0, isKnown: false, whose: '', isClosed: false, place, isOf };
    const peer = peerOf(socket);
    count += 1;
    socket.once('close', () => forget(socket));
    const [stranger] = strangers;
    const [unused] = idle;
    open.set(socket, now);
    byPeer.set(peer, now);
    place();
    if (count <= most) return;
    const closed = stranger ?? unused;
    if (closed) close(closed);
  });
  server.on('secureConnection', (secured: Socket) => {
    const now = byPeer.get(peerOf(secured));
    if (now) open.set(secured, now);
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
      if (!now.isClosed) now.place();
    });
  });
}

/** No two connections that are open have the same. */
const peerOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;

const admitted = new WeakSet<ServerResponse>();

/**
 * Says that a request needs no token or has shown it: its connection stays open until the answer is complete.
 * @param whose request it is, as far as that is known
 */
export function letIn({ socket }: IncomingMessage, response: ServerResponse, whose: string): void {
  const now = open.get(socket);
  if (!now || admitted.has(response) || response.destroyed) return;
  admitted.add(response);
  now.letIn += 1;
  now.isOf(whose);
  now.place();
}
