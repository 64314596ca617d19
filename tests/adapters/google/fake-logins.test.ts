// The logins of the fake Google: what a device, a browser and a service account get, and how they are refused.
import { createHash, createSign, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import type { Account, OAuthClient } from '../../servers/google/accounts.ts';
import { caller, SCOPE, sendForm } from '../../servers/google/caller.ts';
import { startFakeGoogle, type FakeGoogle } from '../../servers/google/fake-google.ts';

const TOKENS = 'https://oauth2.googleapis.com/token';

let clock: ManualClock;
let google: FakeGoogle;
let owner: Account;
let client: OAuthClient;
beforeEach(async () => {
  clock = new ManualClock();
  google = await startFakeGoogle({ now: () => clock.now() });
  owner = google.accounts.account('zoe@example.com');
  client = google.accounts.client();
});
afterEach(() => google.close());

const asClient = (fields: Readonly<Record<string, string>>, of = client) =>
  sendForm(google, TOKENS, { client_id: of.id, client_secret: of.secret, ...fields });
const refreshed = (token: unknown, of = client) =>
  asClient({ grant_type: 'refresh_token', refresh_token: String(token) }, of);

describe('device', () => {
  const begin = (scope = `openid email ${SCOPE}drive.file`, of = client) =>
    sendForm(google, 'https://oauth2.googleapis.com/device/code', { client_id: of.id, scope });
  const poll = (deviceCode: unknown) =>
    asClient({
      device_code: String(deviceCode),
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    });

  test('waits, is told to slow down, and gets what its owner granted', async () => {
    const { body: begun } = await begin();
    expect(begun).toMatchObject({
      interval: 5,
      expires_in: 1_800,
      verification_url: 'https://www.google.com/device',
    });
    const code = begun['device_code'];
    expect(await poll(code)).toMatchObject({ status: 428, body: { error: 'authorization_pending' } });
    expect(await poll(code)).toMatchObject({ status: 403, body: { error: 'slow_down' } });
    google.oauth.allow(String(begun['user_code']), owner, { scopes: ['openid', `${SCOPE}drive.file`] });
    await clock.advance(9_999);
    expect(await poll(code)).toMatchObject({ body: { error: 'slow_down' } });
    await clock.advance(15_000);
    const { status, body } = await poll(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      scope: `openid ${SCOPE}drive.file`,
      token_type: 'Bearer',
      expires_in: 3_599,
    });
    await clock.advance(20_000);
    expect(await poll(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is told of a refusal and of a code that is too old', async () => {
    const { body: denied } = await begin();
    google.oauth.deny(String(denied['user_code']));
    expect(await poll(denied['device_code'])).toMatchObject({
      status: 403,
      body: { error: 'access_denied' },
    });
    const { body: old } = await begin();
    await clock.advance(1_800_000);
    expect(await poll(old['device_code'])).toMatchObject({ body: { error: 'expired_token' } });
  });

  test('may not ask for a whole Drive, and is a client of its own kind', async () => {
    expect(await begin(`${SCOPE}drive`)).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    const desktop = google.accounts.client({ kind: 'desktop' });
    expect(await begin('email', desktop)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

describe('refresh', () => {
  test('tells what a client may no longer do, and why', async () => {
    const token = google.oauth.refreshToken(owner, client, [`${SCOPE}drive.file`]);
    const { body } = await refreshed(token);
    expect(body).toMatchObject({ scope: `${SCOPE}drive.file` });
    expect(body).not.toHaveProperty('refresh_token');
    Object.assign(google.oauth.refreshAnswers, { scope: false, refreshToken: 'replaces' });
    const { body: rotated } = await refreshed(token);
    expect(rotated).not.toHaveProperty('scope');
    expect(await refreshed(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });

    const other = google.accounts.client();
    const next = rotated['refresh_token'];
    expect(await refreshed(next, other)).toMatchObject({ body: { error: 'unauthorized_client' } });
    expect(await asClient({ grant_type: 'refresh_token', client_secret: 'x' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    client.refusedGrants = ['refresh_token'];
    expect(await refreshed(next)).toMatchObject({ body: { error: 'unauthorized_client' } });
    client.isDeleted = true;
    expect(await refreshed(next)).toMatchObject({ body: { error: 'deleted_client' } });
  });

  test('ends with the revocation of any token of the grant, and an access token by the clock', async () => {
    const token = google.oauth.refreshToken(owner, client, [`${SCOPE}drive.file`]);
    const { body } = await refreshed(token);
    const about = () =>
      google.fetch('https://www.googleapis.com/drive/v3/about?fields=user', {
        headers: { authorization: `Bearer ${String(body['access_token'])}` },
      });
    expect((await about()).status).toBe(200);
    await clock.advance(3_599_000);
    expect((await about()).status).toBe(401);
    const revoke = (which: unknown) =>
      sendForm(google, 'https://oauth2.googleapis.com/revoke', { token: String(which) });
    const { body: again } = await refreshed(token);
    expect(await revoke(again['access_token'])).toMatchObject({ status: 200 });
    expect(await revoke(token)).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
    expect(await refreshed(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});

describe('browser', () => {
  const verifier = randomBytes(32).toString('base64url');
  const page = (of: OAuthClient, more: Readonly<Record<string, string>> = {}) =>
    `https://accounts.google.com/o/oauth2/v2/auth?${new URLSearchParams({
      client_id: of.id,
      redirect_uri: 'http://127.0.0.1:4711/callback',
      response_type: 'code',
      scope: `email ${SCOPE}drive`,
      state: 'a state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    }).toString()}`;
  const exchanged = (of: OAuthClient, code: string | null, more: Readonly<Record<string, string>> = {}) =>
    asClient(
      {
        grant_type: 'authorization_code',
        code: String(code),
        redirect_uri: 'http://127.0.0.1:4711/callback',
        code_verifier: verifier,
        ...more,
      },
      of,
    );

  test('brings a code that its program alone can use, once', async () => {
    const desktop = google.accounts.client({ kind: 'desktop' });
    const back = new URL(google.oauth.approve(page(desktop), owner));
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:4711/callback');
    expect(back.searchParams.get('state')).toBe('a state');
    const code = back.searchParams.get('code');
    expect(await exchanged(desktop, code, { code_verifier: 'x'.repeat(43) })).toMatchObject({
      body: { error: 'invalid_grant', error_description: 'Invalid code verifier.' },
    });
    expect(await exchanged(desktop, code, { redirect_uri: 'http://127.0.0.1:1/' })).toMatchObject({
      body: { error: 'redirect_uri_mismatch' },
    });
    expect(await exchanged(desktop, code)).toMatchObject({
      status: 200,
      body: { scope: `${SCOPE}userinfo.email ${SCOPE}drive`, refresh_token: expect.any(String) },
    });
    expect(await exchanged(desktop, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('shows a page instead where the vendor does', () => {
    const desktop = google.accounts.client({ kind: 'desktop' });
    const shown =
      (more: Readonly<Record<string, string>>, of = desktop) =>
      () =>
        google.oauth.approve(page(of, more), owner);
    expect(shown({ redirect_uri: 'https://example.com/' })).toThrow('redirect_uri_mismatch');
    expect(shown({ client_id: 'none' })).toThrow('invalid_client');
    expect(shown({ scope: 'what ever' })).toThrow('invalid_scope');
    expect(shown({ code_challenge: 'short' })).toThrow('invalid_request');
    expect(shown({}, client)).toThrow('redirect_uri_mismatch');
    const denied = new URL(google.oauth.approve(page(desktop), owner, { deny: true }));
    expect(denied.searchParams.get('error')).toBe('access_denied');
  });
});

test('a service account proves itself with its key', async () => {
  const { keyFile, account } = google.accounts.serviceAccount();
  const key = JSON.parse(keyFile) as { readonly private_key: string; readonly client_email: string };
  const seconds = clock.now() / 1_000;
  const assertion = (claims: object, tamper = '') => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({
      iss: key.client_email,
      scope: `${SCOPE}drive`,
      aud: TOKENS,
      iat: seconds,
      exp: seconds + 3_600,
      ...claims,
    })}`;
    const signature = createSign('RSA-SHA256')
      .update(`${signed}${tamper}`)
      .sign(key.private_key, 'base64url');
    return sendForm(google, TOKENS, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `${signed}.${signature}`,
    });
  };
  const { status, body } = await assertion({});
  expect(status).toBe(200);
  const about = await google.fetch('https://www.googleapis.com/drive/v3/about?fields=user', {
    headers: { authorization: `Bearer ${String(body['access_token'])}` },
  });
  expect(await about.json()).toMatchObject({ user: { emailAddress: account.email } });
  for (const refused of [
    assertion({}, 'x'),
    assertion({ aud: 'https://elsewhere.example/token' }),
    assertion({ exp: seconds + 7_200 }),
    assertion({ iat: seconds - 7_200, exp: seconds - 3_600 }),
  ])
    expect(await refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await assertion({ scope: '' })).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
});

test('a token tells whose it is', async () => {
  const call = caller(google, owner, client, 'userinfo.email', 'userinfo.profile');
  const { body } = await call('GET', '/oauth2/v3/userinfo');
  expect(body).toMatchObject({ sub: owner.id, email: 'zoe@example.com', name: 'zoe' });
});
