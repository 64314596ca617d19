// The fake of the vendor that the tests of the cloud account rely on.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startFakeGoogle, type FakeGoogle } from '../../servers/google/fake-google.ts';
import type { Account, OAuthClient } from '../../servers/google/accounts.ts';

const SCOPE = 'https://www.googleapis.com/auth/';
const API = 'https://www.googleapis.com';
const FOLDER = 'application/vnd.google-apps.folder';

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

interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function told(response: Response): Promise<Told> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

const form = async (url: string, fields: Readonly<Record<string, string>>) =>
  told(await google.fetch(url, { method: 'POST', body: new URLSearchParams(fields) }));

/** A caller with a token of these scopes. */
const as =
  (scopes: readonly string[] = ['drive.file'], account = owner, of = client) =>
  async (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    told(
      await google.fetch(path.startsWith('https:') ? path : `${API}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${google.oauth.accessToken(
            account,
            of,
            scopes.map((name) => `${SCOPE}${name}`),
          )}`,
          ...(body === undefined || body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
      }),
    );

const reasonOf = ({ body }: Told): unknown =>
  (body['error'] as { errors?: readonly { reason: string }[] }).errors?.[0]?.reason;

describe('login', () => {
  const poll = (deviceCode: unknown) =>
    form('https://oauth2.googleapis.com/token', {
      client_id: client.id,
      client_secret: client.secret,
      device_code: String(deviceCode),
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    });

  test('a device waits, is told to slow down, and gets what its owner granted', async () => {
    const begun = await form('https://oauth2.googleapis.com/device/code', {
      client_id: client.id,
      scope: `openid email ${SCOPE}drive.file`,
    });
    expect(begun.body).toMatchObject({ interval: 5, verification_url: 'https://www.google.com/device' });
    const code = begun.body['device_code'];
    expect(await poll(code)).toMatchObject({ status: 428, body: { error: 'authorization_pending' } });
    expect(await poll(code)).toMatchObject({ status: 403, body: { error: 'slow_down' } });
    google.oauth.allow(String(begun.body['user_code']), owner, { scopes: ['openid', `${SCOPE}drive.file`] });
    await clock.advance(10_000);
    const { status, body } = await poll(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: `openid ${SCOPE}drive.file`, expires_in: 3599 });
    const refreshed = () =>
      form('https://oauth2.googleapis.com/token', {
        client_id: client.id,
        client_secret: client.secret,
        refresh_token: String(body['refresh_token']),
        grant_type: 'refresh_token',
      });
    const refresh = await refreshed();
    expect(refresh.body).not.toHaveProperty('refresh_token');
    expect(
      await form('https://oauth2.googleapis.com/revoke', { token: String(refresh.body['access_token']) }),
    ).toMatchObject({ status: 200 });
    expect(await refreshed()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('a device may not ask for all of a Drive', async () => {
    expect(
      await form('https://oauth2.googleapis.com/device/code', {
        client_id: client.id,
        scope: `${SCOPE}drive`,
      }),
    ).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });
});

describe('files', () => {
  test('a folder is created, listed and deleted, and only requested fields are told', async () => {
    const call = as();
    const made = await call('POST', '/drive/v3/files?fields=id,isAppAuthorized,parents', {
      name: 'backups',
      mimeType: FOLDER,
    });
    expect(made.body).toEqual({ id: expect.any(String), isAppAuthorized: true, parents: [owner.root] });
    const q = encodeURIComponent(
      `name = 'backups' and mimeType = '${FOLDER}' and 'me' in owners and trashed = false`,
    );
    const list = await call('GET', `/drive/v3/files?q=${q}&fields=nextPageToken,files(id,ownedByMe)`);
    expect(list.body).toEqual({ files: [{ id: made.body['id'], ownedByMe: true }] });
    expect(await call('DELETE', `/drive/v3/files/${made.body['id']}`)).toMatchObject({ status: 204 });
    expect(reasonOf(await call('GET', `/drive/v3/files/${made.body['id']}`))).toBe('notFound');
    expect(google.deletions).toMatchObject([{ path: 'My Drive/backups', withFolder: null }]);
  });

  test('an upload in parts goes on where a broken connection left it', async () => {
    const call = as();
    const bytes = Buffer.alloc(1_000_000, 7);
    const begun = await call(
      'POST',
      '/upload/drive/v3/files?uploadType=resumable&fields=id,size,md5Checksum',
      { name: 'big' },
      { 'x-upload-content-length': String(bytes.length) },
    );
    const session = begun.headers.get('location') ?? '';
    google.fault({ kind: 'reset', method: 'PUT', afterBytes: 600_000 });
    await expect(
      call('PUT', session, bytes, { 'content-range': `bytes 0-999999/1000000` }),
    ).rejects.toThrow();
    const status = await call('PUT', session, undefined, { 'content-range': 'bytes */1000000' });
    expect([status.status, status.headers.get('range')]).toEqual([308, 'bytes=0-524287']);
    const end = await call('PUT', session, bytes.subarray(524_288), {
      'content-range': 'bytes 524288-999999/1000000',
    });
    expect(end).toMatchObject({
      status: 200,
      body: { size: '1000000', md5Checksum: createHash('md5').update(bytes).digest('hex') },
    });
    expect(google.bytes(String(end.body['id']))).toEqual(bytes);
  });
});
