// The Drive of the fake Google: who sees and changes what, searches, uploads, deletions.
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import type { Account, OAuthClient } from '../../servers/google/accounts.ts';
import { caller, reasonOf, type Caller } from '../../servers/google/caller.ts';
import { FOLDER } from '../../servers/google/drive-tree.ts';
import { startFakeGoogle, type FakeGoogle } from '../../servers/google/fake-google.ts';

const FILES = '/drive/v3/files';
const UPLOAD = '/upload/drive/v3/files';

let clock: ManualClock;
let google: FakeGoogle;
let owner: Account;
let other: Account;
let client: OAuthClient;
let ofApp: Caller;
let all: Caller;
beforeEach(async () => {
  clock = new ManualClock();
  google = await startFakeGoogle({ now: () => clock.now() });
  owner = google.accounts.account('zoe@example.com');
  other = google.accounts.account('max@example.com');
  client = google.accounts.client();
  ofApp = caller(google, owner, client, 'drive.file');
  all = caller(google, owner, client, 'drive');
});
afterEach(() => google.close());

const listed = async (call: Caller, q: string, more = ''): Promise<readonly string[]> => {
  const { body } = await call('GET', `${FILES}?q=${encodeURIComponent(q)}&fields=files(name)${more}`);
  return ((body['files'] ?? [body]) as readonly { readonly name: string }[]).map(({ name }) => name);
};

describe('a file', () => {
  test('is told with the requested fields only', async () => {
    const made = await ofApp('POST', `${FILES}?fields=id,parents,isAppAuthorized,owners/emailAddress`, {
      name: 'backups',
      mimeType: FOLDER,
      appProperties: { made: 'by us' },
    });
    const { id } = made.body;
    expect(made.body).toEqual({
      id: expect.any(String),
      parents: [owner.root],
      isAppAuthorized: true,
      owners: [{ emailAddress: 'zoe@example.com' }],
    });
    expect((await ofApp('GET', `${FILES}/${id}`)).body).toEqual({
      kind: 'drive#file',
      id,
      name: 'backups',
      mimeType: FOLDER,
    });
    expect(reasonOf(await ofApp('GET', `${FILES}/${id}?fields=id,title`))).toBe('invalidParameter');
    // App properties are of the program that wrote them.
    const another = caller(google, owner, google.accounts.client(), 'drive');
    const [own, theirs] = [
      `${FILES}/${id}?fields=appProperties`,
      `${FILES}/${id}?fields=appProperties,isAppAuthorized`,
    ];
    expect((await ofApp('GET', own)).body).toEqual({ appProperties: { made: 'by us' } });
    expect((await another('GET', theirs)).body).toEqual({ isAppAuthorized: false });
  });

  test('does not exist for a program that may not see it, and is not changed by one that may only read', async () => {
    const { id } = google.plant.file({ name: 'private', owner, content: 'x' });
    const reader = caller(google, owner, client, 'drive.readonly');
    const both = caller(google, owner, client, 'drive.readonly', 'drive.file');
    const stranger = caller(google, other, client, 'drive');
    const nothing = caller(google, owner, client, 'userinfo.email');
    expect(reasonOf(await ofApp('GET', `${FILES}/${id}`))).toBe('notFound');
    expect(reasonOf(await stranger('GET', `${FILES}/${id}`))).toBe('notFound');
    expect(reasonOf(await nothing('GET', `${FILES}/${id}`))).toBe('insufficientPermissions');
    expect((await reader('GET', `${FILES}/${id}?alt=media`)).text).toBe('x');
    const refused = await reader('PATCH', `${FILES}/${id}`, { name: 'mine' });
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
    expect(reasonOf(await both('DELETE', `${FILES}/${id}`))).toBe('appNotAuthorizedToFile');
    expect(google.tree(owner)).toMatchObject([{ path: 'private' }]);
    expect(google.deletions).toEqual([]);
  });

  test('lies in one folder, which must exist for its program', async () => {
    const folder = google.plant.folder({ name: 'by hand', owner });
    const file = google.plant.file({ name: 'a file', owner, authorized: [client] });
    const put = (parents: readonly string[]) => ofApp('POST', FILES, { name: 'x', parents });
    expect(reasonOf(await put([folder.id]))).toBe('notFound');
    expect(reasonOf(await put([file.id]))).toBe('parentNotAFolder');
    expect(reasonOf(await put([owner.root, folder.id]))).toBe('multipleParentsNotSupported');
    expect((await put(['root'])).status).toBe(200);
    const move = `${FILES}/${file.id}?addParents=${folder.id}&removeParents=${owner.root}`;
    expect((await all('PATCH', move, {})).status).toBe(200);
    expect(reasonOf(await all('PATCH', `${FILES}/${file.id}`, { parents: ['root'] }))).toBe(
      'fieldNotWritable',
    );
    expect(google.tree(owner).map(({ path }) => path)).toEqual(['by hand', 'by hand/a file', 'x']);
  });

  test('is downloaded in ranges', async () => {
    const { id } = google.plant.file({ name: 'x', owner, content: '0123456789' });
    const range = (range: string) => all('GET', `${FILES}/${id}?alt=media`, undefined, { range });
    const part = await range('bytes=2-4');
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await range('bytes=7-')).text).toBe('789');
    expect((await range('bytes=10-')).status).toBe(416);
  });

  test('may have an id that was asked for before, so that a repetition makes no second one', async () => {
    const { body } = await ofApp('GET', `${FILES}/generateIds?count=1`);
    const [id] = body['ids'] as readonly string[];
    expect(await ofApp('POST', FILES, { id, name: 'once' })).toMatchObject({ status: 200, body: { id } });
    expect(reasonOf(await ofApp('POST', FILES, { id, name: 'once' }))).toBe('fileIdInUse');
    expect((await ofApp('POST', FILES, { id: 'invented', name: 'x' })).status).toBe(400);
    expect(google.tree(owner)).toHaveLength(1);
  });
});

describe('a search', () => {
  test('speaks the language of the vendor', async () => {
    const folder = google.plant.folder({ name: "Zoë's folder", owner });
    google.plant.file({ name: 'plan.txt', owner, in: folder, mimeType: 'text/plain', content: 'red green' });
    google.plant.file({ name: 'Old plan', owner, trashed: true });
    google.plant.file({ name: 'theirs', owner: other, sharedWith: { 'zoe@example.com': 'reader' } });
    google.plant.file({ name: 'hidden', owner: other });
    const names = async (q: string) => [...(await listed(all, q))].sort();
    expect(await names("name = 'PLAN.TXT'")).toEqual(['plan.txt']);
    expect(await names(String.raw`name = 'Zoë\'s folder'`)).toEqual(["Zoë's folder"]);
    expect(await names("name contains 'pla'")).toEqual(['Old plan', 'plan.txt']);
    expect(await names("name contains 'lan'")).toEqual([]);
    expect(await names(`'${folder.id}' in parents`)).toEqual(['plan.txt']);
    expect(await names("not 'me' in owners")).toEqual(['theirs']);
    expect(await names('sharedWithMe')).toEqual(['theirs']);
    expect(await names("trashed = true or (mimeType != 'text/plain' and 'root' in parents)")).toEqual([
      'Old plan',
      "Zoë's folder",
    ]);
    expect(await names("fullText contains 'green' and trashed = false")).toEqual(['plan.txt']);
    expect(await names(`fullText contains '"green red"'`)).toEqual([]);
    expect(await names("modifiedTime > '2026-01-01T00:00:00'")).toEqual([]);
    for (const q of [
      "name = 'open",
      "name = 'a' and",
      "size > '1'",
      "name like 'a'",
      "name = 'a' trashed = true",
    ])
      expect(reasonOf(await all('GET', `${FILES}?q=${encodeURIComponent(q)}`))).toBe('invalid');
  });

  test('goes on page by page while what it found is deleted', async () => {
    for (let number = 0; number < 1_203; number += 1)
      google.plant.file({ name: `file ${number}`, owner, authorized: [client] });
    const seen = new Set<string>();
    let token = '';
    let pages = 0;
    do {
      const { body } = await ofApp(
        'GET',
        `${FILES}?pageSize=1000&orderBy=name_natural&fields=nextPageToken,files(id)${token}`,
      );
      const files = body['files'] as readonly { readonly id: string }[];
      for (const { id } of files) seen.add(id);
      await ofApp('DELETE', `${FILES}/${files[0]?.id}`);
      const next = body['nextPageToken'];
      token = next === undefined ? '' : `&pageToken=${encodeURIComponent(String(next))}`;
      pages += 1;
    } while (token !== '');
    expect([pages, seen.size]).toEqual([2, 1_203]);
    expect((await ofApp('GET', `${FILES}?pageSize=1001`)).status).toBe(400);
    expect((await ofApp('GET', `${FILES}?pageToken=invented`)).status).toBe(400);
  });

  test('may be late, and may not be told a field', async () => {
    google.search.freezeSearch();
    const { body } = await ofApp('POST', FILES, { name: 'new' });
    expect(await listed(ofApp, "name = 'new'")).toEqual([]);
    expect((await ofApp('GET', `${FILES}/${String(body['id'])}`)).status).toBe(200);
    google.search.thawSearch();
    expect(await listed(ofApp, "name = 'new'")).toEqual(['new']);
    const withheld = ['isAppAuthorized'];
    const { id } = google.plant.file({ name: 'silent', owner, withheld });
    const fields = 'fields=name,isAppAuthorized,ownedByMe';
    expect((await all('GET', `${FILES}/${id}?${fields}`)).body).toEqual({ name: 'silent', ownedByMe: true });
  });

  test('finds files of shared drives only if it asks for them', async () => {
    const drive = google.sharedDrive('Team', [owner]);
    const file = google.plant.file({ name: 'of the team', drive });
    expect(await listed(all, "name contains 'team'")).toEqual([]);
    const flags = '&supportsAllDrives=true&includeItemsFromAllDrives=true';
    expect(await listed(all, "name contains 'team'", flags)).toEqual(['of the team']);
    expect(await listed(caller(google, other, client, 'drive'), "name contains 'team'", flags)).toEqual([]);
    expect((await all('GET', `${FILES}/${file.id}`)).status).toBe(404);
    const fields = 'fields=driveId,ownedByMe,isAppAuthorized&supportsAllDrives=true';
    expect((await all('GET', `${FILES}/${file.id}?${fields}`)).body).toEqual({
      driveId: drive.id,
      isAppAuthorized: false,
    });
  });
});

describe('deletion', () => {
  test('of a folder takes along what its owner has in it, and nothing of others', async () => {
    const folder = google.plant.folder({ name: 'ours', owner, authorized: [client] });
    const inner = google.plant.folder({ name: 'inner', owner, in: folder });
    google.plant.file({ name: 'hand-made', owner, in: inner });
    const theirs = google.plant.file({ name: 'theirs', owner: other, in: folder });
    expect((await all('GET', `${FILES}/${theirs.id}?fields=ownedByMe,capabilities/canDelete`)).body).toEqual({
      ownedByMe: false,
      capabilities: { canDelete: false },
    });
    expect(reasonOf(await all('DELETE', `${FILES}/${theirs.id}`))).toBe('insufficientFilePermissions');
    expect((await ofApp('DELETE', `${FILES}/${folder.id}`)).status).toBe(204);
    expect(google.deletions.map(({ path, withFolder }) => [path, withFolder])).toEqual([
      ['My Drive/ours/inner/hand-made', folder.id],
      ['My Drive/ours/inner', folder.id],
      ['My Drive/ours', null],
    ]);
    expect(google.drive.files.has(theirs.id)).toBe(true);
    expect((await ofApp('DELETE', `${FILES}/${folder.id}`)).status).toBe(404);
  });

  test('is not the bin: what is in the bin says so, and comes back', async () => {
    const folder = google.plant.folder({ name: 'ours', owner, authorized: [client] });
    const file = google.plant.file({ name: 'inside', owner, in: folder, authorized: [client] });
    const fields = 'fields=trashed,explicitlyTrashed';
    const trash = (trashed: boolean) => ofApp('PATCH', `${FILES}/${folder.id}?${fields}`, { trashed });
    expect((await trash(true)).body).toEqual({ trashed: true, explicitlyTrashed: true });
    expect((await ofApp('GET', `${FILES}/${file.id}?${fields}`)).body).toEqual({
      trashed: true,
      explicitlyTrashed: false,
    });
    expect((await trash(false)).body).toEqual({ trashed: false, explicitlyTrashed: false });
    expect(google.deletions).toEqual([]);
  });
});

describe('an upload', () => {
  test('with metadata is one call, and its sums are those of its bytes', async () => {
    const bytes = randomBytes(3_000);
    const body = Buffer.concat([
      Buffer.from('--b\r\ncontent-type: application/json\r\n\r\n{"name":"a/b.bin"}\r\n'),
      Buffer.from('--b\r\ncontent-type: application/octet-stream\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--b--'),
    ]);
    const fields = 'fields=id,name,size,md5Checksum,sha256Checksum';
    const made = await ofApp('POST', `${UPLOAD}?uploadType=multipart&${fields}`, body, {
      'content-type': 'multipart/related; boundary=b',
    });
    const sum = (kind: string) => createHash(kind).update(bytes).digest('hex');
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'a/b.bin',
      size: '3000',
      md5Checksum: sum('md5'),
      sha256Checksum: sum('sha256'),
    });
    const replaced = await ofApp(
      'PATCH',
      `${UPLOAD}/${made.body['id']}?uploadType=media&fields=id,size`,
      'new',
      {
        'content-type': 'text/plain',
      },
    );
    expect(replaced.body).toEqual({ id: made.body['id'], size: '3' });
    expect(google.bytes(String(made.body['id'])).toString()).toBe('new');
  });

  const begin = async (size: number, more: Readonly<Record<string, string>> = {}) => {
    const begun = await ofApp(
      'POST',
      `${UPLOAD}?uploadType=resumable&fields=id,size,md5Checksum`,
      { name: 'big' },
      {
        'x-upload-content-length': String(size),
        ...more,
      },
    );
    return begun.headers.get('location') ?? '';
  };
  const put = (session: string, bytes: Uint8Array | undefined, range: string) =>
    ofApp('PUT', session, bytes, { 'content-range': range });

  test('in parts goes on where a broken connection left it', async () => {
    const bytes = randomBytes(1_000_000);
    const session = await begin(bytes.length);
    expect(session).toMatch(/^https:\/\/www\.googleapis\.com\/upload\/drive\/v3\/files\?.*upload_id=/u);
    const first = await put(session, bytes.subarray(0, 262_144), 'bytes 0-262143/1000000');
    expect([first.status, first.headers.get('range')]).toEqual([308, 'bytes=0-262143']);
    google.fault({ kind: 'reset', method: 'PUT', afterBytes: 400_000 });
    await expect(put(session, bytes.subarray(262_144), 'bytes 262144-999999/1000000')).rejects.toThrow();
    const status = await put(session, undefined, 'bytes */1000000');
    expect([status.status, status.headers.get('range')]).toEqual([308, 'bytes=0-524287']);
    expect(google.tree(owner)).toEqual([]);
    expect((await put(session, bytes.subarray(786_432), 'bytes 786432-999999/1000000')).status).toBe(400);
    const end = await put(session, bytes.subarray(524_288), 'bytes 524288-999999/1000000');
    expect(end).toMatchObject({
      status: 200,
      body: { size: '1000000', md5Checksum: createHash('md5').update(bytes).digest('hex') },
    });
    // Asked again, it tells the same file.
    expect((await put(session, undefined, 'bytes */1000000')).body).toEqual(end.body);
    expect(google.bytes(String(end.body['id']))).toEqual(bytes);
  });

  test('in parts refuses what the vendor refuses', async () => {
    const session = await begin(1_000_000);
    expect((await put(session, randomBytes(1_000), 'bytes 0-999/1000000')).status).toBe(400);
    expect((await put(session, randomBytes(10), 'bytes 0-9/10')).status).toBe(400);
    google.uploads.expire(410);
    expect((await put(session, undefined, 'bytes */1000000')).status).toBe(410);
    const late = await begin(10);
    await clock.advance(7 * 24 * 3_600_000);
    expect((await put(late, randomBytes(10), 'bytes 0-9/10')).status).toBe(404);
  });

  test('without a part takes the whole body, and an empty file is a file', async () => {
    const session = await begin(5);
    expect((await ofApp('PUT', session, 'hello')).body).toMatchObject({ size: '5' });
    const empty = await begin(0);
    expect(await ofApp('PUT', empty, '')).toMatchObject({ status: 200, body: { size: '0' } });
  });

  test('that is too big for the account begins no session', async () => {
    owner.limitBytes = 1_000;
    google.plant.file({ name: 'x', owner, content: 'x'.repeat(900) });
    const refused = await ofApp(
      'POST',
      `${UPLOAD}?uploadType=resumable`,
      { name: 'big' },
      {
        'x-upload-content-length': '101',
      },
    );
    expect(reasonOf(refused)).toBe('storageQuotaExceeded');
    const { body } = await ofApp('GET', '/drive/v3/about?fields=storageQuota');
    expect(body).toEqual({
      storageQuota: { limit: '1000', usage: '900', usageInDrive: '900', usageInDriveTrash: '0' },
    });
    expect(reasonOf(await ofApp('GET', '/drive/v3/about'))).toBe('required');
  });
});
