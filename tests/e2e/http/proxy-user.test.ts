import { expect } from '@jest/globals';
import { testSettings } from '../../harness/graph.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startTestWeb } from '../../harness/web-port.ts';
import { verifies } from '../../spec/verifies.ts';
import { house, programAt, reachable } from './browsers.ts';
import { expectProblem } from './problems.ts';
import { ask, type Asked } from './wire.ts';

const HEADER = 'X-Remote-User';

async function started(trusted: string) {
  const env = { SVC_PROXY_USER_HEADER: HEADER, SVC_TRUST_PROXY: trusted };
  const engine = await reachable({ env });
  const { owner, member } = await house(engine);
  const { personId } = await member.client['me.get']();
  await owner.client['people.set']({ params: { id: personId }, body: { proxyUser: 'ada' } });
  const me = (headers: NonNullable<Asked['headers']>, port = engine.port) =>
    ask(port, { target: '/api/me', headers });
  return { engine, owner, personId, me };
}

verifies('people.proxy', 'a trusted peer says who asks, for whom the owner has given the name', async () => {
  const { engine, owner, personId, me } = await started('127.0.0.1');
  expect((await me([[HEADER, 'ada']])).json()).toMatchObject({ personId, signedIn: 'proxy' });
  for (const headers of [
    [[HEADER, 'eve']],
    [[HEADER, '']],
    [
      [HEADER, 'ada'],
      [HEADER, 'ada'],
    ],
  ] as const)
    expectProblem(await me(headers), 403, 'proxy_user_unknown');
  expect((await me([])).status).toBe(401);
  // A token is somebody's own word.
  const { token } = await owner.client['auth.token']();
  const both = await me([
    [HEADER, 'ada'],
    ['Authorization', `Bearer ${token}`],
  ]);
  expect(both.json()).toMatchObject({ role: 'owner' });
  await programAt(engine, token)['people.set']({ params: { id: personId }, body: { disabled: true } });
  expectProblem(await me([[HEADER, 'ada']]), 403, 'proxy_user_unknown');
});

verifies('people.proxy', 'from any other peer it is nothing, also through the port of the page', async () => {
  const { me } = await started('192.0.2.1');
  expect((await me([[HEADER, 'ada']])).status).toBe(401);
  const { engine, me: trusted } = await started('127.0.0.1');
  const web = await startTestWeb(engine.baseUrl);
  expect((await trusted([[HEADER, 'ada']], web.port)).status).toBe(401);
  const forged = [
    [HEADER, 'ada'],
    ['Svc-User-Of-Proxy', '1'],
  ] as const;
  expect((await trusted(forged, web.port)).status).toBe(401);
});

verifies(
  'people.proxy',
  'the start refuses it without the list, and a header that says something else',
  () => {
    const dataDir = temporaryDir();
    const settings = (env: Record<string, string>) => () => testSettings(dataDir, env);
    expect(settings({ SVC_PROXY_USER_HEADER: HEADER })).toThrow(/SVC_TRUST_PROXY/u);
    for (const name of ['Cookie', 'X-Forwarded-User', 'a b', 'Authorization'])
      expect(settings({ SVC_PROXY_USER_HEADER: name, SVC_TRUST_PROXY: '127.0.0.1' })).toThrow(
        /SVC_PROXY_USER_HEADER/u,
      );
    for (const SVC_PUBLIC_URL of [
      'svc.example.com',
      'https://a.test/path',
      'https://u:p@a.test',
      'ftp://a.test',
    ])
      expect(settings({ SVC_PUBLIC_URL })).toThrow(/SVC_PUBLIC_URL/u);
    expect(settings({ SVC_OIDC_ISSUER: 'http://provider.test', SVC_OIDC_CLIENT_ID: 'a' })).toThrow(
      /SVC_OIDC/u,
    );
    expect(settings({ SVC_OIDC_CLIENT_ID: 'a' })).toThrow(/SVC_OIDC/u);
  },
);
