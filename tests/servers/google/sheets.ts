// Sheets v4: spreadsheets, and values in ranges.
import {
  areaOf,
  columnName,
  entered,
  nameOf,
  raw,
  shownValue,
  type Area,
  type Rendering,
  type Sheet,
  type Value,
} from './cells.ts';
import { SPREADSHEET, viewerOf, type DriveFile, type DriveTree } from './drive-tree.ts';
import { begun, opened, type Editor } from './editors.ts';
import { chosen, maskOf } from './fields.ts';
import type { OAuth } from './oauth.ts';
import { cloudRefusal } from './refusals.ts';
import { json, objectOf, type Answer, type Call } from './wire.ts';

export interface Sheets extends Editor {
  serve(call: Call): Promise<Answer | null>;
}

interface Properties {
  readonly title?: string;
  readonly sheetId?: number;
  readonly gridProperties?: { readonly rowCount?: number; readonly columnCount?: number };
}

interface ValueRange {
  readonly range?: string;
  readonly majorDimension?: string;
  readonly values?: readonly (readonly (Value | null)[])[];
}

const invalid = (words: string) => cloudRefusal(400, 'INVALID_ARGUMENT', words);

const RENDERINGS: readonly string[] = ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'];

export function startSheets(tree: DriveTree, oauth: OAuth, now: () => number): Sheets {
  const workbooks = new Map<string, Sheet[]>();
  const newSheet = (sheets: readonly Sheet[], { title, sheetId, gridProperties }: Properties = {}): Sheet => {
    let number = sheets.length + 1;
    while (title === undefined && sheets.some((sheet) => sheet.title === `Sheet${number}`)) number += 1;
    const name = title ?? `Sheet${number}`;
    if (sheets.some((sheet) => sheet.title.toLowerCase() === name.toLowerCase()))
      throw invalid(
        `Invalid requests[0].addSheet: A sheet with the name "${name}" already exists. Please enter another name.`,
      );
    return {
      sheetId: sheetId ?? sheets.reduce((most, sheet) => Math.max(most, sheet.sheetId + 1), 0),
      title: name,
      rowCount: gridProperties?.rowCount ?? 1_000,
      columnCount: gridProperties?.columnCount ?? 26,
      cells: [],
    };
  };
  const sheetsOf = ({ id }: DriveFile): Sheet[] => {
    const found = workbooks.get(id) ?? [newSheet([])];
    workbooks.set(id, found);
    return found;
  };
  const isChanged = (file: DriveFile, call: Call, what: string) => {
    file.modifiedAt = now();
    file.version += 1;
    call.changed(`${what} of ${file.id} ${tree.pathOf(file)}`);
  };

  const read = (file: DriveFile, area: Area, query: URLSearchParams): object => {
    const rendering = query.get('valueRenderOption') ?? 'FORMATTED_VALUE';
    if (!RENDERINGS.includes(rendering))
      throw invalid(`Invalid value at 'value_render_option', "${rendering}"`);
    const rows = area.sheet.cells.slice(area.top, area.bottom).map((row) =>
      trimmed(
        Array.from((row ?? []).slice(area.left, area.right), (value) =>
          shownValue(value, rendering as Rendering, sheetsOf(file), area.sheet),
        ),
        (value) => value === '',
      ),
    );
    const filled = trimmed(
      Array.from(rows, (row) => row ?? []),
      (row) => row.length === 0,
    );
    const majorDimension = query.get('majorDimension') ?? 'ROWS';
    const values = majorDimension === 'COLUMNS' ? turned(filled) : filled;
    return { range: nameOf(area), majorDimension, ...(values.length > 0 ? { values } : {}) };
  };

  /** @returns the area that was written. @throws Refused 400 before anything is written */
  const write = (area: Area, told: ValueRange, option: string | null): { area: Area; cells: number } => {
    if (option !== 'RAW' && option !== 'USER_ENTERED')
      throw invalid(
        option === null
          ? "'valueInputOption' is required but not specified"
          : `Invalid value at 'value_input_option', "${option}"`,
      );
    const values = told.majorDimension === 'COLUMNS' ? turned(told.values ?? []) : (told.values ?? []);
    const height = values.length;
    const width = values.reduce((most, row) => Math.max(most, row.length), 0);
    const { sheet, top, left } = area;
    const written: Area = {
      sheet,
      top,
      left,
      bottom: top + Math.max(1, height),
      right: left + Math.max(1, width),
      isCell: false,
    };
    const [lastRow, lastColumn] = area.isCell
      ? [sheet.rowCount, sheet.columnCount]
      : [area.bottom, area.right];
    if (written.bottom > lastRow || written.right > lastColumn)
      throw invalid(
        area.isCell
          ? `Range (${nameOf(written)}) exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`
          : `Requested writing within range [${nameOf(area)}], but tried writing to ${
              written.bottom > lastRow ? `row [${lastRow + 1}]` : `column [${columnName(lastColumn)}]`
            }`,
      );
    let cells = 0;
    for (const [y, row] of values.entries())
      for (const [x, value] of row.entries()) {
        // Null leaves a cell as it is.
        if (value === null) continue;
        if (!['string', 'number', 'boolean'].includes(typeof value))
          throw invalid(`Invalid values[${y}][${x}]: ${JSON.stringify(value)}`);
        const line = (sheet.cells[top + y] ??= []);
        if (value === '') delete line[left + x];
        else line[left + x] = option === 'RAW' ? raw(value) : entered(value);
        cells += 1;
      }
    return { area: written, cells };
  };

  const updated = (
    file: DriveFile,
    { area, cells }: { area: Area; cells: number },
    query: URLSearchParams,
  ) => ({
    spreadsheetId: file.id,
    updatedRange: nameOf(area),
    updatedRows: area.bottom - area.top,
    updatedColumns: area.right - area.left,
    updatedCells: cells,
    ...(query.get('includeValuesInResponse') === 'true' ? { updatedData: read(file, area, query) } : {}),
  });

  const append = (file: DriveFile, area: Area, told: ValueRange, call: Call): Answer => {
    const { sheet } = area;
    const filled = filledArea(sheet);
    const height =
      told.majorDimension === 'COLUMNS' ? turned(told.values ?? []).length : (told.values ?? []).length;
    const top = filled ? filled.bottom : area.top;
    const left = filled ? filled.left : area.left;
    // An appended row makes its own room.
    sheet.rowCount = Math.max(sheet.rowCount, top + height);
    const at: Area = { sheet, top, left, bottom: top + 1, right: left + 1, isCell: true };
    const done = write(at, told, call.query.get('valueInputOption'));
    isChanged(file, call, `appended ${nameOf(done.area)}`);
    return json({
      spreadsheetId: file.id,
      ...(filled ? { tableRange: nameOf(filled) } : {}),
      updates: updated(file, done, call.query),
    });
  };

  const clear = (area: Area) => {
    for (let y = area.top; y < area.bottom; y += 1)
      for (let x = area.left; x < area.right; x += 1) delete area.sheet.cells[y]?.[x];
  };

  const shown = (file: DriveFile, call: Call): Answer => {
    const sheets = sheetsOf(file);
    const isWhole = call.query.get('includeGridData') === 'true';
    const whole = {
      spreadsheetId: file.id,
      properties: {
        title: file.name,
        locale: 'en_US',
        autoRecalc: 'ON_CHANGE',
        timeZone: 'Etc/GMT',
        defaultFormat: {},
      },
      sheets: sheets.map((sheet, index) => ({
        properties: {
          sheetId: sheet.sheetId,
          title: sheet.title,
          index,
          sheetType: 'GRID',
          gridProperties: { rowCount: sheet.rowCount, columnCount: sheet.columnCount },
        },
        ...(isWhole
          ? {
              data: [
                {
                  rowData: Array.from(sheet.cells, (row) => ({
                    values: Array.from(row ?? [], (value) =>
                      value === undefined
                        ? {}
                        : { formattedValue: shownValue(value, 'FORMATTED_VALUE', sheets, sheet) },
                    ),
                  })),
                },
              ],
            }
          : {}),
      })),
      spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${file.id}/edit`,
    };
    const fields = call.query.get('fields');
    return json(fields === null ? whole : (chosen(whole, maskOf(fields)) as object));
  };

  const batchUpdate = async (call: Call, file: DriveFile): Promise<Answer> => {
    const { requests = [] } = (await objectOf(call)) as {
      readonly requests?: readonly {
        readonly addSheet?: { readonly properties?: Properties };
        readonly deleteSheet?: { readonly sheetId?: number };
      }[];
    };
    // All or none.
    const sheets = [...sheetsOf(file)];
    const replies = requests.map((request) => {
      if (request.addSheet) {
        const sheet = newSheet(sheets, request.addSheet.properties);
        sheets.push(sheet);
        const { sheetId, title } = sheet;
        return { addSheet: { properties: { sheetId, title, index: sheets.length - 1, sheetType: 'GRID' } } };
      }
      if (!request.deleteSheet)
        throw invalid(`This fake knows no request ${Object.keys(request).join(' ')}.`);
      const { sheetId } = request.deleteSheet;
      const at = sheets.findIndex((sheet) => sheet.sheetId === sheetId);
      if (at < 0) throw invalid(`Invalid requests[0].deleteSheet: No sheet with id: ${sheetId}`);
      if (sheets.length === 1)
        throw invalid("Invalid requests[0].deleteSheet: You can't remove all the sheets in a document.");
      sheets.splice(at, 1);
      return {};
    });
    workbooks.set(file.id, sheets);
    isChanged(file, call, 'changed sheets');
    return json({ spreadsheetId: file.id, replies });
  };

  /** Requests about values. `range` is null for those that name several ranges. */
  const values = async (
    call: Call,
    file: DriveFile,
    range: string | null,
    action: string | undefined,
  ): Promise<Answer | null> => {
    const { method, query } = call;
    const sheets = sheetsOf(file);
    if (range === null) {
      if (method === 'GET' && action === 'batchGet')
        return json({
          spreadsheetId: file.id,
          valueRanges: query.getAll('ranges').map((each) => read(file, areaOf(sheets, each), query)),
        });
      if (method !== 'POST') return null;
      const told = (await objectOf(call)) as {
        readonly valueInputOption?: string;
        readonly data?: readonly ValueRange[];
        readonly ranges?: readonly string[];
      };
      if (action === 'batchClear') {
        const areas = (told.ranges ?? []).map((each) => areaOf(sheets, each));
        for (const area of areas) clear(area);
        isChanged(file, call, 'cleared ranges');
        return json({ spreadsheetId: file.id, clearedRanges: areas.map(nameOf) });
      }
      if (action !== 'batchUpdate') return null;
      const data = (told.data ?? []).map((each) => ({ each, area: areaOf(sheets, each.range ?? '') }));
      const responses = data.map(({ each, area }) =>
        updated(file, write(area, each, told.valueInputOption ?? null), query),
      );
      isChanged(file, call, 'wrote ranges');
      const sum = (of: 'updatedRows' | 'updatedColumns' | 'updatedCells') =>
        responses.reduce((total, response) => total + response[of], 0);
      return json({
        spreadsheetId: file.id,
        totalUpdatedRows: sum('updatedRows'),
        totalUpdatedColumns: sum('updatedColumns'),
        totalUpdatedCells: sum('updatedCells'),
        totalUpdatedSheets: new Set(data.map(({ area }) => area.sheet)).size,
        responses,
      });
    }
    const area = areaOf(sheets, range);
    if (method === 'GET' && action === undefined) return json(read(file, area, query));
    if (method === 'PUT' && action === undefined) {
      const done = write(area, (await objectOf(call)) as ValueRange, query.get('valueInputOption'));
      isChanged(file, call, `wrote ${nameOf(done.area)}`);
      return json(updated(file, done, query));
    }
    if (method !== 'POST') return null;
    if (action === 'append') return append(file, area, (await objectOf(call)) as ValueRange, call);
    if (action !== 'clear') return null;
    clear(area);
    isChanged(file, call, `cleared ${nameOf(area)}`);
    return json({ spreadsheetId: file.id, clearedRange: nameOf(area) });
  };

  const editor: Sheets = {
    mimeType: SPREADSHEET,
    begin: (file, source) => {
      const sheet = newSheet([]);
      if (source) {
        const rows = rowsOf(source.text, source.mimeType === 'text/tab-separated-values' ? '\t' : ',');
        for (const row of rows)
          sheet.cells.push(row.map((cell) => (cell === '' ? undefined : entered(cell))));
        sheet.rowCount = Math.max(sheet.rowCount, rows.length);
      }
      workbooks.set(file.id, [sheet]);
    },
    copy: (from, to) => {
      const sheets = sheetsOf(from).map((sheet) => ({ ...sheet, cells: sheet.cells.map((row) => [...row]) }));
      workbooks.set(to.id, sheets);
    },
    exported: (file, mimeType) => {
      const separator = { 'text/csv': ',', 'text/tab-separated-values': '\t' }[mimeType];
      const sheets = sheetsOf(file);
      const [sheet] = sheets;
      if (mimeType === 'application/pdf') return Buffer.from(`%PDF-1.4\n% ${sheets.length} sheets\n%%EOF\n`);
      const area = sheet && filledArea(sheet);
      if (separator === undefined || !sheet) return null;
      const lines = Array.from({ length: area?.bottom ?? 0 }, (_, y) =>
        Array.from({ length: area?.right ?? 0 }, (__, x) =>
          quoted(String(shownValue(sheet.cells[y]?.[x], 'FORMATTED_VALUE', sheets, sheet)), separator),
        ).join(separator),
      );
      return Buffer.from(lines.join('\r\n'));
    },
    wordsOf: (file) =>
      sheetsOf(file)
        .flatMap(({ cells }) => cells.flat())
        .join('\n'),
    serve: async (call) => {
      if (call.host !== 'sheets.googleapis.com') return null;
      const viewer = viewerOf(oauth.accessOf(call), call.host, 'spreadsheets');
      if (call.path === '/v4/spreadsheets' && call.method === 'POST') {
        const { properties, sheets = [] } = (await objectOf(call)) as {
          readonly properties?: { readonly title?: string };
          readonly sheets?: readonly { readonly properties?: Properties }[];
        };
        const file = begun(tree, viewer, editor, properties?.title ?? 'Untitled spreadsheet', call);
        const made: Sheet[] = [];
        for (const sheet of sheets) made.push(newSheet(made, sheet.properties));
        if (made.length > 0) workbooks.set(file.id, made);
        return shown(file, call);
      }
      const [, id, action, path] =
        /^\/v4\/spreadsheets\/([^/:]+)(?::([A-Za-z]+)|\/values(.*))?$/su.exec(call.path) ?? [];
      if (id === undefined) return null;
      const isRead = call.method === 'GET';
      const file = opened(tree, viewer, id, editor, isRead ? 'read' : 'edit');
      if (path !== undefined) {
        const [, range = null, of] = /^(?:\/(.+?))?(?::(append|clear|batch[A-Za-z]+))?$/su.exec(path) ?? [];
        return values(call, file, range, of);
      }
      if (isRead && action === undefined) return shown(file, call);
      return call.method === 'POST' && action === 'batchUpdate' ? batchUpdate(call, file) : null;
    },
  };
  return editor;
}

/** Everything from the first to the last cell with a value. */
function filledArea(sheet: Sheet): Area | null {
  let [top, left, bottom, right] = [Infinity, Infinity, 0, 0];
  for (const [y, row] of sheet.cells.entries())
    for (const [x, value] of (row ?? []).entries()) {
      if (value === undefined) continue;
      top = Math.min(top, y);
      left = Math.min(left, x);
      bottom = Math.max(bottom, y + 1);
      right = Math.max(right, x + 1);
    }
  return bottom === 0 ? null : { sheet, top, left, bottom, right, isCell: false };
}

function trimmed<T>(list: readonly T[], isEmpty: (item: T) => boolean): readonly T[] {
  return list.slice(0, list.findLastIndex((item) => !isEmpty(item)) + 1);
}

function turned<T>(rows: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, x) => rows.map((row) => row[x] ?? ('' as T)));
}

const quoted = (cell: string, separator: string): string =>
  separator === ',' && /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

function rowsOf(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'gu');
  for (const [found, inQuotes, bare = '', end = ''] of text.replace(/\r?\n$/u, '').matchAll(cell)) {
    if (found === '') break;
    rows.at(-1)?.push(inQuotes?.replaceAll('""', '"') ?? bare);
    if (/\n/u.test(end)) rows.push([]);
    if (end === '') break;
  }
  return rows;
}
