import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { closedAfterwards } from '../harness/afterwards.ts';

/** Whether what was sent arrived there. */
export type Cut = 'before it arrives' | 'after it arrives';

export interface CuttingProxy {
  readonly port: number;
  /** Cuts the connection at the message of a client that is the nth one from now on; its answer never comes. Null: at none. */
  cutAt(nth: number | null, cut: Cut): void;
  /** Whether that has happened. */
  readonly hasCut: boolean;
  /** While it is set, nothing arrives at clients: what they send is worked on. */
  isStalled: boolean;
  /** While it is set, nobody reaches the server, and whoever had reached it is cut off. */
  isAway: boolean;
}

/** A query, and the end of statements that were sent together. */
const ANSWERED: ReadonlySet<string> = new Set(['Q', 'S']);

const letterOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/** Takes what is sent apart into messages. The first one of a client has no letter before its length. */
function messagesOf(firstLengthAt: 0 | 1): (data: Buffer) => readonly Buffer[] {
  let rest = Buffer.alloc(0);
  let lengthAt: number = firstLengthAt;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    const whole: Buffer[] = [];
    while (rest.length >= lengthAt + 4) {
      const end = lengthAt + rest.readUInt32BE(lengthAt);
      if (rest.length < end) break;
      whole.push(rest.subarray(0, end));
      rest = rest.subarray(end);
      lengthAt = 1;
    }
    return whole;
  };
}

/** Stands between clients and the server at a socket's file. It is closed after the test. */
export async function cuttingProxy(file: string): Promise<CuttingProxy> {
  let left: number | null = null;
  let cut: Cut = 'before it arrives';
  let hasCut = false;
  let isAway = false;
  let isStalled = false;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (isAway) return void client.destroy();
    const behind = connect(file);
    let isCut = false;
    const end = () => {
      client.destroy();
      behind.destroy();
    };
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    const [messages, answers] = [messagesOf(0), messagesOf(1)];
    // Of the first message, and of each that is answered.
    let [due, answered] = [1, 0];
    behind.on('data', (data) => {
      if (!isCut && !isStalled) client.write(data);
      answered += answers(data).filter((message) => letterOf(message) === 'Z').length;
      if (isCut && answered >= due) end();
    });
    client.on('data', (data) => {
      for (const message of messages(data)) {
        if (isCut) return;
        if (left !== null) left -= 1;
        const isAnswered = ANSWERED.has(letterOf(message));
        if (isAnswered) due += 1;
        if (left !== 0) {
          behind.write(message);
          continue;
        }
        [left, isCut, hasCut] = [null, true, true];
        if (cut === 'before it arrives') return end();
        // The server works on it, and on all before it; then both are gone.
        if (isAnswered) behind.write(message);
        else behind.write(message, end);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closedAfterwards(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return {
    port: (server.address() as AddressInfo).port,
    cutAt: (nth, how) => {
      [left, cut, hasCut] = [nth, how, false];
    },
    get hasCut() {
      return hasCut;
    },
    get isStalled() {
      return isStalled;
    },
    set isStalled(is) {
      isStalled = is;
    },
    get isAway() {
      return isAway;
    },
    set isAway(is) {
      isAway = is;
      if (is) for (const socket of open) socket.destroy();
    },
  };
}
