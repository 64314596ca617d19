// The browser's answer reaches a login, whatever else on the machine connects to its port.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from '@jest/globals';
import { listenForCallback } from '../../../src/adapters/out/tool-client/callback.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { verifies } from '../../spec/verifies.ts';

const STRANGERS = 40;

/** Connects and says nothing, or the beginning of a request that never ends. */
async function strangers(redirectUrl: string): Promise<void> {
  const { port } = new URL(redirectUrl);
  for (let nth = 0; nth < STRANGERS; nth++) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    afterwards(() => socket.destroy());
    await once(socket, 'connect');
    if (nth % 2 === 1) socket.write('GET /callback HTTP/1.1\r\nX: ');
  }
}

verifies('tool-servers.sign-in', "silent connections do not keep out the browser's answer", async () => {
  const listener = await listenForCallback('Google');
  const answer = listener.answer('the state');
  await strangers(listener.redirectUrl);
  const window = fetch(`${listener.redirectUrl}?state=the%20state&code=c`);
  const taken = await answer;
  await strangers(listener.redirectUrl);
  taken.tell(true);
  expect(await (await window).text()).toContain('You are signed in at Google.');
  listener.close();
});
