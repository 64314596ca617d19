import { NO_CONTROLS } from '../../core/kernel/patterns.ts';
import { Type } from 'typebox';
import { cloudFileLimits as limits } from '../../core/workspace/cloud-files/limits.ts';
import { FILE_TYPES, type CloudFile, type Shown } from '../../core/workspace/cloud-files/model.ts';
import type { DocumentAsk } from '../../core/workspace/cloud-files/document-service.ts';
import type { CloudWrite, FoundCloudFiles } from '../../core/workspace/cloud-files/service.ts';
import type { ReadSheet, SheetAsk } from '../../core/workspace/cloud-files/sheet-service.ts';
import { quote } from '../../core/kernel/quoted.ts';
import type { ConsentDemand } from '../../core/ports/tools.ts';
import { say } from '../../core/workspace/cloud-files/says.ts';
import { tool, type ToolInput } from '../row.ts';
import { closed } from '../shapes.ts';
import { fileTool } from './author.ts';

const { queryChars, nameChars, idChars, textChars, shownChars, noteChars, rangeChars, cellChars } = limits;

const Id = (description: string) => Type.String({ minLength: 1, maxLength: idChars, description });
const Name = Type.String({ minLength: 1, maxLength: nameChars, pattern: '\\S' });
const From = Type.Optional(
  Type.Integer({ minimum: 0, description: 'The character to start at; 0 by default' }),
);
const Folder = Type.Optional(Id('The folder of a new file; the top of the drive if left out'));
const Text = (description: string) => Type.String({ maxLength: textChars, description });
const Revision = Type.Optional(
  Type.String({
    pattern: '^[\\w-]{1,300}$',
    description: 'As read; the call is refused if the file was changed since',
  }),
);
const Range = Type.String({
  minLength: 1,
  maxLength: rangeChars,
  pattern: NO_CONTROLS,
  description: 'Like Sheet1!A1:C10',
});
const Rows = Type.Array(
  Type.Array(Type.Union([Type.String({ maxLength: cellChars }), Type.Number(), Type.Boolean(), Type.Null()])),
  { maxItems: limits.writtenRows, description: 'Rows of cells; null leaves a cell as it is' },
);

const DriveWrite = Type.Object(
  {
    file_id: Type.Optional(Id('The file whose content is replaced; left out for a new one')),
    revision: Revision,
    name: Type.Optional(Name),
    folder_id: Folder,
    text: Type.Optional(Text('The whole content')),
    path: Type.Optional(
      Type.String({ minLength: 1, description: 'A file of the workspace, in the place of text' }),
    ),
  },
  closed,
);

const DocsWrite = Type.Object(
  {
    action: Type.Enum(['create', 'append', 'replace']),
    document_id: Type.Optional(Id('For append and replace')),
    title: Type.Optional(Name),
    folder_id: Folder,
    find: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: textChars,
        description: 'For replace: exactly as in the document; each place is replaced',
      }),
    ),
    text: Text('For create in Markdown, where pictures become links; otherwise plain text'),
    revision: Revision,
  },
  closed,
);

const SheetsWrite = Type.Object(
  {
    action: Type.Enum(['create', 'set', 'append']),
    spreadsheet_id: Type.Optional(Id('For set and append')),
    range: Type.Optional(Range),
    title: Type.Optional(Name),
    folder_id: Folder,
    rows: Rows,
    formulas: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true: texts that begin with = are formulas; your owner is asked for them separately',
      }),
    ),
  },
  closed,
);

const fileWriteOf = (input: ToolInput<typeof DriveWrite>): CloudWrite => ({
  fileId: input.file_id ?? null,
  revision: input.revision ?? null,
  name: input.name ?? null,
  folderId: input.folder_id ?? null,
  text: input.text ?? null,
  path: input.path ?? null,
});

const documentAskOf = (input: ToolInput<typeof DocsWrite>): DocumentAsk => ({
  action: input.action,
  documentId: input.document_id ?? null,
  title: input.title ?? null,
  folderId: input.folder_id ?? null,
  find: input.find ?? null,
  text: input.text,
  revision: input.revision ?? null,
});

const sheetAskOf = (input: ToolInput<typeof SheetsWrite>): SheetAsk => ({
  action: input.action,
  spreadsheetId: input.spreadsheet_id ?? null,
  title: input.title ?? null,
  folderId: input.folder_id ?? null,
  range: input.range ?? null,
  rows: input.rows,
  isTyped: input.formulas ?? false,
});

/** Tools for the owner's account at Google. They are offered while it is connected with the access that they need. */
export const cloudFiles = [
  tool({
    name: 'drive_search',
    family: 'google',
    summary:
      'Finds files in the Google Drive of your owner, the newest first; without words those that changed last. Backups of svc are left out.',
    input: Type.Object(
      {
        words: Type.Optional(
          Type.String({ maxLength: queryChars, pattern: '\\S', description: 'In names and contents' }),
        ),
        name: Type.Optional(
          Type.String({ maxLength: queryChars, pattern: '\\S', description: 'In names alone' }),
        ),
        type: Type.Optional(Type.Enum([...FILE_TYPES])),
        folder_id: Type.Optional(Id('Only what is directly in this folder; root is the top of the drive')),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    isOffered: ({ cloudFiles }) => cloudFiles.isReadable(),
    usableBy: ({ usableBy }) => usableBy.google(),
    handle: async ({ cloudFiles }, { words = null, name = null, type = null, folder_id = null }, call) =>
      await cloudFiles.search({ words, name, type, folder: folder_id }, call),
  }),
  fileTool({
    name: 'drive_read',
    family: 'google',
    summary:
      'Reads a file of the Google Drive of your owner as text: documents as Markdown, sheets as CSV (their first sheet). Continue a long one with "from". With save_as the file is put into the workspace, which other kinds of files need.',
    input: Type.Object(
      {
        file_id: Id('From drive_search, or the address of the file'),
        from: From,
        save_as: Type.Optional(
          Type.String({ minLength: 1, description: 'A path of the workspace, like "drive/report.pdf"' }),
        ),
      },
      closed,
    ),
    effect: ({ save_as }) => (save_as === undefined ? 'read' : 'effect'),
    consent: ({ save_as }): ConsentDemand =>
      save_as === undefined
        ? { class: 'read', says: [say('cloud.read', {})] }
        : {
            class: 'write_local',
            paths: [save_as],
            says: [say('cloud.fetch', { path: quote(save_as, nameChars) })],
          },
    isOffered: ({ cloudFiles }) => cloudFiles.isReadable(),
    usableBy: ({ usableBy }) => usableBy.google(),
    outputChars: shownChars + noteChars,
    handle: async ({ cloudFiles }, { file_id, from = 0, save_as = null }, author, personId) =>
      await cloudFiles.read({ fileId: file_id, from, saveAs: save_as }, author, personId),
  }),
  tool({
    name: 'drive_write',
    family: 'google',
    summary:
      'Creates a file in the Google Drive of your owner, with a name and text or a file of the workspace; or replaces the content of one (file_id, and the revision that drive_read showed). Your owner is asked. For documents and sheets use docs_write and sheets_write.',
    input: DriveWrite,
    effect: 'effect',
    consent: (input, { cloudFiles }, call) => cloudFiles.demandOfWrite(fileWriteOf(input), call),
    beforehand: 'never',
    isOffered: ({ cloudFiles }) => cloudFiles.isWritable(),
    usableBy: ({ usableBy }) => usableBy.google(),
    handle: async ({ cloudFiles }, input, call) => await cloudFiles.write(fileWriteOf(input), call),
  }),
  tool({
    name: 'docs_read',
    family: 'google',
    summary:
      'Reads a document of Google Docs as Markdown, with its revision. Continue a long one with "from".',
    input: Type.Object({ document_id: Id('From drive_search, or the address'), from: From }, closed),
    effect: 'read',
    consent: 'read',
    isOffered: ({ cloudDocuments }) => cloudDocuments.isReadable(),
    usableBy: ({ usableBy }) => usableBy.google(),
    outputChars: shownChars + noteChars,
    handle: async ({ cloudDocuments }, { document_id, from = 0 }, call) =>
      await cloudDocuments.read(document_id, from, call),
  }),
  tool({
    name: 'docs_write',
    family: 'google',
    summary:
      'Creates a document of Google Docs (title, text), appends plain text to one, or replaces a text everywhere in it. Give the revision of docs_read so that nothing is changed that you have not seen. Your owner is asked.',
    input: DocsWrite,
    effect: 'effect',
    consent: (input, { cloudDocuments }, call) => cloudDocuments.demandOfWrite(documentAskOf(input), call),
    beforehand: 'never',
    isOffered: ({ cloudDocuments }) => cloudDocuments.isWritable(),
    usableBy: ({ usableBy }) => usableBy.google(),
    handle: async ({ cloudDocuments }, input, call) => await cloudDocuments.write(documentAskOf(input), call),
  }),
  tool({
    name: 'sheets_read',
    family: 'google',
    summary:
      'Reads cells of a spreadsheet of Google Sheets. Without a range: its sheets, and the beginning of the first one.',
    input: Type.Object(
      {
        spreadsheet_id: Id('From drive_search, or the address'),
        range: Type.Optional(Range),
        formulas: Type.Optional(
          Type.Boolean({ default: false, description: 'true: formulas in the place of their results' }),
        ),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    isOffered: ({ cloudSheets }) => cloudSheets.isReadable(),
    usableBy: ({ usableBy }) => usableBy.google(),
    outputChars: shownChars + noteChars,
    handle: async ({ cloudSheets }, { spreadsheet_id, range = null, formulas = false }, call) =>
      await cloudSheets.read({ spreadsheetId: spreadsheet_id, range, withFormulas: formulas }, call),
  }),
  tool({
    name: 'sheets_write',
    family: 'google',
    summary:
      'Creates a spreadsheet of Google Sheets, sets cells of one from the beginning of a range, or appends rows below its table. Values are written as they are. Your owner is asked.',
    input: SheetsWrite,
    effect: 'effect',
    consent: (input, { cloudSheets }, call) => cloudSheets.demandOfWrite(sheetAskOf(input), call),
    beforehand: 'never',
    isOffered: ({ cloudSheets }) => cloudSheets.isWritable(),
    usableBy: ({ usableBy }) => usableBy.google(),
    handle: async ({ cloudSheets }, input, call) => await cloudSheets.write(sheetAskOf(input), call),
  }),
];

/** As their renderers take them. */
export type ToldFound = FoundCloudFiles;
export type ToldFile = CloudFile;
export type ToldShown = Shown;
export type ToldSheet = ReadSheet;
