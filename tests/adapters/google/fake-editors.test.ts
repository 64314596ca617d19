// Documents and spreadsheets of the fake Google.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Account, OAuthClient } from '../../servers/google/accounts.ts';
import { caller, reasonOf, type Caller } from '../../servers/google/caller.ts';
import { DOCUMENT, SPREADSHEET } from '../../servers/google/drive-tree.ts';
import { startFakeGoogle, type FakeGoogle } from '../../servers/google/fake-google.ts';

const DOCS = 'https://docs.googleapis.com/v1/documents';
const SHEETS = 'https://sheets.googleapis.com/v4/spreadsheets';

let google: FakeGoogle;
let owner: Account;
let client: OAuthClient;
let call: Caller;
beforeEach(async () => {
  google = await startFakeGoogle();
  owner = google.accounts.account('zoe@example.com');
  client = google.accounts.client();
  call = caller(google, owner, client, 'drive.file');
});
afterEach(() => google.close());

const exported = async (id: unknown, mimeType: string, by = call) =>
  (await by('GET', `/drive/v3/files/${String(id)}/export?mimeType=${encodeURIComponent(mimeType)}`)).text;

describe('a document', () => {
  const made = async () => String((await call('POST', DOCS, { title: 'Minutes' })).body['documentId']);
  const edit = (id: string, ...requests: readonly object[]) =>
    call('POST', `${DOCS}/${id}:batchUpdate`, { requests });
  const insert = (index: number, text: string) => ({ insertText: { location: { index }, text } });

  test('is edited by the indexes that it tells', async () => {
    const id = await made();
    const { body } = await edit(
      id,
      insert(1, 'Hello 🙂\nSecond\n'),
      { insertTable: { rows: 2, columns: 2, endOfSegmentLocation: {} } },
      { replaceAllText: { containsText: { text: 'HELLO' }, replaceText: 'Hi' } },
      {
        updateParagraphStyle: {
          range: { startIndex: 1, endIndex: 2 },
          paragraphStyle: { namedStyleType: 'HEADING_1' },
          fields: 'namedStyleType',
        },
      },
    );
    expect(body['replies']).toEqual([{}, {}, { replaceAllText: { occurrencesChanged: 1 } }, {}]);
    const { body: shown } = await call('GET', `${DOCS}/${id}?fields=title,body`);
    const { content } = shown['body'] as {
      readonly content: readonly { readonly startIndex?: number; readonly endIndex: number }[];
    };
    // Heading 1–7, second 7–14, the paragraph before the table 14–15, the table, the last paragraph.
    expect(content.map(({ startIndex, endIndex }) => [startIndex, endIndex])).toEqual([
      [undefined, 1],
      [1, 7],
      [7, 14],
      [14, 15],
      [15, 27],
      [27, 28],
    ]);
    expect(content[1]).toMatchObject({
      paragraph: {
        elements: [{ textRun: { content: 'Hi 🙂\n' } }],
        paragraphStyle: { namedStyleType: 'HEADING_1' },
      },
    });
    expect(content[4]).toMatchObject({
      table: {
        rows: 2,
        columns: 2,
        tableRows: [{ startIndex: 16, tableCells: [{ startIndex: 17 }, {}] }, {}],
      },
    });
    expect(
      (await edit(id, insert(18, 'cell'), { deleteContentRange: { range: { startIndex: 7, endIndex: 14 } } }))
        .status,
    ).toBe(200);
    expect(await exported(id, 'text/markdown')).toBe('# Hi 🙂\n\n| cell |  |\n| --- | --- |\n|  |  |\n');
    expect(await exported(id, 'text/plain')).toContain('Hi 🙂\r\n');
  });

  test('is edited entirely or not at all', async () => {
    const id = await made();
    const { body } = await call('GET', `${DOCS}/${id}`);
    for (const bad of [
      insert(30, 'x'),
      insert(0, 'x'),
      { deleteContentRange: { range: { startIndex: 1, endIndex: 2 } } },
      { replaceAllText: { containsText: { text: '' }, replaceText: 'x' } },
      { whatever: {} },
    ])
      expect(await edit(id, bad)).toMatchObject({
        status: 400,
        body: { error: { status: 'INVALID_ARGUMENT' } },
      });
    expect((await edit(id, insert(1, 'kept?'), insert(30, 'x'))).status).toBe(400);
    expect((await call('GET', `${DOCS}/${id}`)).body).toEqual(body);
    const stale = { requests: [insert(1, 'x')], writeControl: { requiredRevisionId: 'old' } };
    expect((await call('POST', `${DOCS}/${id}:batchUpdate`, stale)).status).toBe(400);
  });

  test('is a file of the Drive, and only that of its program', async () => {
    const id = await made();
    const { body } = await call('GET', `/drive/v3/files/${id}?fields=name,mimeType,size,isAppAuthorized`);
    expect(body).toEqual({ name: 'Minutes', mimeType: DOCUMENT, isAppAuthorized: true });
    expect(reasonOf(await call('GET', `/drive/v3/files/${id}?alt=media`))).toBe('fileNotDownloadable');
    const planted = google.plant.file({ name: 'by hand', owner, mimeType: DOCUMENT, content: 'secret plan' });
    expect((await call('GET', `${DOCS}/${planted.id}`)).status).toBe(404);
    const reader = caller(google, owner, client, 'documents.readonly');
    expect((await reader('GET', `${DOCS}/${planted.id}`)).status).toBe(200);
    expect((await reader('POST', `${DOCS}/${planted.id}:batchUpdate`, { requests: [] })).status).toBe(403);
    const all = caller(google, owner, client, 'drive');
    const q = encodeURIComponent("fullText contains 'plan'");
    expect((await all('GET', `/drive/v3/files?q=${q}&fields=files(name)`)).body).toEqual({
      files: [{ name: 'by hand' }],
    });
    expect(google.unknown).toEqual([]);
  });
});

describe('a spreadsheet', () => {
  const made = async () =>
    String((await call('POST', SHEETS, { properties: { title: 'Numbers' } })).body['spreadsheetId']);
  const values = (id: string, range: string) => `${SHEETS}/${id}/values/${encodeURIComponent(range)}`;

  test('takes values and tells them in ranges', async () => {
    const id = await made();
    const option = 'valueInputOption=USER_ENTERED';
    const table = [
      ['name', 'n'],
      ['a, "b"', '1'],
      ['c', 2],
    ];
    expect((await call('PUT', `${values(id, 'Sheet1!A1:B3')}?${option}`, { values: table })).body).toEqual({
      spreadsheetId: id,
      updatedRange: 'Sheet1!A1:B3',
      updatedRows: 3,
      updatedColumns: 2,
      updatedCells: 6,
    });
    const added = await call('POST', `${values(id, 'Sheet1!A1')}:append?${option}`, {
      values: [['sum', '=SUM(B1:B3)']],
    });
    expect(added.body).toMatchObject({
      tableRange: 'Sheet1!A1:B3',
      updates: { updatedRange: 'Sheet1!A4:B4' },
    });
    expect((await call('GET', values(id, 'sheet1!B:B'))).body).toEqual({
      range: 'Sheet1!B1:B1000',
      majorDimension: 'ROWS',
      values: [['n'], ['1'], ['2'], ['3']],
    });
    const several = `${SHEETS}/${id}/values:batchGet?ranges=A4:B4&ranges=A2&valueRenderOption=FORMULA`;
    expect((await call('GET', several)).body['valueRanges']).toMatchObject([
      { range: 'Sheet1!A4:B4', values: [['sum', '=SUM(B1:B3)']] },
      { range: 'Sheet1!A2', values: [['a, "b"']] },
    ]);
    expect(await exported(id, 'text/csv')).toBe('name,n\r\n"a, ""b""",1\r\nc,2\r\nsum,3');
    expect((await call('POST', `${values(id, 'A2:B4')}:clear`, {})).body).toEqual({
      spreadsheetId: id,
      clearedRange: 'Sheet1!A2:B4',
    });
    expect((await call('GET', values(id, 'Sheet1'))).body).toMatchObject({ values: [['name', 'n']] });
  });

  test('refuses before it writes', async () => {
    const id = await made();
    const put = (range: string, more: string, rows: readonly (readonly unknown[])[]) =>
      call('PUT', `${values(id, range)}${more}`, { values: rows });
    const raw = '?valueInputOption=RAW';
    expect((await put('A1', '', [['x']])).text).toContain('valueInputOption');
    expect((await put('Nowhere!A1', raw, [['x']])).text).toContain('Unable to parse range: Nowhere!A1');
    expect((await put('A1001', raw, [['x']])).text).toContain('exceeds grid limits');
    expect((await put('A1:B1', raw, [['x', 'y', 'z']])).text).toContain('tried writing to column [C]');
    expect((await call('GET', values(id, 'Sheet1'))).body).not.toHaveProperty('values');
    expect((await put('A1', raw, [['=1', null, '01']])).body).toMatchObject({ updatedCells: 2 });
    expect((await call('GET', values(id, 'A1:C1'))).body['values']).toEqual([['=1', '', '01']]);
  });

  test('comes from a file of lines, and has several sheets', async () => {
    const { id } = google.plant.file({
      name: 'planted',
      owner,
      mimeType: SPREADSHEET,
      content: 'a,b\n"x, y",2\n',
      authorized: [client],
    });
    expect((await call('GET', values(id, 'A1:B9'))).body['values']).toEqual([
      ['a', 'b'],
      ['x, y', '2'],
    ]);
    const added = await call('POST', `${SHEETS}/${id}:batchUpdate`, {
      requests: [{ addSheet: { properties: { title: 'It’s 2' } } }],
    });
    expect(added.body['replies']).toMatchObject([
      { addSheet: { properties: { sheetId: 1, title: 'It’s 2' } } },
    ]);
    expect((await call('GET', values(id, "'It’s 2'!A1"))).body).toEqual({
      range: "'It’s 2'!A1",
      majorDimension: 'ROWS',
    });
    const { body } = await call('GET', `${SHEETS}/${id}?fields=sheets/properties(title,index)`);
    expect(body).toEqual({
      sheets: [{ properties: { title: 'Sheet1', index: 0 } }, { properties: { title: 'It’s 2', index: 1 } }],
    });
  });
});
