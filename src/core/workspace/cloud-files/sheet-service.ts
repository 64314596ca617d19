import { quote, quoteValue } from '../../kernel/quoted.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { ConsentDemand } from '../../ports/tools.ts';
import { refuse } from './errors.ts';
import { cloudFileLimits as limits } from './limits.ts';
import {
  SPREADSHEET,
  titleInRange,
  type CellValue,
  type Cells,
  type CloudFile,
  type SheetInfo,
} from './model.ts';
import type { CloudFiles, CloudSheets, WrittenCells } from './port.ts';
import { nameOf, type CloudCall, type Reach, type Visit } from './reach.ts';
import { say } from './says.ts';

export interface CloudSheetServiceDeps {
  readonly reach: Reach;
  readonly cloud: CloudFiles;
  readonly sheets: CloudSheets;
}

export interface ReadSheet {
  readonly file: CloudFile;
  readonly cells: Cells;
  /** The sheets of the spreadsheet, where no range was named; otherwise null. */
  readonly sheets: readonly SheetInfo[] | null;
}

type Rows = readonly (readonly (CellValue | null)[])[];

/** As a model asks; what an action needs must be there. */
export interface SheetAsk {
  readonly action: 'create' | 'set' | 'append';
  readonly spreadsheetId: string | null;
  readonly title: string | null;
  readonly folderId: string | null;
  readonly range: string | null;
  readonly rows: Rows;
  readonly isTyped: boolean;
}

type SheetWrite =
  | {
      readonly action: 'create';
      readonly title: string;
      readonly folderId: string | null;
      readonly rows: Rows;
      readonly isTyped: boolean;
    }
  | {
      readonly action: 'set' | 'append';
      readonly spreadsheetId: string;
      readonly range: string;
      readonly rows: Rows;
      /** Formulas and dates count as if a person typed them; otherwise all is plain values. */
      readonly isTyped: boolean;
    };

export type WrittenSheet =
  | { readonly action: 'create'; readonly file: CloudFile; readonly written: WrittenCells | null }
  | { readonly action: 'set' | 'append'; readonly written: WrittenCells };

/** The owner's spreadsheets at the vendor, for tools. Backups are as far from it as from `CloudFileService`. */
export class CloudSheetService {
  readonly #deps: CloudSheetServiceDeps;

  constructor(deps: CloudSheetServiceDeps) {
    this.#deps = deps;
  }

  isReadable(): boolean {
    return this.#hasDrive() && this.#deps.reach.has(['spreadsheets.readonly', 'spreadsheets']);
  }

  isWritable(): boolean {
    return this.#hasDrive() && this.#deps.reach.has(['spreadsheets']);
  }

  /** A range; by default the beginning of the first sheet. @throws Refusal of core/workspace/cloud-files/errors.ts */
  async read(
    {
      spreadsheetId,
      range,
      withFormulas,
    }: { readonly spreadsheetId: string; readonly range: string | null; readonly withFormulas: boolean },
    call: CloudCall,
  ): Promise<ReadSheet> {
    const { reach, sheets } = this.#deps;
    reach.withoutSecrets(call.personId, [range]);
    return await reach.visit(call, async (visit) => {
      const file = await this.#spreadsheet(spreadsheetId, visit);
      if (range !== null)
        return { file, cells: await sheets.read(file.id, range, withFormulas, visit.signal), sheets: null };
      const all = await sheets.sheets(file.id, visit.signal);
      const [first] = all;
      if (!first) throw refuse.cloud_range_unreadable({}, say('cloud.no_sheets'));
      const rows = Math.max(1, Math.min(first.rows, limits.shownRows + 1));
      const cells = await sheets.read(
        file.id,
        `${titleInRange(first.title)}!1:${rows}`,
        withFormulas,
        visit.signal,
      );
      return { file, cells, sheets: all };
    });
  }

  /** Before anything is asked or sent. */
  #checked(ask: SheetAsk, { personId }: CloudCall): ReturnType<typeof checked> {
    const asked = checked(ask);
    const { rows } = asked;
    this.#deps.reach.withoutSecrets(personId, [
      ask.title,
      ask.range,
      JSON.stringify(rows),
      ...rows.flat().map(String),
    ]);
    return asked;
  }

  /** @throws Refusal as `write` */
  async demandOfWrite(ask: SheetAsk, call: CloudCall): Promise<ConsentDemand> {
    const { reach } = this.#deps;
    const asked = this.#checked(ask, call);
    const { rows, isTyped } = asked;
    // A formula can fetch an address, and so tell a stranger what is in the sheet.
    const to = { service: 'Google Sheets', hasFormulas: isTyped } as const;
    const cells = { rows: rows.length, isTyped, values: quoteValue(rows, limits.shownToOwnerChars) };
    return await reach.visit(
      call,
      async (visit) => {
        if (asked.action === 'create') {
          const at = await reach.folder(asked.folderId, visit);
          const title = quote(asked.title, limits.nameChars);
          const says = say('cloud.sheet-new', { title, folder: at && nameOf(at), ...cells });
          return reach.demand({ at, says, ...to });
        }
        const at = await this.#spreadsheet(asked.spreadsheetId, visit);
        const range = quote(asked.range, limits.nameChars);
        const code = asked.action === 'set' ? 'cloud.sheet-set' : 'cloud.sheet-append';
        return reach.demand({ at, says: say(code, { name: nameOf(at), range, ...cells }), ...to });
      },
      limits.demandMs,
    );
  }

  /** @throws Refusal of core/workspace/cloud-files/errors.ts */
  async write(ask: SheetAsk, call: CloudCall): Promise<WrittenSheet> {
    const { reach, cloud, sheets } = this.#deps;
    const asked = this.#checked(ask, call);
    const { rows, isTyped } = asked;
    return await reach.visit(call, async (visit) => {
      if (asked.action !== 'create') {
        const { action, range } = asked;
        const { id } = await this.#spreadsheet(asked.spreadsheetId, visit);
        const cells = { range, rows, isTyped };
        const written = await reach.changed(visit, () =>
          action === 'set' ? sheets.write(id, cells, visit.signal) : sheets.append(id, cells, visit.signal),
        );
        return { action, written };
      }
      const { title, folderId } = asked;
      const folder = await reach.folder(folderId, visit);
      // It begins empty: a text that is converted would have its formulas computed.
      const made = { name: title, folder: folder?.id ?? null, mimeType: SPREADSHEET, content: null };
      const file = await reach.changed(visit, () => cloud.create(made, visit.signal));
      if (rows.length === 0) return { action: 'create', file, written: null };
      try {
        const written = await sheets.write(file.id, { range: 'A1', rows, isTyped }, visit.signal);
        return { action: 'create', file, written };
      } catch (error) {
        if (!isRefusal(error) && !visit.signal.aborted) throw error;
        throw refuse.cloud_change_unclear({}, say('cloud.cells_unclear', { id: file.id }), error);
      }
    });
  }

  async #spreadsheet(named: string, visit: Visit): Promise<CloudFile> {
    const file = await this.#deps.reach.file(named, visit);
    if (file.mimeType !== SPREADSHEET) throw refuse.cloud_file_kind({}, say('cloud.no_sheet'));
    return file;
  }

  /** Without it nothing tells whether a spreadsheet lies among backups. */
  #hasDrive(): boolean {
    return this.#deps.reach.has(['drive.readonly', 'drive']);
  }
}

/** @throws Refusal cloud_input_incomplete, cloud_file_too_large */
function checked({ action, spreadsheetId, title, folderId, range, rows, isTyped }: SheetAsk): SheetWrite {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  if (cells > limits.writtenCells)
    throw refuse.cloud_file_too_large({ cells }, say('cloud.cells', { most: limits.writtenCells, cells }));
  if (action === 'create') {
    if (title === null)
      throw refuse.cloud_input_incomplete({}, say('cloud.new_title', { what: 'spreadsheet' }));
    if (spreadsheetId !== null || range !== null)
      throw refuse.cloud_input_incomplete({}, say('cloud.new_sheet'));
    return { action, title, folderId, rows, isTyped };
  }
  if (spreadsheetId === null || range === null)
    throw refuse.cloud_input_incomplete(
      {},
      say('cloud.which', { action, needs: 'spreadsheet_id and range' }),
    );
  if (title !== null || folderId !== null)
    throw refuse.cloud_input_incomplete({}, say('cloud.not_moved', { what: 'Spreadsheets' }));
  if (cells === 0) throw refuse.cloud_input_incomplete({}, say('cloud.no_values'));
  return { action, spreadsheetId, range, rows, isTyped };
}
