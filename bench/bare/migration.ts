// What any migration has to do, and nothing else: a file goes over a socket to another process, in pieces sealed with
// AES-256-GCM, and is synced there. Prints the milliseconds.
import { fork } from 'node:child_process';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const [role = '', file = ''] = process.argv.slice(2);
const PART = 4 * 2 ** 20;
const TAG = 16;
const key = Buffer.alloc(32, 7);
const nonce = (index: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 8);
  return bytes;
};

if (role === 'receive') await receive(file);
else await send(role, file);

async function send(source: string, target: string): Promise<void> {
  const receiver = fork(fileURLToPath(import.meta.url), ['receive', target]);
  const [port] = (await once(receiver, 'message')) as [number];
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const startedAt = performance.now();
  const input = await open(source, 'r');
  const part = Buffer.alloc(PART);
  for (let index = 0; ; index += 1) {
    const { bytesRead } = await input.read(part, 0, PART);
    if (bytesRead === 0) break;
    const cipher = createCipheriv('aes-256-gcm', key, nonce(index));
    const head = Buffer.alloc(4);
    head.writeUInt32BE(bytesRead);
    socket.write(head);
    socket.write(cipher.update(part.subarray(0, bytesRead)));
    cipher.final();
    if (!socket.write(cipher.getAuthTag())) await once(socket, 'drain');
  }
  socket.end();
  await once(receiver, 'exit');
  process.stdout.write(String(performance.now() - startedAt));
  await input.close();
  await rm(target, { force: true });
}

async function receive(target: string): Promise<void> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
  const [socket] = (await once(server, 'connection')) as [AsyncIterable<Buffer>];
  const output = await open(target, 'wx', 0o600);
  let waiting: Buffer[] = [];
  let length = 0;
  let index = 0;
  let need = -1;
  for await (const piece of socket) {
    waiting.push(piece);
    length += piece.length;
    for (;;) {
      if (need < 0 && length >= 4) {
        const all = Buffer.concat(waiting);
        need = all.readUInt32BE() + TAG;
        waiting = [all.subarray(4)];
        length -= 4;
      }
      if (need < 0 || length < need) break;
      const all = Buffer.concat(waiting);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(index));
      const plain = decipher.update(all.subarray(0, need - TAG));
      decipher.setAuthTag(all.subarray(need - TAG, need));
      decipher.final();
      await output.write(plain);
      waiting = [all.subarray(need)];
      length -= need;
      need = -1;
      index += 1;
    }
  }
  await output.sync();
  await output.close();
  server.close();
  process.disconnect();
}
