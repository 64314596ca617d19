import type { CloudFileSays } from '../../../core/workspace/cloud-files/says.ts';
import type { Quoted, QuotedValue } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { charsOf, counted, json, quoted } from './forms.ts';

const inFolder = (folder: Quoted | null): string =>
  folder === null ? '' : `, in the folder ${quoted(folder)}`;

const cells = (rows: number, isTyped: boolean, values: QuotedValue): string =>
  isTyped
    ? `${counted(rows, 'row')}: ${json(values)}. They may hold formulas; formulas can send what is in the spreadsheet to other servers.`
    : `${counted(rows, 'row')} of plain values: ${json(values)}.`;

export const cloudFiles: Words<CloudFileSays> = {
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
      hasFormulas ? 'writing formulas' : 'all changes',
      only === null ? '' : ` to ${quoted(only)} (${id})`,
      ` in ${service}`,
      account === null ? '' : ` of ${quoted(account)}`,
      only === null ? ' (but to nothing that is shared)' : '',
    ].join(''),
};
