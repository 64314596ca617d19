import { told } from '../../harness/told.ts';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect } from '@jest/globals';
import { afterwards } from '../../harness/afterwards.ts';
import { codeOf } from '../../harness/refused.ts';
import { startGoodToolServer, type Spoken } from '../../servers/tool-servers/good.ts';
import { startLoginServer, type LoginOptions } from '../../servers/tool-servers/with-login.ts';
import { verifies } from '../../spec/verifies.ts';
import { asked, never, toolClient } from './connected.ts';

async function behindLogin(options: LoginOptions = {}, spoken?: Spoken) {
  const good = await startGoodToolServer(undefined, spoken);
  const server = await startLoginServer(good, options);
  const { client, login } = toolClient();
  const at = { name: 'safe', place: { kind: 'http', url: server.url } } as const;
  const connect = async () => {
    const events = { listChanged: () => undefined, ended: () => undefined };
    const connection = await client.connect(at, events, never);
    afterwards(() => connection.close());
    return connection;
  };
  /** The owner signs in; what was asked for. */
  const signedIn = async () => {
    const { url, done } = await client.signIn(at, never);
    await server.signIn(url);
    await done;
    return new URL(url).searchParams.get('scope');
  };
  return { good, server, client, at, connect, signedIn, login };
}

/** Says this to the listener at an address. `closed`: what it said until the connection was closed. */
async function rawly(address: string, said: string): Promise<{ readonly closed: Promise<string> }> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (piece: Buffer) => (heard += piece.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  await once(socket, 'connect');
  socket.write(said);
  return { closed };
}

describe('a server that asks for a login', () => {
  verifies('tool-servers.sign-in', 'is connected after it, and a refused token is renewed', async () => {
    const { server, client, at, connect, login } = await behindLogin();
    expect(await codeOf(connect())).toBe('tool_server_sign_in');
    const { url, done } = await client.signIn(at, never);
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256');
    expect(server.registered).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/u)]);
    // Another page cannot finish it.
    const elsewhere = new URL(server.registered[0] ?? '');
    elsewhere.search = '?code=stolen&state=guessed';
    expect((await fetch(elsewhere)).status).toBe(404);
    expect(await server.signIn(url)).toBe(200);
    expect(server.told).toContain('You are signed in at the tool server.');
    await done;
    expect(login()?.secrets.map((secret) => secret.slice(0, 7))).toEqual(['access-', 'refresh']);

    const connection = await connect();
    expect((await connection.call(asked('echo'))).isError).toBe(false);
    const before = login()?.secrets[0];
    server.expire();
    expect((await connection.call(asked('echo'))).isError).toBe(false);
    expect(login()?.secrets[0]).not.toBe(before);
    server.expire('refresh');
    expect(await codeOf(connection.call(asked('echo')))).toBe('tool_server_sign_in');
    // The listener is gone.
    await expect(fetch(server.registered[0] ?? '')).rejects.toThrow();
  });

  verifies(
    'tool-servers.sign-in',
    'and for a further right before a call, gets a login for both the next time the owner signs in, never by itself',
    async () => {
      const { server, connect, signedIn } = await behindLogin({ callsNeed: 'write:all' }, '2026-07-28');
      expect(await signedIn()).toBe('tools');
      const connection = await connect();
      await expect(told(connection.call(asked('echo')))).rejects.toMatchObject({
        code: 'tool_server_sign_in',
        message: expect.stringContaining('In its own words: "write:all"'),
      });
      expect(server.registered).toHaveLength(1);
      expect(await signedIn()).toBe('tools write:all');
      expect((await connection.call(asked('echo'))).isError).toBe(false);
      // What was once wanted is not asked for forever.
      expect(await signedIn()).toBe('tools');
    },
  );

  verifies('tool-servers.sign-in', 'says that no login can ask for rights without end', async () => {
    const callsNeed = Array.from({ length: 200 }, (_, nth) => `right:${nth}`).join(' ');
    const { connect, signedIn } = await behindLogin({ callsNeed }, '2026-07-28');
    await signedIn();
    await expect(told((await connect()).call(asked('echo')))).rejects.toMatchObject({
      code: 'tool_server_failed',
      message: expect.stringContaining('a new login cannot ask for them'),
    });
  });

  verifies(
    ['tool-servers.sign-in', 'security.tool-urls'],
    'never sends its token elsewhere, and goes nowhere that the server names inside',
    async () => {
      const inside = await startGoodToolServer();
      const elsewhere = `http://127.0.0.1:${inside.port}`;
      const hostile: readonly LoginOptions[] = [
        { resource: { authorization_servers: [elsewhere] } },
        { resource: { authorization_servers: ['http://169.254.169.254/'] } },
        { metadata: { registration_endpoint: `${elsewhere}/register` } },
        { metadata: { authorization_endpoint: 'javascript:alert(1)' } },
        { metadata: { authorization_endpoint: 'file:///etc/passwd' } },
        { metadata: { authorization_endpoint: `${elsewhere}/reboot?now=$(id)` } },
        { metadata: { authorization_endpoint: 'http://192.168.0.1/reboot' } },
      ];
      for (const options of hostile) {
        const { client, at } = await behindLogin(options);
        expect(['tool_server_address', 'tool_server_failed']).toContain(
          await codeOf(client.signIn(at, never)),
        );
      }
      const { client, at, server, login } = await behindLogin({
        metadata: { token_endpoint: `${elsewhere}/token` },
      });
      const { url, done } = await client.signIn(at, never);
      await server.signIn(url);
      expect(await codeOf(done)).toBe('tool_server_address');
      expect(login()).toBeNull();
      expect(server.told).toContain('The login failed, and nothing was kept.');
      expect(inside.headers).toEqual([]);
    },
  );

  verifies('tool-servers.sign-in', 'that is refused keeps nothing, and one given up ends', async () => {
    const { client, at, server, login } = await behindLogin();
    const first = await client.signIn(at, never);
    await server.signIn(first.url, { code: '', error: 'access_denied' });
    expect(['tool_server_sign_in', 'tool_server_failed']).toContain(await codeOf(first.done));
    const given = new AbortController();
    const second = await client.signIn(at, given.signal);
    given.abort();
    expect(await codeOf(second.done)).toBe('tool_server_sign_in');
    expect(login()).toBeNull();
  });

  verifies('tool-servers.sign-in', 'is not disturbed by others that ask its listener', async () => {
    const { client, at, server } = await behindLogin();
    const given = new AbortController();
    const { done } = await client.signIn(at, given.signal);
    const [address = ''] = server.registered;
    for (const path of ['//', '/callback?%', 'http://[', '*']) {
      const { closed } = await rawly(address, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(await closed).toMatch(/^HTTP\/1\.1 40[04] /u);
    }
    const silent = await Promise.all(
      ['', 'GET /callback HTTP/1.1\r\n'].map(async (said) => await rawly(address, said)),
    );
    given.abort();
    expect(await codeOf(done)).toBe('tool_server_sign_in');
    await Promise.all(silent.map(async ({ closed }) => await closed));
  });

  verifies('tool-servers.sign-in', 'is not asked for where none is wanted', async () => {
    const { client, good } = await behindLogin();
    const open = { name: 'open', place: { kind: 'http', url: good.url } } as const;
    expect(await codeOf(client.signIn(open, never))).toBe('tool_server_no_sign_in');
    const program = { name: 'p', place: { kind: 'command', command: ['true'] } } as const;
    expect(await codeOf(client.signIn(program, never))).toBe('tool_server_no_sign_in');
  });
});
