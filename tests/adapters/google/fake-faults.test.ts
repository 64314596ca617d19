// The failures of the fake Google, and what it writes down.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Account } from '../../servers/google/accounts.ts';
import { caller, reasonOf, sendForm, type Caller } from '../../servers/google/caller.ts';
import { startFakeGoogle, type FakeGoogle } from '../../servers/google/fake-google.ts';
import { REFUSALS } from '../../servers/google/faults.ts';

let google: FakeGoogle;
let owner: Account;
let call: Caller;
beforeEach(async () => {
  google = await startFakeGoogle();
  owner = google.accounts.account('zoe@example.com');
  call = caller(google, owner, google.accounts.client(), 'drive');
});
afterEach(() => google.close());

const create = () => call('POST', '/drive/v3/files', { name: 'a file' });

test.each(REFUSALS)('%s changes nothing', async (kind) => {
  google.fault({ kind });
  const { status, body } = await create();
  const expected = {
    unauthorized: 401,
    notFound: 404,
    conflict: 409,
    tooManyRequests: 429,
    internalError: 500,
    unavailable: 503,
  } as const;
  expect(status).toBe(kind in expected ? expected[kind as keyof typeof expected] : 403);
  expect(body).toMatchObject({ error: { code: status, message: expect.any(String) } });
  expect(google.tree(owner)).toEqual([]);
  expect((await create()).status).toBe(200);
});

test('the n-th of all calls fails, or of those that match', async () => {
  google.fault({ kind: 'internalError', nth: 3 });
  google.fault({ kind: 'tooManyRequests', path: /\/files$/u, method: 'GET', nth: 'every', retryAfter: 7 });
  const statuses = [];
  for (const method of ['POST', 'GET', 'POST', 'GET', 'POST'])
    statuses.push(await call(method, '/drive/v3/files', method === 'POST' ? {} : undefined));
  expect(statuses.map(({ status }) => status)).toEqual([200, 429, 500, 429, 200]);
  expect(statuses[1]?.headers.get('retry-after')).toBe('7');
  google.liftFaults();
  expect((await call('GET', '/drive/v3/files')).status).toBe(200);
});

test('each API refuses in its own words', async () => {
  google.fault({ kind: 'userRateLimitExceeded', nth: 'every' });
  expect(reasonOf(await create())).toBe('userRateLimitExceeded');
  expect(await call('GET', 'https://docs.googleapis.com/v1/documents/x')).toMatchObject({
    status: 429,
    body: { error: { status: 'RESOURCE_EXHAUSTED' } },
  });
  expect(await sendForm(google, 'https://oauth2.googleapis.com/token', {})).toMatchObject({
    status: 403,
    body: { error: 'rate_limit_exceeded' },
  });
});

test('a reply that is lost, late or broken is that of a call that took effect', async () => {
  google.fault({ kind: 'lostReply' });
  await expect(create()).rejects.toThrow();
  expect(google.tree(owner)).toHaveLength(1);
  google.fault({ kind: 'brokenJson' });
  await expect(create()).rejects.toThrow(SyntaxError);
  expect(google.tree(owner)).toHaveLength(2);
  const late = google.fault({ kind: 'lateReply' });
  const waiting = create();
  await late.hit;
  late.release();
  expect((await waiting).status).toBe(200);
  expect(google.tree(owner)).toHaveLength(3);
});

test('a call that is held, broken or never answered has had no effect until then', async () => {
  const held = google.fault({ kind: 'held' });
  const waiting = create();
  await held.hit;
  expect(google.tree(owner)).toEqual([]);
  held.release();
  expect((await waiting).status).toBe(200);
  google.fault({ kind: 'reset' });
  await expect(create()).rejects.toThrow();
  const silent = google.fault({ kind: 'timeout' });
  const left = new AbortController();
  const alone = google.fetch('https://www.googleapis.com/drive/v3/files', {
    method: 'POST',
    signal: left.signal,
  });
  await silent.hit;
  left.abort();
  await expect(alone).rejects.toThrow();
  const broken = google.fault({ kind: 'timeout' });
  const other = create();
  await broken.hit;
  broken.release();
  await expect(other).rejects.toThrow();
  expect(google.tree(owner)).toHaveLength(1);
});

test('every call is written down, with what it changed', async () => {
  const { body } = await create();
  google.fault({ kind: 'notFound' });
  await call('DELETE', `/drive/v3/files/${body['id']}`);
  await call('DELETE', `/drive/v3/files/${body['id']}?supportsAllDrives=true`);
  await call('GET', '/drive/v3/changes');
  expect(google.calls).toMatchObject([
    {
      number: 1,
      method: 'POST',
      host: 'www.googleapis.com',
      status: 200,
      changed: [`created ${body['id']} My Drive/a file`],
    },
    { number: 2, method: 'DELETE', status: 404, fault: 'notFound', changed: [] },
    {
      number: 3,
      query: { supportsAllDrives: 'true' },
      status: 204,
      changed: [`deleted ${body['id']} My Drive/a file`],
    },
    { number: 4, path: '/drive/v3/changes', status: 404 },
  ]);
  expect(google.deletions).toMatchObject([{ fileId: body['id'], by: 'zoe@example.com' }]);
  expect(google.unknown).toEqual([google.calls[3]]);
});

test('a test may act at each call, and let time pass', async () => {
  const seen: string[] = [];
  google.onCall(({ method, number }) => {
    seen.push(`${number} ${method}`);
    google.plant.file({ name: 'meanwhile', owner });
  });
  const { body } = await call('GET', '/drive/v3/files?fields=files(name)');
  google.onCall(null);
  await create();
  expect(body).toEqual({ files: [{ name: 'meanwhile' }] });
  expect(seen).toEqual(['1 GET']);
});
