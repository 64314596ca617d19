import type { sheets_v4 } from 'googleapis/build/src/apis/sheets/v4.js';
import type { Scope } from '../../../core/outside/cloud-account/model.ts';
import { refuse } from '../../../core/workspace/cloud-files/errors.ts';
import { cloudFileLimits } from '../../../core/workspace/cloud-files/limits.ts';
import type { Cells, CellValue, SheetInfo } from '../../../core/workspace/cloud-files/model.ts';
import type { CloudSheets, NewCells, WrittenCells } from '../../../core/workspace/cloud-files/port.ts';
import { Calls, type CallDeps } from './calls.ts';
import { isObject, strangeAnswer, wordIn, failureOf } from './failures.ts';
import { checked } from './google-files.ts';
import { lazily } from './lazily.ts';
import { asked, type LibraryOptions } from './library.ts';

const READING: readonly Scope[] = ['spreadsheets.readonly', 'spreadsheets'];
const WRITING: readonly Scope[] = ['spreadsheets'];

const load = async () => {
  const { auth, sheets } = await lazily.sheets();
  return {
    auth,
    make: (client: InstanceType<typeof auth.OAuth2>) => sheets({ version: 'v4', auth: client }),
  };
};

/** The owner's spreadsheets at Google: Sheets API v4. */
export class GoogleSheets implements CloudSheets {
  readonly #calls: Calls;

  constructor(deps: CallDeps) {
    this.#calls = new Calls(deps);
  }

  async sheets(id: string, signal: AbortSignal): Promise<readonly SheetInfo[]> {
    const fields = 'sheets(properties(title,gridProperties(rowCount,columnCount)))';
    const data = await this.#call(
      (sheets, options) => sheets.spreadsheets.get({ spreadsheetId: checked(id), fields }, options),
      READING,
      signal,
    );
    const all = Array.isArray(data['sheets']) ? (data['sheets'] as unknown[]) : [];
    return all.flatMap((one): readonly SheetInfo[] => {
      const properties = isObject(one) ? one['properties'] : null;
      if (!isObject(properties) || typeof properties['title'] !== 'string')
        throw strangeAnswer('a sheet without a title');
      const { title, gridProperties: grid } = properties;
      // A chart that fills a sheet has no cells.
      if (!isObject(grid)) return [];
      return [{ title, rows: Number(grid['rowCount'] ?? 0), columns: Number(grid['columnCount'] ?? 0) }];
    });
  }

  async read(id: string, range: string, withFormulas: boolean, signal: AbortSignal): Promise<Cells> {
    const data = await this.#call(
      (sheets, options) =>
        sheets.spreadsheets.values.get(
          {
            spreadsheetId: checked(id),
            range,
            majorDimension: 'ROWS',
            valueRenderOption: withFormulas ? 'FORMULA' : 'FORMATTED_VALUE',
          },
          options,
        ),
      READING,
      signal,
    );
    const values = Array.isArray(data['values']) ? (data['values'] as unknown[]) : [];
    return { range: textOf(data, 'range'), rows: values.map(rowIn) };
  }

  async write(id: string, { range, rows, isTyped }: NewCells, signal: AbortSignal): Promise<WrittenCells> {
    const data = await this.#call(
      (sheets, options) =>
        sheets.spreadsheets.values.update(
          { spreadsheetId: checked(id), range, valueInputOption: wayOf(isTyped), requestBody: bodyOf(rows) },
          options,
        ),
      WRITING,
      signal,
    );
    return writtenIn(data);
  }

  async append(id: string, { range, rows, isTyped }: NewCells, signal: AbortSignal): Promise<WrittenCells> {
    const data = await this.#call(
      (sheets, options) =>
        sheets.spreadsheets.values.append(
          {
            spreadsheetId: checked(id),
            range,
            valueInputOption: wayOf(isTyped),
            insertDataOption: 'INSERT_ROWS',
            requestBody: bodyOf(rows),
          },
          options,
        ),
      WRITING,
      signal,
    );
    return writtenIn(data['updates']);
  }

  async #call(
    call: (sheets: sheets_v4.Sheets, options: LibraryOptions) => Promise<unknown>,
    scopes: readonly Scope[],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = await asked(
      this.#calls,
      load,
      call,
      { scopes, maxBytes: cloudFileLimits.fileBytes, also: [400, 404] },
      signal,
    );
    const { status, data } = answer;
    if (status === 404) throw refuse.cloud_file_not_found();
    // Ids and values are checked before, so it is the range.
    if (status === 400 && wordIn(data) === 'INVALID_ARGUMENT') throw refuse.cloud_range_unreadable();
    if (status === 400) throw failureOf(answer);
    if (!isObject(data)) throw strangeAnswer('no object');
    return data;
  }
}

/** A raw value is never read as a formula. */
const wayOf = (isTyped: boolean): string => (isTyped ? 'USER_ENTERED' : 'RAW');

const bodyOf = (rows: NewCells['rows']): sheets_v4.Schema$ValueRange => ({
  majorDimension: 'ROWS',
  values: rows.map((row) => [...row]),
});

function rowIn(row: unknown): readonly CellValue[] {
  if (!Array.isArray(row)) throw strangeAnswer('a row without cells');
  return (row as unknown[]).map((cell) =>
    typeof cell === 'number' || typeof cell === 'boolean' ? cell : typeof cell === 'string' ? cell : '',
  );
}

function writtenIn(updates: unknown): WrittenCells {
  const cells = isObject(updates) ? (updates['updatedCells'] ?? 0) : null;
  if (typeof cells !== 'number') throw strangeAnswer('no number of cells');
  return { range: textOf(updates, 'updatedRange'), cells };
}

function textOf(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : null;
  if (typeof found !== 'string') throw strangeAnswer(`no ${name}`);
  return found;
}
