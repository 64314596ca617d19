import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cloudAccountTokens } from '../../../src/main/tokens.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { connect, engineAt, startVendor, type Vendor } from '../../harness/google.ts';
import { type TestEngine } from '../../harness/in-process-engine.ts';
import type { OAuthClient } from '../../servers/google/accounts.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { until } from '../http/wire.ts';

let vendor: Vendor;
let engine: TestEngine;
let clock: ManualClock;

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

async function start(kind: OAuthClient['kind'] = 'device', env: Record<string, string> = {}): Promise<void> {
  clock = new ManualClock();
  vendor = await startVendor(kind, () => clock.now());
  engine = await engineAt(vendor, { env, platform: { clock } });
}

async function startConnected(): Promise<void> {
  await start();
  await connect(engine, vendor);
}

const status = () => engine.client['google.status']();

const loginEnded = () => until('the login has ended', async () => (await status()).pending === null);
/** The vault has the access. */
const isKept = async () =>
  (await engine.client['secrets.list']({})).secrets.some(({ name }) => name === 'SVC_GOOGLE_GRANT');

/** Moves the clock on until the login has ended. */
async function answered(): Promise<void> {
  await until('the login has ended', async () => {
    await clock.advance(5 * SECOND);
    // The questions go over sockets.
    await new Promise((resolve) => setTimeout(resolve, 5));
    return (await status()).pending === null;
  });
}

verifies(
  ['drive.status', 'drive.auth'],
  'a typed code connects the account; the status shows the code until then, and each scope with its reason',
  async () => {
    await start();
    expect(await status()).toMatchObject({
      available: true,
      connected: false,
      account: null,
      client: 'own',
      mode: 'device',
      scopes: [],
      driveScope: false,
      problem: null,
      pending: null,
    });
    const pending = await engine.client['google.auth']({ body: {} });
    expect(pending).toMatchObject({
      verificationUrl: expect.stringMatching(/^https:\/\/www\.google\.com\//u) as unknown,
      userCode: expect.stringMatching(/^[A-Z-]+$/u) as unknown,
      intervalMs: 5_000,
    });
    expect((await status()).pending).toEqual(pending);
    expect(await refusal(engine.client['google.auth']({ body: {} }))).toMatchObject({
      status: 409,
      code: 'connection_in_progress',
    });
    const { google, owner } = vendor;
    google.oauth.allow(pending.userCode ?? '', owner);
    await answered();
    expect(await status()).toMatchObject({
      connected: true,
      account: 'owner@example.com',
      scopes: ['drive.file'],
      driveScope: true,
      problem: null,
    });
    // It asked for nothing else.
    expect(google.oauth.grants.map(({ scopes }) => scopes)).toEqual([
      ['https://www.googleapis.com/auth/drive.file'],
    ]);
    expect(
      (await status()).offers.map(({ access, asks }) => [access, asks.map(({ scope }) => scope)]),
    ).toEqual([
      ['backups', ['drive.file']],
      ['read', ['drive.file', 'drive.readonly', 'documents.readonly', 'spreadsheets.readonly']],
      ['full', ['drive.file', 'drive', 'documents', 'spreadsheets']],
    ]);
  },
);

test('the tokens are in the vault, for the hosts of the vendor, and nowhere else', async () => {
  await startConnected();
  const { secrets } = await engine.client['secrets.list']({});
  expect(secrets.find(({ name }) => name === 'SVC_GOOGLE_GRANT')?.hosts.toSorted()).toEqual([
    'docs.googleapis.com',
    'oauth2.googleapis.com',
    'sheets.googleapis.com',
    'www.googleapis.com',
  ]);
  const grant = engine.engine.get(cloudAccountTokens.cloudAccess).grant();
  expect(JSON.stringify(await status())).not.toContain(grant?.accessToken);
});

test.each([
  ['refused', 'login_denied'],
  ['not confirmed in time', 'login_expired'],
])('a login that is %s ends, and says so; nothing is connected', async (_what, code) => {
  await start();
  const { userCode } = await engine.client['google.auth']({ body: {} });
  if (code === 'login_denied') vendor.google.oauth.deny(userCode ?? '');
  await answered();
  expect(await status()).toMatchObject({ connected: false, problem: { code } });
  // It is told for some minutes.
  await clock.advance(HOUR);
  expect(await status()).toMatchObject({ connected: false, problem: null });
});

test('what was given to a login that its owner ended meanwhile is ended at the vendor', async () => {
  await start();
  const { userCode } = await engine.client['google.auth']({ body: {} });
  const { google, owner } = vendor;
  const whose = google.fault({ kind: 'lateReply', path: '/drive/v3/about', nth: 1 });
  google.oauth.allow(userCode ?? '', owner);
  let isAsked = false;
  void whose.hit.then(() => (isAsked = true));
  await until('it is asked whose account it is', async () => {
    await clock.advance(5 * SECOND);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return isAsked;
  });
  await engine.client['google.disconnect']();
  await until('what was given is ended', () => google.oauth.grants.some(({ isRevoked }) => isRevoked));
  whose.release();
  expect(await status()).toMatchObject({ connected: false, pending: null });
  expect(await isKept()).toBe(false);
});

test('an outage while it waits is no answer', async () => {
  await start();
  const { userCode } = await engine.client['google.auth']({ body: {} });
  const fault = vendor.google.fault({ kind: 'unavailable', path: '/token', nth: 1 });
  await until('it was asked', async () => {
    await clock.advance(5 * SECOND);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return fault.hits === 1;
  });
  expect((await status()).pending).not.toBeNull();
  vendor.google.oauth.allow(userCode ?? '', vendor.owner);
  await answered();
  expect((await status()).connected).toBe(true);
});

test('an owner who does not allow the scope is connected without it', async () => {
  await start('desktop');
  const { verificationUrl } = await engine.client['google.auth']({ body: { access: 'read' } });
  const back = vendor.google.oauth.approve(verificationUrl, vendor.owner, {
    scopes: ['https://www.googleapis.com/auth/drive.readonly'],
  });
  await fetch(back);
  await loginEnded();
  expect(await status()).toMatchObject({ connected: true, driveScope: false, scopes: ['drive.readonly'] });
});

test('full access goes through the browser of this machine, with a proof of its own', async () => {
  await start('desktop');
  const pending = await engine.client['google.auth']({ body: { access: 'full' } });
  expect(pending).toMatchObject({ userCode: null, intervalMs: null });
  const asked = new URL(pending.verificationUrl);
  expect(asked.origin).toBe('https://accounts.google.com');
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
  expect(asked.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/u);
  // Without the state of this login nothing happens.
  const forged = new URL(asked.searchParams.get('redirect_uri') ?? '');
  forged.searchParams.set('code', 'x');
  forged.searchParams.set('state', 'x');
  expect((await fetch(forged)).status).toBe(404);
  const shown = await fetch(vendor.google.oauth.approve(pending.verificationUrl, vendor.owner));
  expect(await shown.text()).toContain('You are signed in at Google.');
  await loginEnded();
  expect(await status()).toMatchObject({ connected: true, mode: 'redirect', driveScope: true });
});

test('a client of the wrong type is told with what helps', async () => {
  await start('desktop');
  const problem = await refusal(engine.client['google.auth']({ body: {} }));
  expect(problem).toMatchObject({ status: 502, code: 'client_refused' });
  expect(problem.detail).toContain('TVs and limited input devices');
  expect((await status()).pending).toBeNull();
  // And that way works.
  const { verificationUrl } = await engine.client['google.auth']({ body: { browser: true } });
  await fetch(vendor.google.oauth.approve(verificationUrl, vendor.owner));
  await loginEnded();
  expect(await status()).toMatchObject({ connected: true, scopes: ['drive.file'] });
});

test('without a client there is nothing to connect with; one in the vault counts after it was stored', async () => {
  await start('device', { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
  expect(await status()).toMatchObject({ available: false, connected: false });
  expect(await refusal(engine.client['google.auth']({ body: {} }))).toMatchObject({
    status: 422,
    code: 'client_missing',
  });
  const { client } = vendor;
  for (const [name, value] of Object.entries({
    GOOGLE_CLIENT_ID: client.id,
    GOOGLE_CLIENT_SECRET: client.secret,
  }))
    await engine.client['secrets.put']({ params: { name }, body: { value } });
  expect(await engine.client['google.reload']()).toMatchObject({ available: true });
  expect(await engine.client['google.auth']({ body: {} })).toMatchObject({ intervalMs: 5_000 });
  await engine.client['google.cancel']();
  expect((await status()).pending).toBeNull();
});

test('a login that is cancelled leaves a connection that is there', async () => {
  await startConnected();
  const { userCode } = await engine.client['google.auth']({ body: {} });
  expect(await engine.client['google.cancel']()).toMatchObject({ pending: null, connected: true });
  // An answer that comes afterwards changes nothing.
  vendor.google.oauth.allow(userCode ?? '', vendor.owner);
  await clock.advance(60 * SECOND);
  expect(vendor.google.calls.filter(({ path }) => path === '/token')).toEqual([]);
});

verifies('drive.reload', 'a token is refreshed before its end, once for all who need it', async () => {
  await startConnected();
  const access = engine.engine.get(cloudAccountTokens.cloudAccess);
  const never = new AbortController().signal;
  const first = await access.token(['drive.file'], never);
  await clock.advance(HOUR - 4 * 60 * SECOND);
  const tokens = await Promise.all(Array.from({ length: 10 }, () => access.token(['drive.file'], never)));
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).not.toBe(first);
  expect(vendor.google.calls.filter(({ path }) => path === '/token')).toHaveLength(1);
  // It is still there after a restart.
  expect(await engine.client['google.reload']()).toMatchObject({ connected: true });
  expect(await access.token(['drive.file'], never)).toBe(tokens[0]);
});

const needToken = async () => {
  await clock.advance(HOUR);
  return await engine.engine
    .get(cloudAccountTokens.cloudAccess)
    .token(['drive.file'], new AbortController().signal)
    .catch((error: { code: string }) => error.code);
};

test('access that its owner has withdrawn is forgotten, and that is told', async () => {
  await startConnected();
  vendor.google.oauth.revoke(vendor.owner);
  expect(await needToken()).toBe('access_revoked');
  expect(await status()).toMatchObject({ connected: false, problem: { code: 'access_revoked' } });
  expect(await isKept()).toBe(false);
});

test('a wrong client keeps the access, says so, and is not tried again for five minutes', async () => {
  await startConnected();
  Object.assign(vendor.client, { isDeleted: true });
  expect(await needToken()).toBe('client_refused');
  expect(await needToken()).toBe('client_refused');
  expect(await status()).toMatchObject({ connected: true, problem: { code: 'client_refused' } });
  const asked = () => vendor.google.calls.filter(({ path }) => path === '/token').length;
  const before = asked();
  const access = engine.engine.get(cloudAccountTokens.cloudAccess);
  await access.token(['drive.file'], new AbortController().signal).catch(() => undefined);
  expect(asked()).toBe(before);
  Object.assign(vendor.client, { isDeleted: false });
  expect(await needToken()).toMatch(/^ya29|^[\w.-]{20,}/u);
  expect(await status()).toMatchObject({ connected: true, problem: null });
});

test('an outage keeps the access', async () => {
  await startConnected();
  const fault = vendor.google.fault({ kind: 'internalError', path: '/token', nth: 'every' });
  expect(await needToken()).toBe('cloud_unavailable');
  expect(await status()).toMatchObject({ connected: true, problem: { code: 'cloud_unavailable' } });
  fault.lift();
  expect(await needToken()).not.toBe('cloud_unavailable');
  expect(await status()).toMatchObject({ connected: true, problem: null });
});

test('a refresh that is under way does not bring access back that was forgotten', async () => {
  await startConnected();
  const fault = vendor.google.fault({ kind: 'lateReply', path: '/token', nth: 1 });
  const needed = needToken();
  await fault.hit;
  await engine.client['google.disconnect']();
  fault.release();
  expect(await needed).toBe('not_connected');
  expect(await status()).toMatchObject({ connected: false });
  expect(await isKept()).toBe(false);
});

verifies('drive.revoke', 'revoking ends the access at the vendor and here; it may be repeated', async () => {
  await startConnected();
  expect(await engine.client['google.revoke']({ body: {} })).toEqual({
    revoked: true,
    drive_backups: { status: 'skipped', deleted: 0, foldersKept: 0, reasons: [] },
  });
  expect(vendor.google.oauth.grants.every(({ isRevoked }) => isRevoked)).toBe(true);
  expect(await status()).toMatchObject({ connected: false });
  expect(await engine.client['google.revoke']({ body: {} })).toMatchObject({ revoked: false });
});

test('access is forgotten although the vendor does not answer', async () => {
  await startConnected();
  const fault = vendor.google.fault({ kind: 'timeout', path: '/revoke' });
  const revoked = engine.client['google.revoke']({ body: {} });
  await fault.hit;
  await clock.advance(10 * SECOND);
  expect(await revoked).toMatchObject({ revoked: false });
  expect(await status()).toMatchObject({ connected: false });
  fault.release();
});

verifies('drive.disconnect.managed-client', 'a switch to another client only forgets', async () => {
  await startConnected();
  const before = vendor.google.calls.length;
  expect(await engine.client['google.disconnect']()).toMatchObject({ connected: false });
  expect(vendor.google.calls).toHaveLength(before);
  expect(vendor.google.oauth.grants.some(({ isRevoked }) => isRevoked)).toBe(false);
});

test('the grant survives a restart, and a locked vault is told instead of a connection', async () => {
  await startConnected();
  const { dataDir } = engine;
  await engine.stop();
  engine = await engineAt(vendor, { dataDir, platform: { clock } });
  expect(await status()).toMatchObject({ connected: true, account: 'owner@example.com' });
  await engine.stop();
  rmSync(join(dataDir, 'vault.key'));
  engine = await engineAt(vendor, { dataDir, platform: { clock } });
  expect(await status()).toMatchObject({
    available: false,
    connected: false,
    problem: { code: 'vault_locked' },
  });
});

test('SVC_GOOGLE_BASE_URL takes a server of this machine only', async () => {
  await start();
  for (const SVC_GOOGLE_BASE_URL of [
    'http://10.0.0.1:1',
    'https://127.0.0.1',
    'http://user@localhost',
    'http://localhost?x',
    'x',
  ])
    await expect(engineAt(vendor, { env: { SVC_GOOGLE_BASE_URL } })).rejects.toThrow('SVC_GOOGLE_BASE_URL');
});
