import { beforeEach, expect, test } from '@jest/globals';
import type { CallDeps } from '../../../src/adapters/out/google/calls.ts';
import { GoogleDocuments } from '../../../src/adapters/out/google/google-documents.ts';
import { googleFetch } from '../../../src/adapters/out/google/google-fetch.ts';
import { GoogleFiles } from '../../../src/adapters/out/google/google-files.ts';
import { GoogleSheets } from '../../../src/adapters/out/google/google-sheets.ts';
import type { Scope } from '../../../src/core/outside/cloud-account/model.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startVendor, type Vendor } from '../../harness/google.ts';
import { codeOf } from '../../harness/refused.ts';
import { DOCUMENT, SPREADSHEET } from '../../servers/google/drive-tree.ts';
import { startWebServer } from '../../servers/web-server.ts';

let vendor: Vendor;
beforeEach(async () => {
  vendor = await startVendor('desktop');
});

const { signal } = new AbortController();

/** Access with all scopes; `asked` are those that each call wanted. */
function way(baseUrl = vendor.google.url): { readonly deps: CallDeps; readonly asked: (readonly Scope[])[] } {
  const asked: (readonly Scope[])[] = [];
  const scopes = ['drive', 'documents', 'spreadsheets'].map(
    (one) => `https://www.googleapis.com/auth/${one}`,
  );
  const token = vendor.google.oauth.accessToken(vendor.owner, vendor.client, scopes);
  const access = {
    token: async (anyOf: readonly Scope[]) => {
      asked.push(anyOf);
      return token;
    },
    refused: () => undefined,
  };
  const fetchVendor = googleFetch({ baseUrl, userAgent: 'svc/test' });
  return { asked, deps: { access, fetch: fetchVendor, clock: new ManualClock() } };
}

test('texts of a search are literals of its query, and reading asks for no scope that writes alone', async () => {
  const { deps, asked } = way();
  const files = new GoogleFiles(deps);
  const search = { words: `a'b\\c"d\ne`, name: "'", type: 'pdf', folder: 'root' } as const;
  expect(await files.find(search, null, signal)).toEqual({ files: [], next: null });
  const [call] = vendor.google.calls;
  expect(call?.query['q']).toBe(
    String.raw`trashed = false and fullText contains 'a\'b\\c d e' and name contains '\'' and mimeType = 'application/pdf' and 'root' in parents`,
  );
  // The vendor refuses an order for a search in contents.
  expect(call?.query['orderBy']).toBeUndefined();
  await files.find({ ...search, words: null }, null, signal);
  expect(vendor.google.calls[1]?.query['orderBy']).toBe('modifiedTime desc');
  expect(asked).toEqual([
    ['drive.readonly', 'drive'],
    ['drive.readonly', 'drive'],
  ]);
});

test('a text that is no id never becomes part of an address', async () => {
  const { deps } = way();
  const [files, documents, sheets] = [
    new GoogleFiles(deps),
    new GoogleDocuments(deps),
    new GoogleSheets(deps),
  ];
  const cells = { range: 'A1', rows: [['x']], isTyped: false };
  const texts = ['', '.', '../about/x1234', 'a/b/c/d/e/f/g', '12345678901?alt=media', 'trash', '1234567890é'];
  for (const id of texts)
    for (const call of [
      () => files.get(id, signal),
      () => files.content(id, 10, signal),
      () => files.exported(id, 'text/plain', 10, signal),
      () => files.replace(id, new Uint8Array(), 'text/plain', signal),
      () => files.create({ name: 'x', folder: id, mimeType: 'text/plain', content: null }, signal),
      () => files.find({ words: null, name: null, type: null, folder: id }, null, signal),
      () => documents.revision(id, signal),
      () => documents.append(id, 'x', null, signal),
      () => documents.replaceText(id, { find: 'a', by: 'b' }, null, signal),
      () => sheets.sheets(id, signal),
      () => sheets.read(id, 'A1', false, signal),
      () => sheets.write(id, cells, signal),
      () => sheets.append(id, cells, signal),
    ])
      expect(await codeOf(call())).toBe('cloud_id_invalid');
  expect(vendor.google.calls).toEqual([]);
});

test('a content beyond the limit is not taken, whatever its length says', async () => {
  const server = await startWebServer((_, response) => {
    // Without a length, and without an end.
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = () => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  const { deps } = way(`http://127.0.0.1:${server.port}`);
  const files = new GoogleFiles(deps);
  for (const call of [
    files.content('12345678901', 1_000_000, signal),
    files.exported('12345678901', 'text/csv', 1_000_000, signal),
    files.get('12345678901', signal),
    new GoogleSheets(deps).read('12345678901', 'A:A', false, signal),
  ])
    expect(await codeOf(call)).toBe('cloud_file_too_large');
});

test('what was sent is what is there, or the call fails', async () => {
  const { google, owner } = vendor;
  const files = new GoogleFiles(way().deps);
  const bytes = Buffer.from([0, 255, 13, 10]);
  const content = { bytes, mimeType: 'application/octet-stream' };
  const made = await files.create({ name: 'a', folder: null, mimeType: content.mimeType, content }, signal);
  expect(google.bytes(made.id)).toEqual(bytes);
  expect(await files.get(made.id, signal)).toEqual(made);
  expect(made).toMatchObject({
    owner: owner.email,
    isOwned: true,
    isShared: false,
    sizeBytes: 4,
    parents: [owner.root],
  });
  expect(await files.content(made.id, 4, signal)).toEqual(new Uint8Array(bytes));
  const replaced = await files.replace(made.id, Buffer.from('b'), 'text/plain', signal);
  expect(replaced.md5).not.toBe(made.md5);
  google.fault({ kind: 'brokenJson', method: 'PATCH' });
  expect(await codeOf(files.replace(made.id, Buffer.from('c'), 'text/plain', signal))).toBe(
    'cloud_unavailable',
  );
  expect(google.unknown).toEqual([]);
});

test('documents and sheets that are gone, or that another program may not use, are refused', async () => {
  const { google, owner } = vendor;
  const { deps } = way();
  const [documents, sheets] = [new GoogleDocuments(deps), new GoogleSheets(deps)];
  expect(await codeOf(documents.revision('12345678901', signal))).toBe('cloud_file_not_found');
  expect(await codeOf(documents.append('12345678901', 'x', null, signal))).toBe('cloud_file_not_found');
  expect(await codeOf(sheets.sheets('12345678901', signal))).toBe('cloud_file_not_found');
  const other = google.accounts.account('other@example.com');
  const document = google.plant.file({
    name: 'D',
    owner: other,
    mimeType: DOCUMENT,
    content: 'a',
    sharedWith: { [owner.email]: 'reader' },
  });
  expect(await codeOf(documents.append(document.id, 'x', null, signal))).toBe('cloud_refused');
  const revision = await documents.revision(document.id, signal);
  expect(revision).not.toBe('');
  const sheet = google.plant.file({ name: 'S', owner, mimeType: SPREADSHEET, content: 'a,b' });
  expect(await sheets.sheets(sheet.id, signal)).toEqual([{ title: 'Sheet1', rows: 1_000, columns: 26 }]);
  expect(await sheets.read(sheet.id, "'Sheet1'!1:1", false, signal)).toEqual({
    range: 'Sheet1!A1:Z1',
    rows: [['a', 'b']],
  });
  expect(await codeOf(sheets.read(sheet.id, 'No!A1', false, signal))).toBe('cloud_range_unreadable');
  expect(google.unknown).toEqual([]);
});
