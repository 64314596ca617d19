import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { beforeAll, expect } from '@jest/globals';
import { letIn } from '../../../src/adapters/in/http/connection-cap.ts';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import { settingsFrom } from '../../../src/main/settings.ts';
import { listenOnPort } from '../../../src/main/serving/listen.ts';
import { UnusableSetup } from '../../../src/main/unusable-setup.ts';
import { webSettingsFrom } from '../../../src/main/web-settings.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { closedAfterwards } from '../../harness/afterwards.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { authority, type Authority, type Signed } from '../../servers/certificates.ts';
import { verifies } from '../../spec/verifies.ts';
import { TOKEN } from './logins.ts';
import { until, Wire, within } from './wire.ts';

let trusted: Authority;
beforeAll(async () => {
  trusted = await authority();
});

const MINUTE_MS = 60_000;

/** The two files of the variables, with what is in them. */
function filesOf(pair: Signed) {
  const dir = temporaryDir();
  const files = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') };
  const write = (next: Partial<Signed>): void => {
    if (next.cert !== undefined) writeFileSync(files.cert, next.cert);
    if (next.key !== undefined) writeFileSync(files.key, next.key);
  };
  write(pair);
  return { files, env: { SVC_TLS_CERT: files.cert, SVC_TLS_KEY: files.key }, write };
}

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Over a connection of its own, for the name of the certificate. */
async function ask(port: number, { path = '/health', method = 'GET', headers = {}, body }: Asked = {}) {
  const asked = request({ port, host: '127.0.0.1', path, method, headers, ca: trusted.ca, agent: false });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, body: text };
}

async function shownBy(port: number): Promise<readonly string[]> {
  const socket = connect({ port, host: '127.0.0.1', ca: trusted.ca });
  await once(socket, 'secureConnect');
  const names = (socket.getPeerCertificate().subjectaltname ?? '').split(', ');
  socket.destroy();
  return names.filter((name) => name.startsWith('DNS:'));
}

verifies(
  'security.tls',
  'with a certificate the port speaks HTTPS alone, and its cookies go nowhere else',
  async () => {
    const { env } = filesOf(await trusted.sign(['svc.test']));
    const given = { ...env, SVC_HTTP_TOKEN: TOKEN, SVC_ALLOWED_HOSTS: 'svc.test' };
    const { port, baseUrl, log } = await startTestEngine({ model: new ScriptedModel(), env: given });
    expect(baseUrl).toBe(`https://127.0.0.1:${port}`);
    expect((await ask(port)).status).toBe(200);
    const host = `svc.test:${port}`;
    const logIn = async (origin: string) =>
      await ask(port, {
        path: '/api/login',
        method: 'POST',
        headers: { host, origin, 'content-type': 'application/json' },
        body: JSON.stringify({ token: TOKEN }),
      });
    const { status, headers } = await logIn(`https://${host}`);
    expect(status).toBe(200);
    expect(headers['set-cookie']?.[0]).toMatch(/; HttpOnly; Secure; SameSite=Strict$/u);
    // A page of this name that came over plain HTTP is another.
    expect((await logIn(`http://${host}`)).status).toBe(403);
    const plain = await Wire.to(port);
    plain.send(`GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await within('the end of plain HTTP', plain.closed);
    expect(plain.received).not.toContain('200 OK');
    expect((await ask(port)).status).toBe(200);
    expect(log.events('error')).toEqual([]);
  },
);

verifies(
  'security.tls',
  'a renewed certificate is shown without a restart, and half of one is not',
  async () => {
    const { env, write, files } = filesOf(await trusted.sign(['first.test']));
    const clock = new ManualClock(Date.now());
    const at = await startTestEngine({ model: new ScriptedModel(), env, platform: { clock } });
    const { port, log } = at;
    const next = await trusted.sign(['second.test']);
    const socket = connect({ port, host: '127.0.0.1', ca: trusted.ca });
    await once(socket, 'secureConnect');

    write({ cert: next.cert });
    await clock.advance(MINUTE_MS);
    expect(await shownBy(port)).toEqual(['DNS:first.test']);
    expect(log.lines).toContainEqual({
      level: 'warn',
      event: expect.any(String),
      facts: { ...files, message: expect.any(String) },
    });
    write({ key: next.key });
    await clock.advance(MINUTE_MS);
    expect(await shownBy(port)).toEqual(['DNS:second.test']);

    rmSync(files.key);
    await clock.advance(MINUTE_MS);
    expect(await shownBy(port)).toEqual(['DNS:second.test']);
    write({ key: 'no key' });
    await clock.advance(MINUTE_MS);
    expect(await shownBy(port)).toEqual(['DNS:second.test']);
    write(await trusted.sign(['third.test']));
    await clock.advance(MINUTE_MS);
    expect(await shownBy(port)).toEqual(['DNS:third.test']);

    // Who was connected before goes on.
    socket.write(`GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 200 /u);
    await at.stop();
    expect(clock.waiting).toBe(0);
  },
);

async function textOf(socket: TLSSocket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  return text;
}

verifies('security.tls', 'what is no pair of certificate and key refuses the start', async () => {
  const pair = await trusted.sign(['svc.test']);
  const other = await trusted.sign(['svc.test']);
  const opened = async (env: Record<string, string>) => {
    const { http } = settingsFrom(
      { SVC_DATA_DIR: '/nonexistent', SVC_HTTP_PORT: '0', ...env },
      { demo: false },
    );
    const platform = { clock: new ManualClock(Date.now()), log: new RecordingLog() };
    const { close } = await listenOnPort((_, response) => response.end(), http, platform);
    await close();
    return platform.log.events('warn');
  };
  for (const half of ['SVC_TLS_CERT', 'SVC_TLS_KEY']) {
    await expect(opened({ [half]: '/nonexistent' })).rejects.toMatchObject({
      says: { code: 'setup.tls_half' },
    });
    expect(() => webSettingsFrom({ [half]: '/nonexistent' })).toThrow(UnusableSetup);
  }
  const { files, env, write } = filesOf(pair);
  const refused = { says: { code: 'setup.tls', facts: expect.objectContaining(files) } };
  for (const wrong of [
    { key: other.key },
    { key: '' },
    { key: pair.cert },
    { cert: 'nothing' },
    { cert: pair.key },
  ]) {
    write({ ...pair, ...wrong });
    await expect(opened(env)).rejects.toMatchObject(refused);
  }
  rmSync(files.key);
  await expect(opened(env)).rejects.toMatchObject(refused);
  // One that is over is told of and served: browsers say it, and the person can still get in.
  write(await trusted.sign(['old.test'], new Date(Date.now() - MINUTE_MS)));
  chmodSync(files.key, 0o600);
  expect(await opened(env)).toHaveLength(1);
});

verifies('security.tls', 'who only connects keeps out nobody who was let in', async () => {
  const { files } = filesOf(await trusted.sign(['svc.test']));
  const place = { host: '127.0.0.1', port: 0, certificate: files };
  const { port, close } = await listenOnPort(
    (incoming, response) => {
      letIn(incoming, response, 'owner');
      response.write('begun ');
    },
    place,
    { clock: new ManualClock(Date.now()), log: new RecordingLog() },
  );
  closedAfterwards(close);
  const busy = connect({ port, host: '127.0.0.1', ca: trusted.ca });
  let received = '';
  busy.on('data', (bytes: Buffer) => (received += bytes.toString()));
  busy.on('error', () => undefined);
  busy.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until('it has begun', () => received.includes('begun '));
  const idle = await Promise.all(Array.from({ length: httpLimits.sockets + 10 }, () => Wire.to(port)));
  await until('the bound holds', () => idle.filter((wire) => wire.ended).length >= 10);
  expect(busy.destroyed || busy.readableEnded).toBe(false);
  busy.destroy();
});
