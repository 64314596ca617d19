// Sheets v4, as far as the engine uses it: spreadsheets of one sheet, whose values are read, written and appended.
import { areaOf, entered, nameOf, raw, shownValue, type Area, type Sheet, type Value } from './cells.ts';
import { SPREADSHEET, viewerOf, type DriveFile, type DriveTree } from './drive-tree.ts';
import { opened, type Editor } from './editors.ts';
import { chosen, maskOf } from './fields.ts';
import type { OAuth } from './oauth.ts';
import { cloudRefusal } from './refusals.ts';
import { json, objectOf, type Answer, type Call } from './wire.ts';

export interface Sheets extends Editor {
  serve(call: Call): Promise<Answer | null>;
}

type Rows = readonly (readonly (Value | null)[])[];

const invalid = (words: string) => cloudRefusal(400, 'INVALID_ARGUMENT', words);

export function startSheets(tree: DriveTree, oauth: OAuth, now: () => number): Sheets {
  const sheets = new Map<string, Sheet>();
  const sheetOf = ({ id }: DriveFile): Sheet => {
    const found = sheets.get(id);
    if (!found) throw new Error(`${id} has no sheet`);
    return found;
  };

  const read = (sheet: Sheet, area: Area, query: URLSearchParams): object => {
    const withFormulas = query.get('valueRenderOption') === 'FORMULA';
    const rows = Array.from(sheet.cells.slice(area.top, area.bottom), (row = []) =>
      trimmed(
        Array.from(row.slice(area.left, area.right), (value) => shownValue(value, sheet, withFormulas)),
        (value) => value === '',
      ),
    );
    const values = trimmed(rows, (row) => row.length === 0);
    return { range: nameOf(sheet, area), majorDimension: 'ROWS', ...(values.length > 0 ? { values } : {}) };
  };

  /** @throws Refused 400 before anything is written */
  const written = (
    file: DriveFile,
    { top, left }: Pick<Area, 'top' | 'left'>,
    rows: Rows,
    call: Call,
  ): object => {
    const sheet = sheetOf(file);
    const width = Math.max(1, ...rows.map((row) => row.length));
    const area = { top, left, bottom: top + rows.length, right: left + width };
    if (area.bottom > sheet.rowCount || area.right > sheet.columnCount)
      throw invalid(`Range (${nameOf(sheet, area)}) exceeds grid limits.`);
    const option = call.query.get('valueInputOption');
    if (option !== 'RAW' && option !== 'USER_ENTERED') throw invalid('valueInputOption');
    let cells = 0;
    for (const [y, row] of rows.entries())
      for (const [x, value] of row.entries()) {
        // Null leaves a cell as it is.
        if (value === null) continue;
        const line = (sheet.cells[top + y] ??= []);
        line[left + x] = option === 'RAW' ? raw(value) : entered(value);
        cells += 1;
      }
    file.modifiedAt = now();
    call.changes();
    return { updatedRange: nameOf(sheet, area), updatedCells: cells };
  };

  const editor: Sheets = {
    mimeType: SPREADSHEET,
    begin: (file, text = '') => {
      const cells = rowsOf(text).map((row) => row.map((cell) => (cell === '' ? undefined : entered(cell))));
      sheets.set(file.id, {
        title: 'Sheet1',
        rowCount: Math.max(1_000, cells.length),
        columnCount: 26,
        cells,
      });
    },
    exported: (file, mimeType) => {
      const sheet = sheetOf(file);
      const lines = Array.from(sheet.cells, (row = []) =>
        Array.from(row, (value) => shownValue(value, sheet)).join(','),
      );
      return mimeType === 'text/csv' ? Buffer.from(lines.join('\r\n')) : null;
    },
    wordsOf: (file) => sheetOf(file).cells.flat().join('\n'),
    serve: async (call) => {
      if (call.host !== 'sheets.googleapis.com') return null;
      const viewer = viewerOf(oauth.accessOf(call), 'spreadsheets');
      const { method, query } = call;
      const [, id, range, append] =
        /^\/v4\/spreadsheets\/([^/:]+)(?:\/values\/(.+?)(:append)?)?$/su.exec(call.path) ?? [];
      if (id === undefined) return null;
      const file = opened(tree, viewer, id, editor, method === 'GET' ? 'read' : 'edit');
      const sheet = sheetOf(file);
      if (range === undefined) {
        if (method !== 'GET') return null;
        const { title, rowCount, columnCount } = sheet;
        const whole = { sheets: [{ properties: { title, gridProperties: { rowCount, columnCount } } }] };
        const fields = query.get('fields');
        return json(fields === null ? whole : (chosen(whole, maskOf(fields)) as object));
      }
      const area = areaOf(sheet, range);
      if (method === 'GET') return json(read(sheet, area, query));
      const { values = [] } = (await objectOf(call)) as { readonly values?: Rows };
      if (method === 'PUT') return json(written(file, area, values, call));
      if (method !== 'POST' || append === undefined) return null;
      const top = Math.max(area.top, sheet.cells.length);
      // Appended rows make their own room.
      sheet.rowCount = Math.max(sheet.rowCount, top + values.length);
      return json({ updates: written(file, { top, left: area.left }, values, call) });
    },
  };
  return editor;
}

/** Without what is empty at its end. */
function trimmed<Each>(list: readonly Each[], isEmpty: (each: Each) => boolean): readonly Each[] {
  const last = list.findLastIndex((each) => !isEmpty(each));
  return list.slice(0, last + 1);
}

/** The rows of a CSV. */
function rowsOf(text: string): readonly (readonly string[])[] {
  if (text === '') return [];
  const rows: string[][] = [[]];
  for (const [, inQuotes, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/gu)) {
    rows.at(-1)?.push(inQuotes?.replaceAll('""', '"') ?? bare);
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}
