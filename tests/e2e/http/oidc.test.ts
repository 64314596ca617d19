import { expect } from '@jest/globals';
import { OAuth2Server } from 'oauth2-mock-server';
import { signInLimits } from '../../../src/core/trust/sign-in/limits.ts';
import { databaseTokens } from '../../../src/main/tokens.ts';
import { afterTheFile } from '../../harness/afterwards.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { browserAt, house, PUBLIC_URL, reachable, tokenIn, type Browser } from './browsers.ts';
import { refuses } from './problems.ts';

const refused = { status: 401, code: 'oidc_refused' };

/** A provider where everybody is signed in as `subject`. */
async function provider() {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  let isThere = true;
  const leave = async () => {
    if (isThere) await server.stop();
    isThere = false;
  };
  afterTheFile(leave);
  let subject = 'ada@elsewhere';
  let change: (claims: Record<string, unknown>) => void = () => undefined;
  const requests: Record<string, unknown>[] = [];
  server.service.on('beforeTokenSigning', ({ payload }) => {
    payload.sub = subject;
    change(payload);
  });
  server.service.on('beforeResponse', (_response, { body }) => void requests.push(body));
  return {
    issuer: server.issuer.url ?? '',
    requests,
    leave,
    be: (name: string) => void (subject = name),
    changing: (how: typeof change) => void (change = how),
  };
}

async function started() {
  const at = await provider();
  const env = {
    SVC_OIDC_ISSUER: at.issuer,
    SVC_OIDC_CLIENT_ID: 'svc',
    SVC_OIDC_CLIENT_SECRET: 'client-secret',
  };
  const engine = await reachable({ env });
  return { at, engine, ...(await house(engine)) };
}

/** Goes to the provider, and comes back with what it says. */
async function visited(url: string) {
  const response = await fetch(url, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  const code = back.searchParams.get('code') ?? '';
  const state = back.searchParams.get('state') ?? '';
  return { back, answer: { code, state } };
}

async function linked({ client }: Browser) {
  const { url } = await client['me.linkIdentity']();
  const { answer } = await visited(url);
  return await client['me.linkIdentityFinish']({ body: answer });
}

verifies(
  'people.oidc',
  'an account signs in whom it was linked to, by issuer and subject, with PKCE, and makes no one',
  async () => {
    const { at, engine, owner, member } = await started();
    const { personId } = await member.client['me.get']();
    expect(await member.client['login.ways']()).toMatchObject({ oidc: true });
    expect(await linked(member)).toMatchObject({ issuer: at.issuer, subject: 'ada@elsewhere' });
    await refuses(linked(owner), { status: 409, code: 'identity_taken' });

    const other = browserAt(engine);
    const { url } = await other.client['login.oidc']({ body: {} });
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC_URL}/`,
      client_id: 'svc',
      scope: 'openid',
    });
    const { back, answer } = await visited(url);
    expect(back.origin + back.pathname).toBe(`${PUBLIC_URL}/`);
    await other.client['login.oidcFinish']({ body: answer });
    expect(await other.client['me.get']()).toMatchObject({ personId, signedIn: 'oidc' });
    expect(at.requests.at(-1)).toMatchObject({ code_verifier: expect.stringMatching(/^[\w-]{43}$/u) });

    at.be('eve@elsewhere');
    const eve = browserAt(engine);
    const begun = await eve.client['login.oidc']({ body: {} });
    const unknown = eve.client['login.oidcFinish']({ body: (await visited(begun.url)).answer });
    await refuses(unknown, { status: 403, code: 'identity_unknown' });
    expect((await owner.client['people.list']()).people).toHaveLength(2);

    await member.client['me.removeIdentity']({ body: { issuer: at.issuer, subject: 'ada@elsewhere' } });
    expect((await member.client['me.identities']()).identities).toEqual([]);
  },
);

verifies(
  'people.oidc',
  'an invitation is accepted with an account, which stands for them from then on',
  async () => {
    const { at, engine, owner } = await started();
    at.be('bob@elsewhere');
    const token = tokenIn((await owner.client['people.invite']({ body: { name: 'Bob' } })).url);
    const bob = browserAt(engine);
    const { url } = await bob.client['login.oidc']({ body: { invitation: token } });
    await bob.client['login.oidcFinish']({ body: (await visited(url)).answer });
    expect(await bob.client['me.get']()).toMatchObject({ name: 'Bob', role: 'member', signedIn: 'oidc' });
    const used = browserAt(engine).client['login.oidc']({ body: { invitation: token } });
    await refuses(used, { status: 410, code: 'invitation_unusable' });
    const later = browserAt(engine);
    const again = await later.client['login.oidc']({ body: {} });
    await later.client['login.oidcFinish']({ body: (await visited(again.url)).answer });
    expect(await later.client['me.get']()).toMatchObject({ name: 'Bob' });
  },
);

verifies(
  'people.oidc',
  'a state counts once and in its browser; a wrong nonce, code, issuer or purpose signs nobody in',
  async () => {
    const { at, engine, member } = await started();
    await linked(member);
    const begin = async (browser: Browser) =>
      (await visited((await browser.client['login.oidc']({ body: {} })).url)).answer;
    const finish = (browser: Browser, body: { code: string; state: string; iss?: string }) =>
      browser.client['login.oidcFinish']({ body });

    const one = browserAt(engine);
    const answer = await begin(one);
    await refuses(finish(browserAt(engine), answer), refused);
    const other = browserAt(engine);
    const swapped = await begin(other);
    await refuses(finish(other, { ...swapped, state: answer.state }), refused);
    await finish(one, answer);
    const replaying = browserAt(engine);
    replaying.setMark(one.mark());
    await refuses(finish(replaying, answer), refused);
    await refuses(finish(other, { ...swapped, code: 'x' }), refused);
    // That state was used up by the wrong code.
    await refuses(finish(other, swapped), refused);
    for (const how of [
      (claims: Record<string, unknown>) => void (claims['nonce'] = 'another'),
      (claims: Record<string, unknown>) => void delete claims['nonce'],
      (claims: Record<string, unknown>) => void (claims['iss'] = 'https://evil.test'),
      (claims: Record<string, unknown>) => void (claims['aud'] = 'another'),
      (claims: Record<string, unknown>) => void (claims['exp'] = 1),
    ]) {
      const browser = browserAt(engine);
      const given = await begin(browser);
      at.changing(how);
      await refuses(finish(browser, given), refused);
      at.changing(() => undefined);
      expect(browser.cookie()).toBeNull();
    }
    // What was begun to link an account signs nobody in, and the other way round.
    const linking = await visited((await member.client['me.linkIdentity']()).url);
    const stolen = browserAt(engine);
    stolen.setMark(member.mark());
    await refuses(finish(stolen, linking.answer), refused);
    const mine = browserAt(engine);
    const begun = await begin(mine);
    member.setMark(mine.mark());
    await refuses(member.client['me.linkIdentityFinish']({ body: begun }), refused);
  },
);

verifies('people.oidc', 'the way back is the address of the engine, whatever a request says', async () => {
  const { engine, at } = await started();
  const response = await fetch(`${engine.baseUrl}/api/login/oidc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.test' },
    body: '{}',
  });
  const { url } = (await response.json()) as { url: string };
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/`);
  for (const body of [{ returnTo: 'https://evil.test' }, { redirect_uri: 'https://evil.test' }])
    await refuses(browserAt(engine).client['login.oidc']({ body: body as never }), { status: 400 });
  const without = await startTestEngine({
    env: { SVC_OIDC_ISSUER: at.issuer, SVC_OIDC_CLIENT_ID: 'svc' },
  });
  await refuses(without.client['login.oidc']({ body: {} }), { status: 409, code: 'oidc_unavailable' });
  const away = await reachable({
    env: { SVC_OIDC_ISSUER: 'http://127.0.0.1:1', SVC_OIDC_CLIENT_ID: 'svc' },
  });
  await refuses(away.client['login.oidc']({ body: {} }), { status: 502, code: 'oidc_unreachable' });
});

verifies(
  'people.tries',
  'what is not a wrong try is not counted, and one with an invitation once',
  async () => {
    const { at, engine, owner, member } = await started();
    const counted = async () =>
      (await engine.engine.get(databaseTokens.databases).history.signIn.tries('network 127.0.0.1'))?.tries ??
      0;
    const back = async (browser: Browser, invitation: string) =>
      (await visited((await browser.client['login.oidc']({ body: { invitation } })).url)).answer;
    await linked(member);
    const invited = await owner.client['people.invite']({ body: { name: 'Bob' } });
    const token = tokenIn(invited.url);
    const bob = browserAt(engine);
    const taken = bob.client['login.oidcFinish']({ body: await back(bob, token) });
    await refuses(taken, { status: 409, code: 'identity_taken' });
    expect(await counted()).toBe(0);
    at.be('bob@elsewhere');
    const answer = await back(bob, token);
    await owner.client['people.withdraw']({ params: { id: invited.invitationId } });
    await refuses(bob.client['login.oidcFinish']({ body: answer }), { code: 'invitation_unusable' });
    expect(await counted()).toBe(1);
    const waiting = await visited((await bob.client['login.oidc']({ body: {} })).url);
    await at.leave();
    const away = bob.client['login.oidcFinish']({ body: waiting.answer });
    await refuses(away, { status: 502, code: 'oidc_unreachable' });
    expect(await counted()).toBe(1);
  },
);

verifies(
  'people.tries',
  'after too many wrong tries of a network its answers are not brought to the provider',
  async () => {
    const { at, engine, owner } = await started();
    const { url } = await owner.client['people.invite']({ body: { name: 'Bob' } });
    const bob = browserAt(engine);
    const begun = await bob.client['login.oidc']({ body: { invitation: tokenIn(url) } });
    const { answer } = await visited(begun.url);
    const wrong = () => browserAt(engine).client['login.invitation']({ body: { token: 'x'.repeat(43) } });
    for (let nth = 0; nth < signInLimits.tries; nth += 1) await refuses(wrong(), { status: 410 });
    const asked = at.requests.length;
    await refuses(bob.client['login.oidcFinish']({ body: answer }), { status: 429, code: 'too_many_tries' });
    expect(at.requests).toHaveLength(asked);
    // Without the provider it comes in.
    await browserAt(engine).client['login.invitation']({ body: { token: tokenIn(url) } });
  },
);
