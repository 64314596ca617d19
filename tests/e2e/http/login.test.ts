import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { wrongTokenLimits } from '../../../src/adapters/in/http/wrong-tokens.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { loginLimits } from '../../../src/core/trust/auth/limits.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { cookieIn, logIn, TOKEN } from './logins.ts';
import { expectProblem } from './problems.ts';
import * as sending from './sending.ts';
import { ask, until, type Asked, type Reply } from './wire.ts';

let last: TestEngine | undefined;
async function started(options: TestEngineOptions = {}): Promise<TestEngine> {
  await last?.stop();
  const given = { model: new ScriptedModel(), env: { SVC_HTTP_TOKEN: TOKEN }, ...options };
  last = (await sending.started(given)).engine;
  return last;
}

const threads = (at: TestEngine, headers: Asked['headers'] = []): Promise<Reply> =>
  ask(at.port, { target: '/api/threads', headers });
const state = async (at: TestEngine, headers: Asked['headers'] = []): Promise<unknown> =>
  (await ask(at.port, { target: '/api/login', headers })).json();

verifies(
  ['auth.login', 'auth.login.cookie'],
  'a page gets a cookie for the token, which opens every route until it logs out',
  async () => {
    const at = await started();
    expect(await state(at)).toEqual({ required: true, loggedIn: false });
    const reply = await ask(at.port, {
      method: 'POST',
      target: '/api/login',
      body: JSON.stringify({ token: TOKEN }),
    });
    expect([reply.status, reply.json()]).toEqual([200, { required: true, loggedIn: true }]);
    const set = reply.header('set-cookie') ?? '';
    expect(set).toMatch(
      /^svc_session=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/u,
    );
    expect(set + reply.body).not.toContain(TOKEN);
    const cookie = cookieIn(reply);
    expect((await threads(at, [cookie])).status).toBe(200);
    expect((await threads(at, [['Cookie', `a=b; ${cookie[1]}; c=d`]])).status).toBe(200);
    expect(await state(at, [cookie])).toEqual({ required: true, loggedIn: true });
    expectProblem(await threads(at), 401, 'unauthenticated');

    const file = join(at.dataDir, 'logins.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const value = cookie[1].split('=')[1] ?? '';
    expect(readFileSync(file, 'utf8') + JSON.stringify(at.log.lines)).not.toContain(value);

    const gone = await ask(at.port, { method: 'POST', target: '/api/logout', headers: [cookie, own(at)] });
    expect([gone.status, gone.header('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^svc_session=; .*1970/u),
    ]);
    expectProblem(await threads(at, [cookie]), 401, 'unauthenticated');
    expect(await state(at, [cookie])).toEqual({ required: true, loggedIn: false });
    const again = await ask(at.port, { method: 'POST', target: '/api/logout', headers: [cookie, own(at)] });
    expect(again.status).toBe(204);
  },
);

const own = (at: TestEngine): readonly [string, string] => ['Origin', `http://localhost:${at.port}`];

verifies('auth.login', 'where no token is required there is no login to make', async () => {
  const at = await started({ env: {} });
  expect(await state(at)).toEqual({ required: false, loggedIn: false });
  const reply = await ask(at.port, { method: 'POST', target: '/api/login', body: '{"token":"any"}' });
  expect([reply.status, reply.json(), reply.header('set-cookie')]).toEqual([
    200,
    { required: false, loggedIn: false },
    null,
  ]);
});

verifies('auth.login.ends', 'after 30 days without use it is over, and a use renews the cookie', async () => {
  const clock = { ...systemClock, later: 0, now: () => systemClock.now() + clock.later };
  const at = await started({ platform: { clock } });
  const cookie = await logIn(at.port);
  expect((await threads(at, [cookie])).header('set-cookie')).toBeNull();
  clock.later += loginLimits.unusedMs - 60_000;
  const renewed = await threads(at, [cookie]);
  expect([renewed.status, renewed.header('set-cookie')]).toEqual([200, expect.stringContaining(cookie[1])]);
  clock.later += loginLimits.unusedMs + 60_000;
  expectProblem(await threads(at, [cookie]), 401, 'unauthenticated');
});

verifies('auth.login.cookie', 'it does not count for pages of other origins, sites and names', async () => {
  const at = await started();
  const cookie = await logIn(at.port);
  const local = `http://localhost:${at.port}`;
  const foreign: readonly Asked[] = [
    { headers: [cookie, ['Origin', 'http://localhost:8080']] },
    { headers: [cookie, ['Origin', 'null']] },
    { headers: [cookie, ['Sec-Fetch-Site', 'cross-site']] },
    { headers: [cookie, ['Sec-Fetch-Site', 'same-site']] },
    { headers: [cookie, ['Sec-Fetch-Site', 'same-origin']], hosts: ['evil.test'] },
  ];
  for (const target of ['/api/sessions', '/api/threads', '/api/login', '/api/logout'])
    for (const asked of foreign)
      expect([target, asked, (await ask(at.port, { target, ...asked })).status]).toEqual([
        target,
        asked,
        403,
      ]);
  const change = async (method: string, headers: Asked['headers'] = []) =>
    (await ask(at.port, { method, target: '/api/sessions', headers: [cookie, ...headers] })).status;
  // A request that changes something must say where it comes from.
  expect([await change('POST'), await change('DELETE')]).toEqual([401, 401]);
  for (const headers of [
    [['Origin', local]],
    [['Sec-Fetch-Site', 'same-origin']],
    [['Sec-Fetch-Site', 'none']],
  ] as const)
    expect(await change('POST', headers)).toBe(201);
});

verifies(
  'auth.login.cookie',
  'a wrong token outweighs a good cookie; other credentials and cookies do not',
  async () => {
    const at = await started();
    const cookie = await logIn(at.port);
    expect((await threads(at, [cookie, ['Authorization', 'Bearer wrong']])).status).toBe(401);
    expect((await threads(at, [cookie, ['Authorization', 'Basic Zm9vOmJhcg==']])).status).toBe(200);
    // A page of another port may have set some for a longer path.
    const beside = (values: readonly string[], last = cookie[1]) =>
      ['Cookie', [...values.map((value) => `svc_session=${value}`), last].join('; ')] as const;
    const formed = Array.from({ length: 180 }, (_, index) => String(index).padStart(43, 'x'));
    for (const values of [['a', 'b', 'c', 'd'], formed])
      expect((await threads(at, [beside(values)])).status).toBe(200);
    // Of several wrong ones, none is removed: the right one might be among those that were not looked at.
    const wrong = await threads(at, [beside(formed.slice(0, 2), 'a=b')]);
    expect([wrong.status, wrong.header('set-cookie')]).toEqual([401, null]);
  },
);

verifies(
  'auth.login.cookie',
  'it is Secure when a trusted proxy was asked over https, and only then',
  async () => {
    const login = { method: 'POST', target: '/api/login', body: JSON.stringify({ token: TOKEN }) };
    const headers = [['X-Forwarded-Proto', 'https']] as const;
    const plain = await ask((await started()).port, { ...login, headers });
    expect(plain.header('set-cookie')).not.toMatch(/secure/iu);
    const at = await started({ env: { SVC_HTTP_TOKEN: TOKEN, SVC_TRUST_PROXY: '127.0.0.1' } });
    const behind = await ask(at.port, { ...login, headers });
    expect(behind.header('set-cookie')).toMatch(/; Secure(?:;|$)/u);
  },
);

/** A clock whose monotonic time stands still and whose sleeps wait for `release`. */
function heldClock() {
  const held: (() => void)[] = [];
  const slept: number[] = [];
  const clock: Clock = {
    ...systemClock,
    monotonic: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        slept.push(ms);
        held.push(resolve);
        signal?.addEventListener('abort', () => resolve());
      }),
  };
  return { clock, slept, release: () => held.splice(0).forEach((wake) => wake()) };
}

verifies(
  'auth.login.guess',
  'wrong logins, cookies and headers are counted and slowed down together',
  async () => {
    const { clock, slept, release } = heldClock();
    const at = await started({ platform: { clock } });
    const wrongLogin: Asked = { method: 'POST', target: '/api/login', body: '{"token":"wrong"}' };
    const cookie: NonNullable<Asked['headers']> = [['Cookie', `svc_session=${'x'.repeat(43)}`]];
    const guesses: readonly Asked[] = [
      wrongLogin,
      { target: '/api/threads', headers: cookie },
      { target: '/api/threads', headers: [['Authorization', 'Bearer wrong']] },
      { target: '/api/login', headers: cookie },
      wrongLogin,
    ];
    expect(guesses).toHaveLength(wrongTokenLimits.free);
    for (const guess of guesses) {
      const reply = await ask(at.port, guess);
      expect(reply.status).toBe(guess.target === '/api/login' && guess.method === undefined ? 200 : 401);
      // The browser forgets a cookie that opens nothing.
      if (guess.headers === cookie) expect(reply.header('set-cookie')).toMatch(/^svc_session=;/u);
    }
    const slow: readonly Asked[] = [wrongLogin, { target: '/api/login', headers: cookie }];
    const before = slept.length;
    const waiting = slow.map((guess) => ask(at.port, guess));
    await until('both wait', () => slept.length === before + 2);
    expect(slept.slice(before)).toEqual([wrongTokenLimits.firstMs, wrongTokenLimits.firstMs * 2]);
    // The right token and no cookie at all are answered at once meanwhile.
    expect((await threads(at, [await logIn(at.port)])).status).toBe(200);
    expect(await state(at)).toEqual({ required: true, loggedIn: false });
    release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 200]);
  },
);

verifies('auth.login.guess', 'a login with a body of another form opens nothing', async () => {
  const at = await started();
  for (const body of ['{}', '{"token":""}', '{"token":{}}', `{"token":"${TOKEN}","x":1}`]) {
    const reply = await ask(at.port, { method: 'POST', target: '/api/login', body });
    expect([body, reply.status, reply.header('set-cookie')]).toEqual([body, 400, null]);
    expect(reply.body).not.toContain(TOKEN);
  }
});
