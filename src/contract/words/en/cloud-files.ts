import type { CloudFileProblems, CloudFileSays } from '../../../core/workspace/cloud-files/says.ts';
import type { Quoted, QuotedValue } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { charsOf, counted, json, quoted } from './forms.ts';

const inFolder = (folder: Quoted | null): string =>
  folder === null ? '' : `, in the folder ${quoted(folder)}`;

const cells = (rows: number, isTyped: boolean, values: QuotedValue): string =>
  isTyped
    ? `${counted(rows, 'row')}: ${json(values)}. They may hold formulas; formulas can send what is in the spreadsheet to other servers.`
    : `${counted(rows, 'row')} of plain values: ${json(values)}.`;

export const cloudFiles: Words<CloudFileSays & CloudFileProblems> = {
  'cloud.read': () => 'Read a file of Google Drive.',
  'cloud.fetch': ({ path }) => `Save a file of Google Drive as ${quoted(path)} in the workspace.`,
  'cloud.document-new': ({ title, folder, text }) =>
    `Create the document ${quoted(title)} in your Google Drive${inFolder(folder)}, with ${quoted(text)}.`,
  'cloud.document-append': ({ name, text }) =>
    `Add ${quoted(text)} at the end of your Google document ${quoted(name)}.`,
  'cloud.document-replace': ({ name, find, text }) =>
    `Replace ${quoted(find)} everywhere in your Google document ${quoted(name)} by ${quoted(text)}.`,
  'cloud.file-new': ({ name, folder, content }, tell) =>
    `Create the file ${quoted(name)} in your Google Drive${inFolder(folder)}, with ${tell(content)}.`,
  'cloud.file-replace': ({ name, content }, tell) =>
    `Replace the content of the file ${quoted(name)} in Google Drive with ${tell(content)}.`,
  'cloud.of-file': ({ path }) => `the file ${quoted(path)} of the workspace`,
  'cloud.of-text': ({ text }) => `a text of ${charsOf(text)} characters: ${quoted(text)}`,
  'cloud.sheet-new': ({ title, folder, rows, isTyped, values }) =>
    `Create the spreadsheet ${quoted(title)} in your Google Drive${inFolder(folder)}, with ${cells(rows, isTyped, values)}`,
  'cloud.sheet-set': ({ name, range, rows, isTyped, values }) =>
    `Replace the cells ${quoted(range)} of your Google spreadsheet ${quoted(name)} by ${cells(rows, isTyped, values)}`,
  'cloud.sheet-append': ({ name, range, rows, isTyped, values }) =>
    `Add below ${quoted(range)} of your Google spreadsheet ${quoted(name)} ${cells(rows, isTyped, values)}`,
  'cloud.shared': ({ what }) => `Others see this ${what}, too.`,
  'cloud.of-others': ({ what, owner }) =>
    `This ${what} belongs to ${owner === null ? 'another account' : quoted(owner)}, and not to you.`,
  'place.cloud': ({ service, account, hasFormulas, only, id }) =>
    [
      hasFormulas ? 'writing formulas to' : only === null ? 'creating and changing' : 'all changes to',
      only === null ? ' your own files that are not shared,' : ` ${quoted(only)} (${id})`,
      ` in ${service}`,
      account === null ? '' : ` of ${quoted(account)}`,
    ].join(''),

  'cloud.backup_files_are_not_for_tools':
    'This belongs to the backups of svc in the drive. Tools can neither read nor change backups, and put nothing among them.',
  'cloud.backup_check_unclear':
    'It cannot be told whether this belongs to the backups of svc, because the folders around it cannot be looked at. So tools may not use it. Choose another file, or ask your owner to move it.',
  'cloud.cloud_id_invalid':
    'This is neither an id nor an address of a file at Google. Take the id from drive_search, or an address of docs.google.com or drive.google.com.',
  'cloud.cloud_file_not_found':
    'The account has no file with this id, or may not see it. Find it with drive_search.',
  'cloud.cloud_file_too_large':
    'This is larger than 5 MB, so it was not read or sent. Ask your owner for a smaller file, or read a smaller range.',
  'cloud.cloud_file_not_permitted':
    'The account may not do this with the file: its owner, or the administrator of the account, does not allow it. Nothing was done.',
  'cloud.cloud_file_changed':
    'The file was changed since it was read. Nothing was written. Read it again, then decide anew.',
  'cloud.cloud_text_not_found':
    'The text to replace does not occur in the document. Nothing was changed. Read the document, and give the exact text.',
  'cloud.cloud_range_unreadable':
    'The spreadsheet has no such range. Write it like Sheet1!A1:C10; sheets_read without a range names the sheets.',
  'cloud.cloud_call_stopped': 'The call was stopped. Nothing was changed at Google.',
  'cloud.cloud_change_unclear':
    'Google did not confirm the change: it may have been made, or not. Read the file before you try again.',
  'cloud.secret_for_cloud':
    'This holds the value of a secret, so it was not sent to Google. Leave the secret out.',
  'cloud.in_bin': 'The file is in the bin of the drive, so tools do not use it.',
  'cloud.no_folder': 'This is a file, where the id of a folder is needed.',
  'cloud.drive_full':
    'The drive of your owner has no space left, so nothing was written. Say so to your owner.',
  'cloud.document_no_text': 'The document could not be read as text.',
  'cloud.no_document': 'This is no document of Google Docs. Use drive_read or sheets_read.',
  'cloud.no_sheet': 'This is no spreadsheet of Google Sheets. Use drive_read or docs_read.',
  'cloud.is_document': 'This is a document of Google Docs. Use docs_write.',
  'cloud.is_sheet': 'This is a spreadsheet of Google Sheets. Use sheets_write.',
  'cloud.is_folder': 'This is a folder. Use drive_search with its id as folder_id.',
  'cloud.no_content': 'This has no content that could be replaced. Nothing was written.',
  'cloud.only_at_vendor':
    'This kind of file exists only at Google and cannot be read as text. Ask your owner to export it.',
  'cloud.shortcut': ({ target }) =>
    `${target === null ? 'This is a shortcut that leads nowhere.' : `This is a shortcut. What it leads to has the id ${target}.`}`,
  'cloud.no_text': ({ kind, bytes }) =>
    `This is no text, but ${kind} of ${bytes} bytes. Call again with save_as and a path of the workspace to fetch it.`,
  'cloud.new_title': ({ what }) => `A new ${what} needs a title.`,
  'cloud.new_document': 'A new document has no document_id: leave it out, or append.',
  'cloud.new_sheet':
    'A new spreadsheet has neither spreadsheet_id nor range: leave them out. Its rows begin at A1.',
  'cloud.which': ({ action, needs }) => `Say where: ${action} needs ${needs}.`,
  'cloud.not_moved': ({ what }) => `${what} are neither renamed nor moved: leave out title and folder_id.`,
  'cloud.no_appendix': 'There is no text to append.',
  'cloud.find': 'Say what to replace: replace needs find.',
  'cloud.no_sheets': 'The spreadsheet has no sheet with cells.',
  'cloud.cells_unclear': ({ id }) =>
    `The spreadsheet was created with the id ${id}, but its cells were perhaps not written. Read it, and write them with the action set.`,
  'cloud.cells': ({ most, cells }) =>
    `One call writes at most ${most} cells, and these are ${cells}. Nothing was written; write them in parts.`,
  'cloud.no_values': 'There are no values to write.',
  'cloud.text_or_path': 'Give either text or path, and not both. Nothing was written.',
  'cloud.new_file':
    'A new file needs a name; to replace a file, give file_id and revision. Nothing was written.',
  'cloud.revision':
    'Read the file with drive_read first, and give the revision that it shows. Nothing was written.',
  'cloud.file_not_moved':
    'Files are neither renamed nor moved: leave out name and folder_id to replace the content. Nothing was written.',
};
