import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { closedAfterwards } from '../harness/afterwards.ts';

/** A message of the server: its letter, its length, and what it says. */
function message(letter: string, ...parts: readonly Buffer[]): Buffer {
  const said = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeUInt32BE(said.length + 4, 1);
  return Buffer.concat([head, said]);
}

const number = (bits: 16 | 32, value: number): Buffer => {
  const bytes = Buffer.alloc(bits / 8);
  if (bits === 16) bytes.writeInt16BE(value);
  else bytes.writeInt32BE(value);
  return bytes;
};
const text = (said: string): Buffer => Buffer.from(`${said}\0`);

const READY = message('Z', Buffer.from('I'));
const LET_IN = Buffer.concat([message('R', number(32, 0)), READY]);

/** Whatever is asked, it answers with one row of this text. */
const answer = (value: string): Buffer =>
  Buffer.concat([
    message(
      'T',
      number(16, 1),
      text('version'),
      number(32, 0),
      number(16, 0),
      number(32, 25),
      number(16, -1),
      number(32, -1),
      number(16, 0),
    ),
    message('D', number(16, 1), number(32, value.length), Buffer.from(value)),
    message('C', text('SELECT 1')),
    READY,
  ]);

/**
 * Answers as a PostgreSQL server of this version does until it is known which version it has. It is closed after the test.
 * @param version as in `server_version_num` @returns its port
 */
export async function oldPostgres(version: string): Promise<number> {
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(LET_IN);
      client.on('data', (data) => {
        if (data.toString('latin1', 0, 1) === 'Q') client.write(answer(version));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closedAfterwards(async () => {
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}
