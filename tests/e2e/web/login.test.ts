import { expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { startTestWeb } from '../../harness/web-port.ts';
import { verifies } from '../../spec/verifies.ts';
import { logIn, TOKEN } from '../http/logins.ts';
import { expectRefusal } from '../http/problems.ts';
import { ask, type Asked } from '../http/wire.ts';

async function started(ofEngine: Record<string, string> = {}, ofWeb: Record<string, string> = {}) {
  const { port, baseUrl, engine } = await startTestEngine({ model: new ScriptedModel(), env: ofEngine });
  const web = await startTestWeb(baseUrl, ofWeb);
  return { engine: port, web: web.port, baseUrl, services: engine.services };
}

verifies('web.forwards', 'with both on one machine, a page works without any setting', async () => {
  const at = await started();
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    const hosts = [`${name}:${at.web}`];
    const page = [
      ['Origin', `http://${name}:${at.web}`],
      ['Sec-Fetch-Site', 'same-origin'],
    ] as const;
    const made = await ask(at.web, {
      method: 'POST',
      target: '/api/sessions',
      hosts,
      headers: page,
      body: '{}',
    });
    expect([name, made.status]).toEqual([name, 201]);
    // Without a body, too.
    const bare = await ask(at.web, { method: 'POST', target: '/api/sessions', hosts, headers: page });
    expect([name, bare.status]).toEqual([name, 201]);
  }
});

verifies(
  ['auth.login', 'auth.login.cookie'],
  'a page logs in through its own port, and no other page uses it',
  async () => {
    const at = await started({ SVC_HTTP_TOKEN: TOKEN });
    const origin = ['Origin', `http://localhost:${at.web}`] as const;
    expect((await ask(at.web, { target: '/api/login' })).json()).toEqual({ required: true, loggedIn: false });
    const cookie = await logIn(at.web, { headers: [origin] });
    const post = async (port: number, headers: Asked['headers'] = [], hosts?: readonly string[]) =>
      (
        await ask(port, {
          method: 'POST',
          target: '/api/sessions',
          body: '{}',
          headers,
          ...(hosts ? { hosts } : {}),
        })
      ).status;
    expect(await post(at.web, [cookie, origin])).toBe(201);
    for (const port of [at.web, at.engine]) {
      expect(await post(port, [cookie, ['Origin', 'http://localhost:8080']])).toBe(403);
      expect(await post(port, [cookie, ['Sec-Fetch-Site', 'cross-site']])).toBe(403);
      expect(await post(port, [cookie, ['Sec-Fetch-Site', 'same-site']])).toBe(403);
      expect(await post(port, [cookie, ['Sec-Fetch-Site', 'same-origin']], ['evil.test'])).toBe(403);
      expect(await post(port, [cookie])).toBe(401);
    }
    // The page of the other port is another origin.
    expect(await post(at.engine, [cookie, origin])).toBe(403);
    const out = await ask(at.web, { method: 'POST', target: '/api/logout', headers: [cookie, origin] });
    expect(out.status).toBe(204);
    expect(await post(at.web, [cookie, origin])).toBe(401);
  },
);

verifies(
  'auth.remote-client',
  'a port of the page that is open to others requires the token of an open engine',
  async () => {
    const at = await started({}, { SVC_WEB_HOST: '0.0.0.0' });
    await expectRefusal(at.web, { target: '/api/vault/key' }, 401, 'unauthenticated');
    const dropping = [['Connection', 'Svc-Remote-Client']] as const;
    await expectRefusal(at.web, { target: '/api/vault/key', headers: dropping }, 401, 'unauthenticated');
    expect((await ask(at.web, { target: '/api/login' })).json()).toEqual({ required: true, loggedIn: false });
    expect((await ask(at.engine, { target: '/api/vault/key' })).status).toBe(200);
    const { token } = await at.services.auth.token();
    const cookie = await logIn(at.web, { token });
    expect((await ask(at.web, { target: '/api/threads', headers: [cookie] })).status).toBe(200);
  },
);

verifies(
  ['security.forwarded', 'auth.login.cookie'],
  'behind two proxies the cookie is Secure, if both are trusted',
  async () => {
    const trust = { SVC_TRUST_PROXY: '127.0.0.1', SVC_ALLOWED_HOSTS: 'svc.example' };
    const login: Asked = {
      method: 'POST',
      target: '/api/login',
      body: JSON.stringify({ token: TOKEN }),
      hosts: ['svc.example'],
      headers: [
        ['X-Forwarded-For', '203.0.113.9'],
        ['X-Forwarded-Proto', 'https'],
        ['Origin', 'https://svc.example'],
      ],
    };
    const at = await started({ SVC_HTTP_TOKEN: TOKEN, ...trust }, trust);
    expect((await ask(at.web, login)).header('set-cookie')).toMatch(/; Secure/u);
    const untrusting = await startTestWeb(at.baseUrl, { SVC_ALLOWED_HOSTS: 'svc.example' });
    expect((await ask(untrusting.port, login)).header('set-cookie')).not.toMatch(/; Secure/u);
  },
);
